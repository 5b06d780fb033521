// Every mesh of geometry/life: closed where it should be, outward, without degenerate faces, within
// its number of faces, of the size asked for and a function of its seed.
#include <gtest/gtest.h>

#include <functional>

#include "geometry/life/animals.h"
#include "geometry/life/coral.h"
#include "geometry/life/fish.h"
#include "geometry/life/weed.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"

namespace hadal::geometry {
namespace life_meshes_test {

struct Solid {
  const char* name;
  std::function<TriangleMesh(uint64_t seed, int target_faces)> make;
  int min_faces;  // it cannot do with fewer
};

const std::vector<Solid>& solids() {
  static const std::vector<Solid> list{
      {"branching", [](uint64_t s, int n) { return branching_coral(s, {}, n); }, 100},
      {"brain", [](uint64_t s, int n) { return brain_coral(s, {}, n); }, 20},
      {"boulder", [](uint64_t s, int n) { return boulder_coral(s, {}, n); }, 20},
      {"fan",
       [](uint64_t s, int n) {
         return sea_fan(s, {0.6, 0.7, 0.0013, 300}, n);
       },
       100},
      {"sponge", [](uint64_t s, int n) { return tube_sponge(s, {}, n); }, 420},
      {"starfish", [](uint64_t s, int n) { return starfish(s, {}, n); }, 80},
      {"jellyfish", [](uint64_t s, int n) { return jellyfish(s, {}, n); }, 100},
      {"pebble", [](uint64_t s, int n) { return pebble(s, 0.05, n); }, 20},
      {"fish",
       [](uint64_t s, int n) { return fish(static_cast<FishKind>(s % 4), 0.3, 0.08, n).mesh; },
       60}};
  return list;
}

double min_area(const TriangleMesh& mesh) {
  double min = 1e9;
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    min = std::min(min, 0.5 * mesh.area_vector_doubled(t).norm());
  return min;
}

TEST(LifeMeshes, AreClosedAndOutward) {
  for (const Solid& solid : solids())
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const TriangleMesh mesh = solid.make(seed, 1500);
      const MeshReport report = check_mesh(mesh);
      EXPECT_TRUE(report.closed()) << solid.name << " " << seed << "\n" << report.text();
      EXPECT_EQ(report.degenerate_faces, 0u) << solid.name;
      EXPECT_EQ(report.turned_faces + report.turned_parts, 0u) << solid.name << report.text();
      EXPECT_GT(signed_volume(mesh), 0) << solid.name;
      EXPECT_GT(min_area(mesh), 1e-10 * report.size_m * report.size_m) << solid.name;
    }
}

TEST(LifeMeshes, KeepToTheirNumberOfFaces) {
  for (const Solid& solid : solids())
    for (const int target : {150, 600, 2500, 10000}) {
      const auto faces = static_cast<int>(solid.make(3, target).triangles.size());
      EXPECT_LE(faces, std::max(target, solid.min_faces)) << solid.name;
      EXPECT_GT(faces, 0) << solid.name;
    }
  for (const int target : {100, 400, 3000}) {
    EXPECT_LE(seagrass(3, {}, target).mesh.triangles.size(), static_cast<size_t>(target));
    EXPECT_LE(kelp(3, {}, 4 * target).mesh.triangles.size(), static_cast<size_t>(4 * target));
  }
}

TEST(LifeMeshes, FinerMeansMoreFaces) {
  for (const Solid& solid : solids())
    EXPECT_GT(solid.make(3, 4000).triangles.size(), 2 * solid.make(3, 500).triangles.size())
        << solid.name;
}

TEST(LifeMeshes, SeedDecides) {
  for (const Solid& solid : solids()) {
    EXPECT_EQ(solid.make(5, 800).vertices, solid.make(5, 800).vertices) << solid.name;
    EXPECT_NE(solid.make(5, 800).vertices, solid.make(6, 800).vertices) << solid.name;
  }
  EXPECT_EQ(seagrass(2).mesh.vertices, seagrass(2).mesh.vertices);
  EXPECT_NE(seagrass(2).mesh.vertices, seagrass(3).mesh.vertices);
  EXPECT_NE(kelp(2).mesh.vertices, kelp(3).mesh.vertices);
}

TEST(LifeMeshes, HaveTheSizeAskedFor) {
  BranchingCoralShape coral;
  coral.height_m = 0.8;
  const Bounds branches = bounding_box(branching_coral(1, coral, 20000));
  EXPECT_NEAR(-branches.lower.z(), 0.8, 2 * coral.branch_radius_m);
  const Bounds body = bounding_box(fish(FishKind::kMackerel, 0.4, 0.09, 4000).mesh);
  EXPECT_NEAR(body.upper.x(), 0.2, 1e-9);   // the nose
  EXPECT_NEAR(body.lower.x(), -0.2, 1e-9);  // the tips of the tail
  const Bounds dome = bounding_box(boulder_coral(1, {}, 2000));
  EXPECT_GT(dome.upper.z(), 0.02);  // reaches into the seabed
  EXPECT_LT(dome.lower.z(), -0.3);
  const Bounds fan = bounding_box(sea_fan(1, {0.6, 0.7, 0.0013, 300}));
  EXPECT_LT(fan.size().y(), 0.3 * fan.size().x());  // flat
  EXPECT_NEAR(fan.size().x(), SeaFanShape().width_m, 0.15);
}

TEST(LifeMeshes, FishIsLeftRightAlikeAndTellsItsParts) {
  const FishMesh mesh = fish(FishKind::kBream, 0.3, 0.12, 2000);
  ASSERT_EQ(mesh.parts.size(), mesh.mesh.vertices.size());
  EXPECT_NEAR(mass_properties(mesh.mesh, 1000).centroid.y(), 0, 1e-6);
  int eyes = 0;
  for (size_t i = 0; i < mesh.parts.size(); ++i)
    if (mesh.parts[i] == FishPart::kEye) {
      ++eyes;
      EXPECT_GT(mesh.mesh.vertices[i].x(), 0.05);  // in the head
    }
  EXPECT_GT(eyes, 20);
}

// Murray-type rule: what a stem carries is as thick as the stem.
TEST(LifeMeshes, SeaFanStemCarriesItsTwigs) {
  SeaFanShape shape;
  shape.twigs = 300;
  const std::vector<Limb> limbs = sea_fan_limbs(1, shape);
  double thickest = 0;
  for (const Limb& limb : limbs) {
    thickest = std::max(thickest, limb.radii_m.front());
    EXPECT_NEAR(limb.radii_m.back(), shape.twig_radius_m, 1e-12);  // each ends in one twig
  }
  EXPECT_NEAR(thickest / shape.twig_radius_m, std::pow(double(limbs.size()), 1 / 2.6), 0.02);
}

TEST(LifeMeshes, JellyfishDrawsIn) {
  JellyfishShape relaxed, drawn;
  relaxed.contraction = 0;
  drawn.contraction = 1;
  relaxed.tentacles = drawn.tentacles = 0;
  EXPECT_LT(bounding_box(jellyfish(1, drawn)).size().x(),
            0.75 * bounding_box(jellyfish(1, relaxed)).size().x());
}

}  // namespace life_meshes_test
}  // namespace hadal::geometry
