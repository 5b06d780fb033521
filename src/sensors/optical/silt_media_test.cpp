// What a known puff does to a picture and to a lidar, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "environment/optics/phase_function.h"
#include "geometry/primitives.h"
#include "raytrace/scene.h"
#include "sensors/optical/lidar.h"
#include "sensors/optical/render/silt_kernel.h"
#include "sensors/test_silt.h"

namespace hadal::sensors {
namespace silt_media_test {

using environment::Puff;
using test::puff_at;
using test::world_of_grains;

// Integral of b straight through the middle of a puff far away on both sides.
double through_middle(double size_m, double mass_kg, double grain_m) {
  const double two_pi = 2 * std::numbers::pi;
  return mass_kg / (two_pi * size_m * size_m) * environment::grain_scattering_m2_kg(grain_m);
}

// Clear water in the dark or by daylight; sixteen rays north, towards a card at 4 m whose halves
// shine with 1 and 3.
Light clear_water(float total) {
  Light light;
  light.surface_z = -5;
  WaterLayerLight& water = light.water.emplace_back();
  water.total.fill(total);
  return light;
}
Tile16 card() {
  Tile16 t{};
  for (int k = 0; k < Tile16::kLanes; ++k) {
    t.rays.dx[k] = 1, t.rays.far_m[k] = 10;
    t.water_m[k] = t.range_m[k] = 4;
    for (auto& colour : t.direct) colour[k] = k < 8 ? 1.0f : 3.0f;
    t.at.x[k] = 4, t.lamp_shown[k] = 1, t.dither[k] = 0.5f;
  }
  return t;
}

TEST(SiltVeil, DimsACardAsBeerAndLambertSay) {
  const World world = world_of_grains(12e-6);
  const std::vector<Puff> puffs{puff_at({2, 0, 0}, 0.3, 0.01)};
  const SiltView view(puffs, world, Vec3::Zero());
  const double depth = through_middle(0.3, 0.01, 12e-6);
  ASSERT_GT(depth, 0.5);
  const Light dark = clear_water(0);
  const SiltLight silt(view, dark, {620, 540, 460});
  Tile16 t = card();
  veil_by_silt(silt, {}, t);
  const double wavelength[] = {620, 540, 460};
  for (int c = 0; c < kColours; ++c) {
    const double passes = std::exp(-depth * (0.5 + 0.08 * std::exp(-0.0123 * (wavelength[c] - 443))));
    EXPECT_NEAR(t.direct[c][0], passes, 2e-5);
    EXPECT_NEAR(t.direct[c][8], 3 * passes, 6e-5);
    EXPECT_EQ(t.scattered[c][0], 0);
  }
}

// By day the veil is what the picture has lost times the light around, 0.5 / k of it 4/3 E / (4 pi),
// and so contrast falls as 1 / (1 + veil).
TEST(SiltVeil, VeilsACardByDay) {
  const World world = world_of_grains(12e-6);
  const std::vector<Puff> puffs{puff_at({2, 0, 0}, 0.3, 0.01)};
  const SiltView view(puffs, world, Vec3::Zero());
  const double depth = through_middle(0.3, 0.01, 12e-6);
  const Light day = clear_water(0.5f);  // per band: 1 per colour
  Tile16 t = card();
  veil_by_silt(SiltLight(view, day, {540, 540, 540}), {}, t);
  const double loss = environment::silt_picture_loss(540), passes = std::exp(-loss * depth);
  const double veil = (1 - passes) * 0.5 / loss * 4 / 3 / (4 * std::numbers::pi);
  EXPECT_NEAR(t.scattered[1][3], veil, 1e-5);
  const double bright = t.direct[1][8] + t.scattered[1][8], dim = t.direct[1][0] + t.scattered[1][0];
  EXPECT_NEAR((bright - dim) / (bright + dim), 2 * passes / (4 * passes + 2 * veil), 1e-4);
}

TEST(SiltVeil, ClearWaterBesideACloudIsLeftAsItWas) {
  const World world = world_of_grains(12e-6);
  const std::vector<Puff> puffs{puff_at({2, 5, 0}, 0.3, 0.01)};
  const SiltView view(puffs, world, Vec3::Zero());
  const Light day = clear_water(0.5f);
  Tile16 t = card();
  veil_by_silt(SiltLight(view, day, {620, 540, 460}), {}, t);
  EXPECT_EQ(t.direct[1][0], 1);
  EXPECT_EQ(t.scattered[1][0], 0);
}

// A lamp beside the eye, against a fine sum along the ray; and the light that it loses on its way to
// the card.
TEST(SiltVeil, LampsLightTheCloud) {
  const World world = world_of_grains(12e-6);
  const std::vector<Puff> puffs{puff_at({2, 0, 0}, 0.5, 0.02)};
  const SiltView view(puffs, world, Vec3::Zero());
  Light light = clear_water(0);
  LampLight lamp;
  lamp.place = {0, 0.5f, 0};
  lamp.intensity.fill(1);
  light.lamps.push_back(lamp);
  const SiltLight silt(view, light, {540, 540, 540});
  const double loss = environment::silt_picture_loss(540);
  Tile16 t = card();
  dim_lamp_by_silt(silt, lamp, t);
  const Vec3 there(4, 0, 0), to_lamp = (Vec3(0, 0.5, 0) - there).normalized();
  EXPECT_NEAR(t.lamp_shown[0],
              std::exp(-loss * view.scattering_along(there, to_lamp, std::hypot(4, 0.5))), 1e-5);
  veil_by_silt(silt, {}, t);
  double sum = 0;
  constexpr int kParts = 4000;
  for (int i = 0; i < kParts; ++i) {
    const double s = 4 * (i + 0.5) / kParts;
    const Vec3 p(s, 0, 0), toward = Vec3(0, 0.5, 0) - p, l = toward.normalized();
    const double out = view.scattering_along(p, l, toward.norm());
    const double back = view.scattering_along(Vec3::Zero(), Vec3::UnitX(), s);
    sum += 4.0 / kParts * view.scattering_at(p) * environment::optics::two_term_phase(l.x()) * 2 /
           toward.squaredNorm() * std::exp(-loss * (out + back));
  }
  EXPECT_NEAR(t.scattered[1][0] / sum, 1, 0.1);  // twelve parts
}

TEST(SiltLidar, LosesTheBeamAndSeesTheCloud) {
  const World world = world_of_grains(12e-6);
  LidarModel model;
  model.columns = model.rows = 1;
  model.attenuation_per_m = 0.1;
  model.returns = 2;
  raytrace::Scene scene;
  std::vector<raytrace::Placed> things(1);
  things[0].shape = scene.triangles(geometry::box({2, 200, 200}));
  things[0].translation_A = Vec3(6, 0, 0);  // its near face at 5 m
  things[0].instance.seen = raytrace::kSeenLidar;
  const auto view = scene.view(Vec3::Zero(), things);
  const auto scan = [&](double mass_kg) {
    const std::vector<Puff> puffs{puff_at({2.5, 0, 0}, 0.3, mass_kg)};
    const SiltView silt(puffs, world, Vec3::Zero());
    const Lidar lidar(model);
    FrameInput input;
    input.view = view.get();
    input.materials = &world.materials;
    input.silt = &silt;
    ThreadArena arena(1);
    Frame frame = lidar.blank();
    lidar.compute(input, arena, frame);
    return frame;
  };
  // A thin cloud: the wall is dimmed by exp(-2 (a + b)).
  const Frame thin = scan(0.002);
  const double lost = 2 * environment::silt_beam_loss(532) * through_middle(0.3, 0.002, 12e-6);
  const double wall = 0.4 * std::exp(-2 * 0.1 * 5) / 25;
  EXPECT_EQ(thin.plane("object_id").ints()[0], kLabelParticle);
  EXPECT_NEAR(thin.plane("range_m").floats()[1], 5, 1e-4);
  EXPECT_NEAR(thin.plane("intensity").floats()[1] / (wall * std::exp(-lost)), 1, 1e-3);
  // A dense one: the wall is gone, its near side gives the return.
  const Frame dense = scan(0.3);
  EXPECT_EQ(dense.plane("returns").bytes()[0], 1);
  EXPECT_EQ(dense.plane("object_id").ints()[0], kLabelParticle);
  EXPECT_GT(dense.plane("range_m").floats()[0], 1.2);
  EXPECT_LT(dense.plane("range_m").floats()[0], 2.4);
  EXPECT_NEAR(dense.plane("true_range_m").floats()[0], 5, 1e-4);
}

}  // namespace silt_media_test
}  // namespace hadal::sensors
