#include "kinds/controllers/weighted.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "kinds/controllers/test_gains.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace weighted_controller_test {

using Gains = std::array<double, kWeightedGainCount>;

kinds::WeightedController videoray() {
  kinds::WeightedController parameters;
  parameters.heading_gain = 200;
  parameters.speed_gain = 300;
  parameters.depth_gain = 100;
  parameters.vertical_input_up = false;
  return parameters;
}

WeightedInputs inputs(const kinds::WeightedController& parameters, WeightedSetPoint wanted,
                      WeightedSetPoint measured) {
  Gains gains{};
  store_gains(parameters, gains);
  return weighted_update(parameters, gains, wanted, measured);
}

TEST(WeightedController, is_the_weighted_sum) {
  kinds::WeightedController parameters = videoray();
  parameters.heading_weight = 0.3;
  parameters.speed_weight = 0.7;
  const WeightedInputs u = inputs(parameters, {0.5, 0.4, 2}, {0.2, 0.3, 2.5});
  EXPECT_NEAR(u.port, 0.3 * 200 * 0.3 + 0.7 * 300 * 0.1, 1e-12);
  EXPECT_NEAR(u.starboard, -0.3 * 200 * 0.3 + 0.7 * 300 * 0.1, 1e-12);
  EXPECT_NEAR(u.vertical, -50, 1e-12);
}

TEST(WeightedController, heading_error_wraps_around_north) {
  const WeightedInputs u =
      inputs(videoray(), {5 * kDegree, 0, 0}, {355 * kDegree, 0, 0});  // 10 deg to starboard
  EXPECT_NEAR(u.port, 0.5 * 200 * 10 * kDegree, 1e-9);
  EXPECT_NEAR(u.starboard, -u.port, 1e-12);
  const WeightedInputs back = inputs(videoray(), {355 * kDegree, 0, 0}, {5 * kDegree, 0, 0});
  EXPECT_NEAR(back.port, -u.port, 1e-9);
}

TEST(WeightedController, saturates_at_the_range_of_the_input) {
  const WeightedInputs u = inputs(videoray(), {3, 5, 50}, {0, 0, 0});
  EXPECT_DOUBLE_EQ(u.port, 150);
  EXPECT_DOUBLE_EQ(u.starboard, 150);  // 750 - 300 is over the range as well
  EXPECT_DOUBLE_EQ(u.vertical, 150);
  EXPECT_DOUBLE_EQ(inputs(videoray(), {-3, 0, -50}, {0, 0, 0}).port, -150);
}

TEST(WeightedController, vertical_input_may_push_upwards) {
  kinds::WeightedController parameters = videoray();
  parameters.vertical_input_up = true;
  EXPECT_NEAR(inputs(parameters, {0, 0, 1}, {0, 0, 0}).vertical, -100, 1e-12);
}

// Planar VideoRay of Wang & Clark 2006 as in eqs. 1-4 of the paper, NED, 0.026667 N per input unit.
TEST(WeightedController, turns_and_dives_the_videoray) {
  constexpr double kThrust = 0.026667, kDt_s = 0.005;
  double u = 0, v = 0, w = 0, r = 0, heading = 350 * kDegree, depth = 0;
  for (int i = 0; i < 12000; ++i) {
    const WeightedInputs in = inputs(videoray(), {20 * kDegree, 0.3, 3}, {heading, u, depth});
    const double surge = kThrust * (in.port + in.starboard);
    const double yaw = kThrust * 0.1 * (in.port - in.starboard);
    const double ud = (-6.05 * v * r - 0.95 * u - 6.04 * std::abs(u) * u + surge) / 1.94;
    const double vd = (1.94 * u * r - 5.87 * v - 30.73 * std::abs(v) * v) / 6.05;
    const double wd = (-3.70 * w - 26.36 * std::abs(w) * w + kThrust * in.vertical) / 3.95;
    const double rd = (-0.023 * r - 0.45 * std::abs(r) * r + yaw) / 0.0118;
    u += kDt_s * ud, v += kDt_s * vd, w += kDt_s * wd, r += kDt_s * rd;
    heading = wrap_angle(heading + kDt_s * r);
    depth += kDt_s * w;
  }
  EXPECT_NEAR(heading, 20 * kDegree, 1e-3);
  EXPECT_NEAR(depth, 3, 1e-3);
  // Proportional speed control settles where 2 K u_s = drag: 8 (0.3 - u) = 0.95 u + 6.04 u^2.
  const double b = 0.95 + 2 * kThrust * 150;
  const double settled = (-b + std::sqrt(b * b + 4 * 6.04 * 2 * kThrust * 150 * 0.3)) / (2 * 6.04);
  EXPECT_NEAR(u, settled, 1e-4);
}

}  // namespace weighted_controller_test
}  // namespace hadal::kinds
