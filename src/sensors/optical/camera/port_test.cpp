#include "sensors/optical/camera/port.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/units.h"
#include "sensors/optical/camera/lens.h"

namespace hadal::sensors::camera {
namespace port_test {

constexpr double kExact = 1e-12, kRoundTrip_px = 1e-9, kWindow_px = 0.1;

Vec3 unit(double x, double y, double z) {
  return Vec3(x, y, z).normalized();
}

FlatPort tilted() {
  FlatPort port;
  port.normal_C = unit(0.12, -0.07, 1);
  return port;
}

DomePort shifted() {
  DomePort port;
  port.centre_C = Vec3(0.002, -0.003, -0.008);
  return port;
}

// Planar trigonometry, layer by layer.
TEST(FlatPort, OffsetAndAngleOfARay) {
  const FlatPort port;
  const double a = 35 * kDegree, g = std::asin(std::sin(a) / 1.49),
               w = std::asin(std::sin(a) / 1.333);
  const auto ray = ray_in_water(port, Vec3(std::sin(a), 0, std::cos(a)));
  ASSERT_TRUE(ray);
  EXPECT_NEAR(ray->origin_C.x(), 0.02 * std::tan(a) + 0.005 * std::tan(g), kExact);
  EXPECT_NEAR(ray->origin_C.z(), 0.025, kExact);
  EXPECT_NEAR(std::atan2(ray->direction_C.x(), ray->direction_C.z()), w, kExact);
  EXPECT_FALSE(ray_in_water(port, Vec3::UnitX()));
}

// Snell's law about the tilted normal, and the plane of incidence.
TEST(FlatPort, ATiltedPortBendsAboutItsOwnNormal) {
  const FlatPort port = tilted();
  const Vec3 in = unit(-0.3, 0.4, 1), out = ray_in_water(port, in)->direction_C;
  EXPECT_NEAR(in.cross(port.normal_C).norm(), 1.333 * out.cross(port.normal_C).norm(), kExact);
  EXPECT_NEAR(in.cross(port.normal_C).dot(out), 0, kExact);
}

template <class P>
double worst_round_trip_px(const P& port, const Lens& lens) {
  double worst = 0;
  for (double v = 0; v < 480; v += 53)
    for (double u = 0; u < 640; u += 49)
      for (const double range_m : {0.05, 0.7, 30.0}) {
        const WaterRay ray = *ray_in_water(port, *lens.direction_of({u, v}));
        const auto back = direction_in_air(port, Vec3(ray.origin_C + range_m * ray.direction_C));
        if (!back) return kInfinity;
        worst = std::max(worst, (*lens.pixel_of(*back) - Pixel(u, v)).norm());
      }
  return worst;
}

TEST(Port, PointsAreSeenWhereTheirRaysCameFrom) {
  const Lens lens = Lens::make(lens_of_view({}, 90 * kDegree).value()).value();
  EXPECT_LT(worst_round_trip_px(FlatPort{}, lens), kRoundTrip_px);
  EXPECT_LT(worst_round_trip_px(tilted(), lens), kRoundTrip_px);
  EXPECT_LT(worst_round_trip_px(shifted(), lens), kRoundTrip_px);
  EXPECT_LT(worst_round_trip_px(Port{shifted()}, lens), kRoundTrip_px);
  EXPECT_LT(worst_round_trip_px(Port{NoPort{}}, lens), kRoundTrip_px);
}

TEST(Port, NothingIsSeenInsideTheGlass) {
  EXPECT_FALSE(direction_in_air(FlatPort{}, Vec3(0, 0, 0.022)));
  EXPECT_FALSE(direction_in_air(shifted(), Vec3(0, 0, 0.03)));
}

// A camera that touches a thin port sees no further than the critical angle.
TEST(FlatPort, CriticalAngleWithoutAirBetween) {
  FlatPort port;
  port.distance_m = port.thickness_m = 0;
  const double critical = std::asin(1 / 1.333);
  EXPECT_TRUE(direction_in_air(port, Vec3(std::tan(0.999 * critical), 0, 1)));
  EXPECT_FALSE(direction_in_air(port, Vec3(std::tan(1.001 * critical), 0, 1)));
}

TEST(DomePort, RaysFromItsCentrePassStraight) {
  const Vec3 in = unit(0.8, -0.5, 1);
  const WaterRay ray = *ray_in_water(DomePort{}, in);
  EXPECT_LT((ray.direction_C - in).norm(), kExact);
  EXPECT_LT((ray.origin_C - 0.055 * in).norm(), kExact);
}

// A thin dome is one refracting sphere of radius R. Close to the axis, a camera v inside of the
// vertex seems to stand z' inside of it, n / z' = 1 / v + (n - 1) / R.
TEST(DomePort, ParaxialImageOfTheCameraCentre) {
  DomePort port;
  port.thickness_m = 0;
  const double e = 0.01, radius = port.inner_radius_m, n = port.index.water;
  port.centre_C = Vec3(0, 0, -e);  // the vertex is R - e ahead
  const double vertex = radius - e, angle = 1e-5;
  const WaterRay ray = *ray_in_water(port, Vec3(std::sin(angle), 0, std::cos(angle)));
  const double behind = ray.origin_C.x() * ray.direction_C.z() / ray.direction_C.x();
  EXPECT_NEAR(behind, n / (1 / vertex + (n - 1) / radius), 1e-9);
}

TEST(Port, EffectiveFieldOfView) {
  EXPECT_NEAR(view_in_water_rad(80 * kDegree, {}) / kDegree, 57.65984551, 1e-8);
  EXPECT_NEAR(*view_in_air_rad(view_in_water_rad(1.1, {}), {}), 1.1, kExact);
  EXPECT_FALSE(view_in_air_rad(100 * kDegree, {}));
  // The flat port has it far away, where the offset of the rays no longer counts.
  const double a = 40 * kDegree;
  const Vec3 w = ray_in_water(FlatPort{}, Vec3(std::sin(a), 0, std::cos(a)))->direction_C;
  EXPECT_NEAR(2 * std::atan2(w.x(), w.z()), view_in_water_rad(2 * a, {}), kExact);
}

// Looking straight up behind a centred dome, the sky fills a disc of the radius f tan(asin(1/n)).
// Pixels whose rays pass the surface are counted; the disc's radius follows from its area.
TEST(Port, SnellsWindowOnThePixelGrid) {
  LensConfig config;
  config.fx_px = config.fy_px = 190;
  const Lens lens = Lens::make(config).value();
  int seen = 0;
  for (int v = 0; v < 480; ++v)
    for (int u = 0; u < 640; ++u) {
      const Vec3 w = ray_in_water(DomePort{}, *lens.direction_of({1.0 * u, 1.0 * v}))->direction_C;
      seen += 1.333 * std::hypot(w.x(), w.y()) < 1;
    }
  const double radius_px = 190 * std::tan(std::asin(1 / 1.333));
  EXPECT_NEAR(std::sqrt(seen / std::numbers::pi), radius_px, kWindow_px);
}

TEST(Port, BadPortsAreProblems) {
  EXPECT_TRUE(check_port(NoPort{}).empty());
  EXPECT_TRUE(check_port(tilted()).empty());
  EXPECT_TRUE(check_port(shifted()).empty());
  FlatPort flat;
  flat.distance_m = -1, flat.normal_C = Vec3(0, 0, -1), flat.index.glass = 0;
  EXPECT_EQ(check_port(flat).size(), 3u);
  DomePort dome;
  dome.centre_C = Vec3(0, 0, 1);
  EXPECT_EQ(check_port(dome).size(), 1u);
}

}  // namespace port_test
}  // namespace hadal::sensors::camera
