#include "sensors/optical/render/caustics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "math/simd/highway.h"
#include "sensors/optical/render/caustics-inl.h"

namespace hadal::sensors {
namespace caustics_test {

namespace lanes = HWY_NAMESPACE;
using environment::WaveField;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kMeanTolerance = 1e-4, kTime_s = 4;

Vec3 sun_at(double elevation_deg) {
  const double e = elevation_deg * kTurn / 360;
  return {std::cos(e) * 0.8, std::cos(e) * 0.6, -std::sin(e)};
}

WaveTile tile_of(const RippleParameters& p, const WaveField& sea = {}) {
  ThreadArena arena(1);
  const Ripples ripples(p, sea);
  WaveTile tile = ripples.blank();
  ripples.compute(kTime_s, 1, 1, arena, tile);
  return tile;
}

Caustics caustics_of(const WaveTile& tile, const CausticPlan& plan, int threads = 1) {
  ThreadArena arena(threads);
  Caustics caustics;
  compute_caustics(tile, plan, arena, caustics);
  return caustics;
}

struct Light {
  double mean = 0, contrast = 0;
};
Light light_of(const Caustics& c, int plane) {
  const auto p = static_cast<size_t>(plane);
  const int count = c.nodes[p] * c.nodes[p];
  Light light;
  for (int i = 0; i < count; ++i) {
    const double value = c.values[static_cast<size_t>(c.first[p] + i)];
    light.mean += value / count;
    light.contrast += (value - 1) * (value - 1) / count;
  }
  light.contrast = std::sqrt(light.contrast);
  return light;
}

float look(const CausticView& view, double north, double east, double depth, double pixel = 0) {
  const auto v = [](double x) { return lanes::all(static_cast<float>(x)); };
  return hwy::HWY_NAMESPACE::GetLane(lanes::caustic(view, v(north), v(east), v(depth), v(pixel)));
}

TEST(Caustics, KeepTheLightAtEveryDepth) {
  const WaveTile tile = tile_of({});
  CausticPlan plan;
  plan.toward_sun_N = sun_at(35);
  plan.fine = {{4, 7}};
  const Caustics c = caustics_of(tile, plan);
  ASSERT_GE(Caustics::depth_m(c.planes - 1), plan.deepest_m);
  for (int p = 0; p < c.planes; ++p) EXPECT_NEAR(light_of(c, p).mean, 1, kMeanTolerance) << p;
}

TEST(Caustics, AreSharpInTheDepthsAskedFor) {
  const WaveTile tile = tile_of({});
  CausticPlan plan;
  plan.fine = {{5, 6}};
  const Caustics c = caustics_of(tile, plan);
  for (int p = 0; p < c.planes; ++p) {
    const double depth_m = Caustics::depth_m(p);
    const bool fine = depth_m > 5 / 1.36 && depth_m < 6 * 1.36;
    EXPECT_EQ(c.nodes[static_cast<size_t>(p)], fine ? 512 : 256) << depth_m;
    if (depth_m > 3) {
      EXPECT_GT(light_of(c, p).contrast, 0.3);
    }
  }
}

TEST(Caustics, OfAFlatSurfaceAreOneExactly) {
  RippleParameters p;
  p.mean_square_slope = 0;
  CausticPlan plan;
  plan.toward_sun_N = sun_at(25);
  plan.fine = {{2, 4}};
  for (const float value : caustics_of(tile_of(p), plan).values) ASSERT_EQ(value, 1.0f);
}

TEST(Caustics, AreOnesWithoutASun) {
  CausticPlan plan;
  plan.toward_sun_N = Vec3(0.8, 0.6, 0.02).normalized();
  const Caustics c = caustics_of(tile_of({}), plan);
  const CausticView view = caustic_view(c, Vec3::Zero());
  EXPECT_EQ(look(view, 3, 4, 5), 1.0f);
}

// Crests of a wave are lenses of focal length f = n / ((n - 1) a k^2); above the focus the light on
// the axis is 1 / (1 - z/f).
TEST(Caustics, ASinusoidFocusesWhereALensDoes) {
  RippleParameters p;
  p.mean_square_slope = 0;
  const double k = kTurn * 8 / p.side_m, w = std::sqrt(9.81 * k), amplitude = 0.05, n = 1.34;
  const WaveField sea({{amplitude, k, w, 0, w * kTime_s}}, std::numeric_limits<double>::infinity(),
                      9.81, 1025);
  CausticPlan plan;
  plan.fine = {{0, 30}};
  const Caustics c = caustics_of(tile_of(p, sea), plan);
  const double focus_m = n / ((n - 1) * amplitude * k * k);
  const auto on_axis = [&](int plane) {
    return c.values[static_cast<size_t>(c.first[static_cast<size_t>(plane)] + 100 * kTileNodes)];
  };
  int brightest = 0;
  for (int plane = 0; plane < c.planes; ++plane) {
    if (on_axis(plane) > on_axis(brightest)) brightest = plane;
    const double z = Caustics::depth_m(plane);
    if (z < 2 || z > 0.6 * focus_m) continue;
    EXPECT_NEAR(z / (1 - 1 / on_axis(plane)), focus_m, 0.1 * focus_m) << z;
  }
  EXPECT_NEAR(std::log(Caustics::depth_m(brightest) / focus_m), 0, std::log(1.35) / 2 + 0.1);
}

TEST(Caustics, AreTheSameBitsForAnyNumberOfThreads) {
  const WaveTile tile = tile_of({});
  CausticPlan plan;
  plan.toward_sun_N = sun_at(50);
  plan.fine = {{4, 5}};
  const Caustics one = caustics_of(tile, plan);
  for (const int threads : {2, 4}) EXPECT_EQ(caustics_of(tile, plan, threads).values, one.values);
}

TEST(Caustics, LookupIsLinearBetweenNodesAndPlanes) {
  CausticPlan plan;
  plan.toward_sun_N = sun_at(60);
  plan.fine = {{4, 7}};
  const Caustics c = caustics_of(tile_of({}), plan);
  const CausticView view = caustic_view(c, Vec3::Zero());
  const auto plane_value = [&](int plane, double north, double east, double depth) {
    const auto p = static_cast<size_t>(plane);
    const int n = c.nodes[p];
    const double x = (north - c.drift_north * depth) / c.side_m * n;
    const double y = (east - c.drift_east * depth) / c.side_m * n;
    const auto at = [&](double i, double j) {
      const int a = (static_cast<int>(i) % n + n) % n, b = (static_cast<int>(j) % n + n) % n;
      return double{c.values[static_cast<size_t>(c.first[p] + b * n + a)]};
    };
    const double i = std::floor(x), j = std::floor(y), s = x - i, t = y - j;
    return (at(i, j) * (1 - s) + at(i + 1, j) * s) * (1 - t) +
           (at(i, j + 1) * (1 - s) + at(i + 1, j + 1) * s) * t;
  };
  for (int i = 0; i < 50; ++i) {
    const double north = 0.37 * i - 9, east = 5 - 0.61 * i, depth = 1 + 0.3 * i;
    const double place = std::log(depth / Caustics::kFirst_m) / std::log(Caustics::kRatio);
    const int plane = static_cast<int>(place);
    const double fraction = place - plane;
    const double expected = (1 - fraction) * plane_value(plane, north, east, depth) +
                            fraction * plane_value(plane + 1, north, east, depth);
    EXPECT_NEAR(look(view, north, east, depth), expected, 2e-3) << i;
    EXPECT_NEAR(look(view, north + c.side_m, east - c.side_m, depth), expected, 2e-3) << i;
    const CausticView moved = caustic_view(c, Vec3(1007, -333, 2));
    EXPECT_NEAR(look(moved, north - 1007, east + 333, depth), expected, 5e-3) << i;
    EXPECT_NEAR(look(view, north, east, depth, 1e6), 1, 1e-4);
  }
}

TEST(Caustics, SamplesAreNodesOfThePlanes) {
  CausticPlan plan;
  const Caustics c = caustics_of(tile_of({}), plan);
  const CausticView view = caustic_view(c, Vec3::Zero());
  const double cell_m = c.side_m / 256.0;
  for (int i = 0; i < 20; ++i) {
    const double north = (7 * i + 0.5) * cell_m, east = (11 * i + 0.5) * cell_m;
    const auto v = [](double x) { return lanes::all(static_cast<float>(x)); };
    const float sample = hwy::HWY_NAMESPACE::GetLane(
        lanes::caustic_sample(view, v(north), v(east), v(Caustics::depth_m(6) * 1.01), v(0)));
    EXPECT_EQ(
        sample,
        1 + (c.values[static_cast<size_t>(c.first[6] + 11 * i % 256 * 256 + 7 * i % 256)] - 1));
  }
}

}  // namespace caustics_test
}  // namespace hadal::sensors
