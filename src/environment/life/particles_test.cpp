// Marine snow, the plankton emitter and bubbles.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "environment/life/bubbles.h"
#include "environment/life/marine_snow.h"
#include "environment/life/plankton_emitter.h"

namespace hadal::environment {
namespace particles_test {

using std::numbers::pi;

ParticleList snow_in(const SnowParameters& p, const ParticleRegion& region, double time_s,
                     const Vec3& displacement = Vec3::Zero()) {
  ParticleList list;
  MarineSnow(p).query(region, time_s, displacement, Vec3::Zero(), Vec3::Zero(), list);
  return list;
}

TEST(MarineSnow, DensityAndSizesFollowThePowerLaw) {
  SnowParameters p;
  p.density_m3 = 3000;
  const ParticleRegion ball{{10, 20, 30}, 2.5, {}};
  const ParticleList list = snow_in(p, ball, 1234);
  const double volume = 4.0 / 3 * pi * std::pow(2.5, 3);
  EXPECT_NEAR(double(list.size()) / (3000 * volume), 1, 0.02);
  // n(d) ~ d^-4: the fraction above twice the least diameter is (2^-3 - k) / (1 - k), k = 20^-3.
  const double k = std::pow(p.largest_diameter_m / p.min_diameter_m, -3);
  size_t large = 0, zooplankton = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    large += 2 * list.radius_m[i] > 2 * p.min_diameter_m;
    zooplankton += list.kind[i] == ParticleKind::kZooplankton;
    EXPECT_GE(2 * list.radius_m[i], 0.999f * float(p.min_diameter_m));
    EXPECT_LE(2 * list.radius_m[i], 1.001f * float(p.largest_diameter_m));
  }
  EXPECT_NEAR(double(large) / double(list.size()), (0.125 - k) / (1 - k), 0.01);
  EXPECT_NEAR(double(zooplankton) / double(list.size()), p.zooplankton_fraction, 0.01);
  EXPECT_NEAR(MarineSnow(p).density_m3(0, 1), 3000, 1e-9);
}

TEST(MarineSnow, SinkingSpeedOfAlldredgeAndGotschalk) {
  EXPECT_NEAR(snow_sinking_speed(0.001) * 86400, 50, 1e-9);
  EXPECT_NEAR(snow_sinking_speed(0.005) * 86400, 50 * std::pow(5, 0.26), 1e-9);  // 76 m/day
}

// The particle nearest to a place, by where it is.
double nearest_to(const ParticleList& list, const Vec3& place) {
  double min = 1e9;
  for (size_t i = 0; i < list.size(); ++i)
    min = std::min(min, (Vec3(list.x[i], list.y[i], list.z[i]) - place).norm());
  return min;
}

TEST(MarineSnow, MovesWithTheWaterAndAtItsOwnVelocity) {
  SnowParameters p;
  p.density_m3 = 60;
  const ParticleRegion region{Vec3::Zero(), 2, {}}, wider{Vec3::Zero(), 3, {}};
  const ParticleList now = snow_in(p, region, 100);
  const Vec3 moved(0.3, -0.2, 0.1);
  const ParticleList later = snow_in(p, wider, 100.5, moved);
  ASSERT_GT(now.size(), 1000u);
  for (size_t i = 0; i < now.size(); ++i) {
    const Vec3 expected =
        Vec3(now.x[i], now.y[i], now.z[i]) + moved + 0.5 * Vec3(now.vx[i], now.vy[i], now.vz[i]);
    EXPECT_LT(nearest_to(later, expected), 0.02);  // its own way is curved
  }
}

TEST(MarineSnow, AskingElsewhereGivesTheSameParticles) {
  SnowParameters p;
  p.density_m3 = 300;
  const ParticleRegion::Plane forward[] = {{Vec3::UnitX(), 0}};
  const ParticleList all = snow_in(p, {{5, 5, 5}, 2, {}}, 50);
  const ParticleList half = snow_in(p, {{5, 5, 5}, 2, forward}, 50);
  const ParticleList part = snow_in(p, {{5.5, 5, 5}, 1, {}}, 50);
  size_t in_half = 0, in_part = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    in_half += all.x[i] >= 5;
    in_part += (Vec3(all.x[i], all.y[i], all.z[i]) - Vec3(5.5, 5, 5)).norm() <= 1;
  }
  EXPECT_NEAR(double(half.size()), double(in_half), 1);  // one on the edge may round
  EXPECT_NEAR(double(part.size()), double(in_part), 1);
  for (size_t i = 0; i < part.size(); ++i)
    EXPECT_LT(nearest_to(all, Vec3(part.x[i], part.y[i], part.z[i])), 1e-9);
}

