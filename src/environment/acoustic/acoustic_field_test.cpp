#include "environment/acoustic/acoustic_field.h"

#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <vector>

#include "environment/acoustic/absorption.h"
#include "environment/acoustic/doppler.h"
#include "environment/acoustic/scattering.h"
#include "math/units.h"

namespace hadal::environment {
namespace acoustic_field_test {

constexpr double kFrequency = 30e3;

Material material_of(const char* name, double density, double speed, double attenuation,
                     double scattering) {
  Material m;
  m.name = name;
  m.density_kg_m3 = density;
  m.sound_speed_m_s = speed;
  m.sound_attenuation_db_per_wavelength = attenuation;
  m.scattering_strength_db = scattering;
  return m;
}

MaterialTable two_materials() {
  MaterialTable table;
  table.materials = {material_of("sand", 1890, 1760, 0.9, -24),
                     material_of("mud", 1180, 1470, 0.1, -36)};
  table.pairs.resize(4);
  return table;
}

struct World1 {
  World world;
  Result<Sea> sea;
  AcousticField field;

  explicit World1(World w)
      : world(std::move(w)),
        sea(Sea::open(world)),
        field(sea.value(), world.sound, two_materials()) {}
};

World calm_world() {
  World world;
  world.water.temperature_degc = LinearTable({0, 200, 2000}, {16, 9, 3});
  return world;
}

World over_seabed(const SeabedSource& source) {
  World world = calm_world();
  world.seabed.source = source;
  world.seabed.cell_m = 5;
  return world;
}

// Straight inside the bound: time and directions of the tracer differ by less than was promised.
TEST(AcousticField, StraightRangeKeepsItsBounds) {
  World world = calm_world();
  world.water.temperature_degc = LinearTable({0, 30, 60, 500}, {18, 17, 9, 6});
  const World1 w(world);
  const AcousticConfig& p = w.world.sound;
  double tightest_angle = 0;
  for (const double depth : {1.0, 20.0, 29.0, 45.0, 61.0, 300.0, 1500.0}) {
    const double range = w.field.straight_range_m(depth);
    EXPECT_GT(range, 1);
    for (const double degrees : {-80.0, -30.0, -2.0, 0.0, 5.0, 45.0, 85.0}) {
      const double to = depth + range * std::sin(degrees * kDegree);
      if (to < 0) continue;
      const RayProblem problem{depth, to, range * std::cos(degrees * kDegree),
                               std::numeric_limits<double>::infinity()};
      std::array<Eigenray, 8> rays;
      ASSERT_GE(find_eigenrays(w.field.profile(), problem, 0, rays), 1) << depth << " " << degrees;
      const double time = range / w.field.mean_sound_speed(depth, to);
      EXPECT_LE(std::abs(rays[0].time_s - time), p.straight_time_error_s);
      const double error = std::abs(rays[0].launch_rad - degrees * kDegree);
      EXPECT_LE(error, 1.001 * p.straight_angle_error_rad) << depth << " " << degrees;
      tightest_angle = std::max(tightest_angle, error);
    }
  }
  EXPECT_GT(tightest_angle, 0.5 * p.straight_angle_error_rad);  // and not by far
}

TEST(AcousticField, DirectAtShortRangeIsStraight) {
  const World1 w(calm_world());
  const Vec3 a(10, 20, 400), b(40, -20, 410);
  SoundPath path;
  ASSERT_TRUE(w.field.direct(a, b, kFrequency, path));
  const double length = (b - a).norm();
  EXPECT_NEAR(path.length_m, length, 1e-9);
  EXPECT_NEAR(path.time_s * w.field.sound_speed(405) / length, 1, 1e-5);
  EXPECT_NEAR(path.spreading_db, 20 * std::log10(length), 1e-9);
  EXPECT_NEAR(path.absorption_db, length * w.field.absorption_db_per_m(kFrequency, 405), 1e-5);
  EXPECT_NEAR((path.launch_N - (b - a) / length).norm(), 0, 1e-12);
  EXPECT_EQ(path.boundary_db, 0);
}

// Straight or bent, a path is the same in both directions.
TEST(AcousticField, Reciprocal) {
  const World1 w(calm_world());
  const Vec3 a(0, 0, 150);
  for (double range = 60; range < 3000; range *= 1.3) {
    const Vec3 b(range * 0.6, range * 0.8, 240);
    SoundPath there, back;
    ASSERT_TRUE(w.field.direct(a, b, kFrequency, there)) << range;
    ASSERT_TRUE(w.field.direct(b, a, kFrequency, back));
    EXPECT_NEAR(there.time_s, back.time_s, 1e-12);
    EXPECT_NEAR(there.loss_db(), back.loss_db(), 1e-6);
    EXPECT_NEAR((there.launch_N + back.arrival_N).norm(), 0, 1e-9);
    // Against a straight line at the mean speed the time is a little shorter, never longer.
    const double straight_s = (b - a).norm() / w.field.mean_sound_speed(150, 240);
    EXPECT_LE(there.time_s, straight_s + 1e-12);
    EXPECT_GT(there.time_s, 0.999 * straight_s);
  }
}

// A level seabed and nearly uniform water: image sources within the small gradient that is left.
TEST(AcousticField, PathsOverALevelSeabed) {
  World world = over_seabed(FlatSeabed{100, 0, 0});
  world.water.temperature_degc = LinearTable({0}, {10});
  const World1 w(world);
  const Vec3 a(0, 0, 30), b(150, 200, 60);
  std::array<SoundPath, 16> paths;
  const int n = w.field.paths(a, b, kFrequency, 0, 2, paths);
  ASSERT_EQ(n, 5);  // direct, S, B, SB, BS
  const double c = w.field.sound_speed(50);
  const auto length = [](double image) { return std::hypot(250.0, image - 30); };
  std::vector<double> expected = {length(60), length(-60), length(140), length(260), length(-140)};
  std::sort(expected.begin(), expected.end());
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(paths[i].time_s * c / expected[i], 1, 1e-3) << i;
    EXPECT_NEAR(paths[i].spreading_db, 20 * std::log10(expected[i]), 0.05);
    EXPECT_EQ(paths[i].surface_bounces + paths[i].bottom_bounces > 0, i > 0);
    EXPECT_NEAR(paths[i].launch_N.norm(), 1, 1e-12);
    EXPECT_NEAR(paths[i].launch_N.y() / paths[i].launch_N.x(), 200.0 / 150, 1e-12);
  }
  // The surface turns the phase, without wind nothing is lost there; the bottom takes its fraction.
  for (int i = 0; i < n; ++i) {
    if (paths[i].bottom_bounces == 0) {
      EXPECT_EQ(paths[i].boundary_db, 0);
      EXPECT_NEAR(paths[i].phase_rad, paths[i].surface_bounces * std::numbers::pi, 1e-12);
    } else if (paths[i].surface_bounces == 0) {
      const double grazing = std::asin(std::abs(paths[i].arrival_N.z()));
      EXPECT_NEAR(paths[i].boundary_db, w.field.reflection_loss_db(0, grazing, kFrequency, 100),
                  0.02);
      EXPECT_GT(paths[i].boundary_db, 0.1);
    }
  }
  std::array<SoundPath, 16> windy;
  ASSERT_EQ(w.field.paths(a, b, kFrequency, 10, 2, windy), 5);
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(windy[i].time_s, paths[i].time_s);
    EXPECT_EQ(windy[i].boundary_db > paths[i].boundary_db, paths[i].surface_bounces > 0);
  }
}

