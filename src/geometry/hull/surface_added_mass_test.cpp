#include "geometry/hull/surface_added_mass.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "geometry/hull/lamb.h"
#include "geometry/hull/panel.h"
#include "geometry/hull/remesh.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace surface_added_mass_test {

constexpr double kPi = std::numbers::pi;

Mat6 at_surface(const TriangleMesh& mesh, const WaterSurface& surface, size_t panels) {
  ThreadArena arena(1);
  const TriangleMesh wet = bisected(wet_part(mesh, surface), panels);
  return panel_added_mass_at_surface(wet, Vec3::Zero(), arena).value().added_mass;
}

// Surge of a half-submerged sphere of radius 1 with zero potential at the surface. With x = cos of
// the angle from the plumb line, phi = cos(azimuth) sum_n a_n P_n^1(x) / r^(n + 1) over even n,
// which are 0 at the surface, and -sum (n + 1) a_n P_n^1 = sqrt(1 - x^2):
//   A / rho = pi sum_n b_n^2 N_n / (n + 1),  b_n = Int_0^1 sqrt(1 - x^2) P_n^1 dx / N_n,
//   N_n = Int_0^1 (P_n^1)^2 dx = n (n + 1) / (2 n + 1).
double surge_of_half_sphere() {
  constexpr int kTerms = 400, kSteps = 20000;
  std::vector<double> b(kTerms + 1, 0.0);
  for (int i = 0; i < kSteps; ++i) {
    const double x = (i + 0.5) / kSteps, s = std::sqrt(1 - x * x);
    double before = 0, now = s;  // P_0^1, P_1^1
    for (int n = 1; n < kTerms; ++n) {
      const double next = ((2 * n + 1) * x * now - (n + 1) * before) / n;
      before = now;
      now = next;
      if (n % 2 == 1) b[n + 1] += s * now / kSteps;
    }
  }
  double sum = 0;
  for (int n = 2; n <= kTerms; n += 2) {
    const double norm = n * (n + 1.0) / (2 * n + 1);
    sum += b[n] * b[n] / norm / (n + 1);
  }
  return kPi * sum;
}

// A4. Half of the sphere deep in heave; Hulme, J. Fluid Mech. 121, 1982, table 2, last line: 0.2732
// of the displaced mass in surge.
TEST(SurfaceAddedMass, A4_HalfSubmergedSphere) {
  const double displaced = 2 * kPi / 3;
  EXPECT_NEAR(surge_of_half_sphere() / displaced, 0.2732, 1e-4);
  const Mat6 A = at_surface(sphere(1, 1280), {}, 600) / displaced;
  EXPECT_NEAR(A(2, 2), 0.5, 0.005);
  EXPECT_NEAR(A(0, 0), 0.2732, 0.003);
  EXPECT_NEAR(A(1, 1), 0.2732, 0.003);
  EXPECT_LT(A.bottomRightCorner(3, 3).norm(), 1e-2);  // turning, it moves no water
}

// A4. The oracle: the hull and its mirror image as one body, deep, has twice the heave of the hull
// afloat, and twice the moments that go with it. Solved with panels of its own and no images.
TEST(SurfaceAddedMass, A4_BargeIsHalfOfTheDoubleBody) {
  const Vec3 side(6, 2.4, 1.2);
  ThreadArena arena(1);
  for (const double draught : {0.15, 0.6, 1.0}) {
    const Mat6 A = at_surface(box(side, 12), {Vec3::UnitZ(), draught - 0.6}, 800);
    const TriangleMesh both = bisected(box({6, 2.4, 2 * draught}, 12), 2500);
    const Mat6 deep = panel_added_mass(both, Vec3::Zero(), arena).value().added_mass;
    EXPECT_NEAR(A(2, 2), deep(2, 2) / 2, 0.02 * deep(2, 2) / 2) << draught;
  }
}

