// Reading and commanding through handles, as a program outside of the library does it.
#include "hadal/handles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hadal/simulator.h"

namespace hadal {
namespace handles_test {

// Everything of a craft with an arm and every kind of actuator.
std::string craft() {
  return R"(
format: 1
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}, seabed: !flat {depth_m: 12}}
vehicle_models:
  - name: craft
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 2, 2], volume_m3: 0.02, added_mass: [10, 10, 10, 1, 1, 1],
         damping: {linear: [20, 30, 30, 5, 5, 5]}}
      - {name: arm, parent: hull, mass_kg: 1, inertia_kg_m2: [0.1, 0.1, 0.1], volume_m3: 0.001,
         joint: {kind: hinge, position_m: [0.5, 0, 0], axis: [0, 0, 1], damping: 0.5, effort_limit: 5, lower: -1, upper: 2}}
    thrusters:
      - {name: port, position_m: [0, -0.3, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
      - {name: starboard, position_m: [0, 0.3, 0], direction: [1, 0, 0], map: !linear {forward: 40, reverse: 40}}
    fins: [{name: rudder, position_m: [-0.5, 0, 0], axis: [0, 0, 1], area_m2: 0.02}]
    ballasts: [{name: tank, kind: tank, max: 4, rate_up: 1, rate_down: 1, start: 1}]
    moving_masses: [{name: shifter, mass_kg: 2, offset_min_m: -0.1, offset_max_m: 0.1}]
    lamps: [!spot {name: lamp}]
    sensors:
      - !camera {name: cam, rate_hz: 10, width_px: 24, height_px: 16, rpy_deg: [0, -60, 0]}
      - !forward_looking_sonar {name: fls, rate_hz: 5, max_range_m: 10}
vehicles: [{name: craft, model: craft, pose: {depth_m: 9}}]
objects:
  - {name: stone, pose: {north_m: 3, depth_m: 11.5}, links: [{name: hull, mass_kg: 100, shapes: {physics: [!box {size_m: [0.4, 0.4, 0.4]}]}}]}
expect:
  - {that: depth(craft) > 100, when: always}
  - {that: depth(craft) < 100, when: once}
)";
}

TEST(Handles, ActuatorsAreListedReadAndCommanded) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  std::vector<std::string> names;
  for (const ActuatorHandle& actuator : vehicle.actuators()) names.push_back(actuator.name());
  EXPECT_EQ(names,
            (std::vector<std::string>{"port", "starboard", "rudder", "tank", "shifter", "arm"}));
  const ActuatorHandle starboard = vehicle.actuator("starboard"),
                       rudder = vehicle.actuator("rudder"), tank = vehicle.actuator("tank"),
                       shifter = vehicle.actuator("shifter"), arm = vehicle.actuator("arm");
  starboard.set_command(0.25);
  rudder.set_command(0.1);
  tank.set_command(1.5);
  shifter.set_command(-0.02);
  arm.set_command(0.3);
  EXPECT_EQ(vehicle.actuator("port").command(), 0);  // the others keep theirs
  sim.step(200);
  EXPECT_EQ(starboard.command(), 0.25);
  EXPECT_DOUBLE_EQ(starboard.value(), 10);
  EXPECT_DOUBLE_EQ(vehicle.thrust_n()[1], 10);
  EXPECT_DOUBLE_EQ(rudder.value(), 0.1);
  EXPECT_DOUBLE_EQ(tank.value(), 1.5);
  EXPECT_DOUBLE_EQ(shifter.value(), -0.02);
  const JointHandle joint = vehicle.joint("arm");
  EXPECT_EQ(arm.value(), joint.position());
  EXPECT_EQ(joint.effort(), 0.3);
  EXPECT_GT(joint.velocity(), 0);
  EXPECT_EQ((*joint.range())[1], 2);
  EXPECT_THROW(vehicle.actuator("wing"), Error);
  EXPECT_THROW(rudder.set_command(10), Error);
  EXPECT_EQ(rudder.command(), 0.1);
}

