#include "sensors/acoustic/imaging_sonar.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/rotation.h"
#include "math/units.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/test_tank.h"

namespace hadal::sensors {
namespace imaging_sonar_test {

using namespace test;

constexpr double kDepth = 10;

Pose level_at(const Vec3& p_N, double pitch_rad = 0) {
  return {p_N, quaternion_from({0, pitch_rad, 0})};
}

TEST(ImagingSonar, PointsLieOnWhatTheRaysMeet) {
  Tank tank;
  tank.add(geometry::box({1, 40, 40}), {10.5, 0, kDepth});
  const ImagingSonarModel m;
  const Frame frame = tank.frame(ImagingSonar(m), level_at({0, 0, kDepth}));
  const std::span<const float> p = frame.plane(kPointsPlane).floats();
  const std::vector<float>& bearings = frame.axes.bearings_rad;
  ASSERT_EQ(frame.plane(kPointsPlane).rows, m.planes * m.beams);
  for (int i = 0; i < m.planes * m.beams; ++i) {
    ASSERT_NEAR(p[3 * i], 10, 1e-3);  // the near face of the wall
    ASSERT_NEAR(std::atan2(p[3 * i + 1], p[3 * i]), bearings[i % m.beams], 1e-5);
  }
  EXPECT_NEAR(bearings[1] - bearings[0], 0.18 * kDegree, 0.01 * kDegree);  // table I of the paper
}

// The picture of one small thing: as many rays as meet it, spread by the blur.
TEST(ImagingSonar, TheBlurKeepsTheNumberOfRays) {
  Tank tank;
  tank.add(geometry::sphere(0.2, 2000), {10, 0, kDepth});
  ImagingSonarModel m;
  m.max_range_m = 20;
  const Frame frame = tank.frame(ImagingSonar(m), level_at({0, 0, kDepth}));
  double rays = 0, drawn = 0, middle = 0;
  for (const int32_t id : frame.plane("object_id").ints()) rays += id == 0;
  const Plane& level = frame.plane(kLevelPlane);
  double mean_range = 0, spread = 0;
  for (size_t i = 0; i < level.count(); ++i) {
    if (level.floats()[i] <= kImagingFloor_db) continue;
    const double fraction = power_of(level.floats()[i]);
    drawn += fraction;
    middle += fraction * frame.axes.bearings_rad[i / static_cast<size_t>(level.columns)];
    mean_range += fraction * frame.axes.ranges_m[i % static_cast<size_t>(level.columns)];
  }
  ASSERT_GT(rays, 10);
  EXPECT_NEAR(drawn / rays, 1, 0.03);
  EXPECT_NEAR(middle / drawn, 0, 0.05 * kDegree);
  EXPECT_NEAR(mean_range / drawn, 9.85, 0.05);
  for (size_t i = 0; i < level.count(); ++i)
    if (level.floats()[i] > kImagingFloor_db)
      spread +=
          power_of(level.floats()[i]) / drawn *
          std::pow(frame.axes.bearings_rad[i / static_cast<size_t>(level.columns)] - middle / drawn,
                   2);
  // Beam, blur and the sphere itself, whose disc has the variance (R / 2)^2.
  const double expected = std::pow(m.beam_width_rad / 2.3548, 2) + std::pow(m.blur_m / 9.85, 2) +
                          std::pow(0.1 / 9.85, 2);
  EXPECT_NEAR(std::sqrt(spread / expected), 1, 0.1);
}

// A pillar up to the surface hides all that lies behind it (the paper's figure 14).
TEST(ImagingSonar, APillarCastsAShadow) {
  Tank tank;
  tank.add_plane(kDepth + 2, kGround);
  tank.add(geometry::box({0.6, 0.6, 30}), {8, 0, kDepth});
  ImagingSonarModel m;
  m.max_range_m = 20;
  m.planes = 64;
  const Frame frame = tank.frame(ImagingSonar(m), level_at({0, 0, kDepth}, -8 * kDegree));
  const Plane& level = frame.plane(kLevelPlane);
  const auto mean_level = [&](double bearing, double from, double to) {
    double sum = 0, n = 0;
    for (int b = 0; b < m.beams; ++b)
      for (int k = 0; k < level.columns; ++k) {
        const double r = frame.axes.ranges_m[static_cast<size_t>(k)];
        if (std::abs(frame.axes.bearings_rad[static_cast<size_t>(b)] - bearing) < 0.5 * kDegree &&
            r > from && r < to)
          sum += power_of(level.floats()[static_cast<size_t>(b * level.columns + k)]), n += 1;
      }
    return 10 * std::log10(sum / n);
  };
  EXPECT_GT(mean_level(0, 7.6, 7.9), 5);                                  // the pillar
  EXPECT_LT(mean_level(0, 9, 14), mean_level(10 * kDegree, 9, 14) - 15);  // shadow beside seabed
}

TEST(ImagingSonar, SameBitsForAnyNumberOfThreads) {
  Tank tank;
  tank.add_plane(kDepth + 2, kGround);
  ImagingSonarModel m;
  m.beams = 50;
  m.planes = 10;
  m.range_std_m = 0.05;
  const ImagingSonar sonar(m);
  const FrameInput in = tank.input(level_at({0, 0, kDepth}, -8 * kDegree));
  const uint64_t one = tank.frame(sonar, in, 1).hash();
  EXPECT_EQ(one, tank.frame(sonar, in, 2).hash());
  EXPECT_EQ(one, tank.frame(sonar, in, 4).hash());
}

}  // namespace imaging_sonar_test
}  // namespace hadal::sensors