// On a slope the bounce is at the depth of the seabed there.
TEST(AcousticField, BottomBounceFindsTheGround) {
  World world = over_seabed(FlatSeabed{100, 2 * kDegree, 0});
  world.water.temperature_degc = LinearTable({0}, {10});
  const World1 w(world);
  const Vec3 a(0, 0, 20), b(300, 0, 80);
  std::array<SoundPath, 8> paths;
  const int n = w.field.paths(a, b, kFrequency, 0, 1, paths);
  const SoundPath* bottom = nullptr;
  for (int i = 0; i < n; ++i)
    if (paths[i].bottom_bounces == 1) bottom = &paths[i];
  ASSERT_NE(bottom, nullptr);
  // The forward tracer down to the ground at its depth there, and up again at the same angle.
  constexpr double kDeep = 1e4;
  const SoundProfile& profile = w.field.profile();
  double near = 0, far = 300;
  TracedRay down;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (near + far);
    down = trace_to_range(profile, 20, std::asin(bottom->launch_N.z()), middle, kDeep, true);
    (down.depth_m < 100 + std::tan(2 * kDegree) * middle ? near : far) = middle;
  }
  EXPECT_GT(down.depth_m, 103);
  const TracedRay up =
      trace_to_range(profile, down.depth_m, -down.angle_rad, 300 - near, kDeep, true);
  EXPECT_NEAR(up.depth_m, 80, 0.01);
  EXPECT_NEAR(down.time_s + up.time_s, bottom->time_s, 1e-6);
}

