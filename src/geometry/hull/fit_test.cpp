#include "geometry/hull/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/hull/lamb.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace fit_test {

constexpr double kPi = std::numbers::pi;

Pose tilted() {
  Pose X;
  X.p = {3, -2, 0.5};
  X.q = Quat(Eigen::AngleAxisd(0.4, Vec3(0.3, 1, -0.2).normalized()));
  return X;
}

TEST(Fit, FindsAnEllipsoidInAnyPose) {
  const Vec3 semi_axes(3, 1.5, 0.8);
  const Pose X_ME = tilted();
  const FittedEllipsoid found = fit_ellipsoid(transformed(ellipsoid(semi_axes, 5000), X_ME));
  EXPECT_LT((found.semi_axes_m - semi_axes).norm(), 0.003);
  EXPECT_LT((found.X_ME.p - X_ME.p).norm(), 1e-9);
  EXPECT_LT(found.X_ME.q.angularDistance(X_ME.q), 1e-9);
  EXPECT_LT(found.residual_m, 0.01);
  const Mat6 expected = added_mass_in_frame(ellipsoid_added_mass(semi_axes).asDiagonal(), X_ME);
  EXPECT_LT((added_mass(found) - expected).norm(), 2e-3 * expected.norm());
}

TEST(Fit, FindsACylinderInAnyPose) {
  const Pose X_MC = tilted();
  const FittedCylinder found = fit_cylinder(transformed(cylinder(0.2, 1.5, 5000), X_MC));
  EXPECT_NEAR(found.radius_m, 0.2, 1e-3);
  EXPECT_NEAR(found.length_m, 1.5, 2e-3);
  EXPECT_LT((found.X_MC.p - X_MC.p).norm(), 1e-9);
  const Vec3 axis = X_MC.q * Vec3::UnitZ(), found_axis = found.X_MC.q * Vec3::UnitZ();
  EXPECT_NEAR(std::abs(axis.dot(found_axis)), 1, 1e-9);
  EXPECT_LT(found.residual_m, 2e-3);
}

TEST(Fit, EllipsoidOfABoxHasItsVolumeAndProportions) {
  const FittedEllipsoid found = fit_ellipsoid(box({2, 1, 0.5}));
  EXPECT_NEAR(4 * kPi / 3 * found.semi_axes_m.prod(), 1, 1e-12);
  EXPECT_NEAR(found.semi_axes_m.x() / found.semi_axes_m.y(), 2, 1e-12);
  EXPECT_NEAR(found.semi_axes_m.y() / found.semi_axes_m.z(), 2, 1e-12);
  EXPECT_GT(found.residual_m, 0.03);  // corners stick out
}

TEST(Fit, AFlatDrumIsACylinderAboutItsShortAxis) {
  const FittedCylinder found = fit_cylinder(cylinder(1, 0.2, 3000));
  EXPECT_NEAR(found.radius_m, 1, 0.01);
  EXPECT_NEAR(found.length_m, 0.2, 0.005);
}

TEST(Fit, CylinderAcrossAgreesWithDnv) {
  // DNV RP-H103, table A-2: L/D and the coefficient of the displaced mass.
  constexpr double kRows[][2] = {{1.2, 0.62}, {2.5, 0.78}, {5, 0.90}, {9, 0.96}};
  constexpr double kTolerance = 0.04;
  for (const auto& [ratio, coefficient] : kRows) {
    const Vec6 A = cylinder_added_mass(0.5, ratio);
    EXPECT_NEAR(A[0] / (kPi * 0.25 * ratio), coefficient, kTolerance) << ratio;
  }
}

TEST(Fit, CylinderTendsToDiscAndToStripTheory) {
  const Vec6 disc = cylinder_added_mass(1, 1e-6);
  EXPECT_NEAR(disc[2], 8.0 / 3, 1e-4);
  EXPECT_NEAR(disc[3], 16.0 / 45, 1e-4);
  EXPECT_NEAR(disc[0], 0, 1e-9);
  const Vec6 rod = cylinder_added_mass(1, 1e6);
  EXPECT_NEAR(rod[0] / (kPi * 1e6), 1, 1e-4);
  EXPECT_NEAR(rod[3] / (kPi * 1e18 / 12), 1, 1e-4);
}

}  // namespace fit_test
}  // namespace hadal::geometry
