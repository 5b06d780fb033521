// PID against closed forms of a first-order plant T y' + y = K u.
#include "kinds/controllers/pid.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace hadal::inline kinds {
namespace pid_test {

using State = std::array<double, kPidStateSize>;
using Gains = std::array<double, kPidGainCount>;

constexpr double kStep_s = 1e-4;

// Exact step of T y' + y = K u with u held.
struct FirstOrderPlant {
  double gain = 1, time_s = 1, y = 0;
  void advance(double u, double dt_s) { y = gain * u + (y - gain * u) * std::exp(-dt_s / time_s); }
};

// Response to a unit step of T y' + y = K u under PI with K_p = (2 z w T - 1) / K and
// K_i = w^2 T / K: the poles are those of s^2 + 2 z w s + w^2, and one zero at -K_i / K_p.
double pi_step_response(double zeta, double omega, double plant_gain, double kp, double plant_time,
                        double t) {
  const double wd = omega * std::sqrt(1 - zeta * zeta);
  const double decay = std::exp(-zeta * omega * t);
  const double zero_rate = plant_gain * kp / plant_time;
  return 1 - decay * (std::cos(wd * t) + (zeta * omega - zero_rate) / wd * std::sin(wd * t));
}

TEST(Pid, pi_on_first_order_plant_has_the_placed_poles) {
  constexpr double kTolerance = 2e-4;  // first order in the step of 1e-4 s
  const double zeta = 0.6, omega = 2.0, gain = 2.5, time_s = 1.5;
  const Gains gains{(2 * zeta * omega * time_s - 1) / gain, omega * omega * time_s / gain, 0};
  FirstOrderPlant plant{gain, time_s};
  State state{};
  for (int i = 0; i < 50000; ++i) {
    ASSERT_NEAR(plant.y, pi_step_response(zeta, omega, gain, gains[0], time_s, i * kStep_s),
                kTolerance);
    plant.advance(pid_update({}, gains, {1.0, plant.y, 0, kStep_s}, state), kStep_s);
  }
}

TEST(Pid, derivative_on_measurement_ignores_a_step_of_the_set_point) {
  const Gains gains{0, 0, 2.0};
  State on_measurement{}, on_error{};
  PidParameters error_rate;
  error_rate.derivative_on_measurement = false;
  pid_update({}, gains, {0, 0, 0, 0.1}, on_measurement);
  pid_update(error_rate, gains, {0, 0, 0, 0.1}, on_error);
  EXPECT_DOUBLE_EQ(pid_update({}, gains, {1, 0, 0, 0.1}, on_measurement), 0);
  EXPECT_DOUBLE_EQ(pid_update(error_rate, gains, {1, 0, 0, 0.1}, on_error), 20);
  EXPECT_DOUBLE_EQ(pid_update({}, gains, {1, 0.05, 0, 0.1}, on_measurement), -1);
}

TEST(Pid, derivative_filter_is_first_order) {
  PidParameters parameters;
  parameters.derivative_filter_s = 0.5;
  const Gains gains{0, 0, 1.0};
  State state{};
  double output = 0;
  for (int i = 0; i <= 5000; ++i)
    output = pid_update(parameters, gains, {0, -3.0 * i * kStep_s, 0, kStep_s}, state);
  EXPECT_NEAR(output, 3.0 * (1 - std::exp(-1.0)),
              1e-3);  // ramp of 3/s seen after one time constant
}

// Time from the reversal of a long saturated set-point until the output leaves its limit.
double recovery_time_s(AntiWindup kind) {
  PidParameters parameters;
  parameters.output_min = -1;
  parameters.output_max = 1;
  parameters.anti_windup = kind;
  const Gains gains{2.0, 1.0, 0};
  State state{};
  FirstOrderPlant plant;
  constexpr double kDt_s = 1e-3;
  for (int i = 0; i < 20000; ++i)  // 20 s asking for 3, of which 1 can be reached
    plant.advance(pid_update(parameters, gains, {3.0, plant.y, 0, kDt_s}, state), kDt_s);
  for (int i = 0; i < 200000; ++i) {
    const double u = pid_update(parameters, gains, {0.5, plant.y, 0, kDt_s}, state);
    if (u < 1) return i * kDt_s;
    plant.advance(u, kDt_s);
  }
  return 200;
}

TEST(Pid, anti_windup_recovers_at_once) {
  // Without: I = 20 * 2 + a little, leaves the limit when 2 (0.5 - 1) + I - 0.5 t = 1: about 80 s.
  EXPECT_GT(recovery_time_s(AntiWindup::kNone), 75);
  EXPECT_LT(recovery_time_s(AntiWindup::kNone), 90);
  EXPECT_LT(recovery_time_s(AntiWindup::kClamping), 0.01);
  EXPECT_LT(recovery_time_s(AntiWindup::kBackCalculation), 0.01);
}

TEST(Pid, back_calculation_settles_at_the_closed_form_integral) {
  // dI/dt = K_i e + (u_max - K_p e - I) / T_t = 0  ->  I = u_max - K_p e + K_i e T_t.
  PidParameters parameters;
  parameters.output_max = 1;
  parameters.tracking_time_s = 0.25;
  const Gains gains{2.0, 0.4, 0};
  State state{};
  for (int i = 0; i < 20000; ++i) pid_update(parameters, gains, {3.0, 0, 0, 1e-3}, state);
  EXPECT_NEAR(state[0], 1 - 2.0 * 3 + 0.4 * 3 * 0.25, 1e-9);
}

TEST(Pid, limit_behind_the_controller_is_tracked) {
  const Gains gains{1.0, 0.5, 0};
  State state{};
  for (int i = 0; i < 10000; ++i) {
    const double u = pid_update({}, gains, {5.0, 0, 0, 1e-2}, state);
    pid_applied({}, gains, u, std::min(u, 2.0), 1e-2, state);
  }
  // T_t = K_p / K_i = 2 s: the output stays within K_i e T_t of the limit, instead of 5 + 250.
  EXPECT_NEAR(pid_update({}, gains, {5.0, 0, 0, 1e-2}, state), 2.0 + 0.5 * 5 * 2, 0.1);
}

TEST(Pid, gain_change_is_bumpless) {
  Gains gains{2.0, 0.7, 0.3};
  State state{};
  const PidError error{0.4, -0.2, 0, 1e-3};
  for (int i = 0; i < 500; ++i) pid_update_error({}, gains, error, state);
  State unchanged = state;
  const double before = pid_update_error({}, gains, error, unchanged);
  gains = {9.0, 3.0, 1.5};
  EXPECT_NEAR(pid_update_error({}, gains, error, state), before, 1e-12);
  // From here on the new gains act: more integral action, more proportional action.
  EXPECT_NEAR(pid_update_error({}, gains, error, state), before + 3.0 * 0.4 * 1e-3, 1e-12);
  const double next = pid_update_error({}, gains, {0.5, -0.2, 0, 1e-3}, state);
  EXPECT_NEAR(next, before + 2 * 3.0 * 0.4 * 1e-3 + 9.0 * 0.1, 1e-12);
}

TEST(Pid, proportional_controller_takes_a_new_gain_at_once) {
  State state{};
  EXPECT_DOUBLE_EQ(pid_update({}, Gains{2, 0, 0}, {1, 0, 0, 0.1}, state), 2);
  EXPECT_DOUBLE_EQ(pid_update({}, Gains{5, 0, 0}, {1, 0, 0, 0.1}, state), 5);
}

TEST(Pid, take_over_continues_the_given_output) {
  const Gains gains{2.0, 0.5, 0.1};
  State state{};
  const PidError error{0.3, -0.2, 0.05, 0.01};
  pid_take_over({}, gains, error, 7.5, state);
  EXPECT_DOUBLE_EQ(pid_update_error({}, gains, error, state), 7.5);
}

TEST(Pid, gains_are_stored_in_the_order_they_are_read) {
  Gains live{};
  store_gains({2, 0, 0}, live);
  State state{};
  EXPECT_DOUBLE_EQ(pid_update_error({}, live, {1, 10, 0, 0.1}, state), 2);
  store_gains({0, 0, 3}, live);
  EXPECT_DOUBLE_EQ(pid_update_error({}, live, {1, 10, 0, 0.1}, state), 30);
}

}  // namespace pid_test
}  // namespace hadal::kinds
