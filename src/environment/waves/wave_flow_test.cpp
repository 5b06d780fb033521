#include "environment/waves/wave_flow.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment {
namespace wave_flow_test {

// Two waves across each other, in deep and in shallow water.
WaveField crossing_waves(double depth_m) {
  return WaveField({{0.8, 0.12, 1.05, 0.3, 0.7}, {0.4, 0.31, 1.7, -1.1, 2.0}}, depth_m, 9.81, 1025);
}

TEST(WaveFlow, AgreesWithTheMotionAndItsDifferences) {
  constexpr double h = 1e-4, kDifference = 1e-8;
  for (const double depth_m : {double{INFINITY}, 12.0}) {
    const WaveField field = crossing_waves(depth_m);
    for (const Vec3& p : {Vec3(3, -4, 2), Vec3(100, 40, 7), Vec3(-20, 5, 0.01), Vec3(1, 2, -0.4)}) {
      const WaveFlow flow = wave_flow(field, 12.3, p, 0.9);
      const WaveMotion motion = field.motion(12.3, p, 0.9);
      EXPECT_EQ(flow.velocity_N, motion.velocity_N);
      EXPECT_EQ(flow.acceleration_N, motion.acceleration_N);
      EXPECT_EQ(flow.elevation_m, motion.elevation_m);
      for (int axis = 0; axis < 3; ++axis) {
        Vec3 step = Vec3::Zero();
        step[axis] = h;
        const Vec3 difference = field.motion(12.3, p + step, 0.9).velocity_N -
                                field.motion(12.3, p - step, 0.9).velocity_N;
        EXPECT_LT((flow.gradient_N.col(axis) - difference / (2 * h)).norm(), kDifference) << p;
      }
      if (p.z() > 0) {
        EXPECT_NEAR(flow.gradient_N.trace(), 0, 1e-15);
      }
    }
  }
}

TEST(WaveFlow, CalmSeaRests) {
  EXPECT_EQ(wave_flow(WaveField(), 1, Vec3(0, 0, 1), 1).gradient_N, Mat3::Zero());
}

}  // namespace wave_flow_test
}  // namespace hadal::environment
