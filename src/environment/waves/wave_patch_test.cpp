#include "environment/waves/wave_patch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"
#include "environment/waves/components.h"
#include "environment/waves/wave_tables.h"

namespace hadal::environment {
namespace wave_patch_test {

constexpr double kGravity = 9.81;
constexpr double kDeepSea = std::numeric_limits<double>::infinity();
constexpr double kElevationTolerance_m = 3e-4;
constexpr double kHeadTolerance_m = 5e-3;
constexpr double kVelocityTolerance_m_s = 1e-4;

WaveField jonswap(double height_m, double period_s, double depth_m = kDeepSea) {
  JonswapWavesConfig sea;
  sea.significant_height_m = height_m;
  sea.peak_period_s = period_s;
  sea.given_toward_rad = 0.7;
  return make_wave_field(AnyConfig::of(sea), 7, depth_m, kGravity, 1025);
}

// Points within a ball about the centre, the poles of its axes first.
struct Cloud {
  std::vector<float> north, east, down, head;
  Cloud(double reach, const RandomStream& random, int tick, size_t count) {
    const auto r = static_cast<float>(reach);
    north = {r, -r, 0, 0, 0, 0};
    east = {0, 0, r, -r, 0, 0};
    down = {0, 0, 0, 0, r, -r};
    for (uint32_t i = 0; north.size() < count; ++i) {
      const Vec3 u(2 * random.uniform(tick, 3 * i) - 1, 2 * random.uniform(tick, 3 * i + 1) - 1,
                   2 * random.uniform(tick, 3 * i + 2) - 1);
      if (u.norm() > 1) continue;
      north.push_back(static_cast<float>(reach * u.x()));
      east.push_back(static_cast<float>(reach * u.y()));
      down.push_back(static_cast<float>(reach * u.z()));
    }
    head.resize(count);
  }
  Vec3 point(size_t i) const { return {north[i], east[i], down[i]}; }
};

// The head by its definition, from the sum over the components.
double exact_head(const WaveField& field, double t, const Vec3& p, double centre_elevation) {
  const double zeta = field.elevation(t, p.x(), p.y()), h = field.depth_m();
  const double stretch = std::isfinite(h) ? h / (h + centre_elevation) : 1;
  const double below = (p.z() + zeta) * stretch;
  if (below <= 0) return p.z() + zeta;
  double dynamic = 0;
  for (const WaveComponent& c : field.components()) {
    const double k = c.wave_number_rad_m, s = std::fmin(below, h);
    const double decay =
        std::isfinite(h) ? std::cosh(k * (h - s)) / std::cosh(k * h) : std::exp(-k * s);
    dynamic += c.amplitude_m * decay *
               std::cos(k * (p.x() * std::cos(c.toward_rad) + p.y() * std::sin(c.toward_rad)) -
                        c.frequency_rad_s * t + c.phase_rad);
  }
  return p.z() + dynamic;
}

struct Errors {
  double elevation_m = 0, head_m = 0, sign = 0;
};

Errors worst_errors(const WaveField& field, double reach, double depth, int places, size_t points) {
  const RandomStream random(11, "test", "patch");
  WavePatch patch(field, reach);
  Errors worst;
  for (int tick = 0; tick < places; ++tick) {
    const double t = 5000 * random.uniform(tick, 1000001);
    const Vec3 center(6000 * random.uniform(tick, 1000002) - 3000,
                      6000 * random.uniform(tick, 1000003) - 3000, depth);
    patch.prepare(t, center);
    Cloud cloud(reach, random, tick, points);
    patch.heads(cloud.north, cloud.east, cloud.down, cloud.head);
    const double over_centre = field.elevation(t, center.x(), center.y());
    for (size_t i = 0; i < points; ++i) {
      const Vec3 p = center + cloud.point(i);
      const double zeta = field.elevation(t, p.x(), p.y());
      worst.elevation_m = std::fmax(
          worst.elevation_m, std::fabs(patch.elevation(cloud.north[i], cloud.east[i]) - zeta));
      worst.head_m =
          std::fmax(worst.head_m, std::fabs(cloud.head[i] - exact_head(field, t, p, over_centre)));
      if ((cloud.head[i] > 0) != (p.z() + zeta > 0))
        worst.sign = std::fmax(worst.sign, std::fabs(p.z() + zeta));
    }
  }
  return worst;
}

TEST(WavePatch, FollowsALongSeaAroundBodiesOfAnySize) {
  const WaveField field = jonswap(2, 8);
  for (const double reach : {0.3, 1.0, 2.0, 5.0}) {
    const Errors e = worst_errors(field, reach, 0.1 * reach, 30, 64);
    EXPECT_LT(e.elevation_m, kElevationTolerance_m) << reach;
    EXPECT_LT(e.head_m, kHeadTolerance_m) << reach;
    EXPECT_LT(e.sign, kElevationTolerance_m) << reach;
  }
}

TEST(WavePatch, FollowsAShortSeaAroundBodiesOfAnySize) {
  const WaveField field = jonswap(0.5, 4);
  for (const double reach : {0.3, 1.0, 2.0, 5.0}) {
    const Errors e = worst_errors(field, reach, 0.1 * reach, 20, 64);
    EXPECT_LT(e.elevation_m, kElevationTolerance_m / 4) << reach;
    EXPECT_LT(e.head_m, kHeadTolerance_m / 4) << reach;
    EXPECT_LT(e.sign, kElevationTolerance_m / 4) << reach;
  }
  EXPECT_GT(WaveTables(field, 5).cells, 1);
}

TEST(WavePatch, FiniteDepth) {
  for (const double depth : {40.0, 8.0, 3.0}) {
    const WaveField field = jonswap(0.5, 4, depth);
    for (const double reach : {0.5, 2.0}) {
      const Errors e = worst_errors(field, reach, 0.1 * reach, 20, 64);
      EXPECT_LT(e.elevation_m, kElevationTolerance_m / 4) << depth;
      EXPECT_LT(e.head_m, kHeadTolerance_m / 4) << depth;
    }
  }
}

TEST(WavePatch, DeepBodiesFeelTheSamePressure) {
  const WaveField deep = jonswap(2, 8), shallow = jonswap(2, 8, 15);
  for (const double depth : {3.5, 6.0, 10.0}) {
    EXPECT_LT(worst_errors(deep, 1, depth, 20, 64).head_m, kHeadTolerance_m) << depth;
    EXPECT_LT(worst_errors(shallow, 1, depth, 20, 64).head_m, kHeadTolerance_m) << depth;
  }
}

// The head vanishes on the polynomial surface itself to the last bits of single precision, however
// coarse the pressure below is.
TEST(WavePatch, HeadIsZeroExactlyOnTheSurface) {
  const WaveField field = jonswap(2, 8);
  const RandomStream random(3, "test", "surface");
  WavePatch patch(field, 2);
  patch.prepare(77, Vec3(100, 200, 0.3));
  Cloud cloud(1.9, random, 0, 40);
  for (size_t i = 0; i < 40; ++i)
    cloud.down[i] = static_cast<float>(-0.3 - patch.elevation(cloud.north[i], cloud.east[i]));
  patch.heads(cloud.north, cloud.east, cloud.down, cloud.head);
  for (const float head : cloud.head) EXPECT_NEAR(head, 0, 2e-6);
  for (float& down : cloud.down) down -= 0.5F;  // above: nothing but the distance counts
  patch.heads(cloud.north, cloud.east, cloud.down, cloud.head);
  for (const float head : cloud.head) EXPECT_NEAR(head, -0.5, 2e-6);
}

TEST(WavePatch, MotionAtTheCentre) {
  for (const double water : {kDeepSea, 12.0}) {
    const WaveField field = jonswap(2, 8, water);
    WavePatch patch(field, 1);
    for (const double depth : {0.0, 0.8, 4.0, 11.0}) {
      const Vec3 center(-500, 321, depth);
      const double t = 60 + depth;
      patch.prepare(t, center);
      const double zeta = field.elevation(t, center.x(), center.y());
      const double stretch = std::isfinite(water) ? water / (water + zeta) : 1;
      const Vec3 stretched(center.x(), center.y(), std::fmax(0, (depth + zeta) * stretch));
      const WaveMotion m = field.motion(t, stretched);
      EXPECT_LT((patch.velocity_N() - m.velocity_N).norm(), kVelocityTolerance_m_s);
      EXPECT_LT((patch.acceleration_N() - m.acceleration_N).norm(), kVelocityTolerance_m_s);
    }
  }
}

TEST(WavePatch, GradientsAgreeWithDifferences) {
  constexpr double kStep = 1e-3, kTolerance = 1e-4;
  for (const double water : {kDeepSea, 12.0}) {
    const WaveField field = jonswap(2, 8, water);
    WavePatch patch(field, 1);
    const double t = 31, depth = 3;
    const Vec3 center(40, -70, depth);
    patch.prepare(t, center);
    const double zeta = field.elevation(t, center.x(), center.y());
    const double stretch = std::isfinite(water) ? water / (water + zeta) : 1;
    const Vec3 at(center.x(), center.y(), (depth + zeta) * stretch);
    for (int i = 0; i < 3; ++i) {
      const Vec3 e = kStep * Vec3::Unit(i);
      const Vec3 column =
          (field.motion(t, at + e).velocity_N - field.motion(t, at - e).velocity_N) / (2 * kStep);
      EXPECT_LT((patch.velocity_gradient_N().col(i) - column).norm(), kTolerance) << i;
    }
    EXPECT_NEAR(
        patch.slope_N().x(),
        (field.elevation(t, 40 + kStep, -70) - field.elevation(t, 40 - kStep, -70)) / (2 * kStep),
        kTolerance);
    EXPECT_NEAR(
        patch.slope_N().y(),
        (field.elevation(t, 40, -70 + kStep) - field.elevation(t, 40, -70 - kStep)) / (2 * kStep),
        kTolerance);
  }
}

TEST(WavePatch, TellsWhoIsCertainlyWet) {
  const WaveField field = jonswap(2, 8);
  WavePatch patch(field, 1);
  patch.prepare(10, Vec3(0, 0, 0));
  EXPECT_TRUE(patch.near_surface());
  patch.prepare(10, Vec3(0, 0, 12));
  EXPECT_FALSE(patch.near_surface());
  EXPECT_GT(patch.velocity_N().norm(), 0);
  // Far below all motion.
  patch.prepare(10, Vec3(0, 0, 4000));
  EXPECT_FALSE(patch.near_surface());
  EXPECT_EQ(patch.velocity_N(), Vec3::Zero());
  const std::vector<float> zero{0}, down{0.25F};
  std::vector<float> head(1);
  patch.heads(zero, zero, down, head);
  EXPECT_NEAR(head[0], 4000.25, 1e-3);
}

TEST(WavePatch, FactorScalesTheSea) {
  const WaveField field = jonswap(1, 6);
  WavePatch patch(field, 1);
  patch.prepare(10, Vec3(5, 6, 0));
  const double one = patch.elevation(0.3, -0.2);
  const Vec3 slope = patch.slope_N();
  patch.prepare(10, Vec3(5, 6, 0), 2);
  EXPECT_NEAR(patch.elevation(0.3, -0.2), 2 * one, 1e-6);
  EXPECT_LT((patch.slope_N() - 2 * slope).norm(), 1e-6);
  patch.prepare(10, Vec3(5, 6, 0), 0);
  EXPECT_EQ(patch.elevation(0.3, -0.2), 0);
  EXPECT_EQ(patch.velocity_N(), Vec3::Zero());
}

TEST(WavePatch, CalmSeaIsFlat) {
  const WaveField calm;
  WavePatch patch(calm, 1);
  patch.prepare(0, Vec3(1, 2, 0.5));
  EXPECT_TRUE(patch.near_surface());
  const std::vector<float> x{0, 0.1F}, down{0.2F, -0.7F};
  std::vector<float> head(2);
  patch.heads(x, x, down, head);
  EXPECT_NEAR(head[0], 0.7, 1e-6);
  EXPECT_NEAR(head[1], -0.2, 1e-6);
  patch.prepare(0, Vec3(1, 2, 1.5));
  EXPECT_FALSE(patch.near_surface());
}

TEST(WavePatch, ManyComponentsWorkInChunks) {
  JonswapWavesConfig sea;
  sea.peak_period_s = 5;
  sea.given_toward_rad = 0;
  sea.components = 1300;
  const WaveField field = make_wave_field(AnyConfig::of(sea), 7, kDeepSea, kGravity, 1025);
  const Errors near = worst_errors(field, 1, 0.2, 5, 40), deep = worst_errors(field, 1, 3, 5, 40);
  EXPECT_LT(near.elevation_m, kElevationTolerance_m / 2);
  EXPECT_LT(near.head_m, kHeadTolerance_m / 2);
  EXPECT_LT(deep.head_m, kHeadTolerance_m / 2);
}

TEST(WavePatch, RegularWaves) {
  RegularWavesConfig regular;
  regular.period_s = 6;
  regular.given_toward_rad = 1.1;
  regular.phase_rad = 0.4;
  const WaveField field = make_wave_field(AnyConfig::of(regular), 1, kDeepSea, kGravity, 1025);
  const Errors e = worst_errors(field, 1.5, 0.2, 20, 40);
  EXPECT_LT(e.elevation_m, kElevationTolerance_m);
  EXPECT_LT(e.head_m, kHeadTolerance_m);
}

TEST(WavePatch, BodiesOfAlikeSizesShareTheirTables) {
  const WaveField field = jonswap(1, 6);
  EXPECT_TRUE(field.tables(1.12) == field.tables(1.2));
  EXPECT_FALSE(field.tables(1.12) == field.tables(2));
  EXPECT_GE(field.tables(1.2)->reach_m, 1.2);
}

}  // namespace wave_patch_test
}  // namespace hadal::environment
