#include "sensors/optical/particles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sensors/scenery/scenery_world.h"

namespace hadal::sensors {
namespace particles_test {

using std::numbers::pi;

constexpr double kExact = 1e-5;       // single precision
constexpr double kPixelFraction = 0.03;  // spots are sums over pixels
constexpr float kAttenuation = 0.25f;

// Dark water but for one lamp of intensity 3 in every band, `aside_m` to the left of the eye at the
// anchor, shining north.
Light lamp_light(double aside_m, double cos_full = -2, double cos_none = -3) {
  Light out;
  out.water.resize(1);
  out.water[0].path.fill(kAttenuation);
  out.surface_z = -50;
  LampLight lamp;
  lamp.place = {0, static_cast<float>(-aside_m), 0};
  lamp.cos_full = static_cast<float>(cos_full), lamp.cos_none = static_cast<float>(cos_none);
  lamp.intensity.fill(3);
  out.lamps.push_back(lamp);
  return out;
}

// The same by the law of cosines and in double precision.
double expected_radiance(const Vec3& p, double aside_m, double albedo) {
  const double r = std::sqrt(p.x() * p.x() + (p.y() + aside_m) * (p.y() + aside_m) + p.z() * p.z());
  const double t = p.norm();
  const double angle = std::acos(std::min(1.0, (r * r + t * t - aside_m * aside_m) / (2 * r * t)));
  const double sphere = 2 / (3 * pi) * (std::sin(angle) + (pi - angle) * std::cos(angle));
  const double irradiance = 2 * 3 * std::exp(-kAttenuation * r) / (r * r);  // two bands a colour
  return albedo / pi * sphere * irradiance * std::exp(-kAttenuation * t);
}

TEST(Particles, RadianceUnderALamp) {
  for (const double aside : {0.02, 0.5, 2.0})
    for (const Vec3& p : {Vec3(1, 0, 0), Vec3(0.4, 0.3, -0.2), Vec3(3, -1, 1)}) {
      const auto light = particle_radiance(lamp_light(aside), p, Vec3::Zero(), {0.5f, 0.5f, 0.5f});
      const double expected = expected_radiance(p, aside, 0.5);
      for (const float colour : light) EXPECT_NEAR(colour / expected, 1, 100 * kExact);
    }
}

TEST(Particles, DarkBeyondTheConeOfALamp) {
  const Light spot = lamp_light(0.5, std::cos(0.3), std::cos(0.4));
  const auto inside = particle_radiance(spot, {2, -0.5, 0}, Vec3::Zero(), {1, 1, 1});
  EXPECT_NEAR(inside[1] / expected_radiance({2, -0.5, 0}, 0.5, 1), 1, 100 * kExact);
  EXPECT_EQ(particle_radiance(spot, {0.5, 0, 0}, Vec3::Zero(), {1, 1, 1})[1], 0);
}

// Even light from above, and the sun's beam seen from where it comes.
TEST(Particles, RadianceByDay) {
  Light light;
  light.water.resize(1);
  light.water[0].total.fill(2), light.water[0].k_total.fill(0.1f);
  light.surface_z = -5;
  const float even = particle_radiance(light, {1, 0, 0}, Vec3::Zero(), {1, 1, 1})[0];
  EXPECT_NEAR(even, 2 * 2 * std::exp(-0.5) * 0.5 / pi, kExact);
  light.water[0].sun.fill(2), light.water[0].k_sun.fill(0.1f);
  const float lit = particle_radiance(light, {0, 0, 0}, {0, 0, -1}, {1, 1, 1})[0];
  EXPECT_NEAR(lit, 2 * 2 * std::exp(-0.5) * (2.0 / 3) / pi, kExact);
  const float against = particle_radiance(light, {0, 0, -1}, Vec3::Zero(), {1, 1, 1})[0];
  EXPECT_NEAR(against, 0, kExact);
}

World plankton_world() {
  PlanktonEmitterConfig config;
  config.name = "plankton";
  config.centre = {2, 0, 50};
  config.size_m = {4, 4, 4};
  config.rate_hz = 300;
  config.life_s = {20, 30};
  config.radius_m = {0.0005, 0.002};
  World world;
  world.scenery.push_back({AnyConfig::of(config), "scenery[0]", {}});
  return world;
}

constexpr int kWidth = 240, kHeight = 180;
camera::Lens small_lens() {
  camera::LensConfig config;
  config.width_px = kWidth, config.height_px = kHeight;
  config.fx_px = config.fy_px = 160;
  config.cx_px = (kWidth - 1) / 2.0, config.cy_px = (kHeight - 1) / 2.0;
  return camera::Lens::make(config).value();
}

struct Picture {
  double light = 0, expected = 0;
  size_t spots = 0;
};

// What the painter draws on black with the lamp there, and the sum over all particles in the
// picture of radiance times pi r^2 pixels.
Picture picture_with(double aside_m) {
  const World world = plankton_world();
  const environment::Sea sea(world);
  const Drifters drifters(world, sea);
  const camera::Lens lens = small_lens();
  const camera::Port port = camera::NoPort{};
  ParticlePainter painter(lens, port);
  const Light light = lamp_light(aside_m);
  ParticleShot shot;
  shot.time_s = 100;
  shot.X_NS.p = shot.anchor_N = {0, 0, 50};
  shot.light = &light;
  shot.focus.strength = 0;
  camera::RgbImage image(kWidth, kHeight);
  const std::vector<float> range(static_cast<size_t>(kWidth * kHeight), 1e9f);
  ThreadArena arena(1);
  painter.paint(drifters, shot, range, image.view(), arena);
  Picture out;
  out.spots = painter.spots().size();
  for (size_t i = 0; i < range.size(); ++i) out.light += image.plane(1)[i];
  environment::ParticleList all;
  environment::ParticleRegion region;
  region.centre_N = shot.anchor_N, region.radius_m = 8;
  drifters.query(region, shot.time_s, {}, 0, shot.anchor_N, all);
  for (size_t i = 0; i < all.size(); ++i) {
    const Vec3 p(all.x[i], all.y[i], all.z[i]);
    const double u = 160 * p.y() / p.x(), v = 160 * p.z() / p.x();
    if (p.x() < 0.1 || std::abs(u) > kWidth / 2.0 || std::abs(v) > kHeight / 2.0) continue;
    const double r_px = 160 * all.radius_m[i] / p.norm();
    if (r_px * r_px / (r_px * r_px + 0.49) < 1e-4) continue;
    out.expected += expected_radiance(p, aside_m, 0.52 * all.brightness[i]) * pi * r_px * r_px;
  }
  return out;
}

// How much light comes back depends on where the lamp sits.
TEST(Particles, BackscatterByThePlaceOfTheLamp) {
  const Picture near = picture_with(0.05), far = picture_with(0.5);
  EXPECT_GT(near.spots, 300u);
  EXPECT_EQ(near.spots, far.spots);
  EXPECT_NEAR(near.light / near.expected, 1, kPixelFraction);
  EXPECT_NEAR(far.light / far.expected, 1, kPixelFraction);
  EXPECT_NEAR((near.light / far.light) / (near.expected / far.expected), 1, kPixelFraction);
  EXPECT_GT(near.light, 1.5 * far.light);
}

// A camera that passes still plankton draws it as streaks as long as the way of the image.
TEST(Particles, StreaksOfAMovingCamera) {
  const World world = plankton_world();
  const environment::Sea sea(world);
  const Drifters drifters(world, sea);
  const camera::Lens lens = small_lens();
  const camera::Port port = camera::NoPort{};
  ParticlePainter painter(lens, port);
  const Light light = lamp_light(0.1);
  ParticleShot shot;
  shot.time_s = 100, shot.exposure_s = 0.02;
  shot.X_NS.p = shot.anchor_N = {0, 0, 50};
  shot.v_NS_N = {0, 2, 0};
  shot.light = &light;
  camera::RgbImage image(kWidth, kHeight);
  const std::vector<float> range(static_cast<size_t>(kWidth * kHeight), 1e9f);
  ThreadArena arena(1);
  painter.paint(drifters, shot, range, image.view(), arena);
  environment::ParticleList all;
  environment::ParticleRegion region;
  region.centre_N = shot.anchor_N, region.radius_m = 8;
  drifters.query(region, shot.time_s, {}, 0, shot.anchor_N, all);
  // From where a streak begins to the nearest particle at the stamp.
  const auto off_px = [&](const camera::SnowSpot& spot) {
    const double x = spot.x_px - 0.5 * spot.motion_px[0] - 119.5,
                 y = spot.y_px - 0.5 * spot.motion_px[1] - 89.5;
    double min = 1e9;
    for (size_t i = 0; i < all.size(); ++i)
      if (all.x[i] > 0.1f &&
          std::abs(std::hypot(all.x[i], all.y[i], all.z[i]) - spot.depth_m) < 1e-4f)
        min = std::min(min,
                         std::hypot(160 * all.y[i] / all.x[i] - x, 160 * all.z[i] / all.x[i] - y));
    return min;
  };
  int streaks = 0;
  for (const camera::SnowSpot& spot : painter.spots()) {
    if (std::abs(spot.x_px - kWidth / 2.0) > 40 || std::abs(spot.y_px - kHeight / 2.0) > 40)
      continue;
    const double ahead_m = spot.depth_m / std::sqrt(1 + std::pow((spot.x_px - 119.5) / 160, 2) +
                                                    std::pow((spot.y_px - 89.5) / 160, 2));
    EXPECT_NEAR(spot.motion_px[0] * ahead_m / 160, -0.04, 0.003);  // own drift of some mm/s
    EXPECT_LT(off_px(spot), 0.01);
    ++streaks;
  }
  EXPECT_GT(streaks, 50);
}

// The camera passes still plankton: rows below see it from further on.
TEST(Particles, RowsOfARollingShutterSeeTheirOwnTime) {
  constexpr double kRow_s = 1e-4, kSpeed = 2;
  World world = plankton_world();
  auto& still = *static_cast<PlanktonEmitterConfig*>(world.scenery[0].config.data());
  still.north_m_s = still.east_m_s = still.down_m_s = {0, 0};
  const environment::Sea sea(world);
  const Drifters drifters(world, sea);
  const camera::Lens lens = small_lens();
  const camera::Port port = camera::NoPort{};
  const Light light = lamp_light(0.1);
  const std::vector<float> range(static_cast<size_t>(kWidth * kHeight), 1e9f);
  ThreadArena arena(1);
  const auto spots = [&](double row_s) {
    ParticlePainter painter(lens, port);
    ParticleShot shot;
    shot.time_s = 100, shot.row_s = row_s;
    shot.X_NS.p = shot.anchor_N = {0, 0, 50};
    shot.v_NS_N = {0, kSpeed, 0};
    shot.light = &light;
    camera::RgbImage image(kWidth, kHeight);
    painter.paint(drifters, shot, range, image.view(), arena);
    return std::vector<camera::SnowSpot>(painter.spots().begin(), painter.spots().end());
  };
  const auto at_once = spots(0), rolling = spots(kRow_s);
  int compared = 0;
  for (const camera::SnowSpot& one : at_once) {
    if (std::abs(one.x_px - kWidth / 2.0) > 40 || std::abs(one.y_px - kHeight / 2.0) > 60) continue;
    const double ahead_m = one.depth_m / std::sqrt(1 + std::pow((one.x_px - 119.5) / 160, 2) +
                                                   std::pow((one.y_px - 89.5) / 160, 2));
    const double x = one.x_px - 160 * kSpeed * kRow_s * one.y_px / ahead_m;
    double min = 1e9;
    for (const camera::SnowSpot& other : rolling)
      min = std::min(min, std::hypot(other.x_px - x, double(other.y_px) - one.y_px));
    EXPECT_LT(min, 0.01);
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

// Waves carry a plume back and forth by less than a bubble shows; only the current makes it lean.
TEST(Particles, BubblesStandUprightInWavesWithoutACurrent) {
  BubblesConfig config;
  config.name = "leak", config.source = {0, 0, 10}, config.rate_hz = 200;
  World world;
  RegularWavesConfig waves;
  waves.height_m = 2, waves.period_s = 6, waves.given_toward_rad = 0;
  world.waves = AnyConfig::of(waves);
  world.scenery.push_back({AnyConfig::of(config), "scenery[0]", {}});
  const environment::Sea sea = environment::Sea::open(world).value();
  const SceneryWorld scenery(world, sea);
  State state;
  state.wave_factor = state.wind_factor = {1};
  state.sea_offset_s = {0};
  state.drift_m.assign(3, 0);
  environment::SeaInstant instant(sea);
  instant.set_time(0, state);
  std::vector<double> values(scenery.instant_size());
  scenery.keep(world, instant, state, values);
  const DriftInstant drift = drift_of(values);
  ASSERT_GT(drift.velocity_N.head<2>().norm(), 0.5);
  const Drifters drifters(world, sea);
  environment::ParticleRegion region;
  region.centre_N = {0, 0, 5}, region.radius_m = 15;
  environment::ParticleList all;
  drifters.query(region, 1000, drift, 0, Vec3::Zero(), all);
  ASSERT_GT(all.size(), 500u);
  double sum_x = 0, sum_y = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const double spread_m = 0.01 + 0.1 * (10 - all.z[i]);
    EXPECT_LT(std::hypot(all.x[i], all.y[i]), 5 * spread_m + 0.01);  // five deviations and zigzag
    sum_x += all.x[i] / spread_m, sum_y += all.y[i] / spread_m;
  }
  EXPECT_LT(std::hypot(sum_x, sum_y), 4 * std::sqrt(static_cast<double>(all.size())));
}

}  // namespace particles_test
}  // namespace hadal::sensors