TEST(Handles, LinksHavePosesVelocitiesAndWrenches) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  ASSERT_EQ(vehicle.links().size(), 2u);
  const LinkHandle hull = vehicle.hull(), arm = vehicle.link("arm");
  EXPECT_EQ(arm.path(), "craft/arm");
  EXPECT_NEAR(arm.position_m()[0] - hull.position_m()[0], 0.5, 1e-12);
  EXPECT_EQ(arm.attitude(), (std::array<double, 4>{1, 0, 0, 0}));
  const double push[] = {0, 2, 0, 0, 0, 0};
  arm.add_external_wrench(push);
  arm.add_external_wrench(push);
  EXPECT_EQ(arm.external_wrench()[1], 4);
  sim.step();
  const auto terms = wrench_terms();
  const auto external = std::find(terms.begin(), terms.end(), "external") - terms.begin();
  ASSERT_LT(external, static_cast<long>(terms.size()));
  EXPECT_EQ(arm.wrench(static_cast<int>(external))[1], 4);
  EXPECT_GT(arm.velocity()[1], 0);
  EXPECT_GT(arm.acceleration_m_s2()[1], 0);
  const double huge[] = {1e39, 0, 0, 0, 0, 0};
  EXPECT_THROW(vehicle.set_external_wrench(huge), Error);
}

TEST(Handles, FramesAreViewsThatCanBeKept) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  ASSERT_EQ(vehicle.frame_sensors().size(), 2u);
  const FrameSensorHandle camera = vehicle.frame_sensor("cam"), sonar = vehicle.frame_sensor("fls");
  EXPECT_EQ(camera.kind(), "camera");
  EXPECT_EQ(camera.frame().stamp_s(), -1);
  while (camera.frame().number() < 0) sim.step();
  const hadal::FrameView first = camera.frame().keep();
  const hadal::PlaneView image = first.plane("image");
  EXPECT_EQ(image.rows, 16);
  EXPECT_EQ(image.columns, 24);
  EXPECT_EQ(image.channels, 3);
  ASSERT_EQ(image.bytes().size(), 16u * 24 * 3);
  const std::vector<uint8_t> before(image.bytes().begin(), image.bytes().end());
  EXPECT_GT(*std::max_element(before.begin(), before.end()), 0);
  EXPECT_EQ(first.calibration()->width_px, 24);
  EXPECT_NEAR(first.position_m()[2], 9, 0.01);
  EXPECT_THROW(image.floats(), Error);
  EXPECT_THROW(first.plane("smell"), Error);
  vehicle.teleport(50, 0, 3, 180);
  while (camera.frame().number() < 3 || sonar.frame().number() < 0) sim.step();
  EXPECT_EQ(first.number(), 0);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), image.bytes().begin()));
  const auto now = camera.frame().plane("image").bytes();
  EXPECT_FALSE(std::equal(before.begin(), before.end(), now.begin()));
  const FrameView echo = sonar.frame();
  const PlaneView level = echo.plane("level_db");
  EXPECT_EQ(level.rows, static_cast<int>(echo.bearings_rad().size()));
  EXPECT_EQ(level.columns, static_cast<int>(echo.ranges_m().size()));
  EXPECT_EQ(level.floats().size(), static_cast<size_t>(level.rows) * level.columns);
  EXPECT_FALSE(echo.calibration());
}

// The stone falls 0.3 m and rests: its weight in water stands on the ground.
TEST(Handles, ContactsAndExpectations) {
  Simulator sim = Simulator::load_text(craft());
  ASSERT_EQ(sim.expectation_count(), 2);
  EXPECT_EQ(sim.expectation(0).verdict, ExpectationVerdict::kOpen);
  EXPECT_EQ(sim.contact_count(), 0);
  sim.step(2000);
  EXPECT_EQ(sim.expectation(0).text, "depth(craft) > 100");
  EXPECT_EQ(sim.expectation(0).verdict, ExpectationVerdict::kFailed);
  EXPECT_EQ(sim.expectation(1).verdict, ExpectationVerdict::kHeld);
  ASSERT_GT(sim.contact_count(), 0);
  double up_n = 0;
  for (int i = 0; i < sim.contact_count(); ++i) {
    const Contact contact = sim.contact(i);
    EXPECT_EQ(contact.a.path(), "stone/hull");
    EXPECT_FALSE(contact.b);
    EXPECT_NEAR(contact.position_m[2], 12, 0.01);
    up_n -= contact.force_n[2];
  }
  EXPECT_NEAR(up_n, (100 - 64) * 9.81, 0.1);
  EXPECT_THROW(sim.contact(1000), Error);
  EXPECT_THROW(sim.expectation(2), Error);
}

TEST(Handles, StayValidWhenTheSimulatorMoves) {
  Simulator sim = Simulator::load_text(craft());
  const VehicleHandle vehicle = sim.vehicle("craft");
  const LampHandle lamp = vehicle.lamp("lamp");
  Simulator moved = std::move(sim);
  moved.step(10);
  EXPECT_NEAR(vehicle.state().depth_m, 9, 0.01);
  lamp.set_level(0.5);
  EXPECT_EQ(lamp.level(), 0.5);
  EXPECT_THROW(lamp.set_level(1.5), Error);
}

}  // namespace handles_test
}  // namespace hadal
