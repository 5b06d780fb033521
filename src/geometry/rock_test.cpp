#include "geometry/rock.h"

#include <gtest/gtest.h>

#include <numbers>

#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace rock_test {

TEST(Rock, HasTheVolumeOfItsSphereAndIsStarShaped) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const TriangleMesh mesh = rock(seed, 0.5, 1, 2000);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(signed_volume(mesh) / (4.0 / 3 * std::numbers::pi * 0.125), 1, 1e-12);
    for (size_t t = 0; t < mesh.triangles.size(); ++t)  // each face is seen from the origin
      EXPECT_GT(mesh.corner(t, 0).dot(mesh.area_vector_doubled(t)), 0);
  }
}

double spread_of_radius(const TriangleMesh& mesh) {
  double min = 1e9, max = 0;
  for (const Vec3& vertex : mesh.vertices) {
    min = std::min(min, vertex.norm());
    max = std::max(max, vertex.norm());
  }
  return (max - min) / max;
}

TEST(Rock, RoughnessGrowsAndZeroIsASphere) {
  EXPECT_LT(spread_of_radius(rock(7, 2, 0)), 1e-12);
  const double pebble = spread_of_radius(rock(7, 2, 0.3)),
               boulder = spread_of_radius(rock(7, 2, 1));
  EXPECT_GT(pebble, 0.05);
  EXPECT_GT(boulder, 2 * pebble);
}

TEST(Rock, SeedDecides) {
  EXPECT_EQ(rock(3, 1, 0.5).vertices, rock(3, 1, 0.5).vertices);
  EXPECT_NE(rock(3, 1, 0.5).vertices, rock(4, 1, 0.5).vertices);
}

}  // namespace rock_test
}  // namespace hadal::geometry
