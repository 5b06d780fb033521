#include "environment/acoustic/ray_paths.h"

#include <gtest/gtest.h>

#include "math/units.h"

namespace hadal::environment {
namespace ray_paths_test {

// A channel whose rays turn above and below at small angles and touch both boundaries at large
// ones.
SoundProfile channel() {
  return SoundProfile({0, 80, 150, 400, 1000}, {1505, 1495, 1492, 1498, 1512});
}

// Counts what a ray that is followed from vertex to vertex runs through.
TEST(RayPaths, CountsOfLegs) {
  for (const bool a_is_deeper : {false, true})
    for (const bool starts_down : {false, true})
      for (int vertices = starts_down == a_is_deeper ? 1 : 0; vertices < 9; ++vertices) {
        // Places on a line: 0 the upper limit, 1 and 2 the shallower and the deeper place, 3 the
        // lower limit. Walk from a, turning at 0 and 3, until b after the given number of turns.
        const int from = a_is_deeper ? 2 : 1, to = a_is_deeper ? 1 : 2;
        int at = from, step = starts_down ? 1 : -1, turned = 0, upper = 0, middle = 0, lower = 0;
        do {
          const int next = at + step;
          ++(std::min(at, next) == 0 ? upper : std::min(at, next) == 1 ? middle : lower);
          at = next;
          if (at == 0 || at == 3) {
            step = -step;
            ++turned;
          }
        } while (!(at == to && turned == vertices));
        const RayPath path = path_of(a_is_deeper, starts_down, vertices);
        EXPECT_EQ(2 * path.upper, upper);
        EXPECT_EQ(path.middle, middle);
        EXPECT_EQ(2 * path.lower, lower);
      }
}

// d range / d slowness against a difference quotient, for turning and bouncing rays.
TEST(RayPaths, DivergenceIsTheDerivativeOfTheRange) {
  constexpr double kRelative = 1e-4;
  const SoundProfile profile = channel();
  const RayPaths paths(profile, {100, 300, 5000, 900});
  for (const double degrees : {1.0, 3.1, 6.0, 20.0, 70.0})
    for (int vertices = 1; vertices < 5; ++vertices) {
      const RayPath path = path_of(false, true, vertices);
      const double angle = degrees * kDegree, h = 1e-6 * angle;
      const auto range = [&](double at) { return paths.range(path, paths.legs(at), at); };
      const double slope = (range(angle + h) - range(angle - h)) / (2 * h);
      const double by_slowness = -slope * paths.fastest_m_s() / std::sin(angle);
      EXPECT_NEAR(divergence(path, paths.legs(angle)) / by_slowness, 1, kRelative)
          << degrees << " " << vertices;
    }
}

TEST(RayPaths, CriticalSpeedsRiseOutward) {
  const SoundProfile profile = channel();
  const RayPaths paths(profile, {100, 300, 5000, 900});
  // Fastest between 100 m and 300 m is at 300 m; outward: 400 m, surface, bottom at 900 m.
  EXPECT_NEAR(paths.fastest_m_s(), 1495.6, 1e-9);
  double speed = paths.fastest_m_s();
  for (const double expected : {1498.0, 1505.0, profile.speed(900)}) {
    speed = paths.next_critical(speed);
    EXPECT_DOUBLE_EQ(speed, expected);
    // The ray of this angle turns where the sound has this speed.
    EXPECT_NEAR(1 / paths.ray(paths.angle_of_speed(speed)).slowness(), speed, 1e-9);
  }
  EXPECT_EQ(paths.next_critical(speed), std::numeric_limits<double>::infinity());
}

TEST(RayPaths, RootOfABottomBounce) {
  const SoundProfile profile = channel();
  const RayPaths paths(profile, {100, 300, 5000, 900});
  const RayPath bottom = path_of(false, true, 1);
  const double low = 12 * kDegree, high = 80 * kDegree;
  const double angle = paths.root(bottom, low, paths.miss(bottom, paths.legs(low), low), high,
                                 paths.miss(bottom, paths.legs(high), high));
  EXPECT_NEAR(paths.range(bottom, paths.legs(angle), angle), 5000, 1e-8);
}

}  // namespace ray_paths_test
}  // namespace hadal::environment
