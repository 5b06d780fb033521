#include "planning/rrt_connect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "base/allocation_counter.h"

namespace hadal::planning {
namespace rrt_connect_test {

Configuration point(std::initializer_list<double> values) {
  Configuration q(values.size());
  std::copy(values.begin(), values.end(), q.begin());
  return q;
}

Coordinates cube(int size, double half) {
  return {Configuration::Constant(size, -half), Configuration::Constant(size, half),
          {Configuration::Ones(size), Configuration::Constant(size, 1e9)}};
}

// A point among balls.
class Balls : public FreeSpace {
 public:
  struct Ball {
    Configuration centre;
    double radius = 0;
  };
  Balls(Coordinates coordinates, std::vector<Ball> balls)
      : coordinates_(std::move(coordinates)), balls_(std::move(balls)) {}
  const Coordinates& coordinates() const override { return coordinates_; }
  double gap(const Configuration& q) const {
    double least = 1e9;
    for (const Ball& ball : balls_)
      least = std::min(least, (q - ball.centre).norm() - ball.radius);
    return least;
  }
  double free_fraction(const Configuration& q, const Configuration& d) override {
    const double free = gap(q);
    if (free < 1e-3) return -1;
    return d.norm() > 0 ? std::min(1.0, free / d.norm()) : 1;
  }

 private:
  Coordinates coordinates_;
  std::vector<Ball> balls_;
};

// A point, and a wall of 0.2 about x = 0 with a round hole.
class Wall : public FreeSpace {
 public:
  Wall(int size, double hole, double half_thickness = 0.1)
      : coordinates_(cube(size, 2)), hole_(hole), half_thickness_(half_thickness) {}
  const Coordinates& coordinates() const override { return coordinates_; }
  // A lower bound of the distance: to the slab, or to the rim's cylinder from inside the hole.
  double gap(const Configuration& q) const {
    const double across = std::abs(q[0]) - half_thickness_;
    const double beside = (q.tail(q.size() - 1).array() - 0.7).matrix().norm();
    return std::max(across, hole_ - beside);
  }
  double free_fraction(const Configuration& q, const Configuration& d) override {
    const double free = gap(q);
    if (free < 1e-3) return -1;
    return d.norm() > 0 ? std::min(1.0, free / d.norm()) : 1;
  }

 private:
  Coordinates coordinates_;
  double hole_, half_thickness_;
};

template <class Space>
void expect_free(const Space& space, std::span<const Configuration> path) {
  for (size_t i = 1; i < path.size(); ++i) {
    EXPECT_TRUE(space.coordinates().contains(path[i]));
    for (int k = 0; k <= 5000; ++k)
      ASSERT_GT(space.gap(path[i - 1] + k / 5000.0 * (path[i] - path[i - 1])), 0);
  }
}

TEST(RrtConnect, GoesStraightWhereItCan) {
  Balls space(cube(3, 2), {{point({0, 0, 5}), 1}});
  RrtConnect planner;
  EXPECT_EQ(planner.plan(space, point({-1, 0, 0}), point({1, 1, 0}), 1, "arm"),
            PlanOutcome::kFound);
  EXPECT_EQ(planner.path().size(), 2u);
  EXPECT_EQ(planner.iterations(), 0);
  // Two at a speed of one.
  EXPECT_NEAR(planner.duration_s(), 2, 1e-4);
}

// Past a disc in the middle, each coordinate at a speed of one: across takes 4 s, and the detour is
// within them.
TEST(RrtConnect, ShortcutsComeCloseToTheFastestMotion) {
  Balls space(cube(2, 3), {{point({0, 0}), 1}});
  RrtConnect planner;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    ASSERT_EQ(planner.plan(space, point({-2, 0}), point({2, 0}), seed, "arm"), PlanOutcome::kFound);
    expect_free(space, planner.path());
    EXPECT_GE(planner.duration_s(), 4);
    EXPECT_LT(planner.duration_s(), 4.1);
  }
}

// With slow ramps every corner costs. Two equal lines that touch the disc take 4 s each.
TEST(RrtConnect, StopsRarelyWhereStoppingIsSlow) {
  Coordinates slow = cube(2, 3);
  slow.limits.acceleration.setConstant(0.5);
  Balls space(slow, {{point({0, 0}), 1}});
  RrtConnect planner;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    ASSERT_EQ(planner.plan(space, point({-2, 0}), point({2, 0}), seed, "arm"), PlanOutcome::kFound);
    EXPECT_LE(planner.path().size(), 5u);
    EXPECT_LT(planner.duration_s(), 10);
  }
}

