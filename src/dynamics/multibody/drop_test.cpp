// A few drops of every shape on rough ground; drop_long_test.cpp has hundreds.
#include <gtest/gtest.h>

#include "dynamics/multibody/drop_scene.h"

namespace hadal::dynamics {
namespace drop_test {

constexpr double kPenetration_m = 5e-3;
constexpr double kEnergyGrowth = 0.01;

void expect_good(const testing::DropResult& result, const std::string& what) {
  EXPECT_FALSE(result.failed) << what;
  EXPECT_FALSE(result.came_below) << what;
  EXPECT_LT(result.penetration_m, kPenetration_m) << what;
  EXPECT_LT(result.energy_growth, kEnergyGrowth) << what;
}

TEST(Drop, EveryShapeLandsOnRoughGround) {
  const auto terrain =
      std::make_shared<testing::FractalTerrain>(0.25, 30, std::tan(std::numbers::pi / 3), 3);
  testing::DropSettings settings;
  settings.duration_s = 6;
  for (int k = 0; k < 6; ++k) {
    const testing::DropResult result =
        testing::Drop(testing::shapes_of_size(0.4, 0.8)[k], 0.4, terrain, k, settings).run(8);
    expect_good(result, "shape " + std::to_string(k));
    EXPECT_TRUE(result.touching || result.descent_m > 0);
    if (result.speed_m_s < 0.01) {
      EXPECT_NEAR(result.support_fraction, 1, 0.02) << k;
    }
  }
}

TEST(Drop, TheOtherIntegratorLandsAsWell) {
  const auto terrain =
      std::make_shared<testing::FractalTerrain>(0.25, 30, std::tan(std::numbers::pi / 3), 3);
  testing::DropSettings settings;
  settings.duration_s = 4;
  settings.integrator = Integrator::kRkmk4;
  settings.step_s = 0.005;
  for (const int k : {2, 4})
    expect_good(
        testing::Drop(testing::shapes_of_size(0.4, 0.8)[k], 0.4, terrain, 10 + k, settings).run(8),
        "shape " + std::to_string(k));
}

// Without contacts the oracle sees the body far below the surface: it does look.
TEST(Drop, TheOracleSeesPenetration) {
  const auto terrain = testing::flat(0.25);
  const ConvexShape box(testing::shape_of(CollisionShape::Kind::kBox, {0.5, 0.4, 0.3}));
  const testing::PenetrationOracle oracle(box, {{0.1, 0.2, -0.28}, Mat3::Identity()}, *terrain);
  EXPECT_NEAR(oracle.deepest(), 0.02, 1e-9);
}

}  // namespace drop_test
}  // namespace hadal::dynamics