TEST(MarineSnow, LayerThinsTheFieldOutside) {
  SnowParameters p;
  p.density_m3 = 1500;
  p.layer = {10, 2, 1, 0.1};
  const auto count = [&](double depth) {
    return double(snow_in(p, {{0, 0, depth}, 1.5, {}}, 10).size());
  };
  EXPECT_NEAR(count(30) / count(10), 0.1, 0.03);
  const MarineSnow snow(p);
  EXPECT_NEAR(snow.layer_fraction(13), 0.1 + 0.9 * std::exp(-0.5), 1e-12);
  EXPECT_EQ(snow.layer_fraction(11), 1);
}

// Nothing pops up: brightness of what enters the layer starts at zero.
TEST(MarineSnow, FadesAtTheLayer) {
  SnowParameters p;
  p.layer = {10, 1, 2, 0};
  const ParticleList list = snow_in(p, {{0, 0, 13}, 0.8, {}}, 10);
  float faintest = 1;
  for (const float b : list.brightness) faintest = std::min(faintest, b);
  EXPECT_LT(faintest, 0.05f);
}

TEST(PlanktonEmitter, PopulationIsThatOfTheSteadyState) {
  const PlanktonEmitter emitter({});
  EXPECT_NEAR(emitter.mean_count(), 70 * 290, 1e-9);
  double sum = 0;
  constexpr int kTimes = 12;
  for (int i = 0; i < kTimes; ++i) {
    const double count = double(emitter.count(300.0 * i));
    EXPECT_NEAR(count, emitter.mean_count(), 4 * emitter.count_deviation());
    sum += count / kTimes;
  }
  EXPECT_NEAR(sum, emitter.mean_count(), 2 * emitter.count_deviation());
}

// Ages a < b of lives even in [80, 500]: P(alive at age a) = 1 up to 80, then (500 - a) / 420. Mean
// age of those alive = E[L^2] / (2 E[L]) = ((80^2 + 80 500 + 500^2) / 3) / 580 = 170.3 s.
TEST(PlanktonEmitter, RangesAndMomentsOfThePaper) {
  const PlanktonParameters p;
  const PlanktonEmitter emitter(p);
  ParticleList list;
  emitter.query({{0, 0, 0}, 1e4, {}}, 777, Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), list);
  ASSERT_EQ(list.size(), emitter.count(777));
  const double mean_age = (80 * 80 + 80 * 500 + 500 * 500) / 3.0 / 580;
  double depth = 0, sink = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    EXPECT_LE(std::abs(list.x[i]), 50 + 0.01 * 500);
    EXPECT_LE(std::abs(list.y[i]), 50 + 0.01 * 500);
    EXPECT_GE(list.z[i], 0.5 - 0.01 * 500 - 1e-3);
    EXPECT_LE(list.z[i], 1.5 + 0.10 * 500 + 1e-3);
    EXPECT_LE(std::abs(list.vx[i]), 0.01f);
    EXPECT_GE(list.vz[i], -0.01f);
    EXPECT_LE(list.vz[i], 0.10f);
    depth += list.z[i] / double(list.size());
    sink += list.vz[i] / double(list.size());
  }
  EXPECT_NEAR(sink, 0.045, 0.001);
  EXPECT_NEAR(depth, 1 + 0.045 * mean_age, 0.25);
}

