// Stereo pairs, boxes, calibrations, event and thermal cameras in whole runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "camera_world.h"

namespace hadal {
namespace camera_kinds_test {

constexpr double kStereoError = 0.03;  // median, of the depth
constexpr double kBox_m = 0.002;

// The middle channel of an image.
std::vector<double> grey(const Frame& frame) {
  const auto bytes = frame.plane("image").bytes();
  std::vector<double> out(bytes.size() / 3);
  for (size_t i = 0; i < out.size(); ++i) out[i] = bytes[3 * i + 1];
  return out;
}

// Block matching: the shift to the left with the least sum of squares over 11 x 11 pixels, and the
// top of a parabola through it and its neighbours.
class BlockMatcher {
 public:
  BlockMatcher(const Frame& left, const Frame& right)
      : left_(grey(left)), right_(grey(right)), width_(left.plane("image").columns) {}

  double disparity(int x, int y, int max) const {
    std::vector<double> costs;
    for (int d = 0; d <= max; ++d) costs.push_back(cost(x, y, d));
    const auto best = std::min_element(costs.begin() + 1, costs.end() - 1);
    const double before = best[-1], here = best[0], after = best[1];
    return static_cast<double>(best - costs.begin()) +
           0.5 * (before - after) / (before - 2 * here + after);
  }

