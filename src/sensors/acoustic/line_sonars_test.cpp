#include "sensors/acoustic/line_sonars.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/units.h"
#include "sensors/acoustic/test_tank.h"

namespace hadal::sensors {
namespace line_sonars_test {

TEST(ScanningSonar, GoesRoundByItsStep) {
  ScanningSonarModel model;
  model.step_rad = 0.9 * kDegree;
  const ScanningSonar sonar(model);
  const auto turned = [&](int64_t ping) {
    return std::remainder(sonar.bearing_rad(ping) - sonar.bearing_rad(0), kTurn);
  };
  EXPECT_NEAR(turned(1), 0.9 * kDegree, 1e-12);
  EXPECT_NEAR(std::abs(turned(200)), 180 * kDegree, 1e-9);
  EXPECT_NEAR(turned(400), 0, 1e-9);
}

TEST(ScanningSonar, SweepsASectorToAndFro) {
  ScanningSonarModel model;
  model.sector_rad = {-0.2, 0.2}, model.step_rad = 0.1;
  const ScanningSonar sonar(model);
  const double expected[] = {-0.2, -0.1, 0, 0.1, 0.2, 0.1, 0, -0.1, -0.2, -0.1};
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(sonar.bearing_rad(i), expected[i], 1e-12) << i;
}

template <class T>
T quiet() {
  T out;
  out.max_range_m = 20;
  out.spreading_gain_db = 0;
  out.noise = false, out.speckle = false;
  return out;
}

// Range of the loudest bin of a row.
double loudest_m(const Frame& frame, int row) {
  const Plane& plane = frame.plane(kLevelPlane);
  const auto levels = plane.floats().subspan(static_cast<size_t>(row) * plane.columns,
                                             static_cast<size_t>(plane.columns));
  const auto peak = std::max_element(levels.begin(), levels.end());
  return frame.axes.ranges_m[static_cast<size_t>(peak - levels.begin())];
}
double loudest_db(const Frame& frame, int row) {
  const Plane& plane = frame.plane(kLevelPlane);
  const auto levels = plane.floats().subspan(static_cast<size_t>(row) * plane.columns,
                                             static_cast<size_t>(plane.columns));
  return *std::max_element(levels.begin(), levels.end());
}

constexpr double kBin_m = 1500 / (2 * 30e3);

TEST(ScanningSonar, ReceivesWhatItPointsAt) {
  constexpr double kSilence_db = 40;  // below an echo
  test::Tank tank;
  tank.add(geometry::sphere(0.5, 5000), {0, 8, 10});  // abeam to starboard
  auto model = quiet<ScanningSonarModel>();
  model.step_rad = 90 * kDegree;  // the first ping is astern
  const ScanningSonar sonar(model);
  FrameInput input = tank.input({Vec3(0, 0, 10), Quat::Identity()});
  input.number = 3;
  const Frame abeam = tank.frame(sonar, input);
  EXPECT_NEAR(abeam.axes.bearings_rad[0], 90 * kDegree, 1e-6);
  EXPECT_NEAR(loudest_m(abeam, 0), 7.5, 2 * kBin_m);
  input.number = 0;
  EXPECT_LT(loudest_db(tank.frame(sonar, input), 0), loudest_db(abeam, 0) - kSilence_db);
}

TEST(SideScan, ReceivesEachSideInItsOwnRow) {
  constexpr double kSilence_db = 40;
  test::Tank tank;
  tank.add(geometry::sphere(0.5, 5000), {0, 8, 10});
  auto model = quiet<SideScanModel>();
  model.tilt_rad = 0;
  const Frame frame = tank.frame(SideScan(model), {Vec3(0, 0, 10), Quat::Identity()});
  EXPECT_NEAR(loudest_m(frame, 1), 7.5, 2 * kBin_m);
  EXPECT_LT(loudest_db(frame, 0), loudest_db(frame, 1) - kSilence_db);
}

// With the beam down to the vertical the first echo of the ground is at the altitude.
TEST(SideScan, TheWaterColumnEndsAtTheAltitude) {
  constexpr double kAltitude_m = 6, kSilence_db = 30;
  test::Tank tank;
  tank.add_plane(16, test::kGround);
  auto model = quiet<SideScanModel>();
  model.beam_height_rad = 100 * kDegree;
  model.rays_along = 2048;
  model.tilt_rad = 45 * kDegree;
  const Frame frame = tank.frame(SideScan(model), {Vec3(0, 0, 10), Quat::Identity()});
  const Plane& plane = frame.plane(kLevelPlane);
  for (int row = 0; row < 2; ++row) {
    const auto levels = plane.floats().subspan(static_cast<size_t>(row) * plane.columns,
                                               static_cast<size_t>(plane.columns));
    const double loud = loudest_db(frame, row) - kSilence_db;
    const auto first =
        std::find_if(levels.begin(), levels.end(), [&](float level) { return level > loud; });
    EXPECT_NEAR(frame.axes.ranges_m[static_cast<size_t>(first - levels.begin())], kAltitude_m,
                6 * kBin_m);
  }
}

TEST(Echosounder, MeasuresTheAltitudeAndNothingInOpenWater) {
  constexpr double kAltitude_m = 6;
  auto model = quiet<EchosounderModel>();
  model.beam_width_rad = 5 * kDegree;
  model.beam_height_rad = 10 * kDegree;
  test::Tank tank;
  EXPECT_TRUE(std::isnan(tank.frame(Echosounder(model), {Vec3(0, 0, 10), Quat::Identity()})
                             .plane("range_m")
                             .floats()[0]));
  tank.add_plane(16, test::kGround);
  const Frame frame = tank.frame(Echosounder(model), {Vec3(0, 0, 10), Quat::Identity()});
  EXPECT_NEAR(frame.plane("range_m").floats()[0], kAltitude_m, 3 * kBin_m);
  EXPECT_EQ(frame.plane("peak_db").floats()[0], static_cast<float>(loudest_db(frame, 0)));
}

TEST(SideScan, HasOneRowPerSide) {
  const SideScan sonar(SideScanModel{});
  const Frame frame = sonar.blank();
  EXPECT_EQ(frame.plane(kLevelPlane).rows, 2);
  EXPECT_LT(frame.axes.bearings_rad[0], 0);
  EXPECT_GT(frame.axes.bearings_rad[1], 0);
}

}  // namespace line_sonars_test
}  // namespace hadal::sensors
