#include "world/shape_appearance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/primitives.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace shape_appearance_test {

using geometry::TriangleMesh;

constexpr float kTolerance = 1e-6f;

// Texture coordinates of the corner of a box nearest to p, on the face with this normal.
std::array<float, 2> uv_on(const TriangleMesh& mesh, const Vec3& normal, const Vec3& p) {
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      if (mesh.area_vector_doubled(t).normalized().dot(normal) > 0.99 &&
          (mesh.corner(t, k) - p).norm() < 1e-9)
        return {mesh.corner_uv[t][2 * k], mesh.corner_uv[t][2 * k + 1]};
  ADD_FAILURE() << "no such corner";
  return {};
}

void expect_uv(const std::array<float, 2>& found, float u, float v) {
  EXPECT_NEAR(found[0], u, kTolerance);
  EXPECT_NEAR(found[1], v, kTolerance);
}

// A picture as large as the side: its left upper corner, seen from outside, is (0, 0) on every
// side.
TEST(ShapeAppearance, PicturesStandUprightOnAllSides) {
  TriangleMesh mesh = geometry::box({2, 2, 2});
  build::lay_on_sides({2, 2, 0.5, 0.5}, mesh);
  expect_uv(uv_on(mesh, {-1, 0, 0}, {-1, -1, -1}), 0, 0);  // seen looking north: west is left
  expect_uv(uv_on(mesh, {-1, 0, 0}, {-1, 1, 1}), 1, 1);
  expect_uv(uv_on(mesh, {1, 0, 0}, {1, 1, -1}), 0, 0);
  expect_uv(uv_on(mesh, {0, 1, 0}, {-1, 1, -1}), 0, 0);
  expect_uv(uv_on(mesh, {0, -1, 0}, {1, -1, -1}), 0, 0);
  expect_uv(uv_on(mesh, {0, 0, -1}, {1, -1, -1}), 0, 0);  // from above, top ahead
  expect_uv(uv_on(mesh, {0, 0, 1}, {1, 1, 1}), 0, 0);
}

TEST(ShapeAppearance, MetresOfAUnitFollowFromTheAreas) {
  TriangleMesh mesh = geometry::box({2, 2, 2});
  EXPECT_EQ(build::metres_per_unit(mesh), 0);
  build::lay_on_sides({0.5, 0.5, 0, 0}, mesh);
  EXPECT_NEAR(build::metres_per_unit(mesh), 0.5, kTolerance);
  build::lay_on_sides({4, 1, 0, 0}, mesh);
  EXPECT_NEAR(build::metres_per_unit(mesh), 2, kTolerance);
}

World boxed(const std::string& appearance) {
  return test::world_of(
      "objects: [{name: thing, material: steel, shapes: {physics: [!box {size_m: [1, 1, 1], appearance: "
      "{" +
      appearance + "}}]}}]\n");
}

TEST(ShapeAppearance, OfAPatternAndItsColours) {
  const World world = boxed("pattern: checker, scale_m: 0.2, colour: [1, 0, 0.5]");
  ASSERT_EQ(world.appearances.size(), 1u);
  const SurfaceAppearance& appearance = world.appearances[0];
  EXPECT_EQ(appearance.pattern, "checker");
  EXPECT_EQ(appearance.scale_m, 0.2);
  EXPECT_EQ(*appearance.colour, (std::array<double, 3>{1, 0, 0.5}));
  EXPECT_FALSE(appearance.second_colour);
  EXPECT_EQ(world.materials.materials[static_cast<size_t>(appearance.material)].name, "steel");
  const VisualShape& seen = world.links[0].visuals.at(0);
  EXPECT_EQ(seen.appearance, 0);
  EXPECT_EQ(seen.mesh->corner_uv.size(), seen.mesh->triangles.size());
  // Patterns in space need no coordinates.
  EXPECT_TRUE(boxed("pattern: rust").links[0].visuals.at(0).mesh->corner_uv.empty());
}

TEST(ShapeAppearance, WithoutOneTheMaterialSaysItAll) {
  const World world =
      test::world_of("objects: [{name: can, model: drum_can}, {name: two, model: drum_can}]\n");
  EXPECT_TRUE(world.appearances.empty());
  for (const VisualShape& visual : world.links[0].visuals) EXPECT_EQ(visual.appearance, -1);
}

TEST(ShapeAppearance, ShapesAlikeShareOne) {
  EXPECT_EQ(test::world_of("objects: [{name: can, model: drum_can, extent: 0.5, array: {count: [3, "
                           "3], spacing_m: [2, 2]}}]\n")
                .appearances.size(),
            1u);
}

// Wear brings growth and silt in proportion; overgrown faces look it nearly all over.
TEST(ShapeAppearance, WearAndGrowth) {
  const auto appearance_of = [](const std::string& keys) {
    return test::world_of("objects: [{name: can, model: drum_can, " + keys +
                          "}]\n").appearances.at(0);
  };
  EXPECT_NEAR(appearance_of("extent: 0.5").fouling, 0.25, kTolerance);
  EXPECT_NEAR(appearance_of("extent: 1").fouling, 0.5, kTolerance);
  EXPECT_NEAR(appearance_of("extent: 0.5").sediment, 0.2, kTolerance);
  EXPECT_NEAR(appearance_of("extent: 1, degradation: {growth_at_1: 0.9, silt_at_1: 0}").fouling,
              0.9,
              kTolerance);
  const SurfaceAppearance weed = appearance_of("fouling: {coverage: 0.2, thickness_m: 0.02}");
  EXPECT_NEAR(weed.fouling, 0.8, kTolerance);
  // Cameras that do not see the growth see the clean surface.
  const World blind = test::world_of(
      "objects: [{name: can, model: drum_can, fouling: {coverage: 0.5, thickness_m: 0.02, seen_by: "
      "[sonar]}}]\n");
  for (const VisualShape& visual : blind.links[0].visuals)
    EXPECT_EQ(visual.appearance, -1) << visual.seen_by;
}

TEST(ShapeAppearance, NoCoordinatesToLayItOnBy) {
  const Result<World> world = test::try_world(
      "objects: [{name: thing, material: steel, shapes: {physics: [!box {size_m: [1, 1, 1], appearance: "
      "{pattern: checker, mapping: uv}}]}}]\n");
  ASSERT_FALSE(world);
  EXPECT_NE(world.problems().text().find("appearance.mapping: the shape has no texture coordinates"),
            std::string::npos)
      << world.problems().text();
}

}  // namespace shape_appearance_test
}  // namespace hadal::world
