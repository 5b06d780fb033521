// Manipulators become links of their vehicle: names, places, arms, and what is refused.
#include <gtest/gtest.h>

#include "math/rotation.h"
#include "math/units.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace arm_parts_test {

// An arm of two hinges and a hand of two fingers, and a hand alone.
const char* const kModels =
    "manipulator_models:\n"
    "- name: two\n"
    "  links:\n"
    "  - {name: base, parent: mount, mass_kg: 1, inertia_kg_m2: [1, 1, 1], joint: {kind: fixed, position_m: [0.1, 0, 0]}}\n"
    "  - {name: shoulder, parent: base, mass_kg: 2, inertia_kg_m2: [1, 1, 1], "
    "joint: {position_m: [0.2, 0, 0], axis: [0, 1, 0], lower: -1, upper: 1, start: 0.25}}\n"
    "  - {name: elbow, parent: shoulder, mass_kg: 3, inertia_kg_m2: [1, 1, 1], "
    "joint: {position_m: [0.5, 0, 0], axis: [0, 0, 1], lower: -2, upper: 2}}\n"
    "  - {name: finger, parent: elbow, mass_kg: 1, inertia_kg_m2: [1, 1, 1], "
    "joint: {kind: slide, position_m: [0.3, 0, 0], axis: [0, 0, 1]}}\n"
    "  tool: {link: elbow, position_m: [0.4, 0, 0]}\n"
    "  mounts: [{name: wrist, link: elbow, position_m: [0.35, 0, 0]}]\n"
    "  sensors: [!imu {name: imu}, !depth {name: gauge, mount: wrist}]\n"
    "- name: hand\n"
    "  links:\n"
    "  - {name: palm, parent: mount, mass_kg: 1, inertia_kg_m2: [1, 1, 1], joint: {kind: fixed}}\n"
    "  - {name: thumb, parent: palm, mass_kg: 1, inertia_kg_m2: [1, 1, 1], joint: {axis: [0, 1, 0]}}\n"
    "  tool: {link: palm, position_m: [0.1, 0, 0]}\n";

std::string scenario(const std::string& of_model, const std::string& of_vehicle) {
  return std::string(kModels) +
         "vehicle_models:\n- name: m\n"
         "  links: [{name: hull, mass_kg: 9, inertia_kg_m2: [1, 1, 1]}]\n"
         "  mounts: [{name: bow, position_m: [1, 0, 0.5], rpy_deg: [0, 0, 90]}]\n"
         "  sensors: [!imu {name: imu}]\n  manipulators: [" + of_model + "]\n"
         "vehicles: [{name: v, model: m, manipulators: [" + of_vehicle + "]}]\n";
}

const Link& link_of(const World& world, const std::string& path) {
  for (const Link& link : world.links)
    if (link.path == path) return link;
  throw std::runtime_error("no link " + path);
}

std::string problem_of(const std::string& of_model, const std::string& of_vehicle) {
  const Result<World> world = test::try_world(scenario(of_model, of_vehicle));
  return world ? "none" : world.problems().text();
}

TEST(ArmParts, LinksFollowTheHullWithThePrefix) {
  const World world = test::world_of(
      scenario("{name: left, model: two, mount: bow}", "{name: right, model: two, prefix: r-}"));
  std::vector<std::string> paths;
  for (const Link& link : world.links) paths.push_back(link.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"v/hull", "v/left_base", "v/left_shoulder",
                                             "v/left_elbow", "v/left_finger", "v/r-base",
                                             "v/r-shoulder", "v/r-elbow", "v/r-finger"}));
  EXPECT_EQ(world.links[1].parent, 0);
  EXPECT_EQ(world.links[2].parent, 1);
  EXPECT_EQ(world.links[6].parent, 5);
  EXPECT_EQ(world.links[3].key, "manipulator_models[0].links[2]");
  EXPECT_EQ(world.links[0].arm, -1);
  EXPECT_EQ(world.links[3].arm, 0);
  EXPECT_EQ(world.links[5].arm, 1);
  double mass_kg = 0;
  for (const Link& link : world.links) mass_kg += link.mass_kg;
  EXPECT_EQ(mass_kg, 9 + 2 * 7);
}

