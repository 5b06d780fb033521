#include "environment/life/school.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hadal::environment {
namespace school_test {

constexpr double kStep_s = 0.05;

// A school in water of even depth.
struct Sea {
  SchoolParameters parameters;
  School school;
  SchoolState state;
  SchoolScratch scratch;
  std::vector<double> seabed, surface;
  std::vector<Vec3> current;
  std::vector<SchoolObstacle> obstacles;
  std::vector<SchoolLamp> lamps;
  int64_t tick = 0;

  Sea(const SchoolParameters& p, size_t fish, double depth_m = 20)
      : parameters(p), school(p, {3, "school", "test"}) {
    school.start(fish, depth_m, state);
    scratch.prepare(fish);
    seabed.assign(fish, depth_m);
    surface.assign(fish, 0);
    current.assign(fish, Vec3::Zero());
  }
  void step() {
    school.step({seabed, surface, current, obstacles, lamps}, kStep_s, ++tick, state, scratch);
  }
  void run(double seconds) {
    for (int i = 0; i < std::lround(seconds / kStep_s); ++i) step();
  }
  Vec3 middle() const {
    Vec3 sum = Vec3::Zero();
    for (size_t i = 0; i < state.size(); ++i) sum += state.position_N(i);
    return sum / double(state.size());
  }
  double spread() const {
    double sum = 0;
    for (size_t i = 0; i < state.size(); ++i) sum += (state.position_N(i) - middle()).squaredNorm();
    return std::sqrt(sum / double(state.size()));
  }
  double nearest_pair() const {
    double min = 1e9;
    for (size_t i = 0; i < state.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        min = std::min(min, (state.position_N(i) - state.position_N(j)).norm());
    return min;
  }
  double mean_alarm() const {
    double sum = 0;
    for (const double a : state.alarm) sum += a;
    return sum / double(state.size());
  }
};

TEST(School, SettlesAlignedAndApart) {
  Sea sea({}, 200);
  sea.run(20);
  EXPECT_GT(polarisation(sea.state), 0.9);
  EXPECT_GT(sea.nearest_pair(), 0.3 * sea.parameters.spacing_m);
  EXPECT_LT(sea.spread(), 3);
  for (size_t i = 0; i < 200; ++i)
    EXPECT_NEAR(sea.state.velocity_N(i).norm(), sea.parameters.cruise_speed_m_s, 0.2);
}

TEST(School, StaysAtHomeAndInItsLayer) {
  SchoolParameters p;
  p.home_radius_m = 8;
  p.depth_m = 6;
  p.home_N = {100, -50, 0};
  Sea sea(p, 60);
  for (int k = 0; k < 240; ++k) {
    sea.run(0.5);
    for (size_t i = 0; i < 60; ++i) {
      EXPECT_LT(std::hypot(sea.state.x[i] - 100, sea.state.y[i] + 50), p.home_radius_m);
      EXPECT_NEAR(sea.state.z[i], 6, p.layer_m + 0.5);
    }
  }
}

TEST(School, NeverBelowTheSeabedOrAboveTheSurface) {
  SchoolParameters p;
  p.altitude_m = 0.2;  // hugs the bottom
  Sea sea(p, 80, 5);
  for (int k = 0; k < 600; ++k) {
    for (size_t i = 0; i < 80; ++i)  // a bottom that rises by 1 in 4, to within 1 m of the surface
      sea.seabed[i] = std::max(1.0, 5 - 0.25 * std::abs(sea.state.x[i]));
    sea.step();
    for (size_t i = 0; i < 80; ++i) {
      EXPECT_LT(sea.state.z[i], sea.seabed[i]);
      EXPECT_GT(sea.state.z[i], 0);
    }
  }
}

TEST(School, KeepsClearOfAMovingSphereScattersAndGathers) {
  Sea sea({}, 150);
  sea.run(15);
  const double calm_spread = sea.spread();
  ASSERT_EQ(sea.mean_alarm(), 0);
  const Vec3 start = sea.middle() - Vec3(8, 0, 0);
  double max_alarm = 0, min_gap = 1e9;
  for (int k = 0; k < 200; ++k) {  // straight through the school at 1.5 m/s
    sea.obstacles = {{start + Vec3(1.5 * k * kStep_s, 0, 0), {1.5, 0, 0}, 0.5}};
    sea.step();
    const Vec3 ball = sea.obstacles[0].position_N + kStep_s * sea.obstacles[0].velocity_N;
    for (size_t i = 0; i < 150; ++i)
      min_gap = std::min(min_gap, (sea.state.position_N(i) - ball).norm() - 0.5);
    max_alarm = std::max(max_alarm, sea.mean_alarm());
  }
  EXPECT_GT(max_alarm, 0.5);
  EXPECT_GT(min_gap, 0.45 * sea.parameters.body_length_m);
  sea.obstacles.clear();
  sea.run(60);
  EXPECT_LT(sea.mean_alarm(), 1e-4);
  EXPECT_GT(polarisation(sea.state), 0.9);
  EXPECT_LT(sea.spread(), 1.5 * calm_spread);
}

TEST(School, LampsDriveThemOut) {
  Sea sea({}, 100);
  sea.run(10);
  sea.lamps = {{sea.middle() - Vec3(1.5, 0, 0), Vec3::UnitX(), 0.6, 6}};
  const auto lit = [&] {
    int count = 0;
    for (size_t i = 0; i < 100; ++i) {
      const Vec3 off = sea.state.position_N(i) - sea.lamps[0].position_N;
      count += off.norm() < 6 && off.x() > std::cos(0.6) * off.norm();
    }
    return count;
  };
  const int before = lit();
  ASSERT_GT(before, 30);
  sea.run(4);
  EXPECT_LT(lit(), before / 4);
}

TEST(School, OneFishSwimsStraightAndDriftsWithTheCurrent) {
  SchoolParameters p;
  p.wander_m_s2 = 0;
  p.layer_m = 0;
  p.home_radius_m = 1000;
  Sea sea(p, 1);
  sea.current[0] = {0.3, -0.2, 0};
  const Vec3 start = sea.state.position_N(0), own = sea.state.velocity_N(0);
  sea.run(10);
  EXPECT_LT((sea.state.position_N(0) - start - 10 * (own + sea.current[0])).norm(), 1e-9);
  EXPECT_LT((sea.state.velocity_N(0) - own).norm(), 1e-12);
}

// Only neighbours act: their pulls and pushes are equal and opposite, the mean velocity stays.
TEST(School, PairsLeaveTheMeanVelocityAlone) {
  SchoolParameters p;
  p.wander_m_s2 = 0;
  p.layer_m = 0;
  p.home_radius_m = 1000;
  p.turning_rate_rad_s = 1e3;
  Sea sea(p, 2);
  sea.state.x = {0, 0};
  sea.state.y = {0, 0.15};
  sea.state.z = {p.depth_m, p.depth_m};
  sea.state.vx = {0.4, 0.4};
  sea.state.vy = {0, 0};
  for (int k = 0; k < 100; ++k) {
    sea.step();
    EXPECT_NEAR(sea.state.vy[0] + sea.state.vy[1], 0, 1e-12);
    EXPECT_NEAR(sea.state.vx[0], sea.state.vx[1], 1e-12);
  }
  EXPECT_GT(sea.state.y[1] - sea.state.y[0], 0.2);  // they have parted
}

TEST(School, TurningIsLimited) {
  SchoolParameters p;
  p.turning_rate_rad_s = 0.5;
  Sea sea(p, 50);
  for (int k = 0; k < 200; ++k) {
    const SchoolState before = sea.state;
    sea.step();
    for (size_t i = 0; i < 50; ++i) {
      const Vec3 a = before.velocity_N(i).normalized(), b = sea.state.velocity_N(i).normalized();
      EXPECT_LT(std::acos(std::min(1.0, a.dot(b))), 0.5 * kStep_s + 1e-6);
      EXPECT_LE(sea.state.velocity_N(i).norm(), 1.5 * p.cruise_speed_m_s + 1e-12);
    }
  }
}

// A step depends on the state alone: a copy taken on the way, with scratch of its own, ends in the
// same bits.
TEST(School, SameBitsFromASnapshot) {
  Sea sea({}, 120);
  sea.run(3);
  SchoolState copy = sea.state;
  SchoolScratch other;
  other.prepare(120);
  int64_t tick = sea.tick;
  sea.run(2);
  while (tick < sea.tick)
    sea.school.step({sea.seabed, sea.surface, sea.current, {}, {}}, kStep_s, ++tick, copy, other);
  EXPECT_EQ(copy, sea.state);
}

// The grid finds what a search over all pairs finds: far from the origin and over the edges of
// cells. Alignment alone: after one step each velocity is that of the oracle.
TEST(School, GridSeesEveryNeighbour) {
  SchoolParameters p;
  p.wander_m_s2 = p.separation = p.cohesion = p.gathering = 0;
  p.layer_m = 0;
  p.home_radius_m = 1e9;
  p.turning_rate_rad_s = 1e3;
  p.steepest_climb_rad = 1.5;
  p.max_acceleration_m_s2 = 1e3;
  Sea sea(p, 100);
  for (size_t i = 0; i < 100; ++i) {
    sea.state.x[i] += 12345.678;
    sea.state.z[i] = p.depth_m;
  }
  const SchoolState before = sea.state;
  sea.step();
  for (size_t i = 0; i < 100; ++i) {
    Vec3 sum = Vec3::Zero();
    int seen = 0;
    for (size_t j = 0; j < 100; ++j)
      if (j != i && (before.position_N(i) - before.position_N(j)).norm() < p.perception_radius_m) {
        sum += before.velocity_N(j);
        ++seen;
      }
    const Vec3 own = before.velocity_N(i);
    const Vec3 wanted = seen > 0 ? Vec3(own + kStep_s * p.alignment * (sum / seen - own)) : own;
    EXPECT_LT((sea.state.velocity_N(i) - wanted).norm(), 1e-9);
  }
}

}  // namespace school_test
}  // namespace hadal::environment
