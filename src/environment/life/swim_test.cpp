#include "environment/life/swim.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hadal::environment {
namespace swim_test {

constexpr double kLength = 0.4;

// Points of the middle line at rest.
std::vector<Vec3> middle_line(int n) {
  std::vector<Vec3> line;
  for (int i = 0; i <= n; ++i) line.push_back({kLength * (0.5 - double(i) / n), 0, 0});
  return line;
}

TEST(Swim, TailSwingsByATenthOfTheLength) {
  double largest = 0, nose = 0;
  for (double beats = 0; beats < 1; beats += 0.01) {
    largest = std::max(largest, std::abs(midline_swing({}, 1, beats)));
    nose = std::max(nose, std::abs(midline_swing({}, 0, beats)));
  }
  EXPECT_NEAR(largest, 0.1, 1e-3);  // 0.02 - 0.08 + 0.16
  EXPECT_NEAR(nose, 0.02, 1e-3);
}

TEST(Swim, BodyKeepsItsLengthAndSwingsByTheFormula) {
  const std::vector<Vec3> rest = middle_line(32);
  std::vector<Vec3> bent(rest.size());
  for (const double beats : {0.0, 0.13, 0.4, 0.77}) {
    swim({}, kLength, beats, rest, bent);
    double length = 0;
    for (size_t i = 1; i < bent.size(); ++i) length += (bent[i] - bent[i - 1]).norm();
    EXPECT_NEAR(length, kLength, 1e-12);
    for (size_t i = 0; i < bent.size(); ++i)
      EXPECT_NEAR(bent[i].y(), kLength * midline_swing({}, double(i) / 32, beats), 1e-12);
  }
}

TEST(Swim, WaveRunsToTheTail) {
  // A crest at s now is at s + lambda dt f later.
  const double s = 0.5, dt = 0.05;
  const SwimStyle even{1, 0, 0};
  EXPECT_NEAR(midline_swing(even, s, 0.2), midline_swing(even, s + 0.95 * dt, 0.2 + dt), 1e-12);
  constexpr double kStep = 1e-6;
  EXPECT_NEAR(midline_slope({}, s, 0.3),
              (midline_swing({}, s + kStep, 0.3) - midline_swing({}, s - kStep, 0.3)) / (2 * kStep),
              1e-8);
}

TEST(Swim, StrideLength) {
  EXPECT_NEAR(tail_beat_hz({}, 0.5, 0.7), 2, 1e-12);  // 1.4 lengths per second over 0.7
  EXPECT_EQ(tail_beat_hz({}, 0.5, 0), SwimStyle().idle_hz);
}

TEST(Swim, SectionsKeepTheirWidth) {
  std::vector<Vec3> rest{{-0.1, -0.02, 0.01}, {-0.1, 0.02, 0.01}}, bent(2);
  swim({}, kLength, 0.3, rest, bent);
  EXPECT_NEAR((bent[1] - bent[0]).norm(), 0.04, 1e-4);
  EXPECT_EQ(bent[0].z(), 0.01);
}

}  // namespace swim_test
}  // namespace hadal::environment
