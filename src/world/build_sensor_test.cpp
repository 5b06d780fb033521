#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "world/world.h"

namespace hadal::inline world {
namespace build_sensor_test {

// A vehicle with a finger beside another vehicle; `sensors` are those of its model.
Result<World> world_with(const std::string& sensors, const std::string& more = "") {
  const std::string text = R"(
format: 1
vehicle_models:
  - name: crab
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02}
      - {name: finger, parent: hull, joint: {kind: hinge, axis: [0, 1, 0]}, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}
    sensors: [)" + sensors +
                           R"(]
vehicles:
  - {name: left, model: crab}
  - {name: right, model: crab}
)" + more;
  const Result<LoadedScenario> loaded = load_scenario_text(text, "a.yaml", {});
  if (!loaded) return loaded.problems();
  return build_world(loaded.value());
}

std::string problems_of(const Result<World>& world) {
  return world ? "" : world.problems().text();
}

TEST(BuildSensor, AltimeterTakesItsRangeAndMounting) {
  const Result<World> world = world_with(
      "!altimeter {name: down, position_m: [1, 0, 0.2], max_range_m: 30, range: {bias: 0.1}}");
  ASSERT_TRUE(world) << problems_of(world);
  const Sensor& sensor = world.value().sensors[0];
  const auto& model = std::get<AltimeterModel>(sensor.config.model);
  EXPECT_EQ(sensor.kind, "altimeter");
  EXPECT_EQ(sensor.config.X_BS.p, Vec3(1, 0, 0.2));
  EXPECT_EQ(model.max_range_m, 30);
  EXPECT_EQ(model.range.bias, 0.1);
}

TEST(BuildSensor, ContactFindsLinksOfItsOwnVehicleAndOthersByName) {
  const Result<World> world =
      world_with("!contact {name: touch, links: [finger], against: [left, seabed]}");
  ASSERT_TRUE(world) << problems_of(world);
  const auto& of_left = std::get<ContactModel>(world.value().sensors[0].config.model);
  const auto& of_right = std::get<ContactModel>(world.value().sensors[1].config.model);
  EXPECT_EQ(of_left.links, std::vector<int>{1});
  EXPECT_EQ(of_right.links, std::vector<int>{3});
  EXPECT_EQ(of_left.against, (std::vector<int>{0, ContactModel::kSeabed}));
}

TEST(BuildSensor, ContactWithUnknownNamesIsRefusedWithItsPlace) {
  const std::string problems =
      problems_of(world_with("!contact {name: touch, links: [fingr], against: [seabd]}"));
  EXPECT_NE(problems.find("sensors[0].links[0]: no link 'fingr'"), std::string::npos) << problems;
  EXPECT_NE(problems.find("did you mean 'finger'"), std::string::npos) << problems;
  EXPECT_NE(problems.find("did you mean 'seabed'"), std::string::npos) << problems;
}

}  // namespace build_sensor_test
}  // namespace hadal::world
