#include "dynamics/mud.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/primitives.h"
#include "math/symmetric.h"

namespace hadal::dynamics {
namespace mud_test {

using std::numbers::pi;
constexpr double kTolerance = 1e-12;

CollisionShape shape(CollisionShape::Kind kind, const Vec3& size, const Vec3& p_LS = Vec3::Zero()) {
  CollisionShape out;
  out.kind = kind;
  out.size = size;
  out.X_LS.p = p_LS;
  return out;
}

MudBody body_of(const CollisionShape& shape) {
  return MudBody(std::span(&shape, 1));
}

MudBody ball(double radius_m, const Vec3& p_LS = Vec3::Zero()) {
  return body_of(shape(CollisionShape::Kind::kSphere, {radius_m, 0, 0}, p_LS));
}

MudLayer strong(double yield_n, double drag_ns_m) {
  MudLayer out;
  out.yield_n = yield_n;
  out.drag_ns_m = drag_ns_m;
  return out;
}

Vec6 moving(const Vec3& v, const Vec3& w = Vec3::Zero()) {
  Vec6 out;
  out << v, w;
  return out;
}

// Load on a body at the origin, under a surface at -10 m.
MudLoad deep(const MudLayer& layer, const MudBody& body, const Vec6& nu) {
  return mud_load(layer, body, Vec3::Zero(), Mat3::Identity(), nu, -10);
}

// Volume of the spherical cap of depth c below the surface, over that of the sphere.
double cap_fraction(double r, double c) {
  return pi * c * c * (3 * r - c) / 3 / (4 * pi / 3 * r * r * r);
}

TEST(Mud, BuriedFractionOfASphereIsThatOfItsVolume) {
  const double r = 0.25;
  const Vec3 p_LS(0.1, 0, 0.3);
  const MudBody body = ball(r, p_LS);
  const Mat3 R_NL = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const Vec3 p_NL(5, -2, 8);
  const double bottom = p_NL.z() + (R_NL * p_LS).z() + r;
  for (double c = 0.01; c < 2 * r; c += 0.03)
    EXPECT_NEAR(body.buried(p_NL, R_NL, bottom - c), cap_fraction(r, c), kTolerance) << c;
  EXPECT_EQ(body.buried(p_NL, R_NL, bottom), 0);
  EXPECT_EQ(body.buried(p_NL, R_NL, bottom - 2 * r), 1);
}

TEST(Mud, ShapesAreBuriedFromTheirLowestToTheirHighestPoint) {
  const Vec3 axis = Vec3(0.3, -0.5, 0.8).normalized();
  const Mat3 R_NL = Eigen::AngleAxisd(1.1, axis).toRotationMatrix();
  const Vec3 down_L = R_NL.row(2).transpose();
  CollisionShape hull;
  hull.kind = CollisionShape::Kind::kHull;
  hull.hull = std::make_shared<geometry::TriangleMesh>(geometry::box({0.2, 0.4, 0.6}));
  const double box = Vec3(0.1, 0.2, 0.3).dot(down_L.cwiseAbs());
  const double side = std::hypot(down_L.x(), down_L.y()), along = std::abs(down_L.z());
  const std::vector<std::pair<CollisionShape, double>> half_extents = {
      {shape(CollisionShape::Kind::kBox, {0.1, 0.2, 0.3}), box},
      {hull, box},
      {shape(CollisionShape::Kind::kCapsule, {0.1, 0.3, 0}), 0.1 + 0.3 * along},
      {shape(CollisionShape::Kind::kCylinder, {0.1, 0.3, 0}), 0.1 * side + 0.3 * along},
      {shape(CollisionShape::Kind::kEllipsoid, {0.1, 0.2, 0.3}),
       Vec3(0.1, 0.2, 0.3).cwiseProduct(down_L).norm()}};
  for (const auto& [s, half] : half_extents) {
    const MudBody body = body_of(s);
    EXPECT_EQ(body.buried(Vec3::Zero(), R_NL, half + 1e-6), 0) << half;
    EXPECT_GT(body.buried(Vec3::Zero(), R_NL, half - 1e-3), 0);
    EXPECT_NEAR(body.buried(Vec3::Zero(), R_NL, 0), 0.5, 1e-9);
    EXPECT_LT(body.buried(Vec3::Zero(), R_NL, -half + 1e-3), 1);
    EXPECT_EQ(body.buried(Vec3::Zero(), R_NL, -half - 1e-6), 1);
  }
}

TEST(Mud, SizeAndCentreFollowFromTheVolumes) {
  const std::vector<CollisionShape> shapes = {
      shape(CollisionShape::Kind::kBox, {0.5, 0.5, 0.5}, {0, 0, 0}),
      shape(CollisionShape::Kind::kCylinder, {0.4, 1, 0}, {3, 0, 0})};
  const MudBody body(shapes);
  const double cylinder = 2 * pi * 0.16, all = 1 + cylinder;
  EXPECT_NEAR(body.centre_L().x(), 3 * cylinder / all, kTolerance);
  EXPECT_NEAR(4 * pi / 3 * std::pow(body.radius_m(), 3), all, kTolerance);
}

TEST(Mud, ALinkWithoutShapesIsASphereOfItsVolume) {
  Link link;
  EXPECT_TRUE(MudBody(link).empty());
  link.buoyancy.volume_m3 = 0.02;
  link.buoyancy.p_BC_B = {0.1, 0, -0.2};
  const MudBody body(link);
  EXPECT_NEAR(4 * pi / 3 * std::pow(body.radius_m(), 3), 0.02, kTolerance);
  EXPECT_LT((body.centre_L() - link.buoyancy.p_BC_B).norm(), kTolerance);
}

TEST(Mud, NothingActsAboveTheLayer) {
  const MudBody body = ball(0.2);
  const MudLayer layer = strong(100, 1000);
  const Vec6 nu = moving({1, 2, 3}, {4, 5, 6});
  const MudLoad above = mud_load(layer, body, Vec3::Zero(), Mat3::Identity(), nu, 0.2);
  EXPECT_EQ(above.buried, 0);
  EXPECT_EQ(above.tau_L, Vec6::Zero());
  EXPECT_EQ(above.damping_L, Mat6::Zero());
  const double nowhere = std::numeric_limits<double>::infinity();
  EXPECT_EQ(mud_load(layer, body, Vec3::Zero(), Mat3::Identity(), nu, nowhere).tau_L, Vec6::Zero());
}

TEST(Mud, AHeldLinkCreeps) {
  const MudBody body = ball(0.2);
  const MudLayer layer = strong(200, 0);
  for (const double x : {0.1, 0.5, 0.9, 0.99}) {
    const double creep = layer.creep_speed_m_s * x / (1 - x);
    const Vec3 direction = Vec3(1, -2, 0.5).normalized();
    const MudLoad load = deep(layer, body, moving(creep * direction));
    EXPECT_NEAR(load.tau_L.head<3>().norm(), x * 200, 1e-9);
    EXPECT_NEAR(load.tau_L.head<3>().dot(direction), -x * 200, 1e-9);
  }
}

TEST(Mud, FastAndHalfBuriedResistanceIsYieldPlusDrag) {
  const MudLayer layer = strong(200, 300);
  const MudLoad half =
      mud_load(layer, ball(0.2), Vec3::Zero(), Mat3::Identity(), moving({0, 0.4, 0}), 0);
  EXPECT_NEAR(half.buried, 0.5, kTolerance);
  const double yielding = 200 * 0.4 / (0.4 + layer.creep_speed_m_s);
  EXPECT_NEAR(half.tau_L[1], -0.5 * (yielding + 300 * 0.4), 1e-9);
}

TEST(Mud, StrengthAndViscosityActOnASphere) {
  const double r = 0.3, tau_y = 500, mu = 40, v = 0.2, w = 0.7;
  MudLayer layer;
  layer.yield_pa = tau_y;
  layer.viscosity_pa_s = mu;
  layer.creep_speed_m_s = 1e-7;
  const MudLoad load = deep(layer, ball(r), moving({v, 0, 0}, {0, 0, w}));
  const double force = 11 * tau_y * pi * r * r + 6 * pi * mu * r * v;
  const double torque = pi * pi * r * r * r * tau_y + 8 * pi * mu * r * r * r * w;
  EXPECT_NEAR(load.tau_L[0] / -force, 1, 1e-6);
  EXPECT_NEAR(load.tau_L[5] / -torque, 1, 1e-6);
}

TEST(Mud, TheForceActsOnTheCentreOfTheShapes) {
  const Vec3 c(0.5, 0.2, -0.3), v(0.1, -0.3, 0.2), w(0.4, 0.5, -0.6);
  MudLayer drag = strong(0, 250);
  const MudLoad load = deep(drag, ball(0.1, c), moving(v, w));
  const Vec3 force = -250 * (v + w.cross(c));
  const Vec3 torque = c.cross(force) - 250 * 4 * 0.01 / 3 * w;
  EXPECT_LT((load.tau_L.head<3>() - force).norm(), 1e-10);
  EXPECT_LT((load.tau_L.tail<3>() - torque).norm(), 1e-10);
}

TEST(Mud, DampingIsTheSecantAndTakesEnergy) {
  const MudLayer layer = strong(120, 60);
  const Vec6 nu = moving({0.02, 0.1, -0.3}, {0.2, -1, 0.4});
  const MudLoad load = deep(layer, ball(0.1, {0.4, 0, 0.1}), nu);
  EXPECT_EQ(load.tau_L, Vec6(-load.damping_L * nu));
  EXPECT_LT((load.damping_L - load.damping_L.transpose()).norm(), kTolerance);
  EXPECT_GT(symmetric_eigen(load.damping_L).values.minCoeff(), 0);
}

}  // namespace mud_test
}  // namespace hadal::dynamics
