#include "environment/water/seawater.h"

#include <gtest/gtest.h>

#include "math/units.h"

namespace hadal::environment {
namespace seawater_test {

constexpr double kDensityTolerance = 1e-5;  // kg/m^3, the last digit of the published check values

// Unesco technical papers in marine science 38 and 44: (S, T68, P in bar) -> kg/m^3.
TEST(Seawater, DensityMatchesUnescoCheckValues) {
  const struct {
    double s, t68, bar, density;
  } checks[] = {{0, 5, 0, 999.96675},      {0, 5, 1000, 1044.12802},  {0, 25, 0, 997.04796},
                {0, 25, 1000, 1037.90204}, {35, 5, 0, 1027.67547},    {35, 5, 1000, 1069.48914},
                {35, 25, 0, 1023.34306},   {35, 25, 1000, 1062.53817}};
  for (const auto& c : checks)
    EXPECT_NEAR(density_eos80(c.s, c.t68 / 1.00024, 10 * c.bar), c.density, kDensityTolerance);
}

// Values of the TEOS-10 library (gsw, 75-term) at 45 N 30 W: an independent equation of state.
TEST(Seawater, DensityAgreesWithTeos10InTheOpenOcean) {
  constexpr double kBetweenFormulae = 0.01;
  EXPECT_NEAR(density_eos80(35, 15, 0), 1025.975914, kBetweenFormulae);
  EXPECT_NEAR(density_eos80(35, 4, 100), 1028.252258, kBetweenFormulae);
  EXPECT_NEAR(density_eos80(38, 13, 500), 1030.936823, kBetweenFormulae);
  EXPECT_NEAR(density_eos80(34.7, 2, 2000), 1036.95685, kBetweenFormulae);
  EXPECT_NEAR(density_eos80(34.7, 1.5, 4000), 1045.882299, kBetweenFormulae);
}

TEST(Seawater, DepthMatchesUnescoCheckValue) {
  EXPECT_NEAR(depth_from_pressure(10000, 30 * kDegree), 9712.653, 1e-3);
  EXPECT_NEAR(depth_from_pressure(500, 45 * kDegree), 495.3427354, 1e-4);
  EXPECT_NEAR(depth_from_pressure(4000, 45 * kDegree), 3930.488783, 1e-4);
}

TEST(Seawater, PressureIsTheInverseOfDepth) {
  for (double latitude : {-70.0, 0.0, 45.0})
    for (double pressure : {0.0, 1.0, 250.0, 4000.0, 11000.0}) {
      const double depth = depth_from_pressure(pressure, latitude * kDegree);
      EXPECT_NEAR(pressure_from_depth(depth, latitude * kDegree), pressure, 1e-8);
    }
  // A round number from the depth side: 9712.653 m at 30 degrees is 10000 dbar.
  EXPECT_NEAR(pressure_from_depth(9712.653, 30 * kDegree), 10000, 1e-3);
}

TEST(Seawater, FreezingPointMatchesUnescoCheckValue) {
  EXPECT_NEAR(1.00024 * freezing_point(40, 500), -2.588567, 1e-6);
  EXPECT_NEAR(freezing_point(0, 0), 0, 1e-12);
}

// IAPWS: pure water at 20 degC 1.0016 mPa s. ITTC 7.5-02-01-03: sea water at 15 degC 1.1892e-6
// m^2/s.
TEST(Seawater, ViscosityMatchesPublishedValues) {
  EXPECT_NEAR(viscosity(0, 20), 1.0016e-3, 2e-6);
  EXPECT_NEAR(viscosity(35, 15) / density_eos80(35, 15, 0), 1.1892e-6, 0.003e-6);
}

}  // namespace seawater_test
}  // namespace hadal::environment