// The plane through an ellipsoid in any direction: half of Lamb's, along that direction.
TEST(SurfaceAddedMass, A4_TiltedHalfEllipsoid) {
  const Vec3 axes(2, 1, 0.7);
  const Vec6 lamb = ellipsoid_added_mass(axes);
  for (int axis = 0; axis < 3; ++axis) {
    const Mat6 A = at_surface(ellipsoid(axes, 1500), {Vec3::Unit(axis), 0}, 800);
    EXPECT_NEAR(A(2, 2), lamb[axis] / 2, 0.01 * lamb[axis] / 2) << axis;
  }
}

// Below the surface the image is that of a doublet, 2 h away: 1 - 3/8 (R/h)^3 in heave, half of that
// across (Lamb, art. 138, with the sign of a free surface), to the next order in R/h.
TEST(SurfaceAddedMass, A4_SubmergedSphere) {
  const double deep = 2 * kPi / 3;
  for (const double h : {2.0, 3.0}) {
    const double image = 3.0 / 16 / (h * h * h), next = 0.5 / std::pow(h, 6);
    const Mat6 A = at_surface(sphere(1, 1280), {Vec3::UnitZ(), h}, 1200);
    EXPECT_NEAR(A(2, 2) / deep, 1 - 2 * image, 0.004 + next) << h;
    EXPECT_NEAR(A(0, 0) / deep, 1 - image, 0.004 + next) << h;
  }
}

TEST(SurfaceAddedMass, A4_TableHoldsTheFloatingTrim) {
  // A box with its centre of gravity off the middle, afloat with a trim.
  const Vec3 side(3, 1, 0.6);
  const TriangleMesh mesh = box(side, 12);
  ThreadArena arena(1);
  const Mat6 deep = panel_added_mass(bisected(mesh, 1500), Vec3::Zero(), arena).value().added_mass;
  const Loading loading{800, {0.15, 0, 0.05}, 1000};
  const FloatingPosition floating = float_at_heel(mesh, loading, 0);
  EXPECT_GT(std::abs(floating.trim_rad), 0.03);
  const SurfaceAddedMass table = surface_added_mass(mesh, deep, loading, 2000, arena).value();
  const Vec3 down = level_axes(0, floating.trim_rad).col(2);
  const double wet = 0.8 / side.prod();
  const Mat6 A = table.at(wet, wet, down).added_mass;
  // The same from 1,000 panels under water, turned to the axes of the mesh.
  const Mat6 level = at_surface(mesh, floating.surface, 1000);
  const double heave = down.dot(A.topLeftCorner<3, 3>() * down);
  EXPECT_NEAR(heave, level(2, 2), 0.01 * level(2, 2));
  // Dry and deep, and PSD wherever it is asked.
  EXPECT_TRUE(table.at(0, 0, down).added_mass.isZero(0));
  EXPECT_LT((table.at(1, 1, down).added_mass - deep).norm(), 1e-12 * deep.norm());
  for (const double s : {0.01, 0.35, 0.6, 0.99}) {
    const Vec3 tilted = Vec3(0.5, -0.4, 0.7).normalized();
    const SurfaceAddedMass::Value at = table.at(s, s, tilted);
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Mat6>(at.added_mass).eigenvalues()[0], -1e-9) << s;
    const double step = 1e-4;
    const Mat6 rise = table.at(s + step, s + step, tilted).added_mass -
                      table.at(s - step, s - step, tilted).added_mass;
    EXPECT_LT((rise / (2 * step) - at.slope).norm(), 1e-6 * at.slope.norm()) << s;
  }
  // What a long step is given is the secant.
  const SurfaceAddedMass::Value long_step = table.at(0, 0.4, down);
  EXPECT_LT((0.4 * long_step.slope - table.at(0.4, 0.4, down).added_mass).norm(), 1e-9);
}

}  // namespace surface_added_mass_test
}  // namespace hadal::geometry
