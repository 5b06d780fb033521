#include "runner/wageningen.h"

#include <gtest/gtest.h>

namespace hadal::validation {
namespace wageningen_test {

double at(const std::vector<double>& c, double J) {
  return c[0] + J * (c[1] + J * (c[2] + J * c[3]));
}

// Values of the MSS toolbox for 3 blades and AE/A0 = 0.718.
TEST(Wageningen, MatchesPublishedCurves) {
  constexpr double kTolerance = 2e-9;
  const struct {
    double pitch, J, KT, KQ;
  } values[] = {
      {0.6, 0, 0.2410052998, 0.02459613213},      {0.6, 0.5, 0.05800502954, 0.009293452788},
      {0.6, 1.1, -0.1978007753, -0.006344171526}, {0.8, 0.3, 0.240286919, 0.03203143359},
      {0.8, 0.8, 0.01859594168, 0.007025929276},  {1.0, 0, 0.4566302778, 0.07002850279},
      {1.0, 0.4, 0.3010572225, 0.04853017669},    {1.0, 0.8, 0.1146070694, 0.02182930672},
      {1.2, 0, 0.5585488763, 0.1010791693},       {1.2, 0.6, 0.3100469166, 0.05980684502},
      {1.2, 1.1, 0.06851326489, 0.01792615247}};
  for (const auto& v : values) {
    const OpenWaterCurves curves = wageningen_curves({v.pitch, 0.718, 3});
    EXPECT_NEAR(at(curves.kt, v.J), v.KT, kTolerance);
    EXPECT_NEAR(at(curves.kq, v.J), v.KQ, kTolerance);
  }
}

// The series is consistent over blades and area: efficiency stays below the ideal 1.
TEST(Wageningen, EfficiencyStaysPhysical) {
  for (const int blades : {3, 4, 5, 6})
    for (const double area : {0.4, 0.7, 1.0}) {
      const OpenWaterCurves c = wageningen_curves({1.0, area, blades});
      const double J = 0.7, efficiency = J * at(c.kt, J) / (2 * 3.14159265 * at(c.kq, J));
      EXPECT_GT(efficiency, 0.5);
      EXPECT_LT(efficiency, 0.75);
    }
}

}  // namespace wageningen_test
}  // namespace hadal::validation
