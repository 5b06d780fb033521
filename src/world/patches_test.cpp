#include "world/patches.h"

#include <gtest/gtest.h>

#include "math/rotation.h"
#include "math/units.h"
#include "world/test_world.h"

namespace hadal::inline world {
namespace patches_test {

World rov_world() {
  return test::world_of(
      "vehicles:\n"
      "  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 5, heading_deg: 30}}\n"
      "objects:\n  - {name: beam, model: pier_beam, fixed: true}\n");
}

TEST(Patches, ChangeTheNumbersTheyName) {
  World world = rov_world();
  const World before = world;
  const Link& was = before.links[0];
  const Patch patches[] = {{"vehicles.rov.links." + was.name + ".mass_kg", 12.5},
                           {"vehicles.rov.links." + was.name + ".added_mass_factor", 0.5},
                           {"vehicles.rov.links." + was.name + ".damping_quadratic_factor", 2},
                           {"vehicles.rov.thrusters." + before.actuators[1].name + ".thrust_factor", 0.8},
                           {"vehicles.rov.sensors.imu.noise_factor", 3},
                           {"vehicles.rov.pose.depth_m", 7},
                           {"vehicles.rov.pose.pitch_deg", 10},
                           {"vehicles.rov.velocity.surge_m_s", 0.4}};
  ASSERT_TRUE(apply_patches(patches, world).empty());
  const Link& link = world.links[0];
  EXPECT_EQ(link.mass_kg, 12.5);
  EXPECT_EQ(link.added_mass_L, 0.5 * was.added_mass_L);
  EXPECT_EQ(link.damping.quadratic, 2 * was.damping.quadratic);
  EXPECT_EQ(link.damping.linear, was.damping.linear);
  const auto sensor = std::find_if(world.sensors.begin(), world.sensors.end(),
                                   [](const Sensor& s) { return s.name == "imu"; });
  ASSERT_NE(sensor, world.sensors.end());
  EXPECT_EQ(sensor->noise_factor, 3);
  EXPECT_EQ(link.pose_PL.p.z(), 7);
  const EulerAngles angles = euler_from(link.pose_PL.q);
  EXPECT_NEAR(angles.pitch, 10 * kDegree, 1e-14);
  EXPECT_NEAR(angles.yaw, 30 * kDegree, 1e-14);
  EXPECT_EQ(world.vehicles[0].start_velocity_B[0], 0.4);
  prepare_actuators(world, 1000);
  const auto full_n = [](const Actuator& thruster) {
    return thruster.thrust_ability(1000).forward_max_n;
  };
  EXPECT_DOUBLE_EQ(full_n(world.actuators[1]), 0.8 * full_n(before.actuators[1]));
  EXPECT_EQ(full_n(world.actuators[0]), full_n(before.actuators[0]));
}

TEST(Patches, AreRefusedByNameAndThenNoneIsApplied) {
  World world = rov_world();
  const double mass = world.links[0].mass_kg;
  const std::string hull = "vehicles.rov.links." + world.links[0].name;
  const auto refused = [&](const std::string& key, double value, const std::string& why) {
    const Patch patches[] = {{hull + ".mass_kg", 1}, {key, value}};
    const Problems problems = apply_patches(patches, world);
    ASSERT_EQ(problems.list().size(), 1u) << key;
    EXPECT_EQ(problems.list()[0].key, key);
    EXPECT_NE(problems.list()[0].message.find(why), std::string::npos)
        << problems.list()[0].message;
    EXPECT_EQ(world.links[0].mass_kg, mass);
  };
  refused("vehicles.rov.links.hul.mass_kg", 2, "no 'hul' among its links");
  refused("vehicles.row.pose.depth_m", 2, "no vehicle or object 'row'");
  refused(hull + ".mass", 2, "did you mean 'mass_kg'?");
  refused(hull + ".mass_kg", -1, "expected a number from 1e-06 to 1e+09, found -1");
  refused(hull + ".mass_kg", std::numeric_limits<double>::quiet_NaN(), "found nan");
  refused("environment.seabed.depth_m", 20, "cannot be patched");
  refused("vehicles.rov.sensors.imu.rate_hz", 5, "more than a number");
  refused("vehicles.beam.pose.depth_m", 5, "fixed to the world");
}

}  // namespace patches_test
}  // namespace hadal::world