TEST(AcousticField, ARidgeBlocksThePath) {
  RidgeSeabed ridge;
  ridge.depth_m = 200;
  ridge.rise_m = 150;
  ridge.half_width_m = 40;
  ridge.crest = {500, 0};
  ridge.along_rad = 90 * kDegree;
  const World1 w(over_seabed(ridge));
  SoundPath path;
  EXPECT_FALSE(w.field.direct({0, 0, 150}, {1000, 0, 150}, kFrequency, path));
  EXPECT_TRUE(w.field.direct({0, 0, 20}, {1000, 0, 30}, kFrequency, path));
  EXPECT_FALSE(w.field.direct({470, 0, 120}, {530, 0, 120}, kFrequency, path));  // straight
  // Over the ridge by way of the surface.
  std::array<SoundPath, 8> paths;
  const int n = w.field.paths({0, 0, 60}, {1000, 0, 60}, kFrequency, 0, 1, paths);
  bool by_surface = false;
  for (int i = 0; i < n; ++i) by_surface |= paths[i].surface_bounces == 1;
  EXPECT_TRUE(by_surface);
}

// Below the mixed layer a strong thermocline bends sound away: no direct path far out.
TEST(AcousticField, ShadowZone) {
  World world = calm_world();
  world.water.temperature_degc = LinearTable({0, 40, 80, 1000}, {15, 15, 8, 6});
  const World1 w(world);
  SoundPath path;
  EXPECT_TRUE(w.field.direct({0, 0, 20}, {300, 0, 70}, kFrequency, path));
  EXPECT_FALSE(w.field.direct({0, 0, 20}, {6000, 0, 70}, kFrequency, path));
}

TEST(AcousticField, AbsorptionNoiseAndMaterials) {
  World world = calm_world();
  world.sound.absorption = AbsorptionFormula::kAinslieMcColm;
  world.sound.ph = 7.8;
  world.sound.extra_noise_db = 4;
  const World1 w(world);
  const WaterColumn& water = w.sea.value().water();
  EXPECT_EQ(
      w.field.absorption_db_per_m(5e4, 100),
      absorption_ainslie_mccolm(5e4, {water.temperature(100), water.salinity(100), 100, 7.8}));
  const World1 quiet(calm_world());
  EXPECT_NEAR(w.field.noise_db(2e4, 5) - quiet.field.noise_db(2e4, 5), 4, 1e-12);
  EXPECT_NEAR(w.field.scattering_db(0, 90 * kDegree, 1e5), -24, 1e-12);
  EXPECT_NEAR(w.field.scattering_db(1, 30 * kDegree, 1e5), -36 + 20 * std::log10(0.5), 1e-12);
  EXPECT_LT(w.field.reflection_loss_db(0, 10 * kDegree, 1e5),
            w.field.reflection_loss_db(1, 10 * kDegree, 1e5));
  EXPECT_EQ(w.field.surface_loss_db(20 * kDegree, 2e4, 0), 0);
}

