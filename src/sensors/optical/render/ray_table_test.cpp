#include "sensors/optical/render/ray_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace hadal::sensors {
namespace ray_table_test {

constexpr float kNear = 0.1f, kFar = 30;
alignas(64) constexpr float kNone[raytrace::kLanes] = {};

camera::Lens lens(int width, int height) {
  camera::LensConfig config;
  config.width_px = width, config.height_px = height;
  return camera::Lens::make(camera::lens_of_view(config, 1.2).value()).value();
}

Vec3 direction(const raytrace::Rays& rays, int lane) {
  return {rays.dx[lane], rays.dy[lane], rays.dz[lane]};
}

// The optical frame has x right, y down, z ahead; S has x ahead, y right, z down.
Vec3 in_sensor(const Vec3& v_C) {
  return {v_C.z(), v_C.x(), v_C.y()};
}

TEST(RayTable, EveryPixelHasItsRay) {
  const camera::Lens made = lens(37, 22);  // neither side in whole blocks
  const RayTable table(made, camera::NoPort{});
  const Quat q_NS = quaternion_from(EulerAngles{0.2, -0.3, 1.1});
  const Vec3 p_A(1, 2, 3);
  int seen = 0;
  for (int block = 0; block < table.blocks_across() * table.blocks_down(); ++block) {
    raytrace::Rays rays, middles;
    table.rays(block, q_NS.toRotationMatrix(), p_A, kNone, kNone, kNear, kFar, rays);
    table.rays(block, q_NS.toRotationMatrix(), p_A, nullptr, nullptr, kNear, kFar, middles);
    for (int lane = 0; lane < raytrace::kLanes; ++lane) {
      const int x = block % table.blocks_across() * kBlockSide + lane % kBlockSide;
      const int y = block / table.blocks_across() * kBlockSide + lane / kBlockSide;
      const bool inside = x < 37 && y < 22;
      EXPECT_EQ(rays.near_m[lane] <= rays.far_m[lane], inside) << x << " " << y;
      if (!inside) continue;
      ++seen;
      const Vec3 wanted = q_NS * in_sensor(*made.direction_of({x, y}));
      EXPECT_LT((direction(rays, lane) - wanted).norm(), 1e-6);
      EXPECT_LT((direction(middles, lane) - wanted).norm(), 1e-6);
      EXPECT_EQ(rays.ox[lane], 1);
    }
  }
  EXPECT_EQ(seen, 37 * 22);
}

// A ray shifted within its pixel passes where the lens puts that place, to a hundredth of a pixel.
TEST(RayTable, PlacesWithinPixels) {
  const camera::Lens made = lens(640, 480);
  const RayTable table(made, camera::NoPort{});
  alignas(64) float right[raytrace::kLanes], down[raytrace::kLanes];
  std::fill_n(right, raytrace::kLanes, 0.4f), std::fill_n(down, raytrace::kLanes, -0.3f);
  for (const int block : {0, 159, 9000, 160 * 120 - 1}) {
    raytrace::Rays rays;
    table.rays(block, Mat3::Identity(), Vec3::Zero(), right, down, kNear, kFar, rays);
    for (int lane = 0; lane < raytrace::kLanes; ++lane) {
      const int x = block % 160 * kBlockSide + lane % kBlockSide;
      const int y = block / 160 * kBlockSide + lane / kBlockSide;
      const Vec3 d = direction(rays, lane);
      const auto pixel = made.pixel_of({d.y(), d.z(), d.x()});
      EXPECT_NEAR(pixel->x(), x + 0.4, 0.01);
      EXPECT_NEAR(pixel->y(), y - 0.3, 0.01);
    }
  }
}

// Behind a flat port rays start on its outer face, bent by Snell's law.
TEST(RayTable, RaysBehindAFlatPort) {
  const camera::Lens made = lens(64, 48);
  camera::FlatPort port;
  const RayTable table(made, port);
  raytrace::Rays rays;
  table.rays(0, Mat3::Identity(), Vec3::Zero(), kNone, kNone, kNear, kFar, rays);
  const Vec3 air = *made.direction_of({0, 0}), water = direction(rays, 0);
  EXPECT_NEAR(rays.ox[0], port.distance_m + port.thickness_m, 1e-7);
  const double sine_air = std::hypot(air.x(), air.y());
  EXPECT_NEAR(std::hypot(water.y(), water.z()), sine_air / port.index.water, 1e-6);
}

// The angle of a pixel on the axis is 1 / focal length.
TEST(RayTable, AngleOfAPixel) {
  const camera::Lens made = lens(640, 480);
  const RayTable table(made, camera::NoPort{});
  const int middle = 60 * 160 + 80;
  EXPECT_NEAR(table.pixel_rad(middle) * made.config().fx_px, 1, 1e-3);
}

}  // namespace ray_table_test
}  // namespace hadal::sensors