// By hand: the mount is at (1, 0, 0.5) and looks to the right; the manipulator stands 0.2 m along x
// of it, rolled by 90 degrees: its z points along -y of the mount, forward of the hull.
TEST(ArmParts, StandWhereTheyAreMounted) {
  const World world = test::world_of(scenario(
      "", "{name: a, model: two, mount: bow, position_m: [0.2, 0, 0], rpy_deg: [90, 0, 0]}"));
  const Link& base = link_of(world, "v/a_base");
  EXPECT_TRUE(base.pose_PL.p.isApprox(Vec3(1, 0.2 + 0.1, 0.5), 1e-15)) << base.pose_PL.p.transpose();
  EXPECT_TRUE((base.pose_PL.q * Vec3::UnitX()).isApprox(Vec3::UnitY(), 1e-15));
  EXPECT_TRUE((base.pose_PL.q * Vec3::UnitZ()).isApprox(Vec3::UnitX(), 1e-15));
  const Link& shoulder = link_of(world, "v/a_shoulder");
  // Its axis, y of the mount rolled: down in the hull.
  EXPECT_TRUE((base.pose_PL.q * shoulder.pose_PL.q * shoulder.axis_L).isApprox(Vec3::UnitZ(), 1e-15));
  EXPECT_TRUE((base.pose_PL * shoulder.pose_PL).p.isApprox(Vec3(1, 0.5, 0.5), 1e-15));
}

TEST(ArmParts, ArmsKnowTheirJointsFingersAndTool) {
  const World world = test::world_of(scenario("{name: a, model: two}", ""));
  ASSERT_EQ(world.arms.size(), 1u);
  const Arm& arm = world.arms[0];
  EXPECT_EQ(arm.path, "v/a");
  EXPECT_EQ(arm.key, "vehicle_models[0].manipulators[0]");
  ASSERT_EQ(arm.joints.size(), 2u);
  ASSERT_EQ(arm.fingers.size(), 1u);
  EXPECT_EQ(world.actuators[arm.joints[0]].path, "v/a_shoulder");
  EXPECT_EQ(world.actuators[arm.joints[1]].path, "v/a_elbow");
  EXPECT_EQ(world.actuators[arm.fingers[0]].path, "v/a_finger");
  EXPECT_EQ(world.links[arm.tool_link].path, "v/a_elbow");
  EXPECT_EQ(arm.X_LT.p, Vec3(0.4, 0, 0));
}

TEST(ArmParts, AHandOnAnArmIsItsHand) {
  const World world = test::world_of(scenario(
      "{name: a, model: two}, {name: h, model: hand, mount: a_wrist}, {name: other, model: hand}", ""));
  ASSERT_EQ(world.arms.size(), 2u);
  const Arm& arm = world.arms[0];
  EXPECT_EQ(world.links[arm.tool_link].path, "v/h_palm");
  EXPECT_EQ(arm.joints.size(), 2u);
  ASSERT_EQ(arm.fingers.size(), 2u);
  EXPECT_EQ(world.actuators[arm.fingers[1]].path, "v/h_thumb");
  EXPECT_EQ(link_of(world, "v/h_palm").pose_PL.p, Vec3(0.35, 0, 0));
  EXPECT_TRUE(world.arms[1].joints.empty());  // a hand on the hull
  EXPECT_EQ(world.arms[1].fingers.size(), 1u);
}

TEST(ArmParts, SensorsSitOnTheirLinks) {
  const World world = test::world_of(scenario("{name: a, model: two}", ""));
  std::vector<std::string> paths;
  for (const Sensor& sensor : world.sensors)
    paths.push_back(sensor.path + " on " + world.links[sensor.link].name);
  EXPECT_EQ(paths, (std::vector<std::string>{"v/imu on hull", "v/a_imu on a_base",
                                             "v/a_gauge on a_elbow"}));
  EXPECT_EQ(world.sensors[2].X_BS.p, Vec3(0.35, 0, 0));
}

TEST(ArmParts, StartAsAsked) {
  const World world = test::world_of(scenario("{name: a, model: two}, {name: b, model: two, start: [-0.5, 1.5]}", ""));
  EXPECT_EQ(link_of(world, "v/a_shoulder").joint_start, 0.25);
  EXPECT_EQ(link_of(world, "v/b_shoulder").joint_start, -0.5);
  EXPECT_EQ(link_of(world, "v/b_elbow").joint_start, 1.5);
}

// The second finger follows the first one of its own manipulator, and is not driven or started apart.
TEST(ArmParts, CoupledFingersFollowTheirOwnFirst) {
  const World world = test::world_of(
      "vehicles: [{name: v, model: bluerov2, manipulators: [{name: l, model: newton, position_m: [0, "
      "-0.1, 0.1], start: [0.2]}, {name: r, model: newton, position_m: [0, 0.1, 0.1]}]}]\n");
  const Link &left = link_of(world, "v/l_jaw_2"), &right = link_of(world, "v/r_jaw_2");
  ASSERT_TRUE(left.mimic && right.mimic);
  EXPECT_EQ(world.links[left.mimic->link].path, "v/l_jaw");
  EXPECT_EQ(world.links[right.mimic->link].path, "v/r_jaw");
  EXPECT_EQ(left.joint_start, 0.2);
  EXPECT_EQ(right.joint_start, 0.15);
  ASSERT_EQ(world.arms[0].fingers.size(), 1u);
  EXPECT_EQ(world.actuators[world.arms[0].fingers[0]].path, "v/l_jaw");
}

