// Things that are scaled or move while the shutter is open, and what shading asks of hits.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "geometry/primitives.h"
#include "math/rotation.h"
#include "raytrace/scene.h"
#include "raytrace/test_rays.h"

namespace hadal::raytrace {
namespace touch_test {

using test::set_ray;
constexpr uint32_t kSeen = kSeenCamera;
constexpr double kSingle_m = 2e-5;

Placed placed(Shape shape, const Vec3& at, double scale = 1, const Mat3& R = Mat3::Identity()) {
  Placed out;
  out.shape = std::move(shape);
  out.R = R;
  out.translation_A = at;
  out.scale = scale;
  out.instance.seen = kSeen;
  out.instance.origin_A = at;
  return out;
}

// Sixteen rays along x from x = 0 at heights z, at fractions of the shutter.
Rays along_x(const std::array<double, kLanes>& y, double z, const std::array<float, kLanes>& time) {
  Rays rays;
  for (int k = 0; k < kLanes; ++k) {
    set_ray(rays, k, {0, y[static_cast<size_t>(k)], z}, {1, 0, 0});
    rays.time[k] = time[static_cast<size_t>(k)];
  }
  return rays;
}

TEST(SurfaceSampling, AScaledBoxIsThatMuchLarger) {
  const Scene scene;
  constexpr double kScale = 2.5;
  const std::array things{placed(scene.triangles(geometry::box({1, 1, 1})), {10, 0, 0}, kScale)};
  const auto view = scene.view(Vec3::Zero(), things);
  std::array<double, kLanes> y{};
  for (int k = 0; k < kLanes; ++k) y[static_cast<size_t>(k)] = -2 + 0.25 * k;
  const Rays rays = along_x(y, 0.1, {});
  Hits hits;
  view->trace(rays, kSeen, true, hits);
  SurfaceSample sampled;
  view->sample_surface(rays, hits, sampled);
  const uint32_t hidden = view->occluded(rays, kSeen);
  for (int k = 0; k < kLanes; ++k) {
    const double at = y[static_cast<size_t>(k)];
    const bool inside = std::abs(at) < kScale / 2;
    if (std::abs(std::abs(at) - kScale / 2) < 1e-9) continue;  // on the edge
    EXPECT_EQ(hits.instance[k] == 0, inside) << at;
    EXPECT_EQ((hidden >> k & 1) == 1, inside);
    const Hit one = view->trace_one({0, at, 0.1}, {1, 0, 0}, 0, 100, kSeen);
    EXPECT_EQ(one.found(), inside);
    if (!inside) continue;
    EXPECT_NEAR(hits.range_m[k], 10 - kScale / 2, kSingle_m);
    EXPECT_NEAR(one.range_m, 10 - kScale / 2, 1e-12);
    EXPECT_NEAR(sampled.lx[k], -kScale / 2, kSingle_m);  // metres, not units of the shape
    EXPECT_NEAR(sampled.ly[k], at, kSingle_m);
    EXPECT_NEAR(sampled.nx[k], -1, 1e-6);
  }
}

// A box that moves to the right, seen at sixteen times.
TEST(SurfaceSampling, AMovingBoxIsWhereItIsThen) {
  const Scene scene;
  constexpr double kShutter_s = 0.1, kSpeed = 4;
  std::array things{placed(scene.triangles(geometry::box({1, 0.2, 1})), {10, 0, 0})};
  things[0].instance.v_N = {0, kSpeed, 0};
  const auto view = scene.view(Vec3::Zero(), things, kShutter_s);
  EXPECT_EQ(view->shutter_s(), kShutter_s);
  std::array<double, kLanes> y{};
  std::array<float, kLanes> time{};
  for (size_t k = 0; k < kLanes; ++k) {
    time[k] = static_cast<float>(k) / (kLanes - 1);
    y[k] = kSpeed * kShutter_s * time[k] + (k % 2 ? 0.09 : 0.11);  // just inside or outside
  }
  const Rays rays = along_x(y, 0, time);
  Hits hits;
  view->trace(rays, kSeen, false, hits);
  SurfaceSample sampled;
  view->sample_surface(rays, hits, sampled);
  for (int k = 0; k < kLanes; ++k) {
    EXPECT_EQ(hits.instance[k] == 0, k % 2 == 1) << k;
    EXPECT_EQ(view->occluded(rays, kSeen) >> k & 1, k % 2 == 1 ? 1u : 0u);
    if (k % 2 == 1) {
      EXPECT_NEAR(sampled.ly[k], 0.09, 1e-4) << "a place on the box does not move on it";
    }
  }
}

// A turning box: its face turns away from the ray as it goes on.
TEST(SurfaceSampling, ATurningBoxTurnsItsPlaces) {
  const Scene scene;
  constexpr double kShutter_s = 0.2, kRate = 0.5;
  std::array things{placed(scene.triangles(geometry::box({1, 4, 1})), {10, 0, 0})};
  things[0].instance.w_N = {0, 0, kRate};
  const auto view = scene.view(Vec3::Zero(), things, kShutter_s);
  std::array<double, kLanes> y{};
  std::array<float, kLanes> time{};
  y.fill(1.5), time.fill(1);
  const Rays rays = along_x(y, 0, time);
  Hits hits;
  view->trace(rays, kSeen, true, hits);
  SurfaceSample sampled;
  view->sample_surface(rays, hits, sampled);
  const double angle = kRate * kShutter_s;
  // Plane of the near face: cos(a) (x - 10) + sin(a) y = -1/2.
  const double range_m = 10 - (0.5 + std::sin(angle) * 1.5) / std::cos(angle);
  EXPECT_NEAR(hits.range_m[0], range_m, 2e-3);  // corners go straight from open to close
  EXPECT_NEAR(hits.nx[0], -std::cos(angle), 1e-6);
  EXPECT_NEAR(hits.ny[0], -std::sin(angle), 1e-6);
  EXPECT_NEAR(sampled.nx[0], -std::cos(angle), 1e-4);
  EXPECT_NEAR(sampled.ny[0], -std::sin(angle), 1e-4);
  EXPECT_NEAR(sampled.lx[0], -0.5, 2e-3);
}

TEST(SurfaceSampling, TextureCoordinatesAreLinearOnAFace) {
  geometry::TriangleMesh sheet;  // across x, u along y, v along z
  sheet.vertices = {{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  sheet.corner_uv = {{0, 0, 1, 0, 1, 1}, {0, 0, 1, 1, 0, 1}};
  const Scene scene;
  const Mat3 R = quaternion_from({0.3, 0, 0}).toRotationMatrix();
  const std::array things{placed(scene.triangles(sheet), {5, 0, 0}, 1.5, R)};
  const auto view = scene.view(Vec3::Zero(), things);
  std::array<double, kLanes> y{};
  for (int k = 0; k < kLanes; ++k) y[static_cast<size_t>(k)] = -1 + k * 0.13;
  const Rays rays = along_x(y, 0.2, {});
  Hits hits;
  view->trace(rays, kSeen, true, hits);
  SurfaceSample sampled;
  view->sample_surface(rays, hits, sampled);
  for (int k = 0; k < kLanes; ++k) {
    ASSERT_EQ(hits.instance[k], 0);
    const Vec3 q = R.transpose() * Vec3(0, y[static_cast<size_t>(k)], 0.2) / 1.5;
    EXPECT_NEAR(sampled.u[k], (q.y() + 1) / 2, 1e-5);
    EXPECT_NEAR(sampled.v[k], (q.z() + 1) / 2, 1e-5);
  }
}

}  // namespace surface_sample_test
}  // namespace hadal::raytrace
