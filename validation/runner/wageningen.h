// Open-water curves of the Wageningen B-series propellers:
//   KT, KQ = sum C J^s (P/D)^t (AE/A0)^u Z^v, 39 and 47 terms, at Reynolds number 2e6
// (Oosterveld & van Oossanen 1975; Bernitsas, Ray & Kinley 1981). Valid for 2-7 blades, AE/A0 of
// 0.30-1.05, P/D of 0.5-1.4 and the first quadrant of J. Both are cubic in J.
#pragma once
#include <vector>

namespace hadal::validation {

struct BSeriesPropeller {
  double pitch_ratio = 1;   // P/D
  double area_ratio = 0.5;  // AE/A0
  int blades = 3;           // Z
};

// Coefficients of 1, J, J^2, J^3, ready for PropellerMap::kt and kq.
struct OpenWaterCurves {
  std::vector<double> kt, kq;
};
OpenWaterCurves wageningen_curves(const BSeriesPropeller& propeller);

}  // namespace hadal::validation
