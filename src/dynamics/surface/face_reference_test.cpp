#include "dynamics/surface/face_reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "geometry/primitives.h"

namespace hadal::dynamics {
namespace face_reference_test {

constexpr double kTiny = 1e-13;
constexpr double kMeshed = 3e-3;  // of curved bodies with 5,000 faces

// Right triangle (0,0,0) (1,0,0) (0,1,0).
const std::array<Vec3, 3> kTriangle{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};

TEST(FaceReference, MomentsOfATriangle) {
  const FaceIntegrals whole = integrate(clip_face(kTriangle, {1, 2, 4}));
  EXPECT_NEAR(whole.area, 0.5, kTiny);
  EXPECT_NEAR(whole.head, 0.5 * 7 / 3, kTiny);
  // h = 1 + x + 3 y:  Int x h = 1/6 + 1/12 + 3/24,  Int y h = 1/6 + 1/24 + 3/12.
  EXPECT_LT((whole.head_moment - Vec3(3.0 / 8, 11.0 / 24, 0)).norm(), kTiny);
  EXPECT_LT((whole.first_moment - Vec3(1.0 / 6, 1.0 / 6, 0)).norm(), kTiny);
  EXPECT_NEAR(whole.second_moment(0, 0), 1.0 / 12, kTiny);
  EXPECT_NEAR(whole.second_moment(0, 1), 1.0 / 24, kTiny);
}

TEST(FaceReference, ClipsATipAndWhatIsLeft) {
  // h = 0.5 - x: wet for x < 1/2, a strip with the heights 1 and 1/2.
  const FaceIntegrals wet = integrate(clip_face(kTriangle, {0.5, -0.5, 0.5}));
  EXPECT_NEAR(wet.area, 3.0 / 8, kTiny);
  EXPECT_NEAR(wet.head, 5.0 / 48, kTiny);  // Int (1/2 - x)(1 - x) dx from 0 to 1/2
  const FaceIntegrals tip = integrate(clip_face(kTriangle, {-0.5, 0.5, -0.5}));
  EXPECT_NEAR(tip.area, 1.0 / 8, kTiny);
  EXPECT_LT((wet.first_moment + tip.first_moment - Vec3(1.0 / 6, 1.0 / 6, 0)).norm(), kTiny);
  EXPECT_EQ(clip_face(kTriangle, {-1, -2, 0}).corners, 0);
}

ReferenceSums in_flow(const geometry::TriangleMesh& mesh, const Vec3& v, double linear,
                      double quadratic) {
  ReferenceTask task;
  const std::vector<double> head(mesh.vertices.size(), 100.0);
  task.head = head;
  task.water.linear = v;
  task.drag_linear = Vec3::Constant(linear);
  task.drag_quadratic = Vec3::Constant(quadratic);
  return reference_sums(mesh, task);
}

TEST(FaceReference, SphereInAFlow) {
  constexpr double kRadius = 0.3, kSpeed = 1.5;
  const geometry::TriangleMesh mesh = geometry::sphere(kRadius, 5000);
  const double area = std::numbers::pi * kRadius * kRadius;
  EXPECT_NEAR(in_flow(mesh, {kSpeed, 0, 0}, 0, 1).drag[0], kSpeed * kSpeed * area / 2,
              kMeshed * kSpeed * kSpeed * area / 2);
  // 2 pi R^2 U Int c^2 exp(-U^2 c^2 / 2) dc over 0..1, in closed form.
  const double U = kSpeed;
  const double integral =
      std::sqrt(std::numbers::pi / 2) * std::erf(U / std::numbers::sqrt2) / (U * U * U) -
      std::exp(-U * U / 2) / (U * U);
  EXPECT_NEAR(in_flow(mesh, {0, U, 0}, 1, 0).drag[1], 2 * area * U * integral,
              kMeshed * 2 * area * U * integral);
}

TEST(FaceReference, CylinderAcrossAFlow) {
  constexpr double kRadius = 0.2, kLength = 1.3, kSpeed = 0.8;
  const geometry::TriangleMesh mesh = geometry::cylinder(kRadius, kLength, 5000);
  const double expected = 4.0 / 3 * kSpeed * kSpeed * kRadius * kLength;
  EXPECT_NEAR(in_flow(mesh, {kSpeed, 0, 0}, 0, 1).drag[0], expected, kMeshed * expected);
}

TEST(FaceReference, TurnedBoxInAFlow) {
  const Vec3 side(0.9, 0.5, 0.4);
  const geometry::TriangleMesh mesh = geometry::box(side, 12);
  const double S1 = side.y() * side.z(), S2 = side.x() * side.z(), U = 1.7;
  for (const double turn : {0.0, 0.3, 0.9, 1.4}) {
    const Vec3 along(std::cos(turn), std::sin(turn), 0), across(-along.y(), along.x(), 0);
    const Vec3 drag = in_flow(mesh, U * along, 0, 1).drag.head<3>();
    const double c = std::cos(turn), s = std::sin(turn);
    EXPECT_NEAR(drag.dot(along), U * U * (S1 * c * c * c + S2 * s * s * s), kTiny);
    EXPECT_NEAR(drag.dot(across), U * U * (-S1 * c * c * s + S2 * s * s * c), kTiny);
  }
}

}  // namespace face_reference_test
}  // namespace hadal::dynamics
