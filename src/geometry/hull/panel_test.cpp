#include "geometry/hull/panel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/hull/gmres.h"
#include "geometry/hull/lamb.h"
#include "geometry/hull/panel_influence.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace panel_test {

constexpr double kPi = std::numbers::pi;
constexpr int kPanels = 2000;

PanelSolution solve(const TriangleMesh& mesh, const Vec3& point = Vec3::Zero(), int threads = 1) {
  ThreadArena arena(threads);
  return panel_added_mass(mesh, point, arena).value();
}

// The potential of a triangle by brute force: it is cut into n^2 small ones.
double potential_by_sum(const Panel& p, const Vec3& x, int n) {
  double sum = 0;
  const Vec3 u = (p.corner[1] - p.corner[0]) / n, v = (p.corner[2] - p.corner[0]) / n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - i; ++j) {
      const Vec3 corner = p.corner[0] + i * u + j * v;
      sum += 1 / (corner + (u + v) / 3 - x).norm();
      if (j < n - i - 1) sum += 1 / (corner + (u + v) * 2 / 3 - x).norm();
    }
  return sum * p.area / (n * n);
}

TriangleMesh one_triangle() {
  return {{{0.1, 0.2, 0}, {1.1, 0.3, 0.2}, {0.4, 0.9, -0.1}}, {{0, 1, 2}}};
}

TEST(PanelInfluence, PotentialIsTheIntegralOverTheTriangle) {
  const Panel panel = panel_of(one_triangle(), 0);
  for (const Vec3& x : {Vec3(0.5, 0.5, 0.6), Vec3(0.5, 0.5, -0.4), Vec3(2, -1, 0.3)}) {
    EXPECT_NEAR(exact_influence(panel, x).potential, potential_by_sum(panel, x, 200), 1e-5);
    for (int k = 0; k < 3; ++k) {
      constexpr double kStep = 1e-5;
      const double slope = (exact_influence(panel, x + kStep * Vec3::Unit(k)).potential -
                            exact_influence(panel, x - kStep * Vec3::Unit(k)).potential) /
                           (2 * kStep);
      EXPECT_NEAR(exact_influence(panel, x).gradient[k], slope, 1e-8);
    }
  }
}

TEST(PanelInfluence, FarFieldJoinsTheExactFormulas) {
  // Two triangles 3.2 longest edges apart: the row uses the far field, the panel the exact one.
  TriangleMesh pair = one_triangle();
  TriangleMesh other = one_triangle();
  for (Vec3& v : other.vertices) v += Vec3(2.9, 1.5, 0.8);
  append(pair, other);
  const PanelSet set(pair);
  InfluenceRow row(2);
  influence_row(set, 0, row);
  const PanelInfluence exact = exact_influence(set.panels[1], set.panels[0].centroid);
  ASSERT_GT(row.distance_squared[1], set.near_squared[1]);
  EXPECT_NEAR(row.potential[1], exact.potential, 2e-4 * exact.potential);
  EXPECT_NEAR(row.normal_velocity[1], set.panels[0].normal.dot(exact.gradient),
              1e-3 * exact.gradient.norm());
  EXPECT_NEAR(row.solid_angle[1], exact.solid_angle, 1e-3 * exact.gradient.norm());
}

