#include "environment/acoustic/ray_arcs.h"

#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <vector>

#include "math/units.h"

namespace hadal::environment {
namespace ray_arcs_test {

constexpr double kDeep = 1e9;  // no bottom

// Textbook forms of the arc in c = c0 + g z.
struct CircularArc {
  double depth_m, angle_rad, length_m, time_s;
};
CircularArc circular_arc(double c0, double g, double z0, double angle, double range) {
  const double p = std::cos(angle) / (c0 + g * z0);
  const double end = std::asin(std::sin(angle) - range * g * p);
  const auto gudermann = [](double a) {
    return std::log(std::tan(0.25 * std::numbers::pi + a / 2));
  };
  return {z0 + (std::cos(end) - std::cos(angle)) / (g * p), end, (angle - end) / (g * p),
          (gudermann(angle) - gudermann(end)) / g};
}

SoundProfile linear_profile(double c0, double g, int layers) {
  std::vector<double> depth, speed;
  for (int i = 0; i <= layers; ++i) {
    depth.push_back(-20000 + 40000.0 * i / layers);
    speed.push_back(c0 + g * depth.back());
  }
  return SoundProfile(depth, speed);
}

TEST(RayArcs, CircularArcInOneLayerAndInMany) {
  constexpr double kRelative = 1e-11, kDepth_m = 1e-7;
  for (const double g : {0.017, -0.04, 0.3e-3})
    for (const int layers : {1, 777})
      for (const double degrees : {-80.0, -35.0, -5.0, -0.3, 0.0, 0.2, 3.0, 12.0, 60.0}) {
        const double range = std::abs(degrees) > 50 ? 500 : 4000;
        const CircularArc exact = circular_arc(1500, g, 100, degrees * kDegree, range);
        const TracedRay ray = trace_to_range(linear_profile(1500, g, layers), 100,
                                             degrees * kDegree, range, kDeep, false);
        EXPECT_FALSE(ray.lost);
        EXPECT_NEAR(ray.depth_m, exact.depth_m, kDepth_m) << g << " " << degrees << " " << layers;
        EXPECT_NEAR(ray.angle_rad, exact.angle_rad, 1e-10) << g << " " << degrees;
        EXPECT_NEAR(ray.length_m / exact.length_m, 1, 1e-9) << g << " " << degrees;
        EXPECT_NEAR(ray.time_s / exact.time_s, 1, kRelative * (g == 0.3e-3 ? 100 : 1))
            << g << " " << degrees;
      }
}

// A ray turns where the sound is as fast as c0 / cos(angle).
TEST(RayArcs, TurningDepth) {
  const double g = 0.05, angle = 9 * kDegree;
  const SoundProfile profile({0, 5000}, {1480, 1480 + g * 5000});
  const Ray ray{profile.speed(200), std::sin(angle), std::cos(angle)};
  int arcs = 0;
  const Leg leg =
      walk(profile, ray, leg_from(profile, ray, 200), true, kDeep, [&arcs](const Arc&) { ++arcs; });
  EXPECT_EQ(leg.end, LegEnd::kTurned);
  EXPECT_EQ(arcs, 1);
  EXPECT_NEAR(leg.depth_m, ((1490 / std::cos(angle)) - 1480) / g, 1e-9);
}

TEST(RayArcs, StraightAndVerticalRaysWithoutGradient) {
  const SoundProfile profile({0, 1000}, {1500, 1500});
  const TracedRay ray = trace_to_range(profile, 100, 30 * kDegree, 300, kDeep, true);
  EXPECT_NEAR(ray.depth_m, 100 + 300 * std::tan(30 * kDegree), 1e-10);
  EXPECT_NEAR(ray.time_s, 300 / std::cos(30 * kDegree) / 1500, 1e-15);
  const Ray vertical{1500, 1, 0};
  double time = 0, length = 0;
  walk(profile, vertical, leg_from(profile, vertical, 0), true, 1000, [&](const Arc& arc) {
    time += arc_time(vertical, arc);
    length += arc_length(vertical, arc);
  });
  EXPECT_DOUBLE_EQ(time, 1000 / 1500.0);
  EXPECT_DOUBLE_EQ(length, 1000);
}

// Snell's invariant through a profile of many layers, with turns and bounces on the way.
TEST(RayArcs, SnellInvariantThroughManyLayers) {
  std::vector<double> depth, speed;
  for (int i = 0; i <= 300; ++i) {
    depth.push_back(10.0 * i);
    speed.push_back(1500 + 12 * std::sin(0.006 * depth[i]) + 0.01 * depth[i]);
  }
  const SoundProfile profile(depth, speed);
  for (const double degrees : {-14.0, -6.0, 0.5, 4.0, 11.0}) {
    const double invariant = std::cos(degrees * kDegree) / profile.speed(407);
    for (double range = 250; range < 30000; range += 997) {
      const TracedRay ray = trace_to_range(profile, 407, degrees * kDegree, range, 3000, true);
      ASSERT_FALSE(ray.lost);
      EXPECT_NEAR(std::cos(ray.angle_rad) / profile.speed(ray.depth_m) / invariant, 1, 1e-10);
    }
  }
}

// Reflections: image sources of an isovelocity channel.
TEST(RayArcs, BouncesFoldTheStraightRay) {
  const SoundProfile profile({0, 100}, {1500, 1500});
  const double angle = 40 * kDegree, range = 1234;
  const TracedRay ray = trace_to_range(profile, 30, angle, range, 100, true);
  double unfolded = std::fmod(30 + range * std::tan(angle), 200);
  if (unfolded > 100) unfolded = 200 - unfolded;
  EXPECT_NEAR(ray.depth_m, unfolded, 1e-9);
  EXPECT_NEAR(ray.length_m, range / std::cos(angle), 1e-9);
  EXPECT_EQ(ray.bottom_bounces + ray.surface_bounces,
            static_cast<int>((30 + range * std::tan(angle)) / 100));
}

// Fourth order Runge-Kutta over the ray equations, as an oracle.
struct OdeRay {
  double r, z, angle, time;
};
template <class Speed>
OdeRay integrate(Speed speed, double z, double angle, double range, double step) {
  const auto slope = [&](const std::array<double, 2>& y) {
    const double c = speed(y[0]), g = (speed(y[0] + 1e-3) - speed(y[0] - 1e-3)) / 2e-3;
    return std::array<double, 3>{std::tan(y[1]), -g / c, 1 / (c * std::cos(y[1]))};
  };
  OdeRay ray{0, z, angle, 0};
  const auto n = static_cast<int>(range / step);
  for (int i = 0; i < n; ++i, ray.r += step) {
    const std::array<double, 2> y{ray.z, ray.angle};
    const auto k1 = slope(y), k2 = slope({y[0] + step / 2 * k1[0], y[1] + step / 2 * k1[1]}),
               k3 = slope({y[0] + step / 2 * k2[0], y[1] + step / 2 * k2[1]}),
               k4 = slope({y[0] + step * k3[0], y[1] + step * k3[1]});
    ray.z += step / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
    ray.angle += step / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
    ray.time += step / 6 * (k1[2] + 2 * k2[2] + 2 * k3[2] + k4[2]);
  }
  return ray;
}

double munk(double z) {
  const double x = 2 * (z - 1300) / 1300;
  return 1500 * (1 + 0.00737 * (x - 1 + std::exp(-x)));
}

// Munk's canonical profile in layers of 2 m against the ray equations of the smooth one, over one
// and a half convergence zones.
TEST(RayArcs, MunkProfileAgainstTheRayEquations) {
  constexpr double kDepth_m = 0.2, kTime = 2e-7;
  std::vector<double> depth, speed;
  for (int i = 0; i <= 2500; ++i) {
    depth.push_back(2.0 * i);
    speed.push_back(munk(depth[i]));
  }
  const SoundProfile profile(depth, speed);
  for (const double degrees : {-10.0, -4.0, 3.0, 8.0, 11.0}) {
    const TracedRay ray = trace_to_range(profile, 1000, degrees * kDegree, 80000, 5000, true);
    const OdeRay ode = integrate(munk, 1000, degrees * kDegree, 80000, 10);
    EXPECT_EQ(ray.surface_bounces + ray.bottom_bounces, 0);
    EXPECT_GE(ray.turns, 2);
    EXPECT_NEAR(ray.depth_m, ode.z, kDepth_m) << degrees;
    EXPECT_NEAR(ray.time_s / ode.time, 1, kTime) << degrees;
  }
}

}  // namespace ray_arcs_test
}  // namespace hadal::environment