 private:
  double cost(int x, int y, int d) const {
    double sum = 0;
    for (int j = -5; j <= 5; ++j)
      for (int i = -5; i <= 5; ++i) {
        const auto at = static_cast<size_t>((y + j) * width_ + x + i);
        sum += std::pow(left_[at] - right_[at - static_cast<size_t>(d)], 2);
      }
    return sum;
  }
  std::vector<double> left_, right_;
  int width_;
};

TEST(CameraKinds, DepthFromAPairOfPictures) {
  test::CameraWorld world{
      "      - !stereo_camera {name: eyes, baseline_m: 0.15, rate_hz: 5, width_px: 240, height_px: "
      "180, view_deg: 60, rpy_deg: [0, -70, 0], labels: [depth]}",
      "[0, 0, 0, 0, 0, 0]", 8};
  world.ground = "gravel";
  world.objects =
      "  - {name: crate, material: rock, fixed: true, shapes: {physics: [!box {size_m: [0.5, 0.5, "
      "0.5]}]}, pose: {north_m: 0.6, depth_m: 9.7}}\n";
  const auto s = test::simulate(test::camera_world(world));
  test::run_steps(*s, 5);
  const Frame &left = s->frames().frame(0), &right = s->frames().frame(1);
  EXPECT_EQ(s->world().frame_sensors[1].path, "carrier/eyes/right");
  ASSERT_TRUE(right.calibration);
  EXPECT_EQ(left.calibration->baseline_m, 0);
  EXPECT_EQ(right.calibration->baseline_m, 0.15);
  EXPECT_NEAR((right.X_NS.p - left.X_NS.p - Vec3(0, 0.15, 0)).norm(), 0, 1e-12);
  const double focal = left.calibration->fx_px;
  EXPECT_NEAR(focal, 120 / std::tan(M_PI / 6), 1e-9);
  const BlockMatcher matcher(left, right);
  const auto depth = left.plane("depth_m").floats();
  std::vector<double> errors;
  for (int y = 10; y < 170; y += 6)
    for (int x = 60; x < 230; x += 6) {
      const double true_m = depth[static_cast<size_t>(y * 240 + x)];
      errors.push_back(std::abs(focal * 0.15 / matcher.disparity(x, y, 40) / true_m - 1));
    }
  std::nth_element(errors.begin(), errors.begin() + errors.size() / 2, errors.end());
  EXPECT_LT(errors[errors.size() / 2], kStereoError);
}

TEST(CameraKinds, BoxesHoldWhatShows) {
  test::CameraWorld world{
      "      - !camera {name: cam, rate_hz: 5, width_px: 160, height_px: 120, view_deg: 60, "
      "rpy_deg: "
      "[5, -80, 0], labels: [instance, boxes]}"};
  world.objects =
      "  - {name: hidden, material: rock, fixed: true, shapes: {physics: [!box {size_m: [0.5, 0.5, "
      "0.5]}]}, pose: {north_m: -30, depth_m: 9}}\n"
      "  - {name: crate, material: white, fixed: true, shapes: {physics: [!box {size_m: [0.6, 0.4, "
      "0.2], position_m: [0.1, 0, 0]}]}, pose: {north_m: 0.5, east_m: 0.3, depth_m: 8.5, "
      "heading_deg: 30}}\n";
  const auto s = test::simulate(test::camera_world(world));
  const Frame& frame = test::picture(*s, 5);
  const auto instance = frame.plane("instance").ints();
  double x_min = 1e9, x_max = -1, y_min = 1e9, y_max = -1, pixels = 0;
  for (size_t i = 0; i < instance.size(); ++i) {
    if (instance[i] != 4) continue;
    const double x = static_cast<double>(i % 160), y = static_cast<double>(i / 160);
    x_min = std::min(x_min, x - 0.5), x_max = std::max(x_max, x + 0.5);
    y_min = std::min(y_min, y - 0.5), y_max = std::max(y_max, y + 0.5);
    ++pixels;
  }
  ASSERT_GT(pixels, 100);
  const Plane &flat = frame.plane("boxes_2d"), &solid = frame.plane("boxes_3d");
  ASSERT_EQ(flat.rows, 3);  // the carrier and two objects
  const auto row = flat.floats().subspan(14, 7);
  const auto& materials = s->world().materials.materials;
  EXPECT_EQ(row[0], 4);
  EXPECT_EQ(materials[static_cast<size_t>(row[1])].name, "white");
  EXPECT_EQ(row[2], x_min);
  EXPECT_EQ(row[3], y_min);
  EXPECT_EQ(row[4], x_max);
  EXPECT_EQ(row[5], y_max);
  EXPECT_EQ(row[6], pixels);
  for (size_t i = 0; i < 14; ++i) EXPECT_EQ(flat.floats()[i], -1) << "what does not show";
  for (size_t i = 0; i < 24; ++i) EXPECT_EQ(solid.floats()[i], -1);
  const auto box = solid.floats().subspan(24, 12);
  const Vec3 centre_N(0.5 + 0.1 * std::cos(M_PI / 6), 0.3 + 0.1 * std::sin(M_PI / 6), 8.5);
  EXPECT_NEAR((Vec3(box[2], box[3], box[4]) - test::in_camera(frame, centre_N)).norm(), 0, kBox_m);
  EXPECT_NEAR((Vec3(box[5], box[6], box[7]) - Vec3(0.6, 0.4, 0.2)).norm(), 0, kBox_m);
  const Vec3 ahead_N = frame.X_NS.q * (Quat(box[8], box[9], box[10], box[11]) * Vec3::UnitX());
  EXPECT_NEAR((ahead_N - Vec3(std::cos(M_PI / 6), 0.5, 0)).norm(), 0, kBox_m);
}

std::string event_camera(const std::string& keys) {
  return "      - !event_camera {name: dvs, rate_hz: 5, width_px: 120, height_px: 90, view_deg: "
         "60, "
         "rpy_deg: [0, -90, 0], threshold_spread: 0, refractory_s: 0, " +
         keys + "}\n" +
         "      - !camera {name: cam, rate_hz: 5, width_px: 120, height_px: 90, view_deg: 60, "
         "rpy_deg: [0, -90, 0], linear: true, quality: control, labels: [instance]}";
}

// A white plate moves to the right over dark ground: every pixel it reaches gets brighter by
// ln(white / dark), every one it leaves darker.
TEST(CameraKinds, EventsOfAnEdgeCountItsContrast) {
  constexpr double kThreshold = 0.25;
  test::CameraWorld world{
      event_camera("noise_rate_hz: 0, threshold_on: 0.25, threshold_off: 0.25")};
  world.mover = "!box {size_m: [1, 0.5, 0.01]}";
  world.mover_velocity = "[0, 1.5, 0, 0, 0, 0]";
  world.mover_position = "east_m: -0.6, depth_m: 9.98";
  const auto s = test::simulate(test::camera_world(world));
  test::run_steps(*s, 45);  // the frame from 0.2 to 0.4 s
  const Frame& events = s->frames().frame(0);
  ASSERT_EQ(events.number, 1);
  const auto counts = events.plane("event_counts").ints();
  EXPECT_EQ(counts[0], counts[1]);
  const double focal = 60 / std::tan(M_PI / 6) / 2.975;  // px/m
  const auto column = [&](double east_m) { return 59.5 + focal * east_m; };
  // Edges at the start: -0.55 and -0.05 m; in 0.2 s they go 0.3 m on.
  const auto row = events.plane("events").ints();
  std::vector<int> gains(120, 0), losses(120, 0);
  int last_us = 0;
  for (int i = 0; i < counts[1]; ++i) {
    const auto event = row.subspan(4 * static_cast<size_t>(i), 4);
    EXPECT_GE(event[2], last_us);
    last_us = event[2];
    EXPECT_LE(event[2], 200000);
    if (event[1] != 44) continue;
    (event[3] > 0 ? gains : losses)[static_cast<size_t>(event[0])] += 1;
    if (event[3] < 0 || event[0] < column(-0.25)) continue;
    // The front edge passes a pixel's middle at its time, give or take the pixel.
    const double front = column(-0.05 + 1.5 * event[2] * 1e-6);
    EXPECT_NEAR(event[0], front, 1.6);
  }
  EXPECT_EQ(row[4 * static_cast<size_t>(counts[1])], -1);
  // The contrast as the other camera shows it.
  const Frame& still = s->frames().frame(1);
  const auto light = still.plane("linear").floats();
  const auto instance = still.plane("instance").ints();
  double white = 0, dark = 0;
  for (size_t x = 0; x < 120; ++x)
    (instance[44 * 120 + x] == 3 ? white : dark) = std::log(light[3 * (44 * 120 + x) + 1]);
  const int expected = static_cast<int>((white - dark) / kThreshold);
  EXPECT_GT(expected, 3);
  for (auto x = static_cast<size_t>(column(-0.05)) + 3; x + 3 < static_cast<size_t>(column(0.25));
       ++x) {
    EXPECT_NEAR(gains[x], expected, 1) << x;
    EXPECT_EQ(losses[x], 0) << x;
  }
  for (auto x = static_cast<size_t>(column(-0.55)) + 3; x + 3 < static_cast<size_t>(column(-0.25));
       ++x) {
    // The edge itself may flash by once: rays along the side of the plate see it at a low angle.
    EXPECT_NEAR(losses[x] - gains[x], expected, 1) << x;
    EXPECT_LE(gains[x], 2) << x;
  }
}

TEST(CameraKinds, NoEventsWithoutMotionAndRoomIsLimited) {
  const auto still = test::simulate(test::camera_world({event_camera("noise_rate_hz: 0")}));
  test::run_steps(*still, 45);
  EXPECT_EQ(still->frames().frame(0).plane("event_counts").ints()[0], 0);
  const auto noisy =
      test::simulate(test::camera_world({event_camera("noise_rate_hz: 50, max_events: 1000")}));
  test::run_steps(*noisy, 45);
  const auto counts = noisy->frames().frame(0).plane("event_counts").ints();
  // A Poisson process of 50 Hz on 10,800 pixels over 0.2 s.
  EXPECT_NEAR(counts[0], 108000, 4 * std::sqrt(108000));
  EXPECT_EQ(counts[1], 1000);
}

std::string thermal_camera(const std::string& keys) {
  return "      - !thermal_camera {name: heat, rate_hz: 5, width_px: 80, height_px: 60, view_deg: "
         "50, netd_k: 0, sky_degc: -30, air_degc: 25, " +
         keys + "}";
}

TEST(CameraKinds, HeatAboveTheWater) {
  test::CameraWorld world{thermal_camera("rpy_deg: [0, 0, 0]"), "[0, 0, 0, 0, 0, 0]", -3};
  world.objects =
      "  - {name: buoy, material: white, fixed: true, shapes: {physics: [!box {size_m: [1, 1, "
      "3]}]}, "
      "pose: {north_m: 8, depth_m: -2.5}}\n";
  const auto s = test::simulate(test::camera_world(world));
  const auto kelvin = test::picture(*s, 5).plane("temperature_K").floats();
  const auto at = [&](int x, int y) { return kelvin[static_cast<size_t>(y * 80 + x)]; };
  EXPECT_NEAR(at(5, 10), 243.15, 0.01);  // sky
  EXPECT_NEAR(at(40, 30), 298.15, 2.5);  // the box, which mirrors a twentieth of the sky
  EXPECT_LT(at(40, 30), 298.15);
  // The sea at 22 degrees below the horizon: water of 18 degC that mirrors some sky.
  EXPECT_LT(at(5, 59), 291.15 - 0.3);
  EXPECT_GT(at(5, 59), 280);
  EXPECT_LT(at(5, 32), at(5, 59));  // more of it at a low angle
}

TEST(CameraKinds, HeatUnderWaterIsThatOfThePort) {
  const auto s = test::simulate(
      test::camera_world({thermal_camera("rpy_deg: [0, 30, 0]"), "[0, 0, 0, 0, 0, 0]", 6}));
  for (const float kelvin : test::picture(*s, 5).plane("temperature_K").floats())
    EXPECT_NEAR(kelvin, 273.15 + 18 - 9.0 / 30 * 6, 0.01);
}

TEST(CameraKinds, ThreadsAndSnapshotsDoNotChangeABit) {
  test::CameraWorld world{
      event_camera("max_events: 20000") + "\n" + thermal_camera("rpy_deg: [0, 30, 0]"),
      "[0.2, 0, 0, 0, 0, 0.1]"};
  world.mover = "!box {size_m: [0.5, 0.5, 0.1]}";
  world.mover_velocity = "[0, 0.5, 0, 0, 0, 0.2]";
  const std::string yaml = test::camera_world(world);
  const auto one = test::simulate(yaml, 1), two = test::simulate(yaml, 2),
             four = test::simulate(yaml, 4), again = test::simulate(yaml, 2);
  test::run_steps(*one, 30);  // a frame of events is under way
  ASSERT_TRUE(again->restore(one->save()));
  for (const auto* s : {&one, &again}) test::run_steps(**s, 25);
  for (const auto* s : {&two, &four}) test::run_steps(**s, 55);
  EXPECT_GT(one->frames().frame(0).plane("event_counts").ints()[0], 100);
  EXPECT_EQ(state_hash(one->state()), state_hash(two->state()));
  EXPECT_EQ(state_hash(one->state()), state_hash(four->state()));
  EXPECT_EQ(state_hash(one->state()), state_hash(again->state()));
}

}  // namespace camera_kinds_test
}  // namespace hadal
