// What a known puff of silt does to a forward-looking sonar, against the sonar equation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/fls_test_model.h"
#include "sensors/acoustic/imaging_sonar.h"
#include "sensors/acoustic/windows.h"
#include "sensors/test_silt.h"

namespace hadal::sensors {
namespace fls_silt_test {

using environment::Puff;
using test::puff_at;
using test::world_of_grains;

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

// The geometric sonar counts rays: of a cloud larger than beam and bin s_v dr over the strength of a
// surface per ray, dimmed by the half of the cloud before its middle; and the wall behind less by all
// of it, but at the same place with the same label.
TEST(SiltSonar, CloudCountsAsRaysOfTheImagingSonar) {
  constexpr double kGrain = 250e-6, kSize = 0.8, kMass = 10, kRange = 5, kWall = 10;
  const World world = world_of_grains(kGrain);
  test::Tank tank;
  tank.add(geometry::box({0.01, 30, 30}), {kWall + 0.005, 0, test::kDepth});
  ImagingSonarModel m;
  m.beams = 33, m.planes = 5;
  m.field_of_view_rad = 2 * kDegree, m.beam_height_rad = 1 * kDegree, m.beam_width_rad = 0;
  m.min_range_m = 1, m.max_range_m = 12;
  m.blur_m = 0.02;
  const ImagingSonar sonar(m);
  FrameInput input = tank.input(test::at({0, 0, test::kDepth}));
  const Frame clear = tank.frame(sonar, input);
  const std::vector<Puff> puffs{puff_at({kRange, 0, test::kDepth}, kSize, kMass)};
  const SiltView view(puffs, world, input.view->anchor_N());
  input.silt = &view;
  const Frame cloudy = tank.frame(sonar, input);
  const environment::GrainSound grain =
      environment::grain_sound(kGrain, m.frequency_hz, test::kSoundSpeed);
  const double middle_kg_m3 = kMass / (std::pow(2 * std::numbers::pi, 1.5) * std::pow(kSize, 3));
  const double along_kg_m2 = kMass / (2 * std::numbers::pi * kSize * kSize);
  const double through_db = 20 / std::numbers::ln10 * grain.attenuation_per_m * along_kg_m2;
  const auto count_db = [&](const Frame& frame, double from_m, double to_m) {
    double sum = 0;
    int bins = 0;
    const std::span<const float> row = test::row_of(frame, "level_db", 16);
    for (size_t n = 0; n < row.size(); ++n)
      if (frame.axes.ranges_m[n] > from_m && frame.axes.ranges_m[n] < to_m)
        sum += test::power_of(row[n]), ++bins;
    return 10 * std::log10(sum / bins);
  };
  const double expected = m.planes * middle_kg_m3 * grain.backscattering_per_m *
                          m.range_resolution_m / std::pow(10.0, -2.7);
  ASSERT_GT(10 * std::log10(expected), kImagingFloor_db + 10);
  EXPECT_NEAR(count_db(cloudy, kRange - 0.05, kRange + 0.05),
              10 * std::log10(expected) - through_db / 2, 0.1);
  EXPECT_LT(count_db(clear, kRange - 0.05, kRange + 0.05), kImagingFloor_db + 0.01);
  EXPECT_GT(through_db, 1);
  EXPECT_NEAR(count_db(clear, kWall - 0.1, kWall + 0.1) - count_db(cloudy, kWall - 0.1, kWall + 0.1),
              through_db, 0.1);
  const auto same = [&](const char* plane) {
    return std::ranges::equal(clear.plane(plane).data, cloudy.plane(plane).data);
  };
  EXPECT_TRUE(same(kPointsPlane.data()) && same("object_id"));
  EXPECT_EQ(cloudy.hash(), tank.frame(sonar, input, 4).hash());
}

// A small body has rays of its own, which meet the cloud as well.
TEST(SiltSonar, CloudDimsTheEchoOfASmallBody) {
  constexpr double kGrain = 60e-6, kSize = 0.8, kMass = 8;
  const World world = world_of_grains(kGrain);
  test::Tank tank;
  tank.add(geometry::sphere(0.05, 5000), {12, 0, test::kDepth});
  const std::vector<Puff> puffs{puff_at({6, 0, test::kDepth}, kSize, kMass)};
  FrameInput input = tank.input(test::at({0, 0, test::kDepth}));
  const SiltView view(puffs, world, input.view->anchor_N());
  const auto loss_db = [&](double frequency_hz) {
    return 20 / std::numbers::ln10 *
           environment::grain_sound(kGrain, frequency_hz, test::kSoundSpeed).attenuation_per_m *
           kMass / (2 * std::numbers::pi * kSize * kSize);
  };
  FlsModel fls = test::quiet_model();
  const Fls sonar(fls);
  const auto strongest = [&] {
    const Frame frame = tank.frame(sonar, input);
    const std::span<const float> row = test::row_of(frame, "clean_db", test::middle_row(fls));
    return *std::max_element(row.begin() + static_cast<ptrdiff_t>(11.5 / sonar.bin_m()), row.end());
  };
  BeamGridModel grid;
  grid.pointing = BeamPointing::kAhead;
  grid.rows = grid.columns = 1;
  grid.beam_width_rad = grid.beam_height_rad = 1 * kDegree;
  grid.noise = false;
  const BeamDetector detector(grid);
  const auto detected = [&] { return tank.frame(detector, input).plane("echo_db").floats()[0]; };
  const float clear = strongest(), clear_detected = detected();
  input.silt = &view;
  EXPECT_NEAR(clear - strongest(), loss_db(fls.frequency_hz), 0.05);
  EXPECT_NEAR(clear_detected - detected(), loss_db(grid.frequency_hz), 0.02);
  EXPECT_GT(clear - strongest(), 0.05);
}

// A cloud high in the side lobes against one on the axis, by the vertical pattern twice.
TEST(SiltSonar, CloudInASideLobeIsReceivedByThePattern) {
  constexpr double kSize = 0.7, kRange = 5, kUp = 45 * kDegree;
  const World world = world_of_grains(60e-6);
  test::Tank tank;
  FlsModel m = test::quiet_model();
  m.vertical_pattern = true;
  m.field_of_view_rad = 120 * kDegree;
  m.max_range_m = 10;
  const Fls sonar(m);
  const AperturePattern pattern({}, m.beam_height_rad);
  const auto place = [](double elevation) {
    return Vec3(kRange * std::cos(elevation), 0, -kRange * std::sin(elevation));
  };
  const auto received = [&](double elevation) {  // over all beams and bins
    FrameInput input = tank.input(test::at({0, 0, test::kDepth}));
    const std::vector<Puff> puffs{
        puff_at(place(elevation) + Vec3(0, 0, test::kDepth), kSize, 0.01)};
    const SiltView view(puffs, world, input.view->anchor_N());
    input.silt = &view;
    const Frame frame = tank.frame(sonar, input);
    double sum = 0;
    for (const float level : frame.plane("clean_db").floats()) sum += test::power_of(level);
    return sum;
  };
  const auto expected = [&](double elevation) {
    double sum = 0;
    for (double e = -89.5; e < 90; ++e)
      for (double a = -59.5; a < 60; ++a)
        for (double r = 2; r < 8; r += 0.1) {
          const double up = e * kDegree, across = a * kDegree;
          const Vec3 p = r * Vec3(std::cos(up) * std::cos(across), std::cos(up) * std::sin(across),
                                  -std::sin(up));
          sum += std::pow(pattern(up), 4) * std::cos(up) / (r * r) *
                 std::exp(-0.5 * (p - place(elevation)).squaredNorm() / (kSize * kSize)) *
                 std::exp(-2 * r * std::numbers::ln10 / 10 *
                          tank.sound().absorption_db_per_m(m.frequency_hz, test::kDepth));
        }
    return sum;
  };
  const double ratio_db = 10 * std::log10(received(kUp) / received(0));
  EXPECT_NEAR(ratio_db, 10 * std::log10(expected(kUp) / expected(0)), 0.7);
  EXPECT_LT(ratio_db, -25);
}

}  // namespace fls_silt_test
}  // namespace hadal::sensors
