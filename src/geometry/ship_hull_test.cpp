#include "geometry/ship_hull.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"

namespace hadal::geometry {
namespace ship_hull_test {

constexpr double kVolumeTolerance = 1e-12;  // relative

TEST(ShipHull, WigleyVolume) {
  const ShipHull wigley{10, 1, 0.625, 2, 2, 2, 0, 0};
  EXPECT_NEAR(ship_hull_volume(wigley), 4.0 / 9 * 10 * 0.625, 1e-12);
  const TriangleMesh mesh = ship_hull(wigley, 3000).value();
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(signed_volume(mesh) / (4.0 / 9 * 6.25), 1, kVolumeTolerance);
  // Centroid 3/8 of the depth below the deck.
  const Vec3 centroid = mass_properties(mesh, 1).centroid;
  EXPECT_NEAR(centroid.x(), 0, 1e-12);
  EXPECT_NEAR(centroid.y(), 0, 1e-12);
  EXPECT_NEAR(centroid.z(), 0.625 * (3.0 / 8 - 0.5), 1e-3);
}

// The volume of the formula, by the midpoint rule over stations and levels.
TEST(ShipHull, VolumeByQuadrature) {
  const ShipHull hull{24, 6, 3.5, 5, 2.5, 6, 0.6, 0.8};
  const int n = 1000;
  double volume = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double X = -1 + 2 * (i + 0.5) / n, Z = (j + 0.5) / n;
      const double F = X > 0 ? 1 - std::pow(X, 2.5) : 1 - 0.4 * std::pow(-X, 6);
      volume += 6 * F * (1 - std::pow(Z, 5)) * (3.5 + 0.8 * X * X) * 24.0 / n / n;
    }
  EXPECT_NEAR(ship_hull_volume(hull) / volume, 1, 1e-5);
  for (int faces : {300, 5000}) {
    const TriangleMesh mesh = ship_hull(hull, faces).value();
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(signed_volume(mesh) / volume, 1, 1e-5);
    EXPECT_LE(mesh.triangles.size(), static_cast<size_t>(faces));
    EXPECT_GE(mesh.triangles.size(), static_cast<size_t>(faces * 0.75));
  }
}

// Area of the section at x: the mesh cut by a plane, each cut face giving one directed piece of the
// outline, Int y dz around it.
double section_area(const TriangleMesh& mesh, double x) {
  double area = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::vector<Vec3> up, down;  // where the outline enters and leaves the face
    for (int k = 0; k < 3; ++k) {
      const Vec3 &a = mesh.corner(t, k), &b = mesh.corner(t, (k + 1) % 3);
      if ((a.x() < x) == (b.x() < x)) continue;
      (a.x() < x ? up : down).push_back(a + (x - a.x()) / (b.x() - a.x()) * (b - a));
    }
    if (!up.empty()) area += 0.5 * (up[0].y() + down[0].y()) * (down[0].z() - up[0].z());
  }
  return std::abs(area);
}

// No fold at a sharp bow or stern: the checks for physics find nothing to mend, and the sections
// between the stations add up to the volume.
TEST(ShipHull, ClosedOutwardAndWhole) {
  constexpr int kSections = 500;
  constexpr double kSectionTolerance = 2e-3;
  const ShipHull hulls[] = {{},
                            {7, 2.4, 1.4},
                            {10, 1, 0.625, 2, 2, 2, 0, 0},
                            {17, 6.2, 3.2, 5, 2.2, 20, 1, 0.8},
                            {8, 6, 3, 5, 20, 4, 0.8, 0.2},
                            {5, 1, 0.5, 1, 1, 1, 0, 0}};
  for (const ShipHull& hull : hulls)
    for (int faces : {100, 1000, 6000}) {
      const TriangleMesh mesh = ship_hull(hull, faces).value();
      MeshReport report;
      const auto prepared = prepare_closed(mesh, report);
      ASSERT_TRUE(prepared.ok()) << prepared.problems().text() << hull.length_m << " " << faces;
      EXPECT_EQ(report.text(), "") << hull.length_m << " " << faces;
      EXPECT_EQ(prepared.value().triangles, mesh.triangles);
      EXPECT_GT(signed_volume(mesh), 0);
      double volume = 0;
      for (int i = 0; i < kSections; ++i)
        volume += hull.length_m / kSections *
                  section_area(mesh, hull.length_m * ((i + 0.5) / kSections - 0.5));
      EXPECT_NEAR(volume / ship_hull_volume(hull), 1, kSectionTolerance);
    }
}

TEST(ShipHull, SizesAndFrame) {
  const ShipHull hull{24, 6, 3.5, 5, 2.5, 6, 0.6, 0.8};
  const Bounds bounds = bounding_box(ship_hull(hull, 8000).value());
  EXPECT_NEAR(bounds.upper.x(), 12, 1e-12);
  EXPECT_NEAR(bounds.lower.x(), -12, 1e-12);
  EXPECT_NEAR(bounds.upper.z(), 1.75, 1e-12);
  EXPECT_NEAR(bounds.lower.z(), -1.75 - 0.8, 1e-12);
  EXPECT_NEAR(bounds.size().y(), 6, 0.1);
}

TEST(ShipHull, ShapeNumbersHaveRanges) {
  ShipHull hull;
  hull.section_power = 0.5;
  hull.beam_m = -3;
  const auto result = ship_hull(hull);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.problems().size(), 2u);
}

}  // namespace ship_hull_test
}  // namespace hadal::geometry
