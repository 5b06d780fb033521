// Hundreds of random drops on fractal ground whose steepest half per cent is above 60 degrees: a
// body comes to rest on the surface, or is still on its way downhill where the ground is steeper
// than friction and rolling resistance hold (told by its losing height in the last second); none is
// ever below; none gains energy.
#include <gtest/gtest.h>

#include "dynamics/multibody/drop_scene.h"

namespace hadal::dynamics {
namespace drop_long_test {

constexpr double kPenetration_m = 5e-3;
constexpr double kEnergyGrowth = 0.01;  // of the energy of the fall, between contact-free phases
constexpr double kMoving_m_s = 0.02;
constexpr double kSupportTolerance = 0.06;  // of the weight, mean of a second
constexpr int kDropsPerShape = 9;           // 12 shapes: 108 drops per terrain

struct Terrain {
  double cell_m, side_m, moving_fraction;
};

class DropLong : public ::testing::TestWithParam<Terrain> {};

void drop_all(const Terrain& setting, const testing::DropSettings& settings, int drops) {
  const auto terrain = std::make_shared<testing::FractalTerrain>(
      setting.cell_m, setting.side_m, std::tan(std::numbers::pi / 3), 11);
  int moving = 0, count = 0;
  for (const double size : {0.15, 1.0})
    for (int k = 0; k < 6; ++k)
      for (int n = 0; n < drops; ++n) {
        testing::Drop drop(testing::shapes_of_size(size, 0.8)[k], size, terrain, 1000 * k + n,
                           settings);
        const testing::DropResult result = drop.run(0.3 * setting.side_m);
        const std::string what = "size " + std::to_string(size) + " shape " + std::to_string(k) +
                                 " drop " + std::to_string(n);
        EXPECT_FALSE(result.failed) << what;
        EXPECT_FALSE(result.came_below) << what;
        EXPECT_LT(result.penetration_m, kPenetration_m) << what;
        EXPECT_LT(result.energy_growth, kEnergyGrowth) << what;
        ++count;
        if (result.speed_m_s > kMoving_m_s) {
          ++moving;
          EXPECT_GT(result.descent_m, 0) << what;
        } else {
          EXPECT_NEAR(result.support_fraction, 1, kSupportTolerance) << what;
        }
      }
  EXPECT_LE(moving, setting.moving_fraction * count);
}

TEST_P(DropLong, AllComeToRestOnTheSurfaceOrSlideDownASteepSlope) {
  testing::DropSettings settings;
  settings.duration_s = 10;
  drop_all(GetParam(), settings, kDropsPerShape);
}

TEST_P(DropLong, AlsoWithRkmk4AtALongerStep) {
  testing::DropSettings settings;
  settings.integrator = Integrator::kRkmk4;
  settings.step_s = 0.005;
  settings.duration_s = 10;
  drop_all(GetParam(), settings, 2);
}

INSTANTIATE_TEST_SUITE_P(Cells, DropLong,
                         ::testing::Values(Terrain{0.05, 20, 0.05}, Terrain{0.25, 40, 0.1},
                                           Terrain{1, 100, 0.4}));

}  // namespace drop_long_test
}  // namespace hadal::dynamics