// In two and three dimensions a hole 0.3 wide, in seven one of 2.
TEST(RrtConnect, FindsAHoleInAWallForEverySeed) {
  for (const int size : {2, 3, 7}) {
    Wall space(size, size == 7 ? 1.0 : 0.15);
    RrtConnect planner;
    for (uint64_t seed = 0; seed < 50; ++seed) {
      const Configuration start = Configuration::Constant(size, -1), goal = -start;
      ASSERT_EQ(planner.plan(space, start, goal, seed, "arm"), PlanOutcome::kFound)
          << size << " " << seed;
      EXPECT_EQ(planner.path().front(), start);
      EXPECT_EQ(planner.path().back(), goal);
      expect_free(space, planner.path());
    }
  }
}

TEST(RrtConnect, SaysSoWhereThereIsNone) {
  Wall space(3, -1);
  PlannerSettings settings;
  settings.iterations = 300;
  RrtConnect planner(settings);
  EXPECT_EQ(planner.plan(space, point({-1, 0, 0}), point({1, 0, 0}), 1, "arm"),
            PlanOutcome::kNotFound);
  EXPECT_EQ(planner.iterations(), 300);
  EXPECT_TRUE(planner.path().empty());
}

TEST(RrtConnect, RefusesEndsThatAreNotFreeOrOutOfBounds) {
  Balls space(cube(2, 2), {{point({0, 0}), 1}});
  RrtConnect planner;
  const Configuration in = point({0.5, 0}), out = point({1.5, 0}), beyond = point({2.5, 0});
  EXPECT_EQ(planner.plan(space, in, out, 1, "arm"), PlanOutcome::kStartBlocked);
  EXPECT_EQ(planner.plan(space, out, in, 1, "arm"), PlanOutcome::kGoalBlocked);
  EXPECT_EQ(planner.plan(space, out, beyond, 1, "arm"), PlanOutcome::kGoalBlocked);
}

bool same(std::span<const Configuration> a, std::span<const Configuration> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

TEST(RrtConnect, TheSamePathFromAnyThreadAndAfterAnything) {
  const auto path_of = [](RrtConnect& planner, uint64_t seed) {
    Wall space(4, 0.3);
    EXPECT_EQ(planner.plan(space, Configuration::Constant(4, -1), Configuration::Constant(4, 1),
                           seed, "rov/left"),
              PlanOutcome::kFound);
    return std::vector<Configuration>(planner.path().begin(), planner.path().end());
  };
  RrtConnect planner;
  const auto first = path_of(planner, 5), other = path_of(planner, 6);
  EXPECT_FALSE(same(first, other));
  EXPECT_TRUE(same(first, path_of(planner, 5)));
  std::vector<std::vector<Configuration>> found(4);
  std::vector<std::thread> threads;
  for (auto& path : found)
    threads.emplace_back([&] {
      RrtConnect own;
      path_of(own, 9);
      path = path_of(own, 5);
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& path : found) EXPECT_TRUE(same(first, path));
}

TEST(RrtConnect, AllocatesNothing) {
  Wall space(7, 1.0);
  RrtConnect planner;
  const Configuration start = Configuration::Constant(7, -1);
  PlanOutcome outcome{};
  EXPECT_EQ(allocations_of([&] { outcome = planner.plan(space, start, -start, 3, "arm"); }), 0);
  EXPECT_EQ(outcome, PlanOutcome::kFound);
}

}  // namespace rrt_connect_test
}  // namespace hadal::planning
