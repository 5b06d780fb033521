#include "kinds/forces/compressible_hull.h"

#include <gtest/gtest.h>

#include "kinds/sensors/test_context.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace compressible_hull_test {

extension::ForceContext at_depth(const TestContext& around, double depth_m, const Quat& q_NB) {
  const extension::SensorContext& context = around;
  extension::ForceContext now{context.sea()};
  now.link.p_NB_N = {0, 0, depth_m};
  now.link.q_NB = to_array(q_NB);
  now.density_kg_m3 = 1030;
  now.gravity_m_s2 = 9.8;
  return now;
}

CompressibleHull glider() {
  CompressibleHull hull;
  hull.volume_m3 = 0.05;
  hull.center_of_buoyancy_m = {0.2, 0, -0.01};
  hull.compressibility_1_pa = 4e-10;
  hull.thermal_expansion_1_k = 7e-5;
  return hull;
}

TEST(CompressibleHull, LosesBuoyancyWithDepthAndCold) {
  TestTruth truth;
  truth.temperature_degc = 4;
  const TestContext around(truth);
  const double overpressure = truth.density_kg_m3 * truth.gravity_m_s2 * 1000;
  const double change = 0.05 * (7e-5 * (4 - 10) - 4e-10 * overpressure);
  const auto action = glider().act(at_depth(around, 1000, Quat::Identity()), {});
  EXPECT_NEAR(action.wrench_B[2], -1030 * 9.8 * change, 1e-12);
  EXPECT_GT(action.wrench_B[2], 0);  // down
  EXPECT_NEAR(action.wrench_B[4], -0.2 * action.wrench_B[2], 1e-12);  // its nose falls
  EXPECT_EQ(action.wrench_B[0], 0);
}

TEST(CompressibleHull, ActsAlongTheVerticalWhateverTheAttitude) {
  const TestContext around{TestTruth{}};
  const Quat q_NB = quaternion_from({0.3, -0.6, 2});
  const auto level = glider().act(at_depth(around, 300, Quat::Identity()), {});
  const auto tilted = glider().act(at_depth(around, 300, q_NB), {});
  const Vec3 f_N = q_NB * Vec3(tilted.wrench_B.data());
  EXPECT_LT((f_N - Vec3(level.wrench_B.data())).norm(), 1e-12);
}

TEST(CompressibleHull, NothingActsAboveTheSurface) {
  const TestContext around{TestTruth{}};
  for (const double number : glider().act(at_depth(around, -0.1, Quat::Identity()), {}).wrench_B)
    EXPECT_EQ(number, 0);
}

}  // namespace compressible_hull_test
}  // namespace hadal::kinds