TEST(PlanktonEmitter, TheCurrentCarriesItWithoutEmptyingTheBox) {
  const PlanktonEmitter emitter({});
  const auto east_fraction = [&](double drift) {
    ParticleList list;
    emitter.query({{0, 0, 0}, 1e4, {}}, 50, {0, drift, 0}, {0, 0.1, 0}, Vec3::Zero(), list);
    size_t east = 0;
    for (const float y : list.y) east += y > 0;
    EXPECT_NEAR(list.vy[0], 0.1, 0.0101);
    return double(east) / double(list.size());
  };
  EXPECT_NEAR(east_fraction(0), 0.5, 0.02);
  EXPECT_NEAR(east_fraction(37), 0.5, 0.02);
}

TEST(Bubbles, RiseSpeeds) {
  // Stokes: 2 g r^2 / (9 nu) for 10 micrometres.
  EXPECT_NEAR(bubble_rise_speed(1e-5, 1e-6) / (2 * 9.80665 * 1e-10 / 9e-6), 1, 0.02);
  // A cap of 2 cm: sqrt(g r) within the fraction of the tension.
  EXPECT_NEAR(bubble_rise_speed(0.02), std::sqrt(9.80665 * 0.02), 0.01);
  // A solid sphere of 0.2 mm in Clift, Grace & Weber (1978), table 5.3:
  // log Re = -1.7095 + 1.33438 W - 0.11591 W^2, W = log of 4 g d^3 / (3 nu^2).
  const double nu = 1.2e-6, d = 2e-4, w = std::log10(4 * 9.80665 * d * d * d / (3 * nu * nu));
  const double sphere = std::pow(10, -1.7095 + 1.33438 * w - 0.11591 * w * w) * nu / d;
  EXPECT_NEAR(bubble_rise_speed(d / 2, nu) / sphere, 1, 0.05);
  // Their ch. 7 for contaminated water, 1 and 2 mm wide: 0.11 and 0.19 m/s.
  EXPECT_NEAR(bubble_rise_speed(0.0005), 0.11, 0.005);
  EXPECT_NEAR(bubble_rise_speed(0.001), 0.19, 0.005);
  // Wobbling bubbles of some millimetres: 0.23 m/s.
  EXPECT_NEAR(bubble_rise_speed(0.002), 0.23, 0.005);
  EXPECT_NEAR(bubble_rise_speed(0.004), 0.24, 0.005);
  double before = 0;
  for (double r = 1e-5; r < 0.02; r *= 1.01) {  // no larger one is slower, none leaps
    ASSERT_GE(bubble_rise_speed(r), before);
    if (before > 0) {
      ASSERT_LT(bubble_rise_speed(r), 1.04 * before);
    }
    before = bubble_rise_speed(r);
  }
}

TEST(Bubbles, PlumeLeansSpreadsAndGrows) {
  BubbleParameters p;
  p.source_N = {0, 0, 20};
  p.radius_m = {0.002, 0.002};
  p.rate_hz = 200;
  const double rise = bubble_rise_speed(0.002) + p.upwelling_m_s;
  ParticleList list;
  query_bubbles(p, {{0, 0, 0}, 1e3, {}}, 500, {0.1, 0, 0}, 0, Vec3::Zero(), list);
  EXPECT_NEAR(double(list.size()), p.rate_hz * 20 / rise, 1);
  double mean = 0, variance = 0, top_radius = 0;
  size_t n = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    EXPECT_GE(list.z[i], 0);
    EXPECT_LE(list.z[i], 20);
    if (list.z[i] > 1) continue;
    ++n;
    mean += list.x[i];
    variance += list.y[i] * list.y[i];
    top_radius = std::max(top_radius, double(list.radius_m[i]));
  }
  ASSERT_GT(n, 300u);
  EXPECT_NEAR(mean / double(n), 0.1 * 19.5 / rise, 0.4);
  EXPECT_NEAR(std::sqrt(variance / double(n)), 0.1 * 19.5, 0.25);
  EXPECT_NEAR(top_radius / 0.002, std::cbrt(30.07 / 10.07), 0.01);
}

TEST(Bubbles, OutOfTheWaterThereAreNone) {
  BubbleParameters p;
  p.source_N = {0, 0, -1};
  ParticleList list;
  query_bubbles(p, {{0, 0, 0}, 1e3, {}}, 5, Vec3::Zero(), 0, Vec3::Zero(), list);
  EXPECT_EQ(list.size(), 0u);
}

}  // namespace particles_test
}  // namespace hadal::environment
