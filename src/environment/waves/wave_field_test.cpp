#include "environment/waves/wave_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "environment/waves/components.h"
#include "environment/waves/dispersion.h"

namespace hadal::environment {
namespace wave_field_test {

constexpr double kGravity = 9.81;
constexpr double kDensity = 1025;
constexpr double kDeepSea = std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-11;

WaveComponent wave(double amplitude, double w, double toward, double phase, double depth) {
  return {amplitude, wave_number_rad_m(w, depth, kGravity), w, toward, phase};
}

WaveField field(std::vector<WaveComponent> components, double depth) {
  return {std::move(components), depth, kGravity, kDensity};
}

// The textbook formulas with cosh and sinh, for waves that do not overflow them.
WaveMotion textbook(const WaveField& waves, double t, const Vec3& p) {
  WaveMotion out;
  const double h = waves.depth_m();
  for (const WaveComponent& c : waves.components()) {
    const double k = c.wave_number_rad_m, w = c.frequency_rad_s, a = c.amplitude_m;
    const Vec3 along(std::cos(c.toward_rad), std::sin(c.toward_rad), 0), down(0, 0, 1);
    const double theta = k * along.dot(p) - w * t + c.phase_rad;
    const double ch = std::cosh(k * (h - p.z())), sh = std::sinh(k * (h - p.z()));
    const double speed = a * w / std::sinh(k * h);
    out.elevation_m += a * std::cos(theta);
    out.velocity_N += speed * (ch * std::cos(theta) * along - sh * std::sin(theta) * down);
    out.acceleration_N += speed * w * (ch * std::sin(theta) * along + sh * std::cos(theta) * down);
    out.pressure_pa += kDensity * kGravity * a * ch / std::cosh(k * h) * std::cos(theta);
  }
  return out;
}

TEST(WaveField, FiniteDepthMatchesTheTextbook) {
  const WaveField waves =
      field({wave(1, 0.8, 0.3, 1, 20), wave(0.4, 1.4, -2.5, 4, 20), wave(0.2, 2.2, 2, 0, 20)}, 20);
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(13, -40, 5), Vec3(-700, 250, 19.9)})
    for (const double t : {0.0, 3.7, 1234.5}) {
      const WaveMotion m = waves.motion(t, p), expected = textbook(waves, t, p);
      EXPECT_NEAR(m.elevation_m, expected.elevation_m, kTolerance);
      EXPECT_NEAR(waves.elevation(t, p.x(), p.y()), expected.elevation_m, kTolerance);
      EXPECT_LT((m.velocity_N - expected.velocity_N).norm(), kTolerance);
      EXPECT_LT((m.acceleration_N - expected.acceleration_N).norm(), kTolerance);
      EXPECT_NEAR(m.pressure_pa / 1e4, expected.pressure_pa / 1e4, kTolerance);
    }
}

TEST(WaveField, DeepWaterDecaysExponentially) {
  const WaveField waves = field({wave(1, 1, 0, 0, kDeepSea)}, kDeepSea);
  const double k = 1 / kGravity;
  for (const double d : {0.0, 5.0, 40.0, 3000.0}) {
    const WaveMotion m = waves.motion(0, Vec3(0, 0, d));
    EXPECT_NEAR(m.velocity_N.x(), std::exp(-k * d), 1e-12);
    EXPECT_NEAR(m.pressure_pa / (kDensity * kGravity), std::exp(-k * d), 1e-12);
  }
}

// Short waves over deep ground, where cosh(kh) overflows.
TEST(WaveField, NothingOverflows) {
  const WaveField waves = field({wave(0.05, 9, 1, 0, 5000)}, 5000);
  for (const double d : {0.0, 1.0, 5000.0}) {
    const WaveMotion m = waves.motion(10, Vec3(3, 4, d));
    EXPECT_TRUE(std::isfinite(m.pressure_pa) && m.velocity_N.allFinite());
  }
  EXPECT_NEAR(waves.motion(0, Vec3(0, 0, 0)).pressure_pa, kDensity * kGravity * 0.05, 1e-9);
}