TEST(ArmParts, ShareShapesBetweenVehiclesOfAModel) {
  const World world = test::world_of(
      "vehicles: [{name: a, model: bluerov2_heavy_arm7}, {name: b, model: bluerov2_heavy_arm7, "
      "pose: {north_m: 5}}]\n");
  EXPECT_EQ(link_of(world, "a/arm7").visuals.front().mesh, link_of(world, "b/arm7").visuals.front().mesh);
}

TEST(ArmParts, FixedVehiclesHoldTheirArms) {
  const World world = test::world_of(std::string(kModels) +
      "vehicle_models: [{name: m, links: [{name: stand, mass_kg: 9, inertia_kg_m2: [1, 1, 1]}]}]\n"
      "vehicles: [{name: v, model: m, fixed: true, manipulators: [{name: a, model: two}]}]\n");
  EXPECT_EQ(world.links[0].joint, LinkJoint::kFixed);
  EXPECT_TRUE(world.vehicles[0].fixed);
}

TEST(ArmParts, WhatIsWrongIsToldWithItsPlace) {
  EXPECT_TRUE(problem_of("", "{name: a, model: twwo}")
                  .starts_with("test.yaml:23:64: vehicles[0].manipulators[0].model: no model 'twwo' in "
                               "models/manipulators"));
  EXPECT_NE(problem_of("", "{name: a, model: electric55}").find("(did you mean 'electric5'?)"),
            std::string::npos);
  const std::pair<const char*, const char*> cases[] = {
      {"{name: a, model: two, mount: bows}",
       "manipulators[0].mount: no mount point 'bows' on this vehicle (did you mean 'bow'?)"},
      {"{name: a, model: two, link: hul}",
       "manipulators[0].link: no link 'hul' on this vehicle (did you mean 'hull'?)"},
      {"{name: a, model: two, mount: bow, link: hull}",
       "the mount point says the link too; give one of link and mount"},
      {"{name: a, model: two, start: [0, 3]}",
       "manipulators[0].start[1]: joint 'a_elbow' would start at 3, outside of its limits; expected "
       "-2 to 2 rad"},
      {"{name: a, model: two, start: [0, 0, 0, 0]}", "4 numbers for the 3 joints of 'two'"},
      {"{name: a, model: two}, {name: b, model: two, prefix: a_}",
       "its link 'a_base' has the name of another link of this vehicle "
       "(manipulator_models[0].links[0])"},
      {"{name: a, model: two}, {name: a, model: hand}", "'a' is used twice"},
      {"{name: a, model: two, prefix: 'a/'}", "expected letters, digits, _ and -"},
  };
  for (const auto& [manipulators, message] : cases)
    EXPECT_NE(problem_of("", manipulators).find(message), std::string::npos)
        << problem_of("", manipulators);
  EXPECT_NE(problem_of("{name: a, model: two}", "{name: a, model: hand}").find("is used twice"),
            std::string::npos);
}

TEST(ArmParts, ModelsThatHangOnNothingAreRefused) {
  const auto problem = [](const std::string& links, const std::string& tool) {
    const Result<World> world =
        test::try_world("manipulator_models: [{name: x, links: [" + links + "], tool: {link: " + tool + "}}]\n");
    return world ? "none" : world.problems().text();
  };
  const std::string body = "mass_kg: 1, inertia_kg_m2: [1, 1, 1], joint: {kind: hinge}";
  EXPECT_EQ(problem("{name: a, parent: mount, " + body + "}", "a"), "none");
  EXPECT_NE(problem("{name: a, parent: b, " + body + "}", "a")
                .find("'b' is no earlier link of this manipulator; expected one, or `mount`"),
            std::string::npos);
  EXPECT_NE(problem("{name: a, parent: mount, " + body + "}", "b")
                .find("no link 'b' in this manipulator"),
            std::string::npos);
  EXPECT_NE(problem("{name: mount, parent: mount, " + body + "}", "mount").find("expected another name"),
            std::string::npos);
}

}  // namespace arm_parts_test
}  // namespace hadal::world