TEST(Gmres, SolvesWhatItMultiplies) {
  constexpr size_t kSize = 61;
  DenseMatrix matrix(kSize);
  SixColumns x(kSystems * kSize), b;
  for (size_t i = 0; i < kSize; ++i) {
    for (size_t j = 0; j < kSize; ++j)
      matrix.row(i)[j] = static_cast<float>(0.3 * std::sin(1.0 + 3.0 * i + 7.0 * j * j) / kSize);
    matrix.row(i)[i] += 1;
    for (size_t c = 0; c < kSystems; ++c) x[c * kSize + i] = std::cos(1.0 + i * (c + 1.0));
  }
  ThreadArena arena(1);
  multiply(matrix, x, b, arena);
  const SixSolutions found = solve_six(matrix, b, arena);
  EXPECT_FALSE(found.by_lu);
  for (size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(found.x[i], x[i], 1e-5);
}

TEST(Gmres, FallsBackToLuWhereIterationStalls) {
  // A cyclic shift: GMRES makes no progress before as many steps as there are unknowns.
  constexpr size_t kSize = 200;
  DenseMatrix shift(kSize);
  SixColumns b(kSystems * kSize, 0.0);
  for (size_t i = 0; i < kSize; ++i) shift.row(i)[(i + 1) % kSize] = 1;
  for (size_t c = 0; c < kSystems; ++c) b[c * kSize + c] = 1;
  ThreadArena arena(1);
  const SixSolutions found = solve_six(shift, b, arena);
  EXPECT_TRUE(found.by_lu);
  for (size_t c = 0; c < kSystems; ++c) EXPECT_NEAR(found.x[c * kSize + c + 1], 1, 1e-6);
}

TEST(Panel, EllipsoidsAgreeWithLamb) {
  constexpr double kTolerance = 0.005;
  for (const Vec3& axes : {Vec3(1, 1, 1), Vec3(5, 1, 1), Vec3(3, 1.5, 0.8)}) {
    const PanelSolution found = solve(ellipsoid(axes, kPanels));
    const Vec6 lamb = ellipsoid_added_mass(axes);
    const double size = axes.cwiseAbs2().sum() * lamb.head<3>().mean();
    for (int i = 0; i < 6; ++i) {
      const double expected = lamb[i], scale = expected > 0 ? expected : 0.2 * size;
      EXPECT_NEAR(found.source(i, i), expected, kTolerance * scale) << axes.x() << " " << i;
      EXPECT_NEAR(found.direct(i, i), expected, kTolerance * scale) << axes.x() << " " << i;
    }
    EXPECT_EQ(found.form, PanelForm::kSource);
    EXPECT_LT(found.difference, kTolerance);
    EXPECT_LT(found.asymmetry, 1e-6);
    EXPECT_FALSE(found.by_lu);
  }
}

TEST(Panel, CubeAgreesWithExtrapolatedPanels) {
  // Limit of cosine-spaced panels: 0.638 rho V; handbooks round it up to 0.67.
  const PanelSolution found = solve(box({1, 1, 1}, kPanels));
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.added_mass(i, i), 0.638, 0.02 * 0.638);
    EXPECT_NEAR(found.added_mass(3 + i, 3 + i), 0.0392, 0.05 * 0.0392);
  }
}

TEST(Panel, ThinPlateIsLeftToTheDirectForm) {
  // Square plate face on: 0.455 rho a^3 without thickness (Brennen 1982); a little more with.
  const TriangleMesh plate = box({1, 1, 0.004}, 1700);
  const PanelSolution found = solve(plate);
  EXPECT_EQ(found.form, PanelForm::kDirect);
  EXPECT_GT(found.difference, 0.03);
  EXPECT_NEAR(found.added_mass(2, 2), 0.46, 0.06 * 0.46);
}

TEST(Panel, MovingThePointMovesTheMatrix) {
  const TriangleMesh body = ellipsoid({2, 1, 0.7}, 500);
  const Vec3 point(0.4, -1, 2);
  Pose X_PO;
  X_PO.p = -point;
  const Mat6 expected = added_mass_in_frame(solve(body).added_mass, X_PO);
  EXPECT_LT((solve(body, point).added_mass - expected).norm(), 1e-10 * expected.norm());
}

TEST(Panel, TwoFarSpheresAddUp) {
  TriangleMesh spheres = sphere(1, 500);
  TriangleMesh other = spheres;
  for (Vec3& v : other.vertices) v.x() += 40;
  append(spheres, other);
  EXPECT_NEAR(solve(spheres).added_mass(0, 0), 4 * kPi / 3, 0.01 * 4 * kPi / 3);
}

TEST(Panel, AnyNumberOfThreadsGivesTheSameBits) {
  const TriangleMesh body = ellipsoid({2, 1, 0.7}, 500);
  EXPECT_EQ(solve(body, Vec3::Zero(), 1).added_mass, solve(body, Vec3::Zero(), 3).added_mass);
}

TEST(Panel, OverlappingPartsAreRefused) {
  TriangleMesh boxes = box({0.6, 0.5, 0.5}, 300);
  TriangleMesh other = box({0.6, 0.49, 0.49}, 300);
  for (Vec3& v : other.vertices) v.x() += 0.4;
  append(boxes, other);
  ThreadArena arena(1);
  const auto found = panel_added_mass(boxes, Vec3::Zero(), arena);
  ASSERT_FALSE(found.ok());
  EXPECT_NE(found.problems().text().find("overlap"), std::string::npos);
}

}  // namespace panel_test
}  // namespace hadal::geometry
