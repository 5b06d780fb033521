// Normal gravity of WGS-84, m/s^2: Somigliana's closed form on the ellipsoid (NIMA TR8350.2, eq.
// 4-1). Above the sea it falls by the free-air gradient, 3.086e-6 1/s^2. Below it rises by that
// less twice the pull of the water layer (4 pi G rho), 2.26e-7 of itself per metre, the value of
// TEOS-10; the mean over a column then matches the UNESCO 1983 depth formula to 2e-5. The real
// field differs by up to 1e-3 m/s^2 (gravity anomalies).
#pragma once
#include <cmath>

namespace hadal::environment {

constexpr double kFreeAirGradient = 3.086e-6;  // 1/s^2
constexpr double kSeaGradient = 2.216e-6;      // 1/s^2, 2.26e-7 1/m of 9.806 m/s^2

// At the surface of the ellipsoid.
inline double normal_gravity(double latitude_rad) {
  const double sine = std::sin(latitude_rad), x = sine * sine;
  return 9.7803253359 * (1 + 0.00193185265241 * x) / std::sqrt(1 - 0.00669437999013 * x);
}

// At a depth in the sea, or above it where depth_m < 0.
inline double normal_gravity(double latitude_rad, double depth_m) {
  return normal_gravity(latitude_rad) + (depth_m < 0 ? kFreeAirGradient : kSeaGradient) * depth_m;
}

}  // namespace hadal::environment
