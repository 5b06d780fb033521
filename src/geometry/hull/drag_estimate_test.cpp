#include "geometry/hull/drag_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/primitives.h"

namespace hadal::geometry {
namespace drag_estimate_test {

constexpr double kPi = std::numbers::pi;

TEST(Silhouette, OfSimpleBodies) {
  EXPECT_NEAR(silhouette(box({3, 2, 1}), Vec3::UnitX()).area_m2, 2, 1e-12);
  EXPECT_NEAR(silhouette(box({3, 2, 1}), Vec3::UnitX()).aspect, 2, 1e-3);
  EXPECT_NEAR(silhouette(box({3, 2, 1}), Vec3::UnitX()).depth_m, 3, 1e-12);
  EXPECT_NEAR(silhouette(sphere(1, 5000), Vec3(1, 2, -1).normalized()).area_m2, kPi, 0.005 * kPi);
  const Vec3 slanted = Vec3(1, 1, 1).normalized();  // Cauchy: a cube shows sqrt(3) at most
  EXPECT_NEAR(silhouette(box({1, 1, 1}), slanted).area_m2, std::sqrt(3.0), 0.005);
}

TEST(Silhouette, PartsBehindEachOtherCountOnce) {
  TriangleMesh pair = box({1, 1, 1});
  TriangleMesh other = pair;
  for (Vec3& v : other.vertices) v += Vec3(4, 0.5, 0);
  append(pair, other);
  EXPECT_NEAR(silhouette(pair, Vec3::UnitX()).area_m2, 1.5, 0.003);
  EXPECT_NEAR(silhouette(pair, Vec3::UnitY()).area_m2, 2, 0.006);
}

TEST(DragEstimate, CoefficientsOfHoernersBodies) {
  const auto coefficient = [](const TriangleMesh& mesh, int direction) {
    return estimate_drag(mesh, {}).directions[static_cast<size_t>(direction)].coefficient;
  };
  EXPECT_NEAR(coefficient(sphere(0.1, 5000), 0), 0.47, 0.05);
  EXPECT_NEAR(coefficient(box({1, 1, 1}), 0), 1.05, 0.06);
  EXPECT_NEAR(coefficient(box({0.01, 1, 1}), 0), 1.17, 0.05);          // square plate
  EXPECT_NEAR(coefficient(cylinder(0.5, 0.02, 2000), 4), 1.17, 0.05);  // disc
  EXPECT_NEAR(coefficient(cylinder(0.5, 1, 2000), 0), 0.63, 0.05);     // across, L/D 1
  EXPECT_NEAR(coefficient(cylinder(0.5, 5, 2000), 0), 0.74, 0.05);     // across, L/D 5
  EXPECT_NEAR(coefficient(cylinder(0.5, 2, 2000), 4), 0.85, 0.1);      // along, L/D 2
  EXPECT_LT(coefficient(ellipsoid({2, 0.2, 0.2}, 4000), 0), 0.15);     // streamlined
  EXPECT_GT(coefficient(ellipsoid({2, 0.2, 0.2}, 4000), 0), 0.03);
}

TEST(DragEstimate, FacesGiveBackTheWholeDrag) {
  // Sum over faces turned to a unit flow, written out: 1/2 rho drops out.
  const TriangleMesh hull = ellipsoid({1, 0.6, 0.45}, 3000);
  const DragEstimate drag = estimate_drag(hull, {});
  EXPECT_GT(drag.face_coefficients.minCoeff(), 0);
  for (int k = 0; k < 3; ++k) {
    double sum = 0;
    for (size_t t = 0; t < hull.triangles.size(); ++t) {
      const Vec3 n = hull.area_vector_doubled(t).normalized();
      if (n[k] > 0)
        sum += 0.5 * hull.area_vector_doubled(t).norm() * n[k] * n[k] * n[k] *
               drag.face_coefficients.dot(n.cwiseAbs2());
    }
    const size_t i = static_cast<size_t>(2 * k);
    EXPECT_NEAR(sum, drag.directions[i].drag_area_m2, 1e-3 * sum) << k;
    EXPECT_NEAR(drag.quadratic[k], sum, 1e-3 * sum) << k;
    EXPECT_NEAR(drag.face_match[k], 1, 1e-6) << k;
  }
}

TEST(DragEstimate, BoxCoefficientsAreThoseOfItsSides) {
  const DragEstimate drag = estimate_drag(box({1, 0.6, 0.3}), {});
  for (int k = 0; k < 3; ++k)  // flat faces: Q = A, so C is C_D
    EXPECT_NEAR(drag.face_coefficients[k], drag.directions[static_cast<size_t>(2 * k)].coefficient,
                1e-6);
}

TEST(DragEstimate, TurningPlateHasAClosedForm) {
  // A plate of width b and length 2a turning about its middle: Int C b x^3 dx both halves = C b
  // a^4/2.
  const DragEstimate drag = estimate_drag(box({2, 0.01, 0.5}, 20000), {});
  const double C = drag.face_coefficients.y();
  EXPECT_NEAR(drag.quadratic[5], C * 0.5 / 2, 0.02 * C * 0.5 / 2);
}

}  // namespace drag_estimate_test
}  // namespace hadal::geometry
