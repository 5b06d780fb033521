#include "kinds/controllers/autopilot.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "kinds/controllers/test_gains.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace autopilot_test {

AutopilotController limits() {
  AutopilotController out;
  out.rudder_limit_rad = out.elevator_limit_rad = 0.35;
  out.pitch_limit_rad = 0.5;
  out.propeller_max = 100;
  return out;
}

struct Auv {
  explicit Auv(const AutopilotController& p) : parameters(p) { store_gains(p, gains); }
  AuvCommand update(const AuvSetPoint& wanted, const AuvMeasurement& measured, double dt_s) {
    return auv_update(parameters, gains, wanted, measured, dt_s, state);
  }
  AutopilotController parameters;
  std::array<double, kAuvGainCount> gains{};
  std::array<double, kAuvStateSize> state{};
};

// Heading PD on the Nomoto model T r' + r = K rudder is a second-order system with
// w^2 = K Kp / T and 2 z w = (1 + K Kd) / T.
TEST(AuvAutopilot, heading_step_on_the_nomoto_model_is_the_closed_form) {
  constexpr double kTime_s = 2.0, kGain = 0.8, kDt_s = 1e-4, kTolerance_rad = 1e-5;
  const double omega = 0.9, zeta = 0.7, step = 10 * kDegree;
  AutopilotController parameters = limits();
  parameters.heading = {omega * omega * kTime_s / kGain, 0,
                        (2 * zeta * omega * kTime_s - 1) / kGain};
  parameters.rudder_limit_rad = 1;
  Auv auv(parameters);
  AuvMeasurement measured;
  measured.heading_rad = 3.1;  // the step crosses south
  AuvSetPoint wanted;
  wanted.heading_rad = wrap_angle(3.1 + step);
  const double wd = omega * std::sqrt(1 - zeta * zeta);
  for (int i = 0; i < 100000; ++i) {
    const double t = i * kDt_s;
    const double turned =
        step * (1 - std::exp(-zeta * omega * t) *
                        (std::cos(wd * t) + zeta * omega / wd * std::sin(wd * t)));
    ASSERT_NEAR(wrap_angle(measured.heading_rad - 3.1), turned, kTolerance_rad);
    const double rudder = auv.update(wanted, measured, kDt_s).rudder_rad;
    const double rate = measured.yaw_rate_rad_s;
    measured.yaw_rate_rad_s += kDt_s * (kGain * rudder - rate) / kTime_s;
    measured.heading_rad =
        wrap_angle(measured.heading_rad + kDt_s * (rate + measured.yaw_rate_rad_s) / 2);
  }
}

// A torpedo at 1.5 m/s: pitch follows the elevator against a righting moment, depth follows pitch.
TEST(AuvAutopilot, dives_at_the_pitch_limit_and_levels_out_at_depth) {
  AutopilotController parameters = limits();
  parameters.depth = {0.1, 0.002, 0};
  parameters.pitch = {2.0, 0.5, 1.0};
  parameters.pitch_limit_rad = 20 * kDegree;
  Auv auv(parameters);
  AuvMeasurement measured;
  AuvSetPoint wanted;
  wanted.depth_m = 20;
  double lowest_pitch = 0, deepest = 0;
  for (int i = 0; i < 40000; ++i) {
    const double elevator = auv.update(wanted, measured, 0.01).elevator_rad;
    ASSERT_LE(std::abs(elevator), parameters.elevator_limit_rad);
    const double pitch_acceleration =
        0.6 * elevator - 0.2 * measured.pitch_rad - 0.8 * measured.pitch_rate_rad_s;
    measured.pitch_rate_rad_s += 0.01 * pitch_acceleration;
    measured.pitch_rad += 0.01 * measured.pitch_rate_rad_s;
    measured.depth_rate_m_s = -1.5 * std::sin(measured.pitch_rad) - 0.02;  // a little too light
    measured.depth_m += 0.01 * measured.depth_rate_m_s;
    lowest_pitch = std::min(lowest_pitch, measured.pitch_rad);
    deepest = std::max(deepest, measured.depth_m);
  }
  EXPECT_NEAR(measured.depth_m, 20, 1e-3);
  EXPECT_NEAR(measured.pitch_rad, -std::asin(0.02 / 1.5), 1e-4);  // nose down to stay down
  EXPECT_LT(lowest_pitch, -18 * kDegree);
  EXPECT_GT(lowest_pitch, -26 * kDegree);
  EXPECT_LT(deepest, 22);
}

// Ten minutes at the pitch limit leave nothing in the integrator: at the wanted depth the vehicle
// is asked to be level. Without a limit the integrator works: P e + I e t.
TEST(AuvAutopilot, depth_integrator_waits_while_the_pitch_is_limited) {
  constexpr double kDt_s = 0.1;
  AutopilotController parameters = limits();
  parameters.depth = {0.1, 0.002, 0};
  parameters.pitch_limit_rad = 20 * kDegree;
  Auv auv(parameters);
  AuvSetPoint wanted;
  wanted.depth_m = 200;
  AuvMeasurement measured;
  for (const double depth_m : {0.0, 400.0}) {  // too shallow, then too deep
    measured.depth_m = depth_m;
    const double limit = depth_m < wanted.depth_m ? -20 * kDegree : 20 * kDegree;
    for (int i = 0; i < 6000; ++i)
      ASSERT_DOUBLE_EQ(auv.update(wanted, measured, kDt_s).pitch_set_point_rad, limit);
    measured.depth_m = wanted.depth_m;
    EXPECT_NEAR(auv.update(wanted, measured, kDt_s).pitch_set_point_rad, 0, 1e-12);
  }
  measured.depth_m = wanted.depth_m - 1;
  AuvCommand command;
  for (int i = 0; i <= 100; ++i) command = auv.update(wanted, measured, kDt_s);
  EXPECT_NEAR(command.pitch_set_point_rad, -(0.1 + 0.002 * 10), 1e-12);
}

TEST(AuvAutopilot, follows_pitch_instead_of_depth_when_asked) {
  AutopilotController parameters = limits();
  parameters.depth = {0.1, 0, 0};
  parameters.pitch = {2.0, 0, 0};
  Auv auv(parameters);
  AuvSetPoint wanted;
  wanted.depth_m = 100;
  EXPECT_DOUBLE_EQ(auv.update(wanted, {}, 0.1).pitch_set_point_rad, -0.5);
  wanted.by_pitch = true;
  wanted.pitch_rad = 0.1;
  EXPECT_DOUBLE_EQ(auv.update(wanted, {}, 0.1).elevator_rad, 0.2);
}

TEST(AuvAutopilot, speed_settles_without_offset) {
  AutopilotController parameters = limits();
  parameters.speed = {20, 10, 0};
  parameters.propeller_per_m_s = 30;
  parameters.propeller_max = 200;
  Auv auv(parameters);
  AuvMeasurement measured;
  AuvSetPoint wanted;
  wanted.speed_m_s = 1.5;
  EXPECT_DOUBLE_EQ(auv.update(wanted, measured, 0.01).propeller, 30 * 1.5 + 20 * 1.5);
  for (int i = 0; i < 20000; ++i) {
    const double n = auv.update(wanted, measured, 0.01).propeller;
    measured.speed_m_s += 0.01 * (0.001 * n * n - 4 * measured.speed_m_s * measured.speed_m_s) / 30;
  }
  EXPECT_NEAR(measured.speed_m_s, 1.5, 1e-6);
}

}  // namespace autopilot_test
}  // namespace hadal::kinds
