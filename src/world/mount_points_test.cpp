#include <gtest/gtest.h>

#include "world/test_world.h"

namespace hadal::inline world {
namespace mount_points_test {

std::string scenario(const std::string& keys) {
  return "vehicle_models:\n- name: m\n"
         "  links: [{name: hull, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}, "
         "{name: arm, parent: hull, joint: {kind: hinge}, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}]\n"
         "  mounts: [{name: camera_dome, position_m: [1, 0, 0]}, "
         "{name: wrist, link: arm, position_m: [0, 0, 2], rpy_deg: [0, 0, 90]}]\n"
         "vehicles: [{name: v, model: m, " + keys + "}]\n";
}

std::string problem_of(const std::string& keys) {
  const Result<World> world = test::try_world(scenario(keys));
  return world ? "none" : world.problems().list().front().message;
}

TEST(MountPoints, PlaceSensorsRelativeToThem) {
  const World world = test::world_of(scenario(
      "sensors: [!imu {name: a, mount: camera_dome}, "
      "!depth {name: b, mount: wrist, position_m: [0.5, 0, 0], rpy_deg: [0, -90, 0]}, "
      "!camera {name: c, mount: wrist}]"));
  EXPECT_EQ(world.sensors[0].link, 0);
  EXPECT_TRUE(world.sensors[0].X_BS.p.isApprox(Vec3(1, 0, 0)));
  EXPECT_EQ(world.sensors[1].link, 1);
  EXPECT_TRUE(world.sensors[1].X_BS.p.isApprox(Vec3(0, 0.5, 2)));
  EXPECT_TRUE((world.sensors[1].X_BS.q * Vec3::UnitX()).isApprox(Vec3(0, 0, 1)));
  EXPECT_EQ(world.frame_sensors[0].link, 1);
  EXPECT_TRUE((world.frame_sensors[0].X_LS.q * Vec3::UnitX()).isApprox(Vec3(0, 1, 0)));
}

// The pair stands about its own place on the mount: the right one a baseline along its y axis.
TEST(MountPoints, PlaceBothCamerasOfAPair) {
  const World world = test::world_of(
      scenario("sensors: [!stereo_camera {name: s, baseline_m: 0.2, mount: wrist}]"));
  ASSERT_EQ(world.frame_sensors.size(), 2u);
  EXPECT_TRUE((world.frame_sensors[1].X_LS.p - world.frame_sensors[0].X_LS.p)
                  .isApprox(Vec3(-0.2, 0, 0)));
  EXPECT_EQ(world.frame_sensors[1].link, 1);
}

TEST(MountPoints, PlaceLamps) {
  const World world = test::world_of(
      scenario("lamps: [!spot {name: l, mount: camera_dome, position_m: [0, 0.1, 0]}]"));
  EXPECT_TRUE(world.lamps[0].X_LS.p.isApprox(Vec3(1, 0.1, 0)));
}

TEST(MountPoints, UnknownOnesAreRefusedWithAHint) {
  EXPECT_EQ(problem_of("sensors: [!imu {name: a, mount: camera_dom}]"),
            "no mount point 'camera_dom' on this vehicle (did you mean 'camera_dome'?)");
  EXPECT_EQ(problem_of("lamps: [!spot {name: l, mount: wrists}]"),
            "no mount point 'wrists' on this vehicle (did you mean 'wrist'?)");
  EXPECT_EQ(problem_of("sensors: [!imu {name: a, mount: wrist, link: arm}]"),
            "the mount point says the link too; give one of link and mount");
}

TEST(MountPoints, ThingsWithoutAModelHaveNone) {
  const Result<World> world = test::try_world(
      "objects: [{name: o, links: [{name: l, mass_kg: 1, inertia_kg_m2: [1, 1, 1]}], "
      "sensors: [!imu {name: a, mount: dome}]}]\n");
  ASSERT_FALSE(world);
  EXPECT_EQ(world.problems().list().front().message,
            "no mount point 'dome' on this vehicle; its model has no mounts: give position_m "
            "instead");
}

}  // namespace mount_points_test
}  // namespace hadal::world