// Echo of a sphere and of a plate over the field's own loss is the sonar equation.
TEST(AcousticField, EchoLevelOfTheSonarEquation) {
  const World1 w(calm_world());
  SoundPath path;
  ASSERT_TRUE(w.field.direct({0, 0, 300}, {50, 0, 300}, 450e3, path));
  const double alpha = w.field.absorption_db_per_m(450e3, 300);
  const double by_hand = 210 - 40 * std::log10(50.0) - 2 * alpha * 50;
  EXPECT_NEAR(echo_level_db(210, path.loss_db(), target_strength_sphere_db(0.5)),
              by_hand + 10 * std::log10(0.25 / 4), 1e-6);
  EXPECT_NEAR(echo_level_db(210, path.loss_db(), target_strength_plate_db(0.04, 1500 / 450e3)),
              by_hand + 20 * std::log10(0.04 * 450e3 / 1500), 1e-6);
}

// The rate of change of the travel time of a bent ray is its Doppler factor.
TEST(AcousticField, DopplerOfABentRay) {
  const World1 w(calm_world());
  const Vec3 a(0, 0, 60), b(2500, 900, 400), v_a(2, 1, 0.5), v_b(-3, 0.5, -0.4);
  const auto time = [&](const Vec3& from, const Vec3& to) {
    SoundPath path;
    EXPECT_TRUE(w.field.direct(from, to, kFrequency, path));
    return path.time_s;
  };
  const auto arrival = [&](double sent_s) {
    double t = sent_s;
    for (int i = 0; i < 12; ++i) t = sent_s + time(a + v_a * sent_s, b + v_b * t);
    return t;
  };
  const double dt = 0.02, between = arrival(dt / 2) - arrival(-dt / 2);
  SoundPath path;
  const double t0 = arrival(0);
  ASSERT_TRUE(w.field.direct(a, b + v_b * t0, kFrequency, path));
  const MovingEnd sender{v_a, path.launch_N, w.field.profile().speed(a.z())},
      receiver{v_b, path.arrival_N, w.field.profile().speed(b.z() + v_b.z() * t0)};
  EXPECT_NEAR(doppler_factor(sender, receiver), dt / between, 1e-8);
}

// Just above a lossy bottom direct and reflected sound nearly cancel; on it they are one way twice.
TEST(AcousticField, APlaceOnTheGround) {
  const World1 w(over_seabed(FlatSeabed{50, 0, 0}));
  std::array<SoundPath, 8> paths;
  ASSERT_EQ(w.field.paths({0, 0, 50}, {60, 0, 30}, kFrequency, 0, 1, paths), 3);
  EXPECT_NEAR(paths[0].time_s, paths[1].time_s, w.world.sound.straight_time_error_s);
  const double grazing = std::atan2(20, 60);
  for (int i = 0; i < 2; ++i)
    EXPECT_NEAR(paths[i].boundary_db,
                paths[i].bottom_bounces * w.field.reflection_loss_db(0, grazing, kFrequency, 50),
                0.05);
  EXPECT_EQ(paths[0].bottom_bounces + paths[1].bottom_bounces, 1);
}

TEST(AcousticField, OddPlaces) {
  const World1 w(over_seabed(FlatSeabed{50, 0, 0}));
  std::array<SoundPath, 8> paths;
  SoundPath path;
  EXPECT_TRUE(w.field.direct({0, 0, 10}, {0, 0, 10}, kFrequency, path));
  EXPECT_EQ(path.time_s, 0);
  EXPECT_TRUE(w.field.direct({0, 0, -0.4}, {100, 0, 5}, kFrequency, path));  // in a wave crest
  EXPECT_TRUE(w.field.direct({0, 0, 50}, {0, 0, 0}, kFrequency, path));      // straight up
  EXPECT_EQ(w.field.paths({0, 0, 5}, {10, 0, 5}, kFrequency, 0, 3, {}), 0);
  EXPECT_GE(w.field.paths({0, 0, 51}, {500, 0, 50}, kFrequency, 3, 2, paths), 2);
  EXPECT_EQ(w.field.paths({0, 0, 5}, {10, 0, 5}, kFrequency, 0, 0, paths), 1);
}

}  // namespace acoustic_field_test
}  // namespace hadal::environment
