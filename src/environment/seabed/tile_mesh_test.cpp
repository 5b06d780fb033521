#include "environment/seabed/tile_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment {
namespace tile_mesh_test {

Seabed rough() {
  SeabedParameters p;
  p.source = FlatSeabed{100, 0.05, 1};
  p.tile_m = 32;
  p.detail.amplitude_m = 4;
  p.detail.max_wavelength_m = 64;
  return Seabed::open(p, SeaMap(45, 10)).value();
}

TEST(TileMesh, IsTheSurfaceOfDepthAndLooksUp) {
  const Seabed seabed = rough();
  const geometry::TriangleMesh mesh = tile_mesh(seabed, 0, -2, 3);
  const int cells = seabed.tile_cells();
  ASSERT_EQ(mesh.triangles.size(), 2u * cells * cells);
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 middle = (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3;
    EXPECT_NEAR(seabed.depth(middle.x(), middle.y()), middle.z(), 1e-9);
    const Vec3 normal = mesh.area_vector_doubled(t).normalized();
    EXPECT_LT((normal - seabed.normal_N(middle.x(), middle.y())).norm(), 1e-12);
    EXPECT_LT(normal.z(), 0);
  }
}

// A tile of level 0 west of one of level 1: every node of the common border lies on an edge of the
// coarser tile.
TEST(TileMesh, NoCracksBetweenLevels) {
  const Seabed seabed = rough();
  const int cells = seabed.tile_cells();
  const geometry::TriangleMesh fine = tile_mesh(seabed, 0, 0, 1, kEastSide);
  const geometry::TriangleMesh coarse = tile_mesh(seabed, 1, 0, 1);
  double moved = 0;
  for (int k = 0; k <= cells; ++k) {
    const Vec3& node = fine.vertices[static_cast<size_t>(k) * (cells + 1) + cells];
    const Vec3& a = coarse.vertices[static_cast<size_t>(k / 2) * (cells + 1)];
    const Vec3& b = coarse.vertices[static_cast<size_t>((k + 1) / 2) * (cells + 1)];
    EXPECT_LT((node - 0.5 * (a + b)).norm(), 1e-12);
    moved = std::max(moved, std::abs(seabed.depth(node.x(), node.y()) - node.z()));
  }
  EXPECT_GT(moved, 1e-3);  // without stitching there would be cracks
}

}  // namespace tile_mesh_test
}  // namespace hadal::environment
