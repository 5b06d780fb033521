#include "geometry/ship_hull.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace {

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

}  // namespace
}  // namespace hadal::geometry
