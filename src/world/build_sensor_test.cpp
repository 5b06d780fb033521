#include <gtest/gtest.h>

#include "kinds/sensors/altimeter.h"

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
  const auto* altimeter = sensor.config.as<Altimeter>();
  ASSERT_NE(altimeter, nullptr);
  EXPECT_EQ(&sensor.kind->schema(), &Altimeter::schema());
  EXPECT_EQ(sensor.X_BS.p, Vec3(1, 0, 0.2));
  EXPECT_EQ(altimeter->max_range_m, 30);
  EXPECT_EQ(altimeter->range.bias, 0.1);
}

// Vehicles of one model share its configs, but each sensor has learnt of its own vehicle.
TEST(BuildSensor, EachVehicleHasAPreparedCopy) {
  const Result<World> world =
      world_with("!contact {name: touch, links: [finger], against: [left, seabed]}");
  ASSERT_TRUE(world) << problems_of(world);
  const auto& sensors = world.value().sensors;
  EXPECT_NE(sensors[0].config.data(), sensors[1].config.data());
  EXPECT_EQ(sensors[0].config.schema(), sensors[1].config.schema());
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
