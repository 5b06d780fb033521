#include <gtest/gtest.h>

#include <cmath>

#include "geometry/hull/collapse.h"
#include "geometry/hull/remesh.h"
#include "geometry/mass_properties.h"
#include "geometry/primitives.h"

namespace hadal::geometry {
namespace fit_surface_test {

constexpr double kNoLimit = 1e9;

// Of the cones from the origin to the faces ahead of it.
double forward_volume(const TriangleMesh& mesh) {
  double volume = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 middle = (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3;
    if (middle.x() < 0) continue;
    volume += mesh.corner(t, 0).dot(mesh.corner(t, 1).cross(mesh.corner(t, 2))) / 6;
  }
  return volume;
}

TEST(FitSurface, ARoundBodyGetsItsVolumeBackInEveryPart) {
  const TriangleMesh fine = ellipsoid({4, 1, 1}, 20000);
  TriangleMesh coarse = collapsed(fine, 800, kNoLimit);
  const double before = std::abs(signed_volume(coarse) / signed_volume(fine) - 1);
  fit_to_surface(coarse, fine);
  EXPECT_GT(before, 2e-3);
  EXPECT_NEAR(signed_volume(coarse) / signed_volume(fine), 1, 2e-4);
  EXPECT_NEAR(forward_volume(coarse) / forward_volume(fine), 1, 0.02);
  EXPECT_TRUE(is_closed(coarse));
}

TEST(FitSurface, FlatSidesEdgesAndCornersStay) {
  const TriangleMesh fine = box({2, 1, 0.5}, 5000);
  const TriangleMesh coarse = box({2, 1, 0.5}, 200);
  TriangleMesh moved = coarse;
  fit_to_surface(moved, fine);
  for (size_t i = 0; i < coarse.vertices.size(); ++i)
    EXPECT_LT((moved.vertices[i] - coarse.vertices[i]).norm(), 1e-12);
}

// Vertices pushed off a ball by less than a tenth of an edge come back to where the others are.
TEST(FitSurface, DentsAreTakenOut) {
  constexpr double kDent = 0.01, kTolerance = 1e-4;
  const TriangleMesh fine = sphere(1, 20000), round = sphere(1, 500);
  TriangleMesh fitted = round, dented = round;
  for (size_t i = 0; i < dented.vertices.size(); i += 5) dented.vertices[i] *= 1 - kDent;
  fit_to_surface(fitted, fine);
  fit_to_surface(dented, fine);
  for (size_t i = 0; i < dented.vertices.size(); ++i)
    EXPECT_NEAR(dented.vertices[i].norm(), fitted.vertices[i].norm(), kTolerance);
  EXPECT_NEAR(signed_volume(dented) / signed_volume(fine), 1, 2 * kTolerance);
}

}  // namespace fit_surface_test
}  // namespace hadal::geometry
