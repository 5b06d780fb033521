#include "world/material.h"

#include <gtest/gtest.h>

#include "world/test_world.h"

namespace hadal::inline world {
namespace material_test {

TEST(Materials, FirstIsTheDefault) {
  const World world = test::world_of("duration_s: 1\n");
  ASSERT_EQ(world.materials.materials.size(), 1u);
  EXPECT_EQ(world.materials.materials[0].name, "default");
  EXPECT_EQ(world.materials.friction(0, 0).static_coefficient, 0.5);
}

TEST(Materials, UnlistedPairsTakeTheGeometricMean) {
  const World world = test::world_of(
      "materials:\n"
      "  - {name: a, density_kg_m3: 1, friction_static: 0.9, friction_dynamic: 0.8, rolling_m: "
      "0.02}\n"
      "  - {name: b, density_kg_m3: 1, friction_static: 0.4, friction_dynamic: 0.2, rolling_m: "
      "0.01}\n"
      "  - {name: c, density_kg_m3: 1}\n"
      "friction: [{between: [c, a], static: 0.3, dynamic: 0.2, rolling_m: 0.001}]\n");
  const MaterialTable& table = world.materials;
  const int a = table.find("a"), b = table.find("b"), c = table.find("c");
  EXPECT_NEAR(table.friction(a, b).static_coefficient, 0.6, 1e-15);
  EXPECT_NEAR(table.friction(b, a).dynamic_coefficient, 0.4, 1e-15);
  EXPECT_EQ(table.friction(a, b).rolling_m, 0.02);
  EXPECT_NEAR(table.friction(a, a).static_coefficient, 0.9, 1e-15);
  for (const auto& [p, q] : {std::pair{a, c}, std::pair{c, a}}) {
    EXPECT_EQ(table.friction(p, q).static_coefficient, 0.3);
    EXPECT_EQ(table.friction(p, q).rolling_m, 0.001);
  }
}

TEST(Materials, AScaledCopyKeepsTheOthers) {
  MaterialTable table;
  table.materials = {{.name = "a"}, {.name = "b"}};
  table.pairs.resize(4);
  table.set_friction(0, 1, {0.6, 0.5, 0.01});
  table.set_friction(1, 1, {0.8, 0.7, 0});
  const int worn = table.add_like(1, {.name = "worn"}, 0.5);
  EXPECT_EQ(worn, 2);
  EXPECT_EQ(table.friction(0, 1).static_coefficient, 0.6);
  EXPECT_EQ(table.friction(worn, 0).static_coefficient, 0.3);
  EXPECT_EQ(table.friction(0, worn).dynamic_coefficient, 0.25);
  EXPECT_EQ(table.friction(0, worn).rolling_m, 0.01);
  EXPECT_EQ(table.friction(worn, worn).static_coefficient, 0.4);
}

}  // namespace material_test
}  // namespace hadal::world
