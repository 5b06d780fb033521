#include "sensors/optical/lidar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/primitives.h"
#include "math/rotation.h"
#include "math/units.h"
#include "raytrace/scene.h"

namespace hadal::sensors {
namespace lidar_test {

constexpr double kTolerance_m = 1e-4;
constexpr double kAlbedo = 0.4;

// A wall across x at a distance, 200 m wide, and what the test adds.
struct Room {
  Room() {
    materials.materials.resize(1);
    materials.materials[0].albedo = {0.1, kAlbedo, 0.9};
  }
  void add_wall(double x_m, uint32_t seen, int vehicle = raytrace::kNothing) {
    raytrace::Placed placed;
    placed.shape = scene.triangles(geometry::box({2, 200, 200}));
    placed.translation_A = Vec3(x_m + 1, 0, 0);  // its near face is at x_m
    placed.instance.seen = seen;
    placed.instance.vehicle = vehicle;
    things.push_back(placed);
  }
  Frame scan(const LidarModel& model, double time_s = 0, int64_t number = 0, int threads = 1) {
    const Lidar lidar(model);
    const auto view = scene.view(Vec3::Zero(), things);
    FrameInput input;
    input.time_s = time_s;
    input.number = number;
    input.view = view.get();
    input.materials = &materials;
    input.noise = RandomStream(5, "lidar", "frame");
    ThreadArena arena(threads);
    Frame frame = lidar.blank();
    lidar.compute(input, arena, frame);
    return frame;
  }
  raytrace::Scene scene;
  MaterialTable materials;
  std::vector<raytrace::Placed> things;
};

constexpr uint32_t kGround = raytrace::kSeenSeabed | raytrace::kSeenSilt;

LidarModel small() {
  LidarModel model;
  model.columns = 21;
  model.rows = 11;
  return model;
}

double intensity(double albedo, double c, double r) {
  return albedo * std::exp(-2 * c * r) / (r * r);
}

TEST(Lidar, RangesOfAWall) {
  Room room;
  room.add_wall(8, raytrace::kSeenLidar, 3);
  const LidarModel model = small();
  const Frame frame = room.scan(model);
  const auto range = frame.plane("range_m").floats(), bright = frame.plane("intensity").floats();
  const auto points = frame.plane("points").floats();
  ASSERT_EQ(range.size(), 21u * 11 * 2);
  for (int row = 0; row < 11; ++row)
    for (int column = 0; column < 21; ++column) {
      const double e = 30 * kDegree * (row / 10.0 - 0.5), b = 30 * kDegree * (column / 20.0 - 0.5);
      const double ahead = std::cos(e) * std::cos(b), wanted = 8 / ahead;
      const size_t at = 2 * (static_cast<size_t>(row) * 21 + static_cast<size_t>(column));
      EXPECT_NEAR(range[at], wanted, kTolerance_m);
      EXPECT_NEAR(bright[at] / intensity(kAlbedo * ahead, 0.1, wanted), 1, 1e-4);
      EXPECT_EQ(frame.plane("object_id").ints()[at], 3);
      EXPECT_TRUE(std::isnan(range[at + 1]));  // no second return
      EXPECT_NEAR(points[6 * at], 8, kTolerance_m);
      EXPECT_NEAR(points[6 * at + 1], wanted * std::cos(e) * std::sin(b), kTolerance_m);
      EXPECT_NEAR(points[6 * at + 2], wanted * std::sin(e), kTolerance_m);  // rows go down
    }
}

// In the rated water it sees the rated surface to the rated range; twice the attenuation costs more
// than a third of it, and the surface is then gone from the frame.
TEST(Lidar, TurbidityLimitsTheRange) {
  LidarModel model = small();
  EXPECT_NEAR(lidar_reach_m(model, 0.5), 20, 1e-9);
  model.attenuation_per_m = 0.2;
  const double reach_m = lidar_reach_m(model, kAlbedo);
  EXPECT_NEAR(intensity(kAlbedo, 0.2, reach_m), intensity(0.5, 0.1, 20), 1e-12);
  EXPECT_LT(reach_m, 13.5);
  const size_t middle = 2 * (5 * 21 + 10);
  for (const double factor : {0.999, 1.001}) {
    Room room;
    room.add_wall(factor * reach_m, raytrace::kSeenLidar, 0);
    const Frame frame = room.scan(model);
    EXPECT_EQ(std::isfinite(frame.plane("range_m").floats()[middle]), factor < 1);
    EXPECT_EQ(frame.plane("returns").bytes()[middle / 2], factor < 1 ? 1 : 0);
    EXPECT_NEAR(frame.plane("true_range_m").floats()[middle / 2], factor * reach_m, 1e-3);
  }
}

TEST(Lidar, NothingCloserThanItsMinimumAndNothingThroughIt) {
  LidarModel model = small();
  model.min_range_m = 2;
  Room room;
  room.add_wall(1, raytrace::kSeenLidar, 0);
  room.add_wall(5, raytrace::kSeenLidar, 1);
  const Frame frame = room.scan(model);
  for (const uint8_t count : frame.plane("returns").bytes()) EXPECT_EQ(count, 0);
}

// Silt 5 cm before the firm ground: two returns, the second weakened by exp(-2 c_silt d). Behind
// half a metre of it the ground is gone.
TEST(Lidar, SeesThroughThinSilt) {
  LidarModel model = small();
  model.silt_attenuation_per_m = 10;
  const size_t middle = 2 * (5 * 21 + 10);
  for (const double silt_m : {0.05, 0.5}) {
    Room room;
    room.add_wall(6, raytrace::kSeenSeabed);
    room.add_wall(6 - silt_m, raytrace::kSeenSilt);
    const Frame frame = room.scan(model);
    const auto range = frame.plane("range_m").floats();
    const auto bright = frame.plane("intensity").floats();
    const auto object = frame.plane("object_id").ints();
    EXPECT_NEAR(range[middle], 6 - silt_m, kTolerance_m);
    EXPECT_EQ(object[middle], kLabelSilt);
    EXPECT_NEAR(bright[middle] / intensity(0.3, 0.1, 6 - silt_m), 1, 1e-4);
    if (silt_m > 0.1) {
      EXPECT_EQ(frame.plane("returns").bytes()[middle / 2], 1);
      continue;
    }
    EXPECT_NEAR(range[middle + 1], 6, kTolerance_m);
    EXPECT_EQ(object[middle + 1], kLabelGround);
    EXPECT_NEAR(bright[middle + 1] / (intensity(kAlbedo, 0.1, 6) * std::exp(-2 * 10 * 0.05)), 1,
                1e-3);
  }
}

// A crust: the image of the ground lies behind what is firm.
TEST(Lidar, SeesTheGroundThatShowsThroughACrust) {
  Room room;
  room.add_wall(6, raytrace::kSeenSeabed);
  room.add_wall(6.3, raytrace::kSeenSilt);
  const Frame frame = room.scan(small());
  const size_t middle = 2 * (5 * 21 + 10);
  EXPECT_NEAR(frame.plane("range_m").floats()[middle], 6.3, kTolerance_m);
  EXPECT_EQ(frame.plane("returns").bytes()[middle / 2], 1);
}

TEST(Lidar, FirmGroundThatShowsIsOneReturn) {
  Room room;
  room.add_wall(6, kGround);
  room.add_wall(15, raytrace::kSeenSilt);  // elsewhere there is silt
  const Frame frame = room.scan(small());
  for (const uint8_t count : frame.plane("returns").bytes()) EXPECT_EQ(count, 1);
}

// The chance of a particle before the wall is 1 - exp(-n (R - R_min)); it takes its fraction of the
// light behind it.
TEST(Lidar, ParticlesGiveFirstReturns) {
  LidarModel model;
  model.width_rad = model.height_rad = 2 * kDegree;
  model.particles_per_m = 0.1;
  Room room;
  room.add_wall(5, raytrace::kSeenLidar, 0);
  const Frame frame = room.scan(model);
  const auto range = frame.plane("range_m").floats(), bright = frame.plane("intensity").floats();
  const auto object = frame.plane("object_id").ints();
  int particles = 0;
  for (size_t i = 0; i < range.size(); i += 2) {
    if (object[i] != kLabelParticle) continue;
    ++particles;
    EXPECT_LT(range[i], 5.01);
    EXPECT_NEAR(range[i + 1], 5, 0.01);
    EXPECT_NEAR(bright[i + 1] / (intensity(kAlbedo, 0.1, 5) * 0.81), 1, 0.01);
  }
  const double expected = 145 * 145 * (1 - std::exp(-0.1 * 4.5));
  EXPECT_NEAR(particles / expected, 1, 0.05);
}

TEST(Lidar, RangeNoiseAsSpecified) {
  LidarModel model;
  model.width_rad = model.height_rad = 1 * kDegree;
  model.range_std_m = 0.005;
  model.range_std_relative = 0.001;
  Room room;
  room.add_wall(10, raytrace::kSeenLidar, 0);
  const Frame frame = room.scan(model), next = room.scan(model, 0, 1);
  const auto range = frame.plane("range_m").floats(), exact = frame.plane("true_range_m").floats();
  double sum = 0, squares = 0, product = 0;
  const size_t count = exact.size();
  for (size_t i = 0; i < count; ++i) {
    const double error = range[2 * i] - exact[i];
    sum += error;
    squares += error * error;
    product += error * (next.plane("range_m").floats()[2 * i] - exact[i]);
  }
  const double sigma = std::hypot(0.005, 0.01);
  EXPECT_NEAR(std::sqrt(squares / count) / sigma, 1, 0.02);
  EXPECT_NEAR(sum / count, 0, 4 * sigma / std::sqrt(count));
  EXPECT_NEAR(product / squares, 0, 0.03);  // the next scan draws anew
}

TEST(Lidar, ThePanTiltMountTurnsIt) {
  LidarModel model = small();
  model.pan_tilt.pan_rad = 20 * kDegree;
  model.pan_tilt.tilt_swing_rad = 10 * kDegree;
  model.pan_tilt.tilt_period_s = 4;
  Room room;
  room.add_wall(6, raytrace::kSeenLidar, 0);
  const Frame frame = room.scan(model, 1);  // tilted up by 10 degrees
  const size_t middle = 2 * (5 * 21 + 10);
  const double range = 6 / (std::cos(20 * kDegree) * std::cos(10 * kDegree));
  EXPECT_NEAR(frame.plane("range_m").floats()[middle], range, kTolerance_m);
  const auto points = frame.plane("points").floats();
  EXPECT_NEAR(points[6 * middle], 6, kTolerance_m);
  EXPECT_NEAR(points[6 * middle + 2], -range * std::sin(10 * kDegree), kTolerance_m);
  EXPECT_NEAR(frame.plane("head_rad").floats()[0], 20 * kDegree, 1e-6);
  EXPECT_NEAR(frame.plane("head_rad").floats()[1], 10 * kDegree, 1e-6);
}

TEST(Lidar, SeesItsOwnVehicleOnlyWhenAsked) {
  LidarModel model = small();
  Room room;
  room.add_wall(3, raytrace::own(raytrace::kSeenLidar), 0);
  room.add_wall(6, raytrace::kSeenLidar, 1);
  const size_t middle = 2 * (5 * 21 + 10);
  EXPECT_NEAR(room.scan(model).plane("range_m").floats()[middle], 6, kTolerance_m);
  model.sees_own_vehicle = true;
  EXPECT_NEAR(room.scan(model).plane("range_m").floats()[middle], 3, kTolerance_m);
  EXPECT_TRUE(Lidar(model).needs().seen & raytrace::own(raytrace::kSeenLidar));
}

TEST(Lidar, AnyNumberOfThreadsGivesTheSameFrame) {
  LidarModel model;
  model.range_std_m = 0.01;
  model.particles_per_m = 0.05;
  Room room;
  room.add_wall(6, raytrace::kSeenLidar, 0);
  const uint64_t one = room.scan(model).hash();
  EXPECT_EQ(room.scan(model, 0, 0, 2).hash(), one);
  EXPECT_EQ(room.scan(model, 0, 0, 4).hash(), one);
  EXPECT_NE(room.scan(model, 0, 1).hash(), one);
}

// Rays that meet firm surfaces only take a shorter way: the numbers are those of the longer one.
TEST(Lidar, TheShorterPathGivesTheSameBits) {
  Room room;
  room.add_wall(6, kGround);
  room.add_wall(4, raytrace::kSeenLidar, 2);
  room.things.back().translation_A.y() = 101;  // half of the view
  LidarModel model = small();
  model.columns = 30, model.range_std_m = 0.01, model.range_std_relative = 0.002;
  for (const int returns : {1, 2, 3}) {
    model.returns = returns;
    model.particles_per_m = 0;
    const Frame plain = room.scan(model);
    model.particles_per_m = 1e-12;  // none in reach, but they might be
    const Frame whole = room.scan(model);
    ASSERT_EQ(plain.planes.size(), whole.planes.size());
    for (size_t i = 0; i < plain.planes.size(); ++i)
      EXPECT_EQ(plain.planes[i].data, whole.planes[i].data) << plain.planes[i].name;
    const auto object = plain.plane("object_id").ints();
    EXPECT_GT(std::count(object.begin(), object.end(), 2), 50);
    EXPECT_GT(std::count(object.begin(), object.end(), kLabelGround), 50);
  }
}

}  // namespace lidar_test
}  // namespace hadal::sensors
