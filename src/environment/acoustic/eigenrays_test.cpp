#include "environment/acoustic/eigenrays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "math/units.h"

namespace hadal::environment {
namespace eigenrays_test {

constexpr double kNoBottom = std::numeric_limits<double>::infinity();

struct Found {
  std::array<Eigenray, 64> rays;
  int count = 0;
};
Found find(const SoundProfile& profile, const RayProblem& problem, int max_bounces) {
  Found found;
  found.count = find_eigenrays(profile, problem, max_bounces, found.rays);
  return found;
}

SoundProfile munk_profile() {
  std::vector<double> depth, speed;
  for (int i = 0; i <= 100; ++i) {
    depth.push_back(50.0 * i);
    const double x = 2 * (depth[i] - 1300) / 1300;
    speed.push_back(1500 * (1 + 0.00737 * (x - 1 + std::exp(-x))));
  }
  return SoundProfile(depth, speed);
}

// Depth of the image of the receiver behind `bounces` mirrors, the first of them the bottom or the
// surface of a channel of depth h.
double image_depth(double depth_m, double h, bool bottom_first, int bounces) {
  double image = depth_m;
  for (int k = bounces - 1; k >= 0; --k) {
    const bool bottom = (k % 2 == 0) == bottom_first;
    image = bottom ? 2 * h - image : -image;
  }
  return image;
}

TEST(Eigenrays, IsovelocityGivesImageSources) {
  constexpr double kExact = 1e-12;
  constexpr int kBounces = 5;
  const double h = 80, c = 1487;
  const SoundProfile profile({0, 3000}, {c, c});
  for (const auto& [a, b, range] :
       {std::array{12.0, 55.0, 340.0}, std::array{30.0, 30.0, 900.0}, std::array{70.0, 4.0, 15.0},
        std::array{20.0, 60.0, 0.0}, std::array{1.0, 79.0, 40000.0}}) {
    std::vector<double> times;
    for (const bool bottom_first : {false, true})
      for (int n = bottom_first ? 0 : 1; n <= kBounces; ++n)
        times.push_back(std::hypot(range, image_depth(b, h, bottom_first, n) - a) / c);
    std::sort(times.begin(), times.end());
    const Found found = find(profile, {a, b, range, h}, kBounces);
    ASSERT_EQ(found.count, 2 * kBounces + 1);
    for (int i = 0; i < found.count; ++i) {
      const Eigenray& ray = found.rays[i];
      EXPECT_NEAR(ray.time_s / times[i], 1, kExact) << range << " " << i;
      EXPECT_NEAR(ray.length_m / (c * times[i]), 1, kExact);
      EXPECT_NEAR(ray.spreading_db, 20 * std::log10(c * times[i]), 1e-9);
      EXPECT_EQ(ray.vertices, ray.surface_bounces + ray.bottom_bounces);
      EXPECT_NEAR(std::cos(ray.launch_rad), range / (c * times[i]), 1e-12);
    }
  }
}

// Two places in one linear gradient: the arc lies on a circle about the depth where c would be
// zero, and t = (1/g) acosh(1 + g^2 (R^2 + dz^2) / (2 c_a c_b)).
TEST(Eigenrays, DirectArcInALinearGradient) {
  constexpr double kExact = 1e-10;
  for (const double g : {0.016, -0.05, 1.0}) {
    const SoundProfile profile({0, 500}, {1500, 1500 + g * 500});
    for (const auto& [a, b, range] :
         {std::array{200.0, 210.0, 800.0}, std::array{250.0, 250.0, 300.0},
          std::array{400.0, 100.0, 250.0}, std::array{100.0, 400.0, 0.0},
          std::array{250.0, 250.001, 500.0}}) {
      const double c_a = 1500 + g * a, c_b = 1500 + g * b;
      const double x = g * g * (range * range + (b - a) * (b - a)) / (2 * c_a * c_b);
      const double time = std::log1p(x + std::sqrt(x * (2 + x))) / std::abs(g);
      const Found found = find(profile, {a, b, range, kNoBottom}, 0);
      ASSERT_EQ(found.count, 1) << g << " " << range;
      EXPECT_NEAR(found.rays[0].time_s / time, 1, kExact) << g << " " << a << " " << b;
      // Rays are geodesics of a hyperbolic space of curvature -g^2, whose spheres have the area
      // 4 pi (sinh(g t) / g)^2.
      const double effective_m = std::sqrt(c_a * c_b) * std::sinh(g * time) / g;
      EXPECT_NEAR(found.rays[0].spreading_db, 20 * std::log10(std::abs(effective_m)), 1e-8)
          << g << " " << a << " " << b;
    }
  }
}

TEST(Eigenrays, Reciprocity) {
  constexpr double kTime = 1e-11, kLevel_db = 1e-4, kAngle_rad = 1e-9;
  const SoundProfile profile = munk_profile();
  const RandomStream stream(3, "test", "reciprocity");
  int compared = 0;
  for (int64_t i = 0; i < 60; ++i) {
    const double a = 10 + 3900 * stream.uniform(i, 0), b = 10 + 3900 * stream.uniform(i, 1),
                 range = 100 + 60000 * stream.uniform(i, 2);
    const Found there = find(profile, {a, b, range, 4000}, 3),
                back = find(profile, {b, a, range, 4000}, 3);
    ASSERT_EQ(there.count, back.count) << a << " " << b << " " << range;
    for (int k = 0; k < there.count; ++k, ++compared) {
      const Eigenray &x = there.rays[k], &y = back.rays[k];
      EXPECT_NEAR(x.time_s / y.time_s, 1, kTime);
      EXPECT_NEAR(x.spreading_db, y.spreading_db, kLevel_db);
      EXPECT_NEAR(x.launch_rad, -y.arrival_rad, kAngle_rad);
      EXPECT_EQ(x.bottom_bounces, y.bottom_bounces);
    }
  }
  EXPECT_GT(compared, 300);
}

// Each ray found, launched again by the forward tracer, comes out at the receiver; and a dense fan
// of launch angles finds no more rays than the search.
TEST(Eigenrays, AgreeWithAFanOfTracedRays) {
  const SoundProfile profile = munk_profile();
  constexpr double kBottom = 3000;
  constexpr int kFan = 4000, kMaxBounces = 2;
  for (const auto& [a, b, range] :
       {std::array{100.0, 800.0, 30000.0}, std::array{1000.0, 1000.0, 52000.0},
        std::array{2500.0, 60.0, 9000.0}}) {
    const Found found = find(profile, {a, b, range, kBottom}, kMaxBounces);
    for (int i = 0; i < found.count; ++i) {
      const TracedRay ray =
          trace_to_range(profile, a, found.rays[i].launch_rad, range, kBottom, true);
      EXPECT_NEAR(ray.depth_m, b, 0.01) << i;
      EXPECT_NEAR(ray.time_s, found.rays[i].time_s, 1e-6);
      EXPECT_EQ(ray.surface_bounces, found.rays[i].surface_bounces);
      EXPECT_EQ(ray.bottom_bounces, found.rays[i].bottom_bounces);
    }
    int crossings = 0;
    TracedRay last;
    for (int k = 0; k <= kFan; ++k) {
      const double angle = (-35 + 70.0 * k / kFan) * kDegree;
      const TracedRay ray = trace_to_range(profile, a, angle, range, kBottom, true);
      if (k > 0 && ray.surface_bounces + ray.bottom_bounces <= kMaxBounces &&
          ray.surface_bounces == last.surface_bounces &&
          ray.bottom_bounces == last.bottom_bounces && (ray.depth_m > b) != (last.depth_m > b) &&
          std::abs(ray.depth_m - last.depth_m) < 150)
        ++crossings;
      last = ray;
    }
    EXPECT_GE(found.count, crossings);
    EXPECT_GE(crossings, 1);
  }
}

// Below a layer in which sound gets faster downward, over one in which it gets slower, a shadow
// begins behind the ray that grazes the depth of fastest sound (split-beam shadow).
TEST(Eigenrays, ShadowZoneBelowTheMixedLayer) {
  const double up = 0.016, down = -0.12, fastest = 60;
  const SoundProfile profile({0, fastest, 400},
                             {1500, 1500 + up * fastest, 1500 + up * fastest + down * 340});
  const double source = 30, receiver = 90;
  // Range of the ray that is horizontal at the fastest depth.
  const double c_f = profile.speed(fastest);
  const auto half = [&](double z, double g) {
    const double c = profile.speed(z);
    return std::sqrt((c_f - c) * (c_f + c)) / std::abs(g);
  };
  // The limiting ray leaves downward; rays that first bounce at the surface reach farther.
  const double limit = half(source, up) + half(receiver, down);
  EXPECT_EQ(find(profile, {source, receiver, 0.999 * limit, kNoBottom}, 0).count, 1);
  EXPECT_EQ(find(profile, {source, receiver, 1.001 * limit, kNoBottom}, 0).count, 0);
  EXPECT_GE(find(profile, {source, receiver, 1.001 * limit, 400}, 1).count, 1);
}

// A dense fan of rays in a SOFAR channel comes together again at the surface some 60 km away.
TEST(Eigenrays, ConvergenceZone) {
  const SoundProfile profile = munk_profile();
  double best_range = 0, best_gain = -100;
  for (double range = 40000; range < 75000; range += 500) {
    const Found found = find(profile, {100, 100, range, 5000}, 0);
    double power = 0;
    for (int i = 0; i < found.count; ++i) power += std::pow(10, -found.rays[i].spreading_db / 10);
    const double gain = power > 0 ? 10 * std::log10(power) + 20 * std::log10(range) : -100;
    if (gain > best_gain) {
      best_gain = gain;
      best_range = range;
    }
  }
  EXPECT_GT(best_gain, 8);
  EXPECT_GT(best_range, 50000);
  EXPECT_LT(best_range, 70000);
  EXPECT_EQ(find(profile, {100, 100, 30000, 5000}, 0).count, 0);  // between surface and zone
}

// Where the gradient below is stronger, rays from surface to surface that just enter it come up
// shorter: their range over angle has a minimum, a caustic, beyond which two more rays arrive.
TEST(Eigenrays, FindsThePairBesideACaustic) {
  constexpr double kBeside = 1e-7;
  const double g1 = 0.01, g2 = 0.08, c0 = 1500, c1 = c0 + 100 * g1;
  const SoundProfile profile({0, 100, 2000}, {c0, c1, c1 + 1900 * g2});
  const auto range = [&](double angle) {
    const double slowness = std::cos(angle) / c0, s0 = std::sin(angle);
    const double s1 = std::sqrt(1 - slowness * slowness * c1 * c1);
    return 2 * ((s0 - s1) / g1 + s1 / g2) / slowness;
  };
  const double critical = std::acos(c0 / c1);
  double low = critical * 1.001, high = 4 * critical;
  for (int i = 0; i < 200; ++i) {  // golden section
    const double x = high - 0.618 * (high - low), y = low + 0.618 * (high - low);
    if (range(x) < range(y))
      high = y;
    else
      low = x;
  }
  const double caustic = range(low);
  EXPECT_LT(caustic, 0.7 * range(critical * 1.0000001));
  const int before = find(profile, {0, 0, caustic * (1 - kBeside), kNoBottom}, 0).count,
            beyond = find(profile, {0, 0, caustic * (1 + kBeside), kNoBottom}, 0).count;
  EXPECT_EQ(beyond, before + 2);
}

TEST(Eigenrays, KeepsTheEarliestWhenTheListIsShort) {
  const SoundProfile profile({0, 200}, {1500, 1500});
  std::array<Eigenray, 3> three;
  const Found all = find(profile, {10, 30, 200, 100}, 6);
  ASSERT_EQ(find_eigenrays(profile, {10, 30, 200, 100}, 6, three), 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(three[i].time_s, all.rays[i].time_s);
}

// The ray over another bottom is that of the full search.
TEST(Eigenrays, FollowsTheBottom) {
  const SoundProfile profile = munk_profile();
  const Found at = find(profile, {50, 300, 4000, 1000}, 3),
              deeper = find(profile, {50, 300, 4000, 1010}, 3);
  int followed = 0;
  for (int i = 0; i < at.count; ++i) {
    Eigenray ray = at.rays[i];
    if (ray.bottom_bounces == 0) continue;
    ASSERT_TRUE(follow_bottom(profile, {50, 300, 4000, 1010}, ray));
    bool found = false;
    for (int k = 0; k < deeper.count; ++k)
      found |= std::abs(ray.time_s - deeper.rays[k].time_s) < 1e-9 &&
               ray.vertices == deeper.rays[k].vertices;
    EXPECT_TRUE(found) << i;
    ++followed;
  }
  EXPECT_GE(followed, 4);
}

}  // namespace eigenrays_test
}  // namespace hadal::environment
