// Silt in whole runs: mass, drift, the same bits for any number of threads and after a snapshot in
// the middle, frames that see it, and nothing at all without the key.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "environment/silt/silt_view.h"
#include "small_world.h"

namespace hadal {
namespace silt_run_test {

// A box with one thruster that blows down from 1 m above mud.
std::string hover(const std::string& silt, const std::string& more = {},
                  const std::string& material = "mud") {
  return R"(
format: 1
seed: 3
step_s: 0.02
duration_s: 300
origin: {lat_deg: 40}
clock: {start: "2026-06-21T11:00:00Z"}
environment:
  seabed: !flat {depth_m: 10, bottom: {material: )" +
         material + "}}\n" + silt + R"(
  currents: [!uniform {name: drift, speed_m_s: 0.1, toward_deg: 90}]
vehicle_models:
  - name: lifter
    links: [{name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02, shapes: {visual: [!box {size_m: [0.4, 0.3, 0.2]}]}}]
    thrusters: [{name: up, position_m: [0, 0, 0.1], direction: [0, 0, -1], command: force, command_min: -50, command_max: 50}]
    sensors:
      - !camera {name: cam, rate_hz: 2, width_px: 64, height_px: 48, view_deg: 70, rpy_deg: [0, -30, 0], linear: true, labels: [transmission]}
      - !lidar {name: lidar, rate_hz: 2, rows: 8, columns: 8, rpy_deg: [0, -30, 0]}
      - !forward_looking_sonar {name: fls, rate_hz: 2, beams: 16, max_range_m: 6, rpy_deg: [0, -20, 0]}
vehicles:
  - {name: lifter, model: lifter, kinematic: true, pose: {depth_m: 9}}
events:
  - !command {at_s: 1, vehicle: lifter, actuator: up, command: 20}
  - !command {at_s: 11, vehicle: lifter, actuator: up, command: 0}
)" + more;
}
const std::string kOn = "  silt: {puffs: 64}\n";

environment::SiltMass mass_of(const simulation::Simulation& s) {
  return environment::silt_mass(s.world(), s.state());
}
void expect_kept(const environment::SiltMass& m) {
  EXPECT_NEAR(m.suspended_kg + m.deposited_kg, m.eroded_kg, 1e-9 * m.eroded_kg);
}

TEST(Silt, WashStirsUpDriftsAndSettles) {
  const auto s = test::simulate(hover(kOn, "", "silt"));
  s->compute_frames([](int, Tick) { return false; });
  test::run_steps(*s, 50);
  EXPECT_EQ(mass_of(*s).eroded_kg, 0);
  test::run_steps(*s, 510);  // thrust over
  const environment::SiltMass stirred = mass_of(*s);
  EXPECT_GT(stirred.eroded_kg, 0.01);
  expect_kept(stirred);
  // Of Partheniades' law with Beltaos & Rajaratnam's stress, over the ten seconds.
  const Material& silt = s->world().materials.materials[static_cast<size_t>(
      s->world().materials.find("silt"))];
  const double height_m = 0.9, stress = 0.16 * 4 / M_PI * 20 / (height_m * height_m);
  const double rate = silt.erosion_rate_kg_m2_s * height_m * height_m *
                      environment::wash_erosion(stress / silt.erosion_shear_pa).area;
  EXPECT_NEAR(stirred.eroded_kg / (10 * rate), 1, 0.03);
  test::run_steps(*s, 50 * 60);
  const environment::SiltMass later = mass_of(*s);
  EXPECT_EQ(later.eroded_kg, stirred.eroded_kg);
  EXPECT_GT(later.deposited_kg, stirred.deposited_kg);
  expect_kept(later);
  double east = 0;
  for (const environment::Puff& p : environment::puffs_of(s->world(), s->state()))
    east += p.mass_kg * p.east_m / later.suspended_kg;
  EXPECT_GT(east, 6);   // sixty seconds and more at 0.1 m/s
  EXPECT_LT(east, 6.8);
}

TEST(Silt, SandFallsBackAtOnceAndRockGivesNone) {
  const auto rock = test::simulate(hover(kOn, "", "rock"));
  rock->compute_frames([](int, Tick) { return false; });
  test::run_steps(*rock, 600);
  EXPECT_EQ(mass_of(*rock).eroded_kg, 0);
  const auto sand = test::simulate(hover(kOn, "", "sand"));
  sand->compute_frames([](int, Tick) { return false; });
  test::run_steps(*sand, 600 + 50 * 60);
  EXPECT_GT(mass_of(*sand).eroded_kg, 0.01);
  EXPECT_LT(mass_of(*sand).suspended_kg, 0.001 * mass_of(*sand).eroded_kg);
  expect_kept(mass_of(*sand));
}

// A ball falls on mud: a hundredth of what the ground takes of its energy lifts grains by 0.1 m.
TEST(Silt, TouchDownLiftsACloud) {
  const auto s = test::simulate(R"(
format: 1
step_s: 0.005
duration_s: 20
environment:
  gravity_m_s2: 9.81
  water: {density_kg_m3: 1025}
  seabed: !flat {depth_m: 10, bottom: {material: mud}}
  silt: {}
objects:
  - {name: ball, material: steel, shapes: {physics: [!sphere {radius_m: 0.15}]}, pose: {depth_m: 9}}
)");
  double energy_j = 0;
  while (s->state().contact_count[0] == 0 && s->state().tick < 2000) {
    const double v = s->state().nu_L[0].head<3>().norm();
    energy_j = 0.5 * s->world().links[0].mass_kg * v * v;
    test::run_steps(*s, 1);
  }
  test::run_steps(*s, 200);
  const environment::SiltMass m = mass_of(*s);
  const double lifted = 0.01 * energy_j / (9.81 * (1 - 1025.0 / 2650) * 0.1);
  ASSERT_GT(energy_j, 1);
  EXPECT_GT(m.eroded_kg, 0.8 * lifted);  // the added mass and the weight push, too
  EXPECT_LT(m.eroded_kg, 2.5 * lifted);
  expect_kept(m);
  const double before = m.eroded_kg;
  test::run_steps(*s, 1000);
  EXPECT_NEAR(mass_of(*s).eroded_kg, before, 1e-6);  // lying still stirs nothing up
}

TEST(Silt, ThreadsDoNotChangeABit) {
  const auto hash = [](int threads) {
    const auto s = test::simulate(hover(kOn), threads);
    test::run_steps(*s, 300);
    EXPECT_GE(mass_of(*s).puffs, 1);
    EXPECT_NE(s->state().frame_hash[0], 0);
    return state_hash(s->state());
  };
  const uint64_t one = hash(1);
  EXPECT_EQ(one, hash(2));
  EXPECT_EQ(one, hash(4));
}

TEST(Silt, SnapshotInTheMiddleContinuesBitForBit) {
  const auto first = test::simulate(hover(kOn));
  test::run_steps(*first, 226);  // frames in flight
  const auto snapshot = first->save();
  test::run_steps(*first, 150);
  const auto second = test::simulate(hover(kOn), 2);
  ASSERT_TRUE(second->restore(snapshot));
  test::run_steps(*second, 150);
  EXPECT_EQ(first_difference(first->state(), second->state()), "");
}

TEST(Silt, CamerasSeeLessAndSayHowMuch) {
  const auto s = test::simulate(hover(kOn));
  const auto transmission = [&] {
    const auto all = s->frames().frame(0).plane("transmission").floats();
    double sum = 0;
    for (const float t : all) sum += t / static_cast<double>(all.size());
    return sum;
  };
  test::run_steps(*s, 51);
  const double before = transmission();
  test::run_steps(*s, 500);
  EXPECT_GT(before, 0.3);
  EXPECT_LT(transmission(), 0.8 * before);
}

TEST(Silt, WithoutASeabedItIsRefused) {
  try {
    test::simulate("format: 1\nenvironment:\n  silt: {}\n");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("test.yaml:3:9: environment.silt: "), std::string::npos)
        << error.what();
  }
}

TEST(Silt, OffWithoutTheKey) {
  const auto s = test::simulate(hover(""));
  test::run_steps(*s, 200);
  EXPECT_TRUE(s->state().silt.empty());
  EXPECT_EQ(mass_of(*s).eroded_kg, 0);
}

}  // namespace silt_run_test
}  // namespace hadal
