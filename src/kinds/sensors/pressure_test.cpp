#include <gtest/gtest.h>

#include <cmath>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace pressure_test {

constexpr double kTolerance_Pa = 0.1;

TestTruth at_depth(double depth_m) {
  TestTruth truth;
  truth.p_NB_N.z() = depth_m;
  return truth;
}

double pressure_pa(const TestTruth& truth, const Pose& X_BS = {}) {
  TestSensor gauge("pressure");
  EXPECT_TRUE(gauge.measure(truth, X_BS));
  return gauge.value(0);
}

double depth_m(const TestTruth& truth, double reference_density_kg_m3 = 1025) {
  TestSensor gauge("pressure");
  gauge.set("reference_density_kg_m3", reference_density_kg_m3);
  EXPECT_TRUE(gauge.measure(truth));
  EXPECT_EQ(gauge.truth(2), truth.p_NB_N.z());
  return gauge.value(2);
}

// P = P_atm + rho g d for sea water of 1025 kg/m^3.
TEST(Pressure, ClosedFormAgainstDepth) {
  const double table[][2] = {
      {0, 101325}, {1, 111376.81625}, {10, 201843.1625}, {100, 1106506.625}, {1000, 10153141.25}};
  const Pose half_way_down{{0, 0, 0.5}, Quat::Identity()};
  for (const auto& row : table) {
    EXPECT_NEAR(pressure_pa(at_depth(row[0])), row[1], kTolerance_Pa);
    EXPECT_NEAR(pressure_pa(at_depth(row[0] - 0.5), half_way_down), row[1], kTolerance_Pa);
    EXPECT_NEAR(depth_m(at_depth(row[0])), row[0], 1e-9);
  }
}

TEST(Pressure, MountingTurnsWithTheBody) {
  TestTruth truth = at_depth(10);
  const Pose ahead{{2, 0, 0}, Quat::Identity()};
  truth.q_NB = quaternion_from({0, -90 * kDegree, 0});  // nose down: the sensor is 2 m deeper
  EXPECT_NEAR(pressure_pa(truth, ahead), 101325 + 1025 * 9.80665 * 12, kTolerance_Pa);
}

TEST(Pressure, NeverBelowTheAtmosphere) {
  const Pose mast{{0, 0, -2}, Quat::Identity()}, keel{{0, 0, 2}, Quat::Identity()};
  EXPECT_EQ(pressure_pa(at_depth(1), mast), 101325);
  EXPECT_EQ(pressure_pa(at_depth(-5), keel), 101325);
  EXPECT_NEAR(pressure_pa(at_depth(-0.5), keel), 101325 + 1025 * 9.80665 * 1.5, kTolerance_Pa);
}

// P = P_atm + rho g (d + a e^{-k (d + zeta)} cos theta), zeta = a cos theta, from trough to crest.
TEST(Pressure, WavesAddTheirDynamicPressureUpToTheRealSurface) {
  constexpr double kAmplitude_m = 1.2, kWaveNumber = 0.2, kGradient = 1025 * 9.80665;
  for (const double phase : {0.0, 0.7, 1.6, 2.5, 3.1})
    for (const double depth_m : {-1.5, -0.5, 0.0, 0.8, 1.5, 12.0}) {
      const double elevation_m = kAmplitude_m * std::cos(phase);
      TestTruth truth = at_depth(depth_m - 0.4);
      truth.surface_elevation_m = elevation_m;
      truth.wave_pressure_pa =
          kGradient * elevation_m * std::exp(-kWaveNumber * (depth_m + elevation_m));
      const double head_m = depth_m + truth.wave_pressure_pa / kGradient;
      const double wanted = 101325 + (depth_m > -elevation_m ? kGradient * head_m : 0);
      EXPECT_NEAR(pressure_pa(truth, {{0, 0, 0.4}, Quat::Identity()}), wanted, kTolerance_Pa);
    }
}

TEST(Pressure, WrongReferenceDensityScalesDepth) {
  EXPECT_NEAR(depth_m(at_depth(100), 1000), 102.5, 1e-9);
}

}  // namespace pressure_test
}  // namespace hadal::kinds
