#include "runner/waterplane.h"

#include <gtest/gtest.h>

#include "dynamics/surface/test_support.h"
#include "geometry/primitives.h"

namespace hadal::validation {
namespace waterplane_test {

using namespace dynamics;
using namespace dynamics::test;

constexpr double kTiny = 1e-12;
constexpr double kMeshed = 1e-3;
constexpr double kSlope = 3e-4;  // of the largest entry, by differences over 0.02 m or rad

geometry::TriangleMesh placed(const geometry::TriangleMesh& mesh, const Vec3& p,
                              const Mat3& R = Mat3::Identity()) {
  return geometry::transformed(mesh, {p, Quat(R)});
}

TEST(Waterplane, FloatingBox) {
  const double L = 2, B = 1, T = 0.25, H = 0.6;
  const Waterplane w = waterplane(placed(geometry::box({L, B, H}, 12), Vec3(5, -3, T - H / 2)));
  EXPECT_NEAR(w.area_m2, L * B, kTiny);
  EXPECT_NEAR(w.volume_m3, L * B * T, kTiny);
  EXPECT_LT((w.center_N - Vec3(5, -3, 0)).norm(), kTiny);
  EXPECT_LT((w.buoyancy_center_N - Vec3(5, -3, T / 2)).norm(), kTiny);
  EXPECT_NEAR(w.second_moment(0, 0), B * L * L * L / 12, kTiny * 100);
  EXPECT_NEAR(w.second_moment(1, 1), L * B * B * B / 12, kTiny * 100);
  const double KG = 0.15, GM = T / 2 + B * B / (12 * T) - KG;
  const Vec3 G(5, -3, T - KG);
  EXPECT_NEAR(w.metacentric_height_m(G), GM, kTiny * 100);
  const Mat3 K = w.stiffness(G, kDensity, kGravity);
  EXPECT_NEAR(K(0, 0), kDensity * kGravity * L * B, 1e-8);
  EXPECT_NEAR(K(1, 1), kDensity * kGravity * L * B * T * GM, 1e-8);
  EXPECT_NEAR(K(0, 1), 0, 1e-8);
}

TEST(Waterplane, FloatingSphere) {
  const double R = 0.5, depth = -0.1, h = R + depth;
  const Waterplane w = waterplane(placed(geometry::sphere(R, 5000), Vec3(0, 0, depth)));
  EXPECT_NEAR(w.area_m2, kPi * (2 * R * h - h * h), kMeshed * w.area_m2);
  EXPECT_NEAR(w.volume_m3, kPi * h * h * (3 * R - h) / 3, kMeshed * w.volume_m3);
  // The metacentre of a sphere is its middle.
  EXPECT_NEAR(w.metacentric_height_m({0, 0, depth}), 0, kMeshed * R);
}

// The stiffness of a heeled, trimmed hull equals the change of the forces of SurfaceBody.
TEST(Waterplane, StiffnessIsTheSlopeOfTheBuoyancy) {
  const geometry::TriangleMesh mesh = geometry::ellipsoid({1.5, 0.6, 0.4}, 5000);
  const Mat3 R = quaternion_from({0.4, -0.2, 0.3}).toRotationMatrix();
  const Vec3 p(2, 1, -0.05);
  const Waterplane w = waterplane(placed(mesh, p, R));
  const Mat3 K = w.stiffness(p, kDensity, kGravity);
  SurfaceBody body(surface_of(mesh), environment::WaveField());
  const auto forces = [&](int i, double step) {
    const Mat3 turn =
        quaternion_from_rotation_vector(i == 0 ? Vec3(0, 0, 0) : Vec3(step * Vec3::Unit(i - 1)))
            .toRotationMatrix();
    SurfaceQuery query = query_at(turn * R, p.z() + (i == 0 ? step : 0));
    const SurfaceLoads& loads = body.evaluate(query, nullptr);
    const Vec3 f = query.R_NL * loads.buoyancy_L.head<3>(),
               t = query.R_NL * loads.buoyancy_L.tail<3>();
    return Vec3(f.z(), t.x(), t.y());
  };
  constexpr double kStep = 0.01;
  for (int i = 0; i < 3; ++i) {
    const Vec3 slope = (forces(i, -kStep) - forces(i, kStep)) / (2 * kStep);
    EXPECT_LT((slope - K.col(i)).cwiseAbs().maxCoeff(), kSlope * K.cwiseAbs().maxCoeff());
  }
}

}  // namespace waterplane_test
}  // namespace hadal::validation
