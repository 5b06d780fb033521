// What a known puff of silt does to a forward-looking sonar, against the sonar equation.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/fls_test_model.h"
#include "sensors/acoustic/windows.h"

namespace hadal::sensors {
namespace fls_silt_test {

using environment::Puff;

World world_of_grains(double grain_m) {
  World world;
  world.materials.materials.resize(2);
  world.materials.materials[1].grain_m = grain_m;
  world.materials.materials[0].albedo = {0.1, 0.4, 0.9};
  return world;
}

// Far above its bed: a whole Gaussian about a place.
Puff puff_at(const Vec3& p_N, double size_m, double mass_kg) {
  return {p_N.x(), p_N.y(), p_N.z() + 100, 100, size_m * size_m, size_m * size_m, mass_kg, 1};
}

// The sonar equation of a volume: SL - 2 TL + 10 log (s_v V), V = r^2 (beam) (effective pulse), in the
// middle of a puff that is larger than beam and pulse; and the plate behind it by its attenuation.
TEST(SiltSonar, CloudEchoesAsTheSonarEquationSays) {
  constexpr double kGrain = 60e-6, kSize = 1.2, kRange = 8, kMass = 4;
  const World world = world_of_grains(kGrain);
  test::Tank tank;
  FlsModel m = test::quiet_model();
  m.beam_height_rad = 4 * kDegree;
  m.field_of_view_rad = 8 * kDegree;
  const Fls sonar(m);
  tank.add(geometry::box({0.01, 3, 3}), {12, 0, test::kDepth});
  const Pose place = test::at({0, 0, test::kDepth});
  FrameInput input = tank.input(place);
  const Frame clear = tank.frame(sonar, input);
  const std::vector<Puff> puffs{puff_at({kRange, 0, test::kDepth}, kSize, kMass)};
  const SiltView view(puffs, world, input.view->anchor_N());
  input.silt = &view;
  const Frame cloudy = tank.frame(sonar, input);
  const environment::GrainSound grain =
      environment::grain_sound(kGrain, m.frequency_hz, test::kSoundSpeed);
  const double middle_kg_m3 = kMass / (std::pow(2 * std::numbers::pi, 1.5) * std::pow(kSize, 3));
  const double along_kg_m2 = kMass / (2 * std::numbers::pi * kSize * kSize);
  const auto bin = [&](double range_m) {
    return static_cast<size_t>(std::lround((range_m - m.min_range_m) / sonar.bin_m()));
  };
  const size_t row = test::middle_row(m);
  // Mean over a few bins: powers of a smooth volume.
  double level = 0;
  for (size_t n = bin(kRange) - 5; n <= bin(kRange) + 5; ++n)
    level += test::power_of(test::row_of(cloudy, "clean_db", row)[n]) / 11;
  const double volume = m.beam_height_rad * m.field_of_view_rad / m.beams * kRange * kRange * 1.5 *
                        sonar.bin_m();
  const double water_db = 40 * std::log10(kRange) +
                          2 * kRange * tank.sound().absorption_db_per_m(m.frequency_hz, test::kDepth);
  const double expected = m.source_level_db - water_db +
                          10 * std::log10(middle_kg_m3 * grain.backscattering_per_m * volume) -
                          10 / std::numbers::ln10 * grain.attenuation_per_m * along_kg_m2;
  // The array receives the directions beside its own through its pattern, from a volume that fills
  // them all.
  const double spacing_rad = m.field_of_view_rad / m.beams;
  const AperturePattern pattern(m.array_shading(), spacing_rad);
  double received = 0;
  for (int k = -m.beams / 2; k < m.beams / 2; ++k)
    received += std::pow(pattern(k * spacing_rad), 2);
  EXPECT_NEAR(10 * std::log10(level), expected + 10 * std::log10(received), 0.3);
  // The plate at 12 m.
  const double before = test::row_of(clear, "clean_db", row)[bin(11.995)];
  const double after = test::row_of(cloudy, "clean_db", row)[bin(11.995)];
  EXPECT_NEAR(before - after, 20 / std::numbers::ln10 * grain.attenuation_per_m * along_kg_m2, 0.1);
  EXPECT_GT(before - after, 0.05);
  // Speckle keeps the mean power.
  double speckled = 0, clean = 0;
  for (size_t b = 8; b + 8 < static_cast<size_t>(m.beams); ++b)
    for (size_t n = bin(7); n < bin(9); ++n) {
      speckled += test::power_of(test::row_of(cloudy, "level_db", b)[n]);
      clean += test::power_of(test::row_of(cloudy, "clean_db", b)[n]);
    }
  EXPECT_NEAR(10 * std::log10(speckled / clean), 0, 0.3);
}

// A multibeam loses by the cloud what the forward-looking sonar loses, and a ray of it nothing more.
TEST(SiltSonar, CloudDimsTheEchoesOfAMultibeam) {
  constexpr double kGrain = 60e-6, kSize = 0.8, kMass = 8;
  const World world = world_of_grains(kGrain);
  test::Tank tank;
  tank.add(geometry::box({0.01, 30, 30}), {12, 0, test::kDepth});
  BeamGridModel m;
  m.pointing = BeamPointing::kAhead;
  m.rows = m.columns = 1;
  m.beam_width_rad = m.beam_height_rad = 1 * kDegree;
  m.noise = false;
  const BeamDetector sonar(m);
  FrameInput input = tank.input(test::at({0, 0, test::kDepth}));
  const float before = tank.frame(sonar, input).plane("echo_db").floats()[0];
  const std::vector<Puff> puffs{puff_at({6, 0, test::kDepth}, kSize, kMass)};
  const SiltView view(puffs, world, input.view->anchor_N());
  input.silt = &view;
  const float after = tank.frame(sonar, input).plane("echo_db").floats()[0];
  const double loss = environment::grain_sound(kGrain, m.frequency_hz, test::kSoundSpeed)
                          .attenuation_per_m *
                      kMass / (2 * std::numbers::pi * kSize * kSize);
  EXPECT_NEAR(before - after, 20 / std::numbers::ln10 * loss, 0.02);
  EXPECT_GT(before - after, 0.05);
}

}  // namespace fls_silt_test
}  // namespace hadal::sensors
