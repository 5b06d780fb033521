#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/thruster.h"

namespace hadal::dynamics {
namespace ground_inflow_test {

constexpr double kDensity = 1026, kDiameter = 0.14, kTolerance = 1e-9;

// Fossen's REMUS 100 reads its propeller curve at the speed over ground, whatever the water does.
TEST(GroundInflow, AdvanceNumberComesFromTheSpeedOverGround) {
  Thruster t;
  t.command = ThrusterCommand::rotor_speed;
  t.map.model = ThrustModel::propeller;
  t.map.diameter_m = kDiameter;
  t.map.kt = {0.4566, -0.4174};
  t.map.wake_fraction = 0.056;
  t.map.inflow = Inflow::ground_speed;
  const double N = 20, speed = 1.5;
  const double command = 2 * std::numbers::pi * N;
  const PreparedThruster p = prepare(t, 0.01, kDensity);
  const Vec6 drifting = Vec6::Zero();  // at rest in the water
  const double J = 0.944 * speed / (N * kDiameter);
  const double expected = kDensity * N * N * std::pow(kDiameter, 4) * (0.4566 - 0.4174 * J);
  EXPECT_NEAR(thruster_after(p, 0, command, 1, drifting, kDensity, speed).thrust_N, expected,
              kTolerance);
  EXPECT_GT(thruster_after(p, 0, command, 1, drifting, kDensity, 0).thrust_N, 1.2 * expected);
}

}  // namespace ground_inflow_test
}  // namespace hadal::dynamics
