#include "sensors/acoustic/fls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "environment/acoustic/scattering.h"
#include "math/rotation.h"
#include "math/units.h"
#include "sensors/acoustic/fls_test_model.h"

namespace hadal::sensors {
namespace fls_test {

using namespace test;

constexpr double kLevelError_db = 0.3;  // asked for: 1 dB
constexpr double kSpeckleError_db = 0.5;
constexpr double kHannBins = 1.5;  // bins of power of a Hann pulse

double sum_of_powers(std::span<const float> levels_db) {
  double sum = 0;
  for (const float db : levels_db)
    if (db > -20) sum += power_of(db);
  return sum;
}
size_t strongest(std::span<const float> levels) {
  return static_cast<size_t>(std::max_element(levels.begin(), levels.end()) - levels.begin());
}

double one_way_loss(const Tank& tank, const FlsModel& m, double range_m) {
  return environment::spherical_loss_db(range_m,
                                        tank.sound().absorption_db_per_m(m.frequency_hz, kDepth));
}

// Lambert's law over the half of a sphere that shows: mu 2 pi R^2 / 3.
TEST(Fls, SphereEchoesAsTheSonarEquationSays) {
  for (const auto model : {RangeModel::kDirect, RangeModel::kExact}) {
    Tank tank;
    constexpr double kRadius = 0.3, kRange = 10;
    tank.add(geometry::sphere(kRadius, 20000), {kRange, 0, kDepth});
    FlsModel m = quiet_model();
    m.range_model = model;
    m.beam_width_rad = 20 * kDegree;  // the whole sphere is in the beam
    m.rays_along = 256;
    const Fls sonar(m);
    const Frame frame = tank.frame(sonar, at({0, 0, kDepth}));
    const double found = sum_of_powers(row_of(frame, "clean_db", middle_row(m))) / kHannBins;
    const double ts =
        kScattering_db + 10 * std::log10(2 * std::numbers::pi * kRadius * kRadius / 3);
    const double expected = environment::echo_level_db(
        m.source_level_db, one_way_loss(tank, m, kRange - 0.75 * kRadius), ts);
    EXPECT_NEAR(10 * std::log10(found), expected, kLevelError_db);
  }
}

TEST(Fls, PlateEchoesAsTheSonarEquationSaysAtAnyAngle) {
  for (const double tilt : {0.0, 30.0, 60.0}) {
    Tank tank;
    constexpr double kSide = 0.5, kRange = 10;
    tank.add(geometry::box({0.001, kSide, kSide}), {kRange, 0, kDepth}, kBody,
             quaternion_from({0, tilt * kDegree, 0}).toRotationMatrix());
    FlsModel m = quiet_model();
    m.beam_width_rad = 25 * kDegree;
    m.rays_along = 256;
    const Frame frame = tank.frame(Fls(m), at({0, 0, kDepth}));
    const double found = sum_of_powers(row_of(frame, "clean_db", middle_row(m))) / kHannBins;
    const double ts =
        kScattering_db + 20 * std::log10(std::cos(tilt * kDegree)) + 10 * std::log10(kSide * kSide);
    EXPECT_NEAR(10 * std::log10(found),
                environment::echo_level_db(m.source_level_db, one_way_loss(tank, m, kRange), ts),
                kLevelError_db);
  }
}

// Over many surfaces the speckled picture has the power of the clean one.
TEST(Fls, SpeckleKeepsTheMeanPower) {
  Tank tank;
  tank.add_plane(kDepth + 3, kGround);
  for (const double cell : {0.004, 0.012, 0.5}) {  // the last is cut to half a bin
    FlsModel m = quiet_model();
    m.speckle_cell_m = cell;
    m.beams = 256;
    m.rays_along = 128;
    const Frame frame = tank.frame(Fls(m), at({3, 4, kDepth}, -25 * kDegree));
    double speckled = 0, clean = 0;
    for (size_t b = 64; b < 192; ++b) {
      speckled += sum_of_powers(row_of(frame, kLevelPlane, b));
      clean += sum_of_powers(row_of(frame, "clean_db", b));
    }
    EXPECT_NEAR(10 * std::log10(speckled / clean), 0, kSpeckleError_db) << cell;
  }
}

TEST(Fls, RangeIsTheTwoWayTimeAtTheSpeedOfTheWater) {
  for (const double c : {1450.0, 1540.0}) {
    Tank tank(c);
    constexpr double kRange = 10;
    tank.add(geometry::box({0.001, 0.3, 0.3}), {kRange, 0, kDepth});
    FlsModel m = quiet_model();
    const Fls sonar(m);
    const Frame frame = tank.frame(sonar, at({0, 0, kDepth}));
    EXPECT_DOUBLE_EQ(frame.axes.sound_speed_m_s, c);
    const size_t bin = strongest(row_of(frame, "clean_db", middle_row(m)));
    const double time = 2 * frame.axes.ranges_m[bin] / frame.axes.sound_speed_m_s;
    EXPECT_NEAR(time, 2 * kRange / c, sonar.bin_m() / c);
  }
}

TEST(Fls, MotionDuringThePingShortensThePathAndTurnsTheBeams) {
  Tank tank;
  constexpr double kRange = 10, kClosing = 5, kRunning = 3, kTurn = 2;
  tank.add(geometry::box({0.001, 0.04, 0.3}), {kRange, 0.0436, kDepth}).instance.v_N = {kRunning, 0,
                                                                                        0};
  FlsModel m = quiet_model();
  m.motion = true;
  m.bandwidth_hz = 400e3;  // bins of 1.9 mm
  m.min_range_m = 9;
  m.max_range_m = 11;
  const Fls sonar(m);
  FrameInput in = tank.input(at({0, 0, kDepth}));
  in.v_NS_N = {kClosing, 0, 0};
  const auto bin_of = [&](const Frame& frame) {
    return strongest(row_of(frame, "clean_db", middle_row(m)));
  };
  const double t1 = kRange / (kSoundSpeed - kRunning);
  const double t2 = (kRange + (kRunning - kClosing) * t1) / (kSoundSpeed + kClosing);
  const Frame moving = tank.frame(sonar, in);
  EXPECT_NEAR(moving.axes.ranges_m[bin_of(moving)], kSoundSpeed * (t1 + t2) / 2, sonar.bin_m());
  EXPECT_GT(kRange - moving.axes.ranges_m[bin_of(moving)], 3 * sonar.bin_m());

  in.w_NS_N = {0, 0, kTurn};  // to starboard: the echo comes in to port
  const Frame turning = tank.frame(sonar, in);
  const double beams = kTurn * 2 * kRange / kSoundSpeed / (m.field_of_view_rad / m.beams);
  const auto loudest_beam = [&](const Frame& frame) {
    double best = 0;
    size_t found = 0;
    for (size_t b = 0; b < static_cast<size_t>(m.beams); ++b)
      if (const double p = sum_of_powers(row_of(frame, "clean_db", b)); p > best)
        best = p, found = b;
    return static_cast<double>(found);
  };
  EXPECT_NEAR(loudest_beam(moving) - loudest_beam(turning), beams, 0.51);
  ASSERT_GT(beams, 3);
}

TEST(Fls, LabelsGiveRangeAndElevation) {
  Tank tank;
  constexpr double kDown = 4 * kDegree, kRange = 9;
  constexpr double kRadius = 0.2;
  tank.add(geometry::sphere(kRadius, 5000),
           {kRange * std::cos(kDown), 0, kDepth + kRange * std::sin(kDown)});
  FlsModel m = quiet_model();
  const Fls sonar(m);
  const Frame frame = tank.frame(sonar, at({0, 0, kDepth}));
  const size_t row = middle_row(m), bin = strongest(row_of(frame, "clean_db", row));
  EXPECT_NEAR(row_of(frame, "true_range_m", row)[bin], kRange - kRadius, 0.02);
  EXPECT_NEAR(row_of(frame, "elevation_rad", row)[bin], kDown, 0.6 * kDegree);
  EXPECT_TRUE(std::isnan(row_of(frame, "true_range_m", row)[bin - 30]));
}

// The speckle of a body is its own: sonar and body moved and turned together see the same.
TEST(Fls, SpeckleMovesWithTheScene) {
  const auto picture = [](const Vec3& shift, double yaw, double sonar_yaw) {
    Tank tank;
    const Mat3 R = quaternion_from({0, 0, yaw}).toRotationMatrix();
    tank.anchor_N += shift;
    tank.add(geometry::box({2, 6, 2}), shift + R * Vec3(10, 0, kDepth), kBody, R);
    FlsModel m = quiet_model();
    m.speckle_cell_m = 0.1;
    return tank.frame(Fls(m),
                      {shift + R * Vec3(0, 0, kDepth), quaternion_from({0, 0, yaw + sonar_yaw})});
  };
  const auto difference = [](const Frame& a, const Frame& b, int beams) {
    const Plane& p = a.plane("raw_upa");
    const size_t row = static_cast<size_t>(p.columns) * 2;
    double error = 0, size = 0;
    for (size_t i = 20; i < 40; ++i)
      for (size_t n = 0; n < row; ++n) {
        const double x = p.floats()[i * row + n];
        error += std::pow(
            x - b.plane("raw_upa").floats()[(i + static_cast<size_t>(beams)) * row + n], 2);
        size += x * x;
      }
    return std::sqrt(error / size);
  };
  const Frame here = picture({0, 0, 0}, 0, 0);
  constexpr double kRounding = 0.25;  // a ray at the edge of a cell may fall into the next
  EXPECT_LT(difference(here, picture({1000.123, -400.7, 0}, 0, 0), 0), kRounding);
  EXPECT_LT(difference(here, picture({0, 0, 0}, 1.1, 0), 0), kRounding);
  // The sonar turned by three beams: the picture moves by three beams, speckle and all.
  EXPECT_LT(difference(here, picture({0, 0, 0}, 0, 1.5 * kDegree), -3), kRounding);
  EXPECT_GT(difference(here, picture({0, 0, 0}, 0, 1.5 * kDegree), 0), 1);
}

TEST(Fls, MultipathOffTheSurfaceComesLater) {
  constexpr double kShallow = 3, kRange = 12, kRadius = 0.2;
  for (const bool multipath : {false, true}) {
    Tank tank;
    tank.add_plane(0, raytrace::kSeenWaterSurface);
    tank.add(geometry::sphere(kRadius, 5000), {kRange, 0, kShallow});
    FlsModel m = quiet_model();
    m.beam_height_rad = 70 * kDegree;
    m.rays_along = 512;
    m.surface_multipath = multipath;
    const Fls sonar(m);
    const Frame frame = tank.frame(sonar, at({0, 0, kShallow}));
    const auto level_around = [&](double range) {
      double best = -100;
      const std::span<const float> row = row_of(frame, "clean_db", middle_row(m));
      for (size_t n = 0; n < row.size(); ++n)
        if (std::abs(frame.axes.ranges_m[n] - range) < 0.1) best = std::max(best, double{row[n]});
      return best;
    };
    const double image = std::hypot(kRange, 2 * kShallow) - kRadius, direct = kRange - kRadius;
    const double one_bounce = level_around((image + direct) / 2), two = level_around(image);
    if (multipath) {
      EXPECT_GT(one_bounce, level_around(direct) - 12);
      EXPECT_GT(two, level_around(direct) - 30);
    } else {
      EXPECT_LT(one_bounce, level_around(direct) - 40);
      EXPECT_LT(two, level_around(direct) - 40);
    }
  }
}

TEST(Fls, NoiseHasTheLevelOfItsSources) {
  Tank tank;
  FlsModel m = quiet_model();
  m.noise = true;
  m.self_noise_db = 55;
  FrameInput in = tank.input(at({0, 0, kDepth}));
  const Frame frame = tank.frame(Fls(m), in);
  const double ambient =
      tank.sound().noise_db(m.frequency_hz, 0) + 10 * std::log10(m.bandwidth_hz) - m.directivity_db;
  double mean = 0;
  for (size_t b = 16; b < 48; ++b) mean += sum_of_powers(row_of(frame, kLevelPlane, b)) / 32;
  mean /= static_cast<double>(row_of(frame, kLevelPlane, 0).size());
  EXPECT_NEAR(10 * std::log10(mean), 10 * std::log10(power_of(55) + power_of(ambient)), 0.2);
  in.tick = 7;
  EXPECT_NE(tank.frame(Fls(m), in).hash(), frame.hash());
}

TEST(Fls, GainOverRangeIsAdded) {
  Tank tank;
  tank.add(geometry::box({0.001, 0.3, 0.3}), {10, 0, kDepth});
  FlsModel m = quiet_model();
  const Frame plain = tank.frame(Fls(m), at({0, 0, kDepth}));
  m.spreading_gain_db = 40, m.absorption_gain_db_m = 0.3;
  const Frame raised = tank.frame(Fls(m), at({0, 0, kDepth}));
  const size_t row = middle_row(m), bin = strongest(row_of(plain, "clean_db", row));
  const double r = plain.axes.ranges_m[bin];
  EXPECT_NEAR(row_of(raised, "clean_db", row)[bin] - row_of(plain, "clean_db", row)[bin],
              40 * std::log10(r) + 2 * 0.3 * r, 1e-3);
}

TEST(Fls, PointsAreTheStrongestBins) {
  Tank tank;
  tank.add(geometry::box({0.001, 0.3, 0.3}), {10, 0, kDepth});
  FlsModel m = quiet_model();
  m.points = m.noise = true;
  const Frame frame = tank.frame(Fls(m), at({0, 0, kDepth}));
  const std::span<const float> points = frame.plane(kPointsPlane).floats();
  EXPECT_NEAR(points[4 * middle_row(m)], 10, 0.1);
  EXPECT_NEAR(points[4 * middle_row(m) + 1], 0, 0.1);
}

TEST(Fls, SameBitsForAnyNumberOfThreads) {
  Tank tank;
  tank.add_plane(kDepth + 3, kGround);
  tank.add_plane(0, raytrace::kSeenWaterSurface);
  tank.add(geometry::sphere(0.5, 2000), {9, 1, kDepth + 1});
  for (const auto model : {RangeModel::kDirect, RangeModel::kExact}) {
    FlsModel m = quiet_model();
    m.range_model = model;
    m.noise = m.points = m.motion = m.surface_multipath = m.bottom_multipath = true;
    m.beams = 61;
    m.rays_across = 3;
    m.rays_along = 33;
    const Fls sonar(m);
    FrameInput in = tank.input(at({0, 0, kDepth}, -10 * kDegree));
    in.v_NS_N = {1, 0.3, 0}, in.w_NS_N = {0, 0.1, 0.5};
    const uint64_t one = tank.frame(sonar, in, 1).hash();
    EXPECT_EQ(one, tank.frame(sonar, in, 2).hash());
    EXPECT_EQ(one, tank.frame(sonar, in, 4).hash());
  }
}

}  // namespace fls_test
}  // namespace hadal::sensors
