#include "planning/time_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"

namespace hadal::planning {
namespace time_law_test {

Configuration point(std::initializer_list<double> values) {
  Configuration q(values.size());
  std::copy(values.begin(), values.end(), q.begin());
  return q;
}

const MotionLimits kOne{point({1}), point({0.5})};

// 3 rad at 1 rad/s and 0.5 rad/s2: ramps of 2 s and 1 rad each, 1 s between: 5 s.
TEST(TimeLaw, ATrapezoidWhereTheSpeedIsReached) {
  const TimedPath path(std::vector{point({0}), point({3})}, kOne);
  EXPECT_NEAR(path.duration_s(), 5, 1e-12);
  EXPECT_NEAR(path.at(1).position[0], 0.25, 1e-12);
  EXPECT_NEAR(path.at(2.5).position[0], 1.5, 1e-12);
  EXPECT_NEAR(path.at(2.5).velocity[0], 1, 1e-12);
  EXPECT_NEAR(path.at(4).position[0], 2.75, 1e-12);
  EXPECT_NEAR(path.at(4).acceleration[0], -0.5, 1e-12);
}

// 0.5 rad: 2 sqrt(0.5 / 0.5) = 2 s, at most 0.5 rad/s.
TEST(TimeLaw, ATriangleWhereItIsNot) {
  const TimedPath path(std::vector{point({1}), point({0.5})}, kOne);
  EXPECT_NEAR(path.duration_s(), 2, 1e-12);
  EXPECT_NEAR(path.at(1).position[0], 0.75, 1e-12);
  EXPECT_NEAR(path.at(0.999999).velocity[0], -0.5, 1e-5);
}

TEST(TimeLaw, BeforeAndAfterItRests) {
  const TimedPath path(std::vector{point({1}), point({1}), point({2})}, kOne);
  EXPECT_EQ(path.at(-1).position[0], 1);
  EXPECT_EQ(path.at(0).velocity[0], 0);
  EXPECT_EQ(path.at(path.duration_s()).position[0], 2);
  EXPECT_EQ(path.at(100).velocity[0], 0);
  const TimedPath still(std::vector{point({1})}, kOne);
  EXPECT_EQ(still.duration_s(), 0);
  EXPECT_EQ(still.at(3).position[0], 1);
}

// Position against the integral of velocity, velocity against that of acceleration; limits kept, and
// on every line one coordinate reaches one of them.
TEST(TimeLaw, KeepsTheLimitsOfEveryCoordinateAndUsesThem) {
  const RandomStream stream(3, "test", "limits");
  for (int n = 0; n < 20; ++n) {
    MotionLimits limits{Configuration(5), Configuration(5)};
    std::vector<Configuration> points(6, Configuration(5));
    for (int i = 0; i < 5; ++i) {
      limits.speed[i] = 0.1 + stream.uniform(n, i);
      limits.acceleration[i] = 0.1 + stream.uniform(n, 10 + i);
      for (size_t k = 0; k < points.size(); ++k)
        points[k][i] = 3 * stream.normal(n, static_cast<uint32_t>(100 + 10 * k + i));
    }
    const TimedPath path(points, limits);
    for (int line = 1; line < 6; ++line) {
      const double begin = path.arrival_s(line - 1), duration = path.arrival_s(line) - begin;
      constexpr int kParts = 1000;
      double used = 0;
      for (int part = 0; part < kParts; ++part) {
        const double h = duration / kParts, t = begin + (part + 0.5) * h;
        const Motion now = path.at(t), before = path.at(t - h / 2), after = path.at(t + h / 2);
        const auto speed = now.velocity.cwiseAbs().cwiseQuotient(limits.speed).eval(),
                   acceleration =
                       now.acceleration.cwiseAbs().cwiseQuotient(limits.acceleration).eval();
        EXPECT_LE(speed.maxCoeff(), 1 + 1e-12);
        EXPECT_LE(acceleration.maxCoeff(), 1 + 1e-12);
        used = std::max(speed.maxCoeff(), acceleration.maxCoeff());
        EXPECT_NEAR(used, 1, 1e-9);
        EXPECT_LT((after.position - before.position - h * now.velocity).norm(),
                  h * h * limits.acceleration.norm());
        EXPECT_LT((after.velocity - before.velocity - h * now.acceleration).norm(),
                  2 * h * limits.acceleration.norm());
      }
      EXPECT_LT((path.at(path.arrival_s(line)).position - points[line]).norm(), 1e-12);
    }
  }
}

}  // namespace time_law_test
}  // namespace hadal::planning
