// What other instruments sound while a sonar listens, instrument by instrument.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "math/units.h"
#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/line_sonars.h"
#include "sensors/acoustic/test_tank.h"

namespace hadal::sensors {
namespace bursts_test {

using namespace test;

constexpr double kDepth = 50, kBurst_db = 120, kLevelError_db = 0.01;
constexpr double kSlant_m = 0.35;  // 20 m below to the edge of a beam of 20 degrees

FlsModel quiet_sonar() {
  FlsModel m;
  m.beams = 33;
  m.rays_along = 4;
  m.field_of_view_rad = 33 * kDegree;
  m.beam_height_rad = 20 * kDegree;
  m.beam_width_rad = 0;  // the spacing
  m.max_range_m = 30;
  m.spreading_gain_db = 0;
  m.noise = false;
  m.raw = true;
  return m;
}

Vec3 toward(double bearing_rad, double elevation_rad = 0) {
  return {std::cos(elevation_rad) * std::cos(bearing_rad),
          std::cos(elevation_rad) * std::sin(bearing_rad), std::sin(elevation_rad)};
}

// A burst that lies between two ranges.
Burst burst_at(double from_m, double to_m, const Vec3& from_S = Vec3::UnitX()) {
  return {2 * from_m / kSoundSpeed, 2 * to_m / kSoundSpeed, power_of(kBurst_db), from_S};
}

Frame disturbed(Tank& tank, const FrameSensor& sonar, const FrameInput& input,
                const std::vector<Burst>& bursts, int threads = 1) {
  Frame frame = tank.frame(sonar, input, threads);
  ThreadArena arena(threads);
  sonar.disturb(input, bursts, arena, frame);
  return frame;
}
FrameInput level_input(Tank& tank) {
  return tank.input({Vec3(0, 0, kDepth), Quat::Identity()});
}

std::span<const float> levels_of(const Frame& frame, int row) {
  const Plane& p = frame.plane(kLevelPlane);
  return p.floats().subspan(static_cast<size_t>(row) * p.columns, static_cast<size_t>(p.columns));
}
double energy_db(std::span<const float> levels) {
  double sum = 0;
  for (const float db : levels)
    if (db > 0) sum += power_of(db);
  return 10 * std::log10(sum);
}

// A pulse as long as a bin keeps its energy wherever it falls between the bins.
TEST(Bursts, LieAtHalfTheirTimeAndKeepTheirEnergy) {
  Tank tank;
  const Fls sonar(quiet_sonar());
  const FrameInput in = level_input(tank);
  for (const double fraction : {0.0, 0.3, 0.5, 0.9}) {
    const double from_m = 12 + fraction * sonar.bin_m(), middle_m = from_m + sonar.bin_m() / 2;
    const Frame frame = disturbed(tank, sonar, in, {burst_at(from_m, from_m + sonar.bin_m())});
    const auto row = levels_of(frame, 16);
    const auto peak = static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
    EXPECT_NEAR(frame.axes.ranges_m[peak], middle_m, sonar.bin_m() * 0.51);
    EXPECT_NEAR(energy_db(row), kBurst_db, kLevelError_db) << fraction;
  }
}

// One way through the patterns: -3 dB half a width off the axis, in azimuth and in elevation.
TEST(Bursts, AreReceivedThroughThePatterns) {
  Tank tank;
  FlsModel m = quiet_sonar();
  m.beam_width_rad = 2 * kDegree;  // two beams apart
  const Fls sonar(m);
  const FrameInput in = level_input(tank);
  const auto received_db = [&](const Vec3& from_S, int row) {
    return energy_db(
        levels_of(disturbed(tank, sonar, in, {burst_at(12, 12 + sonar.bin_m(), from_S)}), row));
  };
  EXPECT_NEAR(received_db(toward(5 * kDegree), 21), kBurst_db, kLevelError_db);
  EXPECT_NEAR(received_db(toward(5 * kDegree), 20), kBurst_db - 3, 0.02);
  EXPECT_NEAR(received_db(toward(5 * kDegree), 22), kBurst_db - 3, 0.02);
  EXPECT_NEAR(received_db(toward(0, 10 * kDegree), 16), kBurst_db - 3, 0.02);
  EXPECT_LT(received_db(toward(180 * kDegree), 16), kBurst_db - 100);
}

// Random phase: over many bins the powers of echo and burst add, and the raw pressure agrees.
TEST(Bursts, AddToEchoesWithRandomPhase) {
  Tank tank;
  FlsModel m = quiet_sonar();
  m.noise = true;
  m.self_noise_db = kBurst_db;
  m.max_range_m = 60;
  const Fls sonar(m);
  const FrameInput in = level_input(tank);
  const Frame frame = disturbed(tank, sonar, in, {burst_at(1, 70)});
  double mean = 0;
  size_t count = 0;
  const auto raw = frame.plane("raw_upa").floats();
  const auto level = frame.plane(kLevelPlane).floats();
  for (size_t n = 50; n < levels_of(frame, 16).size(); ++n) {
    const size_t i = 16 * levels_of(frame, 16).size() + n;
    mean += power_of(level[i]);
    ++count;
    const double p2 = raw[2 * i] * raw[2 * i] + raw[2 * i + 1] * raw[2 * i + 1];
    EXPECT_NEAR(10 * std::log10(p2), level[i], 1e-2);
  }
  EXPECT_NEAR(10 * std::log10(mean / static_cast<double>(count)), kBurst_db + 3, 0.4);
}

TEST(Bursts, SameBitsForAnyNumberOfThreads) {
  Tank tank;
  FlsModel m = quiet_sonar();
  m.noise = m.points = true;
  const Fls sonar(m);
  const FrameInput in = level_input(tank);
  const std::vector<Burst> bursts = {burst_at(3, 9, toward(0.1)), burst_at(5, 5.1, toward(-0.2))};
  const uint64_t one = disturbed(tank, sonar, in, bursts, 1).hash();
  EXPECT_EQ(one, disturbed(tank, sonar, in, bursts, 2).hash());
  EXPECT_EQ(one, disturbed(tank, sonar, in, bursts, 4).hash());
  EXPECT_NE(one, tank.frame(sonar, in).hash());
}

template <class T>
T one_quiet_beam() {
  T out;
  static_cast<SonarLine&>(out) = quiet_sonar();
  out.beam_width_rad = 3 * kDegree;
  return out;
}

MultibeamModel quiet_multibeam() {
  MultibeamModel out;
  out.frequency_hz = 400e3, out.bandwidth_hz = 40e3;
  out.source_level_db = 220;
  out.directivity_db = 30;
  out.beam_width_rad = out.beam_height_rad = 1 * kDegree;
  out.max_range_m = 60;
  out.noise = false;
  return out;
}

TEST(Bursts, SideScanReceivesTheSideTheyComeFrom) {
  Tank tank;
  auto model = one_quiet_beam<SideScanModel>();
  model.tilt_rad = 20 * kDegree;
  const SideScan sonar(model);
  const Vec3 starboard_S(0, std::cos(model.tilt_rad), std::sin(model.tilt_rad));
  const Frame frame = disturbed(tank, sonar, level_input(tank), {burst_at(12, 12.5, starboard_S)});
  EXPECT_NEAR(*std::max_element(levels_of(frame, 1).begin(), levels_of(frame, 1).end()), kBurst_db,
              kLevelError_db);
  EXPECT_LT(*std::max_element(levels_of(frame, 0).begin(), levels_of(frame, 0).end()), 0);
}

TEST(Bursts, ScanningSonarReceivesWhereItPoints) {
  Tank tank;
  auto model = one_quiet_beam<ScanningSonarModel>();
  model.step_rad = 45 * kDegree;  // the first ping is astern
  const ScanningSonar sonar(model);
  FrameInput in = level_input(tank);
  const std::vector<Burst> from_starboard = {burst_at(12, 12.5, Vec3::UnitY())};
  for (const int64_t ping : {4, 6, 8}) {
    in.number = ping;
    const Frame frame = disturbed(tank, sonar, in, from_starboard);
    const float loudest = *std::max_element(levels_of(frame, 0).begin(), levels_of(frame, 0).end());
    if (ping == 6) {
      EXPECT_NEAR(loudest, kBurst_db, kLevelError_db);
    } else {
      EXPECT_LT(loudest, 0);
    }
  }
}

TEST(Bursts, EchosounderTakesThemForTheGround) {
  Tank tank;
  tank.add_plane(kDepth + 20, kGround);
  const Echosounder sonar(one_quiet_beam<EchosounderModel>());
  const FrameInput in = level_input(tank);
  Burst loud = burst_at(12, 12.1, Vec3::UnitZ());
  loud.power = power_of(200);
  EXPECT_NEAR(tank.frame(sonar, in).plane("range_m").floats()[0], 20, kSlant_m);
  EXPECT_NEAR(disturbed(tank, sonar, in, {loud}).plane("range_m").floats()[0], 12, 0.1);
  loud.power = power_of(20);
  EXPECT_NEAR(disturbed(tank, sonar, in, {loud}).plane("range_m").floats()[0], 20, kSlant_m);
}

// Ranges change in the beams that receive the burst louder than the ground, and only there.
TEST(Bursts, FalseRangesOfAMultibeamEchosounder) {
  Tank tank;
  tank.add_plane(kDepth + 20, kGround);
  MultibeamModel model = quiet_multibeam();
  model.columns = 61, model.width_rad = 60 * kDegree;
  const BeamDetector sonar(model);
  const FrameInput in = level_input(tank);
  const Frame clear = tank.frame(sonar, in);
  const double echo_db = clear.plane("echo_db").floats()[30];
  Burst burst = burst_at(12, 12 + 1500 / (2 * model.bandwidth_hz), Vec3::UnitZ());
  burst.power = power_of(echo_db + 20);  // 40 dB less off the beam
  const Frame frame = disturbed(tank, sonar, in, {burst});
  const auto range = frame.plane("range_m").floats(), before = clear.plane("range_m").floats();
  EXPECT_NEAR(range[30], 12, 0.05);
  EXPECT_NEAR(frame.plane("echo_db").floats()[30], echo_db + 20, 0.05);
  EXPECT_EQ(frame.plane("object_id").ints()[30], kEchoNone);
  EXPECT_NEAR(frame.plane(kPointsPlane).floats()[4 * 30 + 2], 12, 0.05);
  for (const size_t far : {0u, 25u, 35u, 60u}) EXPECT_EQ(range[far], before[far]) << far;
  // One way, -3 dB half a width off, -12 dB a whole one.
  EXPECT_NEAR(frame.plane("echo_db").floats()[31], echo_db + 20 - 40 * std::log10(2.0), 0.1);
}

// A weaker one that comes with the echo moves the range by bin / sqrt(echo / burst).
TEST(Bursts, WeakOnesBlurRanges) {
  Tank tank;
  tank.add_plane(kDepth + 20, kGround);
  MultibeamModel model = quiet_multibeam();
  model.columns = model.rows = 1, model.width_rad = 0;
  const double bin_m = 1500 / (2 * model.bandwidth_hz);
  const BeamDetector quiet(model);
  model.noise = true;
  const BeamDetector sonar(model);
  FrameInput in = level_input(tank);
  Frame frame = tank.frame(quiet, in);
  const float truth = frame.plane("range_m").floats()[0];
  Burst burst = burst_at(19, 21, Vec3::UnitZ());
  burst.power = power_of(frame.plane("echo_db").floats()[0] - 10);
  constexpr int kPings = 2000;
  double square = 0;
  ThreadArena arena(1);
  for (in.tick = 0; in.tick < kPings; ++in.tick) {
    frame.plane("range_m").floats()[0] = truth;
    sonar.disturb(in, std::vector<Burst>{burst}, arena, frame);
    square += std::pow(frame.plane("range_m").floats()[0] - truth, 2) / kPings;
  }
  EXPECT_NEAR(std::sqrt(square) / (bin_m / std::sqrt(10.0)), 1, 4 / std::sqrt(2.0 * kPings));
}

}  // namespace bursts_test
}  // namespace hadal::sensors
