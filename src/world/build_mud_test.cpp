#include <gtest/gtest.h>

#include "world/test_world.h"

namespace hadal::inline world {
namespace build_mud_test {

// A vehicle of two links and a box on a seabed, with the given layers of mud.
World muddy(const std::string& layers) {
  return test::world_of(R"(
environment:
  seabed: !flat {depth_m: 20}
  mud: [)" + layers + R"(]
vehicle_models:
  - name: craft
    links:
      - {name: hull, mass_kg: 10, inertia_kg_m2: [1, 1, 1], volume_m3: 0.01}
      - {name: arm, parent: hull, joint: {}, mass_kg: 1, inertia_kg_m2: [1, 1, 1], volume_m3: 0.001}
      - {name: wire, parent: arm, joint: {}, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}
vehicles: [{name: rov, model: craft}]
objects: [{name: box, material: steel, shapes: {physics: [!box {size_m: [1, 1, 1]}]}}]
)");
}

TEST(BuildMud, HoldsEverythingThatCanBeBuried) {
  const World world = muddy("{name: m, yield_pa: 5}");
  EXPECT_EQ(world.mud[0].held_links, (std::vector<int>{0, 1, 3}));  // not the wire without a volume
  EXPECT_EQ(world.mud[0].area.kind, BottomArea::Kind::kEverywhere);
}

TEST(BuildMud, HoldsChosenVehiclesAndLinks) {
  const World world = muddy(
      "{name: a, yield_pa: 5, links: [box, rov/arm, box]},"
      "{name: b, drag_ns_m: 5, links: [rov]}");
  EXPECT_EQ(world.mud[0].held_links, (std::vector<int>{1, 3}));
  EXPECT_EQ(world.mud[1].held_links, (std::vector<int>{0, 1}));
}

TEST(BuildMud, ItsSurfaceIsSeenByTheClassesNamed) {
  const World world = muddy(
      "{name: a, yield_pa: 5, thickness_m: 0.7, circle: [1, 2, 3], edge_m: 0.5, seen_by: [sonar]},"
      "{name: b, yield_pa: 5, box: [1, 2, 3, 4], visible: false}");
  ASSERT_EQ(world.seabed.areas.size(), 1u);
  const BottomArea& seen = world.seabed.areas[0];
  EXPECT_EQ(seen.kind, BottomArea::Kind::kCircle);
  EXPECT_EQ(seen.circle, (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(seen.silt_m, 0.7);
  EXPECT_EQ(seen.edge_m, 0.5);
  EXPECT_EQ(seen.seen_by, kSeenBySonar);
  EXPECT_FALSE(seen.material.has_value());
  EXPECT_EQ(world.mud[1].area.box, (std::array<double, 4>{1, 2, 3, 4}));
}

TEST(BuildMud, RefusesALinkThatCannotBeBuried) {
  const Result<World> world = test::try_world(R"(
environment: {seabed: !flat {depth_m: 20}, mud: [{name: m, yield_pa: 5, links: [rov]}]}
vehicle_models: [{name: craft, links: [{name: hull, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}]}]
vehicles: [{name: rov, model: craft}]
)");
  ASSERT_FALSE(world.ok());
  EXPECT_NE(world.problems().text().find(
                "environment.mud[0].links[0]: 'rov' has neither shapes nor a volume"),
            std::string::npos)
      << world.problems().text();
}

}  // namespace build_mud_test
}  // namespace hadal::world
