// Hands in whole runs: what they squeeze stays and is let go, what a coupling holds shows at the wrist,
// and any number of threads and a snapshot in the middle give the same bits.
#include <gtest/gtest.h>

#include <cmath>

#include "small_world.h"

namespace hadal {
namespace hands_test {

using simulation::Simulation;

constexpr double kStep_s = 0.005;

int index_of(const Simulation& s, const std::string& path) {
  const auto& links = s.world().links;
  for (size_t i = 0; i < links.size(); ++i)
    if (links[i].path == path) return static_cast<int>(i);
  throw std::runtime_error("no link " + path);
}

const Vec3& place_of(const Simulation& s, const std::string& path) {
  return s.state().p_NL_N[static_cast<size_t>(index_of(s, path))];
}

double joint_of(const Simulation& s, const std::string& path) {
  const Link& link = s.world().links[static_cast<size_t>(index_of(s, path))];
  return s.state().position[static_cast<size_t>(link.position_address)];
}

void run_until(Simulation& s, double time_s, double step_s = kStep_s) {
  test::run_steps(s, static_cast<int>(std::lround(time_s / step_s) - s.state().tick));
}

// A hand on a stand with a neutral thing of 0.2 kg before it: closes with an effort, opens at 6 s.
std::string squeeze(const std::string& hand, const std::string& thing, double ahead_m, double effort,
                    double step_s) {
  return "format: 1\nduration_s: 60\nstep_s: " + std::to_string(step_s) + R"(
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
vehicle_models:
  - {name: stand, links: [{name: stand, mass_kg: 50, inertia_kg_m2: [9, 9, 9], volume_m3: 0.02}]}
vehicles:
  - {name: v, model: stand, fixed: true, pose: {depth_m: 20}, manipulators: [{name: a, model: )" + hand +
         "}]}\nobjects:\n  - {name: thing, pose: {depth_m: 20, north_m: " + std::to_string(ahead_m) +
         "}, links: [{name: body, material: steel, mass_kg: 0.2, volume_m3: 0.00019512, "
         "inertia_kg_m2: [0.0002, 0.0002, 0.0002], added_mass: [0.1, 0.1, 0.1, 0.0001, 0.0001, "
         "0.0001], shapes: {collision: [" + thing + "]}}]}\n" +
         "mission:\n  - !grip {vehicle: v, opening: 1}\n  - !grip {vehicle: v, effort: " +
         std::to_string(effort) +
         "}\n  - !grip {vehicle: v, opening: 1, wait_for: \"time > 6\"}\n"
         "events: [!wrench {at_s: 4, vehicle: thing, link: body, wrench: [1, 0, 2, 0, 0, 0], "
         "duration_s: 1.5}]\n";
}

struct Squeeze {
  const char *hand, *finger, *follower, *thing;
  double ahead_m, effort;
};

TEST(Hands, HoldWhatTheySqueezeAndLetItGo) {
  constexpr double kSlip_m = 1e-4, kApart_rad = 2e-3;
  const Squeeze cases[] = {
      {"newton", "jaw", "jaw_2", "!cylinder {radius_m: 0.012, length_m: 0.12}", 0.31, 4},
      {"newton", "jaw", "jaw_2", "!box {size_m: [0.03, 0.03, 0.05]}", 0.31, 4},
      {"hand3", "finger", "finger_3", "!sphere {radius_m: 0.04}", 0.105, 3},
  };
  for (const Squeeze& c : cases)
    for (const double step_s : {0.005, 0.01}) {
      SCOPED_TRACE(std::string(c.hand) + " " + c.thing + " " + std::to_string(step_s));
      const auto s = test::simulate(squeeze(c.hand, c.thing, c.ahead_m, c.effort, step_s));
      const std::string finger = std::string("v/a_") + c.finger;
      run_until(*s, 3.9, step_s);
      const Vec3 held = place_of(*s, "thing/body");
      const double closed = joint_of(*s, finger);
      run_until(*s, 5.4, step_s);  // drawn by 2.2 N
      EXPECT_LT((place_of(*s, "thing/body") - held).norm(), kSlip_m);
      EXPECT_NEAR(joint_of(*s, finger), joint_of(*s, std::string("v/a_") + c.follower), kApart_rad);
      run_until(*s, 9, step_s);
      const Link& link = s->world().links[static_cast<size_t>(index_of(*s, finger))];
      EXPECT_NEAR(joint_of(*s, finger), (*link.joint_range)[1], 0.01);
      EXPECT_GT(joint_of(*s, finger), closed + 0.15);
    }
}

// A hand that grips before its arm was asked for anything.
TEST(Hands, TheirArmStaysWhereItIs) {
  const auto s = test::simulate(R"(
format: 1
duration_s: 60
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
vehicle_models:
  - {name: stand, links: [{name: stand, mass_kg: 50, inertia_kg_m2: [9, 9, 9], volume_m3: 0.02}]}
vehicles:
  - {name: v, model: stand, fixed: true, pose: {depth_m: 20}, manipulators: [{name: a, model: electric5, start: [0, 0.4, -0.8]}]}
mission: [!grip {vehicle: v, opening: 0.5}]
)");
  test::run_steps(*s, 2000);
  EXPECT_NEAR(joint_of(*s, "v/a_shoulder"), 0.4, 1e-3);
  EXPECT_NEAR(joint_of(*s, "v/a_elbow"), -0.8, 1e-3);
  EXPECT_NEAR(joint_of(*s, "v/a_jaw"), 0.23, 0.02);
}

// A hand at the end of seven joints: with gains for each joint alone they would oscillate.
TEST(Hands, ALongArmCarriesThemWithDefaultGains) {
  const auto s = test::simulate(R"(
format: 1
duration_s: 60
step_s: 0.005
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}
vehicles:
  - name: v
    model: bluerov2_heavy
    pose: {depth_m: 20}
    manipulators:
      - {name: a, model: arm7, position_m: [0.2, 0, 0.15]}
      - {name: hand, model: newton, link: a_7, position_m: [0.1, 0, 0]}
mission:
  - !hold {vehicle: v, duration_s: 60}
  - !joints {vehicle: v, positions: [0.1, -0.9, 0.2, 1.4, 0, -0.5, 0.3]}
  - !grip {vehicle: v, effort: 3}
)");
  run_until(*s, 15);
  const double wanted[] = {0.1, -0.9, 0.2, 1.4, 0, -0.5, 0.3};
  for (int j = 0; j < 7; ++j)
    EXPECT_NEAR(joint_of(*s, "v/a_" + std::to_string(j + 1)), wanted[j], 5e-3) << j;
}

// Force and torque at the wrist: those of the empty hand, and 2 kg less the 0.8 l that they displace
// at the place of the thing.
TEST(Hands, WhatACouplingHoldsShowsAtTheWrist) {
  const auto s = test::simulate(test::gripping_world());
  const auto wrists = [&] {
    std::vector<double> out;
    for (const auto& sensor : s->world().sensors)
      if (sensor.path.ends_with("/wrist"))
        for (size_t k = 0; k < 6; ++k)
          out.push_back(s->state().sensor_values[sensor.value_offset + k]);
    return out;
  };
  run_until(*s, 7.9);
  const std::vector<double> full = wrists();
  ASSERT_EQ(full.size(), 12U);
  run_until(*s, 20);
  const std::vector<double> empty = wrists();
  const double weight = 9.81 * (2 - 1025 * 0.0008);
  EXPECT_NEAR(full[2] - empty[2], -weight, 0.01 * weight);
  EXPECT_NEAR(full[8] - empty[8], -weight, 0.01 * weight);
  EXPECT_NEAR(full[4] - empty[4], 0.31 * weight, 0.01 * 0.31 * weight);
  EXPECT_NEAR(full[10] - empty[10], 0.05 * weight, 0.02 * 0.05 * weight);
}

TEST(Hands, SeveralThreadsAndSnapshotsGiveTheSameBits) {
  const auto one = test::simulate(test::gripping_world());
  const auto two = test::simulate(test::gripping_world(), 2);
  const auto four = test::simulate(test::gripping_world(), 4);
  const auto restored = test::simulate(test::gripping_world());
  for (const double time_s : {0.4, 2.0, 7.0, 8.2}) {  // closing, held, hanging, let go
    run_until(*one, time_s);
    ASSERT_TRUE(restored->restore(one->save()));
    for (Simulation* s : {one.get(), two.get(), four.get(), restored.get()})
      run_until(*s, time_s + 0.5);
    for (const Simulation* s : {two.get(), four.get(), restored.get()})
      EXPECT_EQ(first_difference(one->state(), s->state()), "") << time_s;
    if (time_s == 7.0) {
      EXPECT_EQ(one->state().coupling_counts[kCouplingMode], 2);
      EXPECT_EQ(one->state().coupling_counts[2 * kCouplingCounts + kCouplingMode], 2);
    }
  }
}

}  // namespace hands_test
}  // namespace hadal
