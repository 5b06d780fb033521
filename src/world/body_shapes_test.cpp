#include "world/body_shapes.h"

#include <gtest/gtest.h>

#include "geometry/mass_properties.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace body_shapes_test {

constexpr double kExact = 1e-12;

World vehicle(const std::string& keys, const std::string& shapes) {
  return test::world_of(
      "vehicle_models:\n- name: m\n  links: [{name: hull, mass_kg: 1, inertia_kg_m2: [1, 1, 1], "
      "shapes: {" + shapes + "}}]\n  " + keys + "\nvehicles: [{name: v, model: m}]\n");
}

geometry::Bounds bounds(const VisualShape& shape) {
  return geometry::bounding_box(*shape.mesh);
}

TEST(BodyShapes, PairsStandOnBothSides) {
  const World world =
      vehicle("kind: rov",
              "visual_pairs: [!tether_plug {radius_m: 0.1, length_m: 1, position_m: [1, 2, 3], "
              "rpy_deg: [-90, 0, 0]}]");
  const auto& visuals = world.links[0].visuals;
  ASSERT_EQ(visuals.size(), 2u);
  EXPECT_NEAR(bounds(visuals[0]).lower.y(), 2, kExact);
  EXPECT_NEAR(bounds(visuals[0]).upper.y(), 3, kExact);
  EXPECT_NEAR(bounds(visuals[1]).lower.y(), -3, kExact);
  EXPECT_NEAR(bounds(visuals[1]).upper.y(), -2, kExact);
  for (const VisualShape& visual : visuals) {
    EXPECT_TRUE(geometry::is_closed(*visual.mesh));
    EXPECT_GT(geometry::signed_volume(*visual.mesh), 0);
    EXPECT_NEAR(bounds(visual).middle().x(), 1, kExact);
  }
}

// The pod of a thruster lies along its axis: 0.4 of its length before the disc, 0.6 behind.
TEST(BodyShapes, ThrusterBodiesLieAlongTheThrust) {
  const World world = vehicle(
      "thruster_body: [!ducted_thruster {radius_m: 0.05, length_m: 1, duct_length_m: 0.1}]\n"
      "  thrusters: [{name: a, position_m: [1, 2, 3], direction: [0, 0, -1]}, "
      "{name: b, position_m: [-1, 0, 0], rpy_deg: [0, 0, 90]}]",
      "collision: [!box {size_m: [1, 1, 1]}]");
  const auto& visuals = world.links[0].visuals;
  ASSERT_EQ(visuals.size(), 3u);  // the box, as without, and two thrusters
  EXPECT_NEAR(bounds(visuals[1]).lower.z(), 3 - 0.4, kExact);
  EXPECT_NEAR(bounds(visuals[1]).upper.z(), 3 + 0.6, kExact);
  EXPECT_NEAR(bounds(visuals[1]).middle().x(), 1, 1e-9);
  EXPECT_NEAR(bounds(visuals[1]).middle().y(), 2, 1e-9);
  EXPECT_NEAR(bounds(visuals[2]).lower.y(), -0.6, kExact);
  EXPECT_NEAR(bounds(visuals[2]).upper.y(), 0.4, kExact);
}

TEST(BodyShapes, ManyAlikeAreJoined) {
  std::string shapes;
  for (int i = 0; i < 12; ++i)
    shapes += std::string(i ? ", " : "") + "!rounded_box {size_m: [1, 1, 1], radius_m: 0.1, " +
              (i % 3 == 0 ? "appearance: {colour: [1, 0, 0]}, " : "") + "position_m: [" +
              std::to_string(2 * i) + ", 0, 0]}";
  const World world = vehicle("kind: rov", "visual: [" + shapes + "]");
  const auto& visuals = world.links[0].visuals;
  ASSERT_EQ(visuals.size(), 2u);
  EXPECT_EQ(2 * visuals[0].mesh->triangles.size(), visuals[1].mesh->triangles.size());
  EXPECT_NEAR(bounds(visuals[1]).upper.x(), 22.5, kExact);
}

TEST(BodyShapes, ChangeNothingOfMassAndContact) {
  const std::string box = "collision: [!box {size_m: [1, 1, 1]}]";
  const World bare = vehicle("kind: rov", box);
  const World seen = vehicle("kind: rov", box + ", visual: [!dome {radius_m: 3}]");
  EXPECT_EQ(bare.links[0].mass_kg, seen.links[0].mass_kg);
  EXPECT_EQ(bare.links[0].collisions.size(), seen.links[0].collisions.size());
  EXPECT_EQ(seen.links[0].collisions[0].size, bare.links[0].collisions[0].size);
  EXPECT_NEAR(bounds(seen.links[0].visuals[0]).upper.z(), 3, kExact);
}

}  // namespace body_shapes_test
}  // namespace hadal::world