TEST(WaveField, SatisfiesThePhysics) {
  const WaveField waves = field({wave(1, 0.8, 0.3, 1, 30), wave(0.4, 1.4, -2.5, 4, 30)}, 30);
  constexpr double kStep = 1e-4, kDifference = 1e-6;
  const Vec3 p(12, 7, 6);
  const auto v = [&](double t, const Vec3& at) { return waves.motion(t, at).velocity_N; };
  const auto pressure = [&](const Vec3& at) { return waves.motion(5, at).pressure_pa; };
  Vec3 gradient;
  double divergence = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 e = kStep * Vec3::Unit(i);
    gradient[i] = (pressure(p + e) - pressure(p - e)) / (2 * kStep);
    divergence += (v(5, p + e) - v(5, p - e))[i] / (2 * kStep);
  }
  const Vec3 a = waves.motion(5, p).acceleration_N;
  EXPECT_LT((a - (v(5 + kStep, p) - v(5 - kStep, p)) / (2 * kStep)).norm(), kDifference);
  EXPECT_LT((a + gradient / kDensity).norm(), kDifference);  // rho dv/dt = -grad p
  EXPECT_NEAR(divergence, 0, kDifference);
  // The surface moves with the water, and no water passes the bottom.
  const double rise =
      (waves.elevation(5 + kStep, 12, 7) - waves.elevation(5 - kStep, 12, 7)) / (2 * kStep);
  EXPECT_NEAR(rise, -waves.motion(5, Vec3(12, 7, 0)).velocity_N.z(), kDifference);
  EXPECT_NEAR(waves.motion(5, Vec3(12, 7, 30)).velocity_N.z(), 0, 1e-12);
}

TEST(WaveField, ExactAfterManyPeriods) {
  const double period = 8, year_s = 8.0 * 4'000'000;
  const WaveField waves = field({wave(1, 2 * M_PI / period, 0, 0.4, kDeepSea)}, kDeepSea);
  EXPECT_NEAR(waves.elevation(year_s + 1.7, 5, 0), waves.elevation(1.7, 5, 0), 1e-8);
}

TEST(WaveField, FactorScalesEverything) {
  const WaveField waves = field({wave(1, 0.8, 0.3, 1, 30), wave(0.4, 1.4, -2.5, 4, 30)}, 30);
  const WaveMotion one = waves.motion(9, Vec3(1, 2, 3)), half = waves.motion(9, Vec3(1, 2, 3), 0.5);
  EXPECT_NEAR(half.elevation_m, one.elevation_m / 2, 1e-15);
  EXPECT_LT((half.velocity_N - one.velocity_N / 2).norm(), 1e-15);
  EXPECT_LT((half.acceleration_N - one.acceleration_N / 2).norm(), 1e-15);
  EXPECT_NEAR(half.pressure_pa, one.pressure_pa / 2, 1e-9);
  EXPECT_NEAR(waves.elevation(9, 1, 2, 0.5), half.elevation_m, 1e-14);
}

TEST(WaveField, AboveTheMeanSurfaceNothingGrows) {
  const WaveField waves = field({wave(1, 2, 0, 0, kDeepSea)}, kDeepSea);
  EXPECT_EQ(waves.motion(0, Vec3(0, 0, -3)).velocity_N, waves.motion(0, Vec3(0, 0, 0)).velocity_N);
}

TEST(WaveField, CalmSea) {
  const WaveField calm;
  EXPECT_TRUE(calm.calm());
  EXPECT_EQ(calm.elevation(3, 4, 5), 0);
  EXPECT_EQ(calm.motion(3, Vec3(4, 5, 6)).velocity_N, Vec3::Zero());
  EXPECT_EQ(calm.shortest_wave_m(), kDeepSea);
}

}  // namespace wave_field_test
}  // namespace hadal::environment
