// Small spheres in every shipped sonar, and the surfaces between rays.
#include "sensors/acoustic/small_bodies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>

#include "environment/acoustic/scattering.h"
#include "sensors/acoustic/beam_detector.h"
#include "sensors/acoustic/fls.h"
#include "sensors/acoustic/fls_test_model.h"
#include "sensors/acoustic/line_sonars.h"

namespace hadal::sensors {
namespace small_bodies_test {

using namespace test;

constexpr double kError_db = 1, kHannBins = 1.5;

// Lambert's law over the half of a sphere that shows: mu 2 pi R^2 / 3.
double sphere_db(double radius_m) {
  return kScattering_db + 10 * std::log10(2 * std::numbers::pi * radius_m * radius_m / 3);
}

double expected_db(const Tank& tank, const SonarBeam& m, double radius_m, double range_m) {
  const double near_m = range_m - 0.75 * radius_m;
  return environment::echo_level_db(
      m.source_level_db,
      environment::spherical_loss_db(
          near_m, tank.sound().absorption_db_per_m(m.frequency_hz, kDepth)),
      sphere_db(radius_m));
}

// Of a rectangular aperture, one way, -3 dB at half the width; a formula of its own.
double aperture_db(double angle_rad, double width_rad) {
  const double x = 1.3915573782515103 * std::sin(angle_rad) / std::sin(width_rad / 2);
  return x == 0 ? 0 : 20 * std::log10(std::abs(std::sin(x) / x));
}

// What a Gaussian beam of the same width hears less of a sphere that is not a point to it: the
// brightness of Lambert's sphere falls as the cosine, so that its second moment is R^2 / 5.
double width_loss_db(double radius_m, double range_m, double width_rad) {
  const double x = radius_m / range_m / width_rad;
  return 10 * std::log10(std::exp2(-4 * x * x / 5));
}

double power_in(std::span<const float> levels_db) {
  double sum = 0;
  for (const float db : levels_db)
    if (db > -29) sum += power_of(db);
  return sum;
}

// Loudest row, mean over pings, of all the power of a sphere.
double loudest_db(Tank& tank, const FrameSensor& sonar, std::string_view plane, int pings,
                  double pulse_bins) {
  std::vector<double> rows;
  FrameInput in = tank.input(at({0, 0, kDepth}));
  for (int ping = 0; ping < pings; ++ping) {
    in.tick = in.number = ping;
    const Frame frame = tank.frame(sonar, in);
    const Plane& p = frame.plane(plane);
    rows.resize(static_cast<size_t>(p.rows));
    for (size_t b = 0; b < rows.size(); ++b) rows[b] += power_in(row_of(frame, plane, b)) / pings;
  }
  return 10 * std::log10(*std::max_element(rows.begin(), rows.end()) / pulse_bins);
}

FlsModel imager(double frequency_khz, double bandwidth_khz, double width_deg, double range_m) {
  FlsModel m;
  m.frequency_hz = frequency_khz * 1e3, m.bandwidth_hz = bandwidth_khz * 1e3;
  m.beams = 512, m.field_of_view_rad = 130 * kDegree, m.beam_width_rad = width_deg * kDegree;
  m.min_range_m = 0.1, m.max_range_m = range_m, m.rays_along = 192;
  m.array_window = Shading::kHamming, m.spreading_gain_db = 0, m.noise = false, m.clean = true;
  return m;
}

// Between rays and on them, across and along, near and far, of the M750d's and M1200d's kind.
TEST(SmallBodies, ASphereHasItsTargetStrengthAnywhereInAnImager) {
  for (const FlsModel& m : {imager(750, 60, 1, 40), imager(1200, 120, 0.6, 20)})
    for (const double range : {0.25 * m.max_range_m, 0.95 * m.max_range_m})
      for (const double bearing : {0.127, -50.2})
        for (const double down : {0.05, -9.0}) {
          Tank tank;
          constexpr double kRadius = 0.05;
          tank.add(geometry::sphere(kRadius, 2000),
                   Vec3(0, 0, kDepth) + range * fan_direction_S(FanAxes::kUpright,
                                                                bearing * kDegree,
                                                                down * kDegree));
          const double found = loudest_db(tank, Fls(m), "clean_db", 1, kHannBins);
          EXPECT_NEAR(found,
                      expected_db(tank, m, kRadius, range) +
                          2 * aperture_db(down * kDegree, m.beam_height_rad) +
                          width_loss_db(kRadius, range, m.beam_width_rad),
                      kError_db)
              << range << " m, " << bearing << " deg, " << down << " deg down";
        }
}

// As it is received: with speckle, the mean over pings.
TEST(SmallBodies, TheMeanOfPingsIsTheTargetStrength) {
  Tank tank;
  constexpr double kRadius = 0.05, kRange = 25;
  tank.add(geometry::sphere(kRadius, 2000), {kRange, 0.03, kDepth + 0.2});
  const FlsModel m = imager(750, 60, 1, 40);
  EXPECT_NEAR(loudest_db(tank, Fls(m), kLevelPlane, 100, kHannBins),
              expected_db(tank, m, kRadius, kRange), kError_db);
}

TEST(SmallBodies, ASphereAbeamOfASideScanIsWhereItIs) {
  SideScanModel m;
  m.frequency_hz = 600e3, m.bandwidth_hz = 30e3;
  m.beam_width_rad = 0.33 * kDegree, m.beam_height_rad = 50 * kDegree, m.tilt_rad = 33 * kDegree;
  m.min_range_m = 1, m.max_range_m = 50, m.rays_across = 8, m.rays_along = 2000;
  m.spreading_gain_db = 0, m.noise = false, m.clean = true;
  constexpr double kRadius = 0.1;
  const double range = 40, down = 33 * kDegree;
  for (const double along_deg : {0.0, 0.05, 0.1}) {
    Tank tank;
    const double a = along_deg * kDegree;
    tank.add(geometry::sphere(kRadius, 2000),
             Vec3(0, 0, kDepth) + range * Vec3(std::sin(a), std::cos(a) * std::cos(down),
                                               std::cos(a) * std::sin(down)));
    EXPECT_NEAR(loudest_db(tank, SideScan(m), "clean_db", 1, kHannBins),
                expected_db(tank, m, kRadius, range) + 2 * aperture_db(a, m.beam_width_rad),
                kError_db)
        << along_deg;
  }
}

// The bearing at which a scanning sonar hears it best, from powers of neighbouring pings.
TEST(SmallBodies, AScanningSonarHearsASphereAtItsBearing) {
  ScanningSonarModel m;
  m.bandwidth_hz = 20e3, m.beam_width_rad = 2 * kDegree, m.step_rad = 0.9 * kDegree;
  m.max_range_m = 50, m.spreading_gain_db = 0, m.noise = false, m.clean = true;
  for (const double bearing_deg : {0.0, 0.3, 0.45, 17.77}) {
    Tank tank;
    constexpr double kRadius = 0.1, kRange = 30;
    const double b = bearing_deg * kDegree;
    tank.add(geometry::sphere(kRadius, 2000),
             {kRange * std::cos(b), kRange * std::sin(b), kDepth});
    const ScanningSonar sonar(m);
    FrameInput in = tank.input(at({0, 0, kDepth}));
    double sum = 0, moment = 0, best = 0;
    for (int k = -3; k <= 23; ++k) {
      in.tick = in.number = 200 + k;
      const Frame frame = tank.frame(sonar, in);
      const double power = power_in(row_of(frame, "clean_db", 0));
      best = std::max(best, power);
      sum += power, moment += power * frame.axes.bearings_rad[0];
    }
    EXPECT_NEAR(moment / sum / kDegree, bearing_deg, 0.05);
    const double off = std::remainder(bearing_deg, 0.9) * kDegree;
    EXPECT_NEAR(10 * std::log10(best / kHannBins),
                expected_db(tank, m, kRadius, kRange) + 2 * aperture_db(off, m.beam_width_rad),
                kError_db);
  }
}

// A multibeam echosounder and a 3D sonar, on the axis of a beam and between two.
TEST(SmallBodies, BeamsWithOneRangeHearASphereAnywhere) {
  for (const double across_deg : {0.0, 0.1, 0.35, 20.02}) {
    MultibeamModel down;
    down.columns = 512, down.width_rad = 140 * kDegree, down.frequency_hz = 400e3;
    down.beam_width_rad = down.beam_height_rad = 1 * kDegree;
    down.max_range_m = 200, down.source_level_db = 220, down.noise = false;
    Tank tank;
    constexpr double kRadius = 0.05, kRange = 30;
    const double a = across_deg * kDegree;
    tank.add(geometry::sphere(kRadius, 2000),
             {0, kRange * std::sin(a), kDepth + kRange * std::cos(a)});
    const Frame frame = tank.frame(BeamDetector(down), at({0, 0, kDepth}));
    double best = -100, off = 0;
    size_t beam = 0;
    for (size_t b = 0; b < 512; ++b)
      if (const float db = frame.plane("echo_db").floats()[b]; db > best) best = db, beam = b;
    off = (frame.axes.bearings_rad[beam] - a) / down.beam_width_rad;
    const double pattern_db = -8 * 10 * std::log10(2) * off * off;
    EXPECT_NEAR(best, expected_db(tank, down, kRadius, kRange) + pattern_db, kError_db);
    EXPECT_NEAR(frame.plane("range_m").floats()[beam], kRange - 0.75 * kRadius, 0.02);
    EXPECT_EQ(frame.plane("object_id").ints()[beam], 0);
  }
}

// Outside of the main lobe only what pulse and array have: here 42 dB below, for Hamming.
TEST(SmallBodies, ASphereHasNoGhosts) {
  Tank tank;
  constexpr double kRange = 25;
  tank.add(geometry::sphere(0.05, 2000), {kRange, 0, kDepth});
  const FlsModel m = imager(750, 60, 1, 40);
  const Frame frame = tank.frame(Fls(m), at({0, 0, kDepth}));
  double peak = -100, outside = -100;
  for (size_t b = 0; b < 512; ++b) {
    const auto row = row_of(frame, "clean_db", b);
    for (size_t n = 0; n < row.size(); ++n) {
      const bool main_lobe = std::abs(frame.axes.bearings_rad[b]) < 2 * kDegree &&
                             std::abs(frame.axes.ranges_m[n] - kRange) < 0.1;
      (main_lobe ? peak : outside) = std::max<double>(main_lobe ? peak : outside, row[n]);
    }
  }
  EXPECT_LT(outside, peak - 35);
}

// Flat sand: the expected level has no stripes, the level the speckle of Rayleigh.
TEST(SurfaceSpread, FlatSandIsSmooth) {
  Tank tank;
  tank.add_plane(kDepth + 3, kGround);
  for (FlsModel m : {imager(750, 60, 1, 40), imager(1200, 120, 0.6, 20)}) {
    m.labels = true;
    const Fls sonar(m);
    std::vector<double> ratio;
    for (int f = 0; f < 2; ++f) {
      const Frame frame = tank.frame(sonar, at({3, 20.0 * f, kDepth}, -10 * kDegree));
      const auto clean = row_of(frame, "clean_db", 256);
      const size_t from = sonar.bins() * 2 / 5;
      double worst = 0;
      for (size_t n = from; n + 40 < clean.size(); ++n) {
        // Without the trend over range: a straight line over 0.4 m.
        double squares = 0, mean = 0;
        for (size_t k = 0; k < 32; ++k) mean += clean[n + k] / 32;
        const double slope = (clean[n + 31] - clean[n]) / 31;
        for (size_t k = 0; k < 32; ++k)
          squares += std::pow(clean[n + k] - mean - slope * (k - 15.5), 2) / 32;
        worst = std::max(worst, std::sqrt(squares));
      }
      EXPECT_LT(worst, 0.5);
      for (size_t b = 8; b + 8 < 512; b += 8) {
        const auto level = row_of(frame, kLevelPlane, b), expected = row_of(frame, "clean_db", b);
        for (size_t n = from; n < level.size(); n += 3)
          ratio.push_back(std::pow(10, (level[n] - expected[n]) / 20));
      }
    }
    double sum = 0, squares = 0;
    for (const double a : ratio) sum += a, squares += a * a;
    const double n = static_cast<double>(ratio.size()), mean = sum / n;
    EXPECT_NEAR(std::sqrt(squares / n - mean * mean) / mean, 0.5227, 0.01 * 0.5227);
    EXPECT_NEAR(squares / n, 1, 0.02);
  }
}

// Mean power of the bins [from, end) of all rows of many pings, dB.
double mean_db(const std::vector<Frame>& frames, std::string_view plane, size_t from, size_t end) {
  double sum = 0;
  size_t count = 0;
  for (const Frame& frame : frames)
    for (size_t row = 0; row < static_cast<size_t>(frame.plane(plane).rows); ++row)
      for (size_t n = from; n < end; ++n)
        sum += power_of(row_of(frame, plane, row)[n]), ++count;
  return 10 * std::log10(sum / static_cast<double>(count));
}

// No bright or dark arc at the far end of the window, with noise and speckle and without.
TEST(SurfaceSpread, TheWindowEndsWithoutAStep) {
  Tank tank;
  tank.add_plane(kDepth + 5, kGround);
  tank.name_material(kMaterial, "sand");
  FlsModel fls = imager(750, 60, 1, 40);
  ScanningSonarModel scanning;
  scanning.bandwidth_hz = 20e3, scanning.beam_width_rad = 2 * kDegree;
  scanning.beam_height_rad = 25 * kDegree, scanning.max_range_m = 50;
  scanning.rays_across = 4, scanning.rays_along = 256;
  SideScanModel side;
  side.frequency_hz = 600e3, side.bandwidth_hz = 30e3;
  side.beam_width_rad = 0.33 * kDegree, side.beam_height_rad = 50 * kDegree;
  side.tilt_rad = 33 * kDegree, side.min_range_m = 1, side.max_range_m = 50;
  side.rays_across = 8, side.rays_along = 2000;
  fls.noise = scanning.noise = side.noise = true;
  fls.clean = scanning.clean = side.clean = true;
  const std::unique_ptr<FrameSensor> sonars[] = {std::make_unique<Fls>(fls),
                                                 std::make_unique<ScanningSonar>(scanning),
                                                 std::make_unique<SideScan>(side)};
  for (size_t s = 0; s < std::size(sonars); ++s) {
    std::vector<Frame> frames;
    for (int ping = 0; ping < (s == 0 ? 2 : 100); ++ping) {
      FrameInput in = tank.input(at({0.7 * ping, 0, kDepth}, s == 0 ? -12 * kDegree : 0));
      in.tick = in.number = ping;
      frames.push_back(tank.frame(*sonars[s], in));
    }
    for (const std::string_view plane : {kLevelPlane, std::string_view("clean_db")}) {
      const size_t bins = static_cast<size_t>(frames[0].plane(plane).columns), part = bins / 50;
      const double end_db = mean_db(frames, plane, bins - part, bins);
      EXPECT_NEAR(end_db, mean_db(frames, plane, bins - 2 * part, bins - part), 1) << s << plane;
      EXPECT_NEAR(mean_db(frames, plane, bins - 4, bins), end_db, 1) << s << plane;
    }
  }
}

// The power of the ground does not depend on how many rays there are.
TEST(SurfaceSpread, PowerIsThatOfManyRays) {
  Tank tank;
  tank.add_plane(kDepth + 3, kGround);
  const auto level = [&](int rays, size_t bin_from_end) {
    FlsModel m = quiet_model();
    m.rays_along = rays, m.max_range_m = 25;
    const Frame frame = tank.frame(Fls(m), at({0, 0, kDepth}, -12 * kDegree));
    const auto row = row_of(frame, "clean_db", 32);
    double sum = 0;
    for (size_t n = 0; n < 100; ++n) sum += power_of(row[row.size() - bin_from_end + n]);
    return 10 * std::log10(sum);
  };
  for (const size_t at : {120, 300, 500})
    for (const int rays : {32, 128}) EXPECT_NEAR(level(rays, at), level(8192, at), 0.3) << rays;
}

// The first echo of flat ground is at the altitude, and no darker than its surroundings warrant.
TEST(VerticalPattern, TheFirstReturnIsAtTheAltitude) {
  constexpr double kAltitude = 12;
  Tank tank;
  tank.add_plane(kDepth + kAltitude, kGround);
  SideScanModel m;
  m.frequency_hz = 600e3, m.bandwidth_hz = 30e3;
  m.beam_width_rad = 0.33 * kDegree, m.beam_height_rad = 50 * kDegree, m.tilt_rad = 33 * kDegree;
  m.min_range_m = 1, m.max_range_m = 50, m.rays_across = 8, m.rays_along = 2000;
  m.spreading_gain_db = 0, m.noise = false, m.clean = true;
  const Frame frame = tank.frame(SideScan(m), at({0, 0, kDepth}));
  const auto row = row_of(frame, "clean_db", 1);
  const auto at_range = [&](double range) {
    return row[static_cast<size_t>(std::lround((range - 1) / 0.025))];
  };
  double peak = -100;
  for (const float db : row) peak = std::max<double>(peak, db);
  size_t first = 0;
  while (row[first] < peak - 40) ++first;
  EXPECT_NEAR(frame.axes.ranges_m[first], kAltitude, 0.01 * kAltitude);
  // No cliff at 14.15 m, where the -3 dB fan ended.
  EXPECT_NEAR(at_range(14.0), at_range(14.3), 3);

  // The two-way pattern of the aperture, between two ranges of its side, by the sonar equation of a
  // strip of ground: P ~ b^4 sin^2(g) / (r^3 cos(g)) with g the grazing angle.
  const auto strip_db = [&](double range) {
    const double sine = kAltitude / range, cosine = std::sqrt(1 - sine * sine);
    const double off = std::asin(sine) - m.tilt_rad;
    return 2 * aperture_db(off, m.beam_height_rad) +
           10 * std::log10(sine * sine / (std::pow(range, 3) * cosine)) -
           2 * range * tank.sound().absorption_db_per_m(m.frequency_hz, kDepth + kAltitude / 2);
  };
  for (const double range : {12.5, 13.5, 15.0, 30.0, 45.0})
    EXPECT_NEAR(at_range(range) - at_range(20), strip_db(range) - strip_db(20), 0.5) << range;
}

// In a forward-looking sonar the ground below shows as a ring, through a side lobe.
TEST(VerticalPattern, AForwardLookingSonarHasANadirRing) {
  Tank tank;
  constexpr double kAltitude = 4;
  tank.add_plane(kDepth + kAltitude, kGround);
  FlsModel m = imager(750, 60, 1, 40);
  const Frame frame = tank.frame(Fls(m), at({0, 0, kDepth}, -15 * kDegree));
  const auto row = row_of(frame, "clean_db", 256);
  size_t first = 0;
  while (row[first] < 40) ++first;
  EXPECT_NEAR(frame.axes.ranges_m[first], kAltitude, 0.01 * kAltitude);
}

}  // namespace small_bodies_test
}  // namespace hadal::sensors
