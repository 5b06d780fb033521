// Cameras in motion: smear over the exposure by rays and by velocities, rolling shutter, optical
// flow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "camera_world.h"

namespace hadal {
namespace camera_time_test {

constexpr double kLength_px = 1, kPlace_px = 0.75, kFlow_px = 0.01, kSkew_px = 1.01;
constexpr int kWidth = 192, kHeight = 144;
const double kFocal_px = kWidth / 2 / std::tan(M_PI / 6);  // 60 degrees across

std::string looking_down(const std::string& keys, const std::string& name = "cam") {
  return "      - !camera {name: " + name +
         ", rate_hz: 5, width_px: 192, height_px: 144, view_deg: 60, "
         "rpy_deg: [0, -90, 0], " +
         keys + "}";
}

constexpr const char* kQualities[] = {"control", "fast", "full"};

// A camera of each quality.
std::string exposed(double time_s) {
  std::string out;
  for (const std::string quality : kQualities)
    out +=
        looking_down("linear: true, quality: " + quality +
                         ", exposure: {automatic: false, time_s: " + std::to_string(time_s) + "}",
                     quality) +
        "\n";
  return out;
}

Eigen::Vector2d pixel_of(const Vec3& p_S) {
  return {(kWidth - 1) / 2.0 + kFocal_px * p_S.y() / p_S.x(),
          (kHeight - 1) / 2.0 + kFocal_px * p_S.z() / p_S.x()};
}

// The frames of t = 0.2 s.
std::vector<Frame> second_frames(const test::CameraWorld& world) {
  const auto s = test::simulate(test::camera_world(world));
  test::run_steps(*s, 39);
  std::vector<Frame> out;
  for (int i = 0; i < s->frames().count(); ++i) {
    out.push_back(s->frames().frame(i));
    EXPECT_EQ(out.back().number, 1);
  }
  return out;
}

// Light that a thing adds to the picture: where its centre lies and how far it spreads.
struct Spot {
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  double variance = 0;  // along a direction
};
Spot spot(const Frame& with, const Frame& without, const Eigen::Vector2d& along) {
  const auto a = with.plane("linear").floats(), b = without.plane("linear").floats();
  double sum = 0, square = 0;
  Spot out;
  for (size_t i = 0; i < a.size() / 3; ++i) {
    const double light = a[3 * i + 1] - b[3 * i + 1];
    if (!(light > 0.1f * b[3 * i + 1])) continue;  // dither of the water
    const Eigen::Vector2d at(static_cast<double>(i % kWidth), static_cast<double>(i / kWidth));
    sum += light;
    out.centre += light * at;
    square += light * std::pow(at.dot(along), 2);
  }
  out.centre /= sum;
  out.variance = square / sum - std::pow(out.centre.dot(along), 2);
  return out;
}

constexpr const char* kTarget =
    "  - {name: target, material: white, fixed: true, shapes: {physics: [!box {size_m: [0.06, "
    "0.06, 0.01]}]}, pose: {depth_m: 9.99}}\n";

// A white plate of 6 cm, 3 m below a camera that moves: its streak begins where the plate is at the
// stamp, and is as long as it moves in the picture during the exposure.
void expect_streaks(const std::string& velocity, const Vec3& v_S, const Vec3& w_S) {
  constexpr double kExposure_s = 0.08;
  test::CameraWorld world{exposed(kExposure_s), velocity};
  const std::vector<Frame> without = second_frames(world);
  world.objects = kTarget;
  const std::vector<Frame> with = second_frames(world);
  const Vec3 p_S = test::in_camera(with[0], {0, 0, 9.985});
  const double angle = w_S.norm() * kExposure_s;
  const Vec3 axis = angle > 0 ? Vec3(w_S.normalized()) : Vec3(Vec3::UnitX());
  const Vec3 then_S = Eigen::AngleAxisd(-angle, axis) * (p_S - v_S * kExposure_s);
  const Eigen::Vector2d start = pixel_of(p_S), end = pixel_of(then_S);
  const double length = (end - start).norm(), plate = 0.06 * kFocal_px / p_S.x();
  const Eigen::Vector2d along = (end - start) / length;
  EXPECT_GT(length, 6);
  for (size_t i = 0; i < with.size(); ++i) {
    const Spot streak = spot(with[i], without[i], along);
    // A plate of 3.3 px whose middle spreads evenly over the length.
    EXPECT_NEAR(std::sqrt(12 * streak.variance - plate * plate), length, kLength_px)
        << kQualities[i] << " " << velocity;
    EXPECT_NEAR((streak.centre - 0.5 * (start + end)).dot(along), 0, kPlace_px)
        << kQualities[i] << " " << velocity;
  }
}

// S of a camera that looks down: x down, y east, z south.
TEST(CameraTime, StreaksAreSpeedTimesExposureLong) {
  expect_streaks("[1.6, 0, 0, 0, 0, 0]", {0, 0, -1.6}, Vec3::Zero());
  expect_streaks("[0, -2, 0, 0, 0, 0]", {0, -2, 0}, Vec3::Zero());
  expect_streaks("[0, 0, 0, 0.6, 0, 0]", Vec3::Zero(), {0, 0, -0.6});
}

// Mean column of the pixels of a row, or of all rows, that show the moving body.
double mean_column(const Frame& frame, int first_row, int rows) {
  const auto instance = frame.plane("instance").ints();
  double sum = 0, count = 0;
  for (int i = first_row * kWidth; i < (first_row + rows) * kWidth; ++i)
    if (instance[static_cast<size_t>(i)] == 3) sum += i % kWidth, ++count;
  EXPECT_GT(count, 0) << first_row;
  return sum / count;
}

// What moves past a camera that stands still leaves its streak on the ground only if rays are
// spread over time. The streak begins where labels show the thing.
TEST(CameraTime, AThingThatMovesIsSmearedByRays) {
  constexpr double kExposure_s = 0.1, kSpeed = 2;
  test::CameraWorld world{
      looking_down("linear: true, quality: full, exposure: {automatic: false, time_s: 0.1}, "
                   "labels: [instance]")};
  world.mover = "!box {size_m: [0.06, 0.06, 0.01]}";
  world.mover_velocity = "[0, 2, 0, 0, 0, 0]";
  world.mover_position = "east_m: -0.4, depth_m: 9.9";
  world.hour = "23";  // even light: no caustics
  world.lamps = "      - !point {name: lamp, position_m: [-1, 0, 1.5], flux_lm: 30000}\n";
  const Frame with = second_frames(world)[0];
  world.mover_position = "east_m: -40, depth_m: 9.9";
  const Spot streak = spot(with, second_frames(world)[0], {1, 0});
  const double focal = kFocal_px / 2.9, length = kSpeed * kExposure_s * focal;
  EXPECT_NEAR(std::sqrt(12 * streak.variance - std::pow(0.06 * focal, 2)), length, kLength_px);
  EXPECT_NEAR(streak.centre.x(), mean_column(with, 0, kHeight) + length / 2, kPlace_px);
}

// A long plate along the columns of the picture leans by its speed times the time of the rows.
void expect_skew(const std::string& carrier, const std::string& mover, double speed_east) {
  constexpr double kReadout_s = 0.1, kDistance_m = 1.99;
  test::CameraWorld world{looking_down("labels: [instance, depth], rolling_shutter_s: 0.1"),
                          carrier};
  world.mover = "!box {size_m: [8, 0.06, 0.02]}";
  world.mover_velocity = mover;
  const Frame frame = second_frames(world)[0];  // read out for 0.1 s, exposed for 0.01 s
  const auto instance = frame.plane("instance").ints();
  const auto depth = frame.plane("depth_m").floats();
  for (size_t i = 0; i < instance.size(); ++i)
    if (instance[i] == 3) {
      EXPECT_NEAR(depth[i], 2, 0.011);  // top and sides
    }
  const double first = mean_column(frame, 0, 1);
  for (int y = 0; y < kHeight; y += 7) {
    const double leans = kFocal_px * speed_east * kReadout_s * y / kHeight / kDistance_m;
    EXPECT_NEAR(mean_column(frame, y, 1) - first, leans, kSkew_px) << y;
  }
}

TEST(CameraTime, RowsOfARollingShutterSeeTheirOwnTime) {
  expect_skew("[0, 1, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, 0]", -1);
  expect_skew("[0, 0, 0, 0, 0, 0]", "[0, 0.8, 0, 0, 0, 0]", 0.8);
}

// What a pixel shows is, after the flow, where the next frame shows the same point.
void expect_flow(const std::string& velocity, const Vec3& mover_v_N, double readout_s) {
  test::CameraWorld world{looking_down("labels: [flow, position, instance], rolling_shutter_s: " +
                                       std::to_string(readout_s)),
                          velocity};
  world.mover = "!box {size_m: [1, 1, 0.3]}";
  world.mover_velocity = "[0.3, -0.2, 0.1, 0, 0, 0]";
  const auto s = test::simulate(test::camera_world(world));
  const Frame now = test::picture(*s, 35), next = test::picture(*s, 20);
  ASSERT_EQ(next.number, now.number + 1);
  const auto flow = now.plane("flow_px").floats(), position = now.plane("position_m").floats();
  const auto instance = now.plane("instance").ints();
  // The motion of the camera between the two frames, and on from there.
  const Vec3 v_N = (next.X_NS.p - now.X_NS.p) / 0.2;
  const Eigen::AngleAxisd turned(next.X_NS.q * now.X_NS.q.conjugate());
  int ground = 0, mover = 0;
  for (size_t i = 0; i < instance.size(); i += 13) {
    const bool moves = instance[i] == 3;
    (moves ? mover : ground) += 1;
    const double row = static_cast<double>(i / kWidth), column = static_cast<double>(i % kWidth);
    const double there_row = row + static_cast<double>(flow[2 * i + 1]);
    const double from_s = readout_s * row / kHeight, to_s = readout_s * there_row / kHeight;
    Vec3 p_N(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
    if (moves) p_N += mover_v_N * (0.2 + to_s - from_s);
    const Quat q_N =
        Quat(Eigen::AngleAxisd(turned.angle() * to_s / 0.2, turned.axis())) * next.X_NS.q;
    const Eigen::Vector2d there = pixel_of(q_N.conjugate() * (p_N - next.X_NS.p - v_N * to_s));
    EXPECT_NEAR(column + static_cast<double>(flow[2 * i]), there.x(), kFlow_px) << velocity;
    EXPECT_NEAR(there_row, there.y(), kFlow_px) << velocity;
  }
  EXPECT_GT(ground, 500);
  EXPECT_GT(mover, 200);
}

TEST(CameraTime, FlowLeadsToTheSamePointInTheNextFrame) {
  const Vec3 mover_v_N(0.3, -0.2, 0.1);
  expect_flow("[0.3, 0.1, -0.05, 0, 0, 0]", mover_v_N, 0);
  expect_flow("[0, 0, 0, 0.1, -0.05, 0.4]", mover_v_N, 0);
  expect_flow("[0.3, 0.1, -0.05, 0, 0, 0]", mover_v_N, 0.1);
  expect_flow("[0, 0, 0, 0.1, -0.05, 0.4]", mover_v_N, 0.1);
}

// Frames of 30 Hz on a step of 10 ms come 40, 30 and 30 ms after each other: the flow over level
// ground is speed x focal length x that time / distance.
TEST(CameraTime, FlowIsOverTheTimeToTheNextFrame) {
  constexpr double kSpeed_m_s = 0.5, kDistance_m = test::kGround_m - 7;
  const auto s = test::simulate(test::camera_world(
      {"      - !camera {name: cam, rate_hz: 30, width_px: 192, height_px: 144, view_deg: 60, "
       "rpy_deg: [0, -90, 0], labels: [flow], exposure: {automatic: false, time_s: 0.001}}",
       "[0, " + std::to_string(kSpeed_m_s) + ", 0, 0, 0, 0]"}));
  test::run_steps(*s, 60);  // at full speed
  Frame last = s->frames().frame(0);
  std::vector<Tick> gaps;
  for (int step = 0; step < 40; ++step) {
    test::run_steps(*s, 1);
    const Frame& now = s->frames().frame(0);
    if (now.number == last.number) continue;
    ASSERT_EQ(now.number, last.number + 1);
    gaps.push_back(now.stamp - last.stamp);
    const double shift_px =
        kFocal_px * kSpeed_m_s * 0.01 * static_cast<double>(gaps.back()) / kDistance_m;
    const size_t middle = static_cast<size_t>(kHeight / 2 * kWidth + kWidth / 2);
    const auto flow = last.plane("flow_px").floats();
    EXPECT_NEAR(std::hypot(flow[2 * middle], flow[2 * middle + 1]), shift_px, 1e-3);
    last = now;
  }
  EXPECT_GT(std::count(gaps.begin(), gaps.end(), 4), 2);
  EXPECT_GT(std::count(gaps.begin(), gaps.end(), 3), 5);
}

}  // namespace camera_time_test
}  // namespace hadal
