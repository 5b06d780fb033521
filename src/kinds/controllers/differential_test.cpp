#include "kinds/controllers/differential.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "kinds/controllers/test_gains.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace differential_test {

struct Usv {
  explicit Usv(const DifferentialController& p) : parameters(p) { store_gains(p, gains); }
  UsvCommand update(const UsvCourse& wanted, const UsvCourse& measured, double dt_s = 0.01) {
    return usv_update(parameters, gains, wanted, measured, dt_s, state);
  }
  DifferentialController parameters;
  std::array<double, kUsvGainCount> gains{};
  std::array<double, kUsvStateSize> state{};
};

DifferentialController catamaran() {
  DifferentialController parameters;
  parameters.heading = {60, 0, 50};
  parameters.speed = {80, 20, 0};
  return parameters;
}

TEST(DifferentialController, splits_force_and_moment_over_the_two_thrusters) {
  Usv usv(catamaran());
  const UsvCommand command = usv.update({0.1, 0, 0.5}, {0, 0, 0});
  EXPECT_NEAR(command.port_n + command.starboard_n, 80 * 0.5, 1e-12);
  EXPECT_NEAR(0.4 * (command.port_n - command.starboard_n), 60 * 0.1, 1e-12);
  EXPECT_GT(command.port_n, command.starboard_n);  // to starboard
}

TEST(DifferentialController, turning_goes_before_speed) {
  Usv usv(catamaran());
  const UsvCommand command = usv.update({2.0, 0, 5.0}, {0, 0, 0});
  EXPECT_NEAR(command.port_n, 100, 1e-9);  // asks 120 N m and 400 N
  EXPECT_NEAR(command.starboard_n, -50, 1e-9);
  const UsvCommand gentle = usv.update({0.4, 0, 5.0}, {0, 0, 0});
  EXPECT_NEAR(0.4 * (gentle.port_n - gentle.starboard_n), 60 * 0.4, 1e-9);
  EXPECT_NEAR(gentle.port_n, 100, 1e-9);
}

TEST(DifferentialController, keeps_course_and_speed) {
  Usv usv(catamaran());
  UsvCourse measured{-3.0, 0, 0};
  const UsvCourse wanted{3.0, 0, 1.2};
  for (int i = 0; i < 20000; ++i) {
    const UsvCommand command = usv.update(wanted, measured);
    const double force = command.port_n + command.starboard_n;
    const double moment = 0.4 * (command.port_n - command.starboard_n);
    measured.speed_m_s += 0.01 * (force - 40 * measured.speed_m_s) / 80;
    measured.yaw_rate_rad_s += 0.01 * (moment - 20 * measured.yaw_rate_rad_s) / 30;
    measured.heading_rad = wrap_angle(measured.heading_rad + 0.01 * measured.yaw_rate_rad_s);
    ASSERT_GT(std::abs(measured.heading_rad), 2.5);  // never the long way through north
  }
  EXPECT_NEAR(measured.heading_rad, 3.0, 1e-6);
  EXPECT_NEAR(measured.speed_m_s, 1.2, 1e-6);
}

}  // namespace differential_test
}  // namespace hadal::kinds
