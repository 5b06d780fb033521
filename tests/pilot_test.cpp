// A person at the sticks: mixers, holds, modes, teleport, and that a replay repeats all of it.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/allocation_counter.h"
#include "hadal/run.h"
#include "hadal/simulator.h"
#include "math/rotation.h"
#include "math/units.h"
#include "small_world.h"

namespace hadal {
namespace pilot_test {

using simulation::Input;
using simulation::Simulation;

constexpr double kCommandTolerance = 1e-12;
constexpr double kFullThrust_N = 40, kDragLinear = 14, kDragQuadratic = 140;

// Four vectored thrusters at 45 degrees, 0.2 m from both axes, and two upright ones; 1 N too light.
// Its buoyancy sits 0.1 m high: nothing drives the pitch, and the moment of Munk of its added mass,
// 12 kg u^2 per rad, must stay below the 12.1 N m/rad of the righting moment up to full speed.
const std::string kCube = R"(
format: 1
duration_s: 600
environment:
  gravity_m_s2: 10
  water: {density_kg_m3: 1000}
  currents: [!uniform {name: drift, speed_m_s: 0, toward_deg: 0}]
vehicle_models:
  - name: cube
    links:
      - {name: hull, mass_kg: 12, inertia_kg_m2: [0.3, 0.3, 0.4], volume_m3: 0.0121, center_of_buoyancy_m: [0, 0, -0.1],
         added_mass: [6, 7, 18, 0.2, 0.2, 0.2], damping: {linear: [14, 10, 30, 0.5, 0.8, 0.5], quadratic: [140, 200, 190, 1, 1, 1.5]}}
    thrusters:
      - {name: t1, position_m: [0.2, 0.2, 0], direction: [1, -1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t2, position_m: [0.2, -0.2, 0], direction: [1, 1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t3, position_m: [-0.2, 0.2, 0], direction: [-1, -1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t4, position_m: [-0.2, -0.2, 0], direction: [-1, 1, 0], rotor: !first_order {time_constant_s: 0.1}, map: !linear {forward: 40, reverse: 40}}
      - {name: t5, position_m: [0, 0.2, 0], direction: [0, 0, -1], map: !linear {forward: 40, reverse: 40}}
      - {name: t6, position_m: [0, -0.2, 0], direction: [0, 0, -1], map: !linear {forward: 40, reverse: 40}}
    controller: !body
      surge: {position: {p: 0.5}, velocity: {p: 60, i: 20}, velocity_limit: 1}
      sway: {position: {p: 0.5}, velocity: {p: 60, i: 20}, velocity_limit: 1}
      heave: {position: {p: 0.5}, velocity: {p: 80, i: 40}, velocity_limit: 0.5}
      yaw: {position: {p: 1}, velocity: {p: 4, i: 4}, velocity_limit: 0.8}
vehicles:
  - {name: rov, model: cube, pose: {depth_m: 10}}
)";

std::string with_model(const std::string& model, const std::string& more = "") {
  return "format: 1\nduration_s: 600\nvehicles:\n  - {name: v, model: " + model +
         ", pose: {depth_m: " + (model == "otter" ? "0" : "10") + "}" + more + "}\n";
}

void apply(Simulation& s, const std::string& target, const std::string& key,
           std::vector<double> values) {
  const Problems problems = s.apply({s.state().tick, target, key, std::move(values)});
  ASSERT_TRUE(problems.empty()) << problems.text();
}

std::string refusal(Simulation& s, const std::string& target, const std::string& key,
                    std::vector<double> values) {
  const uint64_t before = state_hash(s.state());
  const Problems problems = s.apply({s.state().tick, target, key, std::move(values)});
  EXPECT_EQ(state_hash(s.state()), before) << "a refused input changed the state";
  return problems.text();
}

double heading_deg(const Simulation& s) {
  return euler_from(s.state().q_NL[0]).yaw / kDegree;
}
double turned_deg(const Simulation& s, double from_deg) {
  return std::remainder(heading_deg(s) - from_deg, 360);
}
void run_seconds(Simulation& s, double seconds) {
  test::run_steps(s, static_cast<int>(std::lround(seconds / s.world().clock.step_s())));
}

// Surge X and yaw N through T^+ of four thrusters at 45 degrees: each gives X/(4 cos 45) and
// N/(4 lever), with the signs of its column.
TEST(Pilot, SticksAreFractionsOfWhatTheThrustersReach) {
  const auto s = test::simulate(kCube);
  apply(*s, "rov", "pilot", {0.3, 0, -0.25, 0, 0, 0.2, 0, 0});
  s->step();
  const std::vector<double>& command = s->state().actuator_command;
  EXPECT_NEAR(command[0], 0.3 - 0.2, kCommandTolerance);
  EXPECT_NEAR(command[1], 0.3 + 0.2, kCommandTolerance);
  EXPECT_NEAR(command[2], -0.3 + 0.2, kCommandTolerance);
  EXPECT_NEAR(command[3], -0.3 - 0.2, kCommandTolerance);
  EXPECT_NEAR(command[4], 0.25, kCommandTolerance);  // up: the thrusters push up
  EXPECT_NEAR(command[5], 0.25, kCommandTolerance);
}

TEST(Pilot, SticksTogetherAreScaledAlike) {
  const auto s = test::simulate(kCube);
  apply(*s, "rov", "pilot", {1, 0, 0.5, 0, 0, 1, 0, 0});
  s->step();
  const std::vector<double>& command = s->state().actuator_command;
  EXPECT_NEAR(command[0], 0, kCommandTolerance);
  EXPECT_NEAR(command[1], 1, kCommandTolerance);  // asked for 2, so that all are halved
  EXPECT_NEAR(command[3], -1, kCommandTolerance);
  EXPECT_NEAR(command[4], -0.25, kCommandTolerance);
}

TEST(Pilot, SurgeReachesTheSpeedWhereDragEqualsThrust) {
  constexpr double kStick = 0.5, kSpeedTolerance = 1e-3;
  const auto s = test::simulate(kCube);
  apply(*s, "rov", "pilot", {kStick, 0, 0, 0, 0, 0, 1, 1});
  run_seconds(*s, 30);
  const double thrust = kStick * 4 * kFullThrust_N * std::sqrt(0.5);
  const double speed =
      (-kDragLinear + std::sqrt(kDragLinear * kDragLinear + 4 * kDragQuadratic * thrust)) /
      (2 * kDragQuadratic);
  EXPECT_NEAR(s->state().nu_L[0][0], speed, kSpeedTolerance);
  EXPECT_GT(s->state().p_NL_N[0].x(), 20 * speed);
  apply(*s, "rov", "pilot", {0, 0, 0, 0, 0, 0, 1, 1});  // let go: it stops by its drag
  s->step();
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(s->state().actuator_command[i], 0, 0.01);
  run_seconds(*s, 60);
  EXPECT_LT(std::abs(s->state().nu_L[0][0]), 0.01);
}

TEST(Pilot, HoldsKeepAHeavyRovLevelAtFullStick) {
  constexpr double kLevel_deg = 10, kHeld_m = 0.3;
  for (const double stick : {0.3, 1.0}) {
    const auto s = test::simulate(with_model("bluerov2_heavy"));
    apply(*s, "v", "pilot", {stick, 0, 0, 0, 0, 0, 1, 1});
    for (int i = 0; i < 40; ++i) {
      run_seconds(*s, 1);
      const EulerAngles attitude = euler_from(s->state().q_NL[0]);
      ASSERT_LT(std::abs(attitude.pitch), kLevel_deg * kDegree) << stick << " at " << i << " s";
      ASSERT_LT(std::abs(attitude.roll), kLevel_deg * kDegree) << stick << " at " << i << " s";
      ASSERT_NEAR(s->state().p_NL_N[0].z(), 10, kHeld_m) << stick << " at " << i << " s";
    }
    EXPECT_GT(s->state().nu_L[0][0], 0.3);
  }
}

TEST(Pilot, HeadingIsHeldInACurrentAfterATurn) {
  constexpr double kHeld_deg = 1;
  const auto s = test::simulate(kCube);
  apply(*s, "drift", "set", {0.2, 0.25, 0});
  apply(*s, "rov", "pilot", {0, 0, 0, 0, 0, 0.6, 1, 0});
  run_seconds(*s, 3);
  EXPECT_GT(turned_deg(*s, 0), 45);  // to starboard, at 0.6 x 0.8 rad/s
  EXPECT_NEAR(s->state().nu_L[0][5], 0.6 * 0.8, 0.03);
  apply(*s, "rov", "pilot", {0, 0, 0, 0, 0, 0, 1, 0});
  run_seconds(*s, 1);
  const double held = s->state().set_point[control::kSetHeading] / kDegree;
  double worst = 0;
  for (int i = 0; i < 40; ++i) {
    run_seconds(*s, 1);
    worst = std::max(worst, std::abs(turned_deg(*s, held)));
  }
  EXPECT_LT(worst, kHeld_deg);
  apply(*s, "rov", "pilot", {0.5, 0.5, 0, 0, 0, 0, 1, 0});  // and while it drives
  run_seconds(*s, 10);
  EXPECT_LT(std::abs(turned_deg(*s, held)), kHeld_deg);
}

TEST(Pilot, DepthIsHeldAgainstBuoyancy) {
  constexpr double kHeld_m = 0.05;
  const auto s = test::simulate(kCube);
  apply(*s, "rov", "pilot", {0, 0, 0.8, 0, 0, 0, 0, 1});
  run_seconds(*s, 20);  // the integrator takes over the drag D in (P + dD/dv) / I = 6 s
  EXPECT_NEAR(s->state().nu_L[0][2], 0.8 * 0.5, 0.02);  // of the velocity limit
  apply(*s, "rov", "pilot", {0, 0, 0, 0, 0, 0, 0, 1});
  run_seconds(*s, 1);
  const double held = s->state().set_point[control::kSetDepth];
  EXPECT_GT(held, 16);
  run_seconds(*s, 60);
  EXPECT_NEAR(s->state().p_NL_N[0].z(), held, kHeld_m);
  const auto thrust_n = [&](size_t i) { return value_of(s->world().actuators[i], s->state()); };
  EXPECT_NEAR(thrust_n(4) + thrust_n(5), -1, 0.05);
  apply(*s, "rov", "pilot", {0, 0, 0, 0, 0, 0, 0, 0});  // without the hold it comes up
  run_seconds(*s, 60);
  EXPECT_LT(s->state().p_NL_N[0].z(), held - 1);
}

// From keeping a place to the sticks: the trim of the depth goes on, with the hold.
TEST(Pilot, SwitchToManualIsBumpless) {
  constexpr double kBump = 2e-3;  // of the full command
  const auto s = test::simulate(kCube);
  apply(*s, "rov", "mode", {0});
  run_seconds(*s, 60);
  const double trim = s->state().actuator_command[4];
  EXPECT_NEAR(trim, -0.5 / kFullThrust_N, 1e-3);  // half of the newton it is too light
  apply(*s, "rov", "pilot", {0, 0, 0, 0, 0, 0, 1, 1});
  for (int i = 0; i < 400; ++i) {
    s->step();
    ASSERT_NEAR(s->state().actuator_command[4], trim, kBump) << i;
  }
  apply(*s, "rov", "mode", {0});
  for (int i = 0; i < 400; ++i) {
    s->step();
    ASSERT_NEAR(s->state().actuator_command[4], trim, kBump) << i;
  }
}

TEST(Pilot, TorpedoTurnsToStarboardAndDives) {
  const auto s = test::simulate(with_model("remus100"));
  apply(*s, "v", "pilot", {0.8, 0, 0, 0, 0, 0, 1, 1});
  run_seconds(*s, 20);
  EXPECT_GT(s->state().nu_L[0][0], 1);
  EXPECT_LT(std::abs(turned_deg(*s, 0)), 1);
  EXPECT_NEAR(s->state().p_NL_N[0].z(), 10, 0.5);
  EXPECT_NEAR(s->state().actuator_command[0], 0.8 * 1525, 1e-9);
  apply(*s, "v", "pilot", {0.8, 0, 0, 0, 0, 0.5, 1, 1});
  run_seconds(*s, 6);
  EXPECT_GT(turned_deg(*s, 0), 10);
  apply(*s, "v", "pilot", {0.8, 0, 0, 0, 0, 0, 1, 1});
  run_seconds(*s, 30);
  EXPECT_LT(std::abs(turned_deg(*s, s->state().set_point[control::kSetHeading] / kDegree)), 1);
  apply(*s, "v", "pilot", {0.8, 0, 0.6, 0, 0, 0, 1, 1});
  run_seconds(*s, 10);
  const double dived = s->state().p_NL_N[0].z();
  EXPECT_GT(dived, 11.5);
  apply(*s, "v", "pilot", {0.8, 0, 0, 0, 0, 0, 1, 1});
  run_seconds(*s, 60);
  EXPECT_NEAR(s->state().p_NL_N[0].z(), s->state().set_point[control::kSetDepth], 0.5);
  apply(*s, "v", "pilot", {-1, 0, 0, 0, 0, 0, 0, 0});
  s->step();
  EXPECT_NEAR(s->state().actuator_command[0], -1525, 1e-9);
}

TEST(Pilot, SurfaceCraftTurnsToStarboardAndHoldsItsHeading) {
  const auto s = test::simulate(with_model("otter"));
  apply(*s, "v", "pilot", {0.3, 0, 0, 0, 0, 0.3, 1, 0});
  run_seconds(*s, 5);
  EXPECT_GT(turned_deg(*s, 0), 15);
  apply(*s, "v", "pilot", {0.3, 0, 0, 0, 0, 0, 1, 0});
  run_seconds(*s, 30);
  const double held = s->state().set_point[control::kSetHeading] / kDegree;
  EXPECT_LT(std::abs(turned_deg(*s, held)), 1);
  EXPECT_GT(s->state().nu_L[0][0], 0.3);
}

TEST(Pilot, SmallVehicleHoldsHeadingAndDepth) {
  const auto s = test::simulate(with_model("videoray_pro4"));
  apply(*s, "v", "wrench", {0, 0, -0.5, 0, 0, 0});  // too light by half a newton
  apply(*s, "v", "pilot", {0, 0, 0, 0, 0, 0.4, 1, 1});
  run_seconds(*s, 1);
  EXPECT_GT(turned_deg(*s, 0), 10);
  apply(*s, "v", "pilot", {0.5, 0, 0, 0, 0, 0, 1, 1});
  run_seconds(*s, 60);
  EXPECT_LT(std::abs(turned_deg(*s, s->state().set_point[control::kSetHeading] / kDegree)), 1);
  EXPECT_NEAR(s->state().p_NL_N[0].z(), s->state().set_point[control::kSetDepth], 0.02);
}

TEST(Pilot, VehicleWithoutAControllerIsFlownToo) {
  const auto s = test::simulate(with_model("openrov"));
  apply(*s, "v", "wrench", {0, 0, 0.2, 0, 0, 0});
  apply(*s, "v", "pilot", {0, 0, 0, 0, 0, 0.2, 1, 1});
  run_seconds(*s, 4);
  EXPECT_GT(turned_deg(*s, 0), 10);
  apply(*s, "v", "pilot", {0.05, 0, 0, 0, 0, 0, 1, 1});
  run_seconds(*s, 2);
  const double depth = s->state().set_point[control::kSetDepth];
  const double heading = s->state().set_point[control::kSetHeading] / kDegree;
  run_seconds(*s, 40);
  EXPECT_NEAR(s->state().p_NL_N[0].z(), depth, 0.05);
  EXPECT_LT(std::abs(turned_deg(*s, heading)), 1);
  EXPECT_GT(s->state().nu_L[0][0], 0.1);
}

TEST(Pilot, KinematicVehicleMovesAtItsLimits) {
  std::string yaml = kCube;
  yaml.replace(yaml.find("model: cube, pose"), 17, "kinematic: true, model: cube, pose");
  const auto s = test::simulate(yaml);
  apply(*s, "rov", "pilot", {0.5, -1, 0.5, 0, 0, 0.25, 0, 0});
  s->step();
  s->step();
  const Vec6& nu = s->state().nu_L[0];
  EXPECT_NEAR(nu[0], 0.5, 1e-9);
  EXPECT_NEAR(nu[1], -1, 1e-9);
  EXPECT_NEAR(nu[2], 0.25, 1e-9);
  EXPECT_NEAR(nu[5], 0.2, 1e-9);
  apply(*s, "rov", "mode", {static_cast<double>(ControlMode::kOff)});
  s->step();
  EXPECT_LT(s->state().nu_L[0].norm(), 1e-12);
}

TEST(Pilot, OffLetsTheActuatorsRest) {
  const auto s = test::simulate(with_model("bluerov2_heavy"));
  apply(*s, "v", "pilot", {1, 0, 0, 0, 0, 0, 0, 0});
  s->step();
  EXPECT_NE(s->state().actuator_command[0], 1500);
  apply(*s, "v", "mode", {static_cast<double>(ControlMode::kOff)});
  test::run_steps(*s, 10);
  for (const double command : s->state().actuator_command) EXPECT_EQ(command, 1500);
}

// The mission's clock stands still meanwhile: 10 s of holding are left of 12 s.
TEST(Pilot, MissionGoesOnAtTheStepItLeft) {
  const auto s = test::simulate(kCube +
                                "mission:\n  - !hold {vehicle: rov, duration_s: 12}\n"
                                "  - !go_to {vehicle: rov, north_m: 3, east_m: 0, depth_m: 10}\n");
  const Vec3 start = s->state().p_NL_N[0];
  EXPECT_NE(refusal(*s, "rov", "mission", {}).find("not interrupted but running"),
            std::string::npos);
  run_seconds(*s, 2);
  apply(*s, "rov", "pilot", {0.4, 0, 0, 0, 0, 0, 1, 1});
  run_seconds(*s, 20);
  EXPECT_EQ(s->state().mission_status[0], static_cast<int64_t>(control::MissionStatus::kOutside));
  EXPECT_EQ(s->state().mission_step[0], 0);
  apply(*s, "rov", "mission", {});
  run_seconds(*s, 9.9);
  EXPECT_EQ(s->state().mission_step[0], 0);
  EXPECT_EQ(control::mode_of(s->state().set_point.data()), ControlMode::kPosition);
  EXPECT_NEAR(s->state().set_point[control::kSetPosition], start.x(), 0.01);
  run_seconds(*s, 0.2);
  EXPECT_EQ(s->state().mission_step[0], 1);
  run_seconds(*s, 60);
  apply(*s, "rov", "mode", {0});
  EXPECT_NE(refusal(*s, "rov", "mission", {}).find("had ended"), std::string::npos);
}

TEST(Pilot, SticksAllocateNothing) {
  for (const char* model : {"bluerov2_heavy", "remus100", "otter", "videoray_pro4", "openrov"}) {
    const auto s = test::simulate(with_model(model));
    apply(*s, "v", "pilot", {0.3, 0, 0.1, 0, 0, 0.2, 1, 1});
    const long before = allocations;
    for (int i = 0; i < 200; ++i) s->step();
    EXPECT_EQ(allocations - before, 0) << model;
    apply(*s, "v", "pilot", {0.3, 0, 0, 0, 0, 0, 1, 1});
    const long held = allocations;
    for (int i = 0; i < 200; ++i) s->step();
    EXPECT_EQ(allocations - held, 0) << model;
  }
}

std::string with_objects() {
  return kCube +
         "objects:\n"
         "  - {name: box, pose: {depth_m: 20}, velocity: [0.3, 0, 0, 0, 0, 0.5], links: [{name: "
         "hull, mass_kg: 5, inertia_kg_m2: [1, 1, 1], volume_m3: 0.005}]}\n"
         "  - {name: post, fixed: true, pose: {depth_m: 30}, links: [{name: hull, mass_kg: 5, "
         "inertia_kg_m2: [1, 1, 1], volume_m3: 0.005}]}\n";
}

TEST(Teleport, LeavesZeroVelocityAtTheNewPlace) {
  const auto s = test::simulate(with_objects());
  apply(*s, "rov", "pilot", {1, 0, 0, 0, 0, 1, 1, 1});
  run_seconds(*s, 5);
  apply(*s, "rov", "pilot", {0, 0, 0, 0, 0, 0, 1, 1});
  apply(*s, "rov", "pose", {100, -20, 33, 400});
  apply(*s, "box", "pose", {7, 8, 9, std::sqrt(0.5), 0, 0, std::sqrt(0.5)});
  EXPECT_EQ(s->state().p_NL_N[0], Vec3(100, -20, 33));
  EXPECT_NEAR(heading_deg(*s), 40, 1e-9);
  EXPECT_EQ(s->state().nu_L[0], Vec6::Zero());
  EXPECT_EQ(s->state().p_NL_N[1], Vec3(7, 8, 9));
  EXPECT_NEAR(euler_from(s->state().q_NL[1]).yaw, std::numbers::pi / 2, 1e-12);
  EXPECT_EQ(s->state().nu_L[1], Vec6::Zero());
  run_seconds(*s, 20);  // the holds keep the new place
  EXPECT_NEAR(s->state().p_NL_N[0].z(), 33, 0.1);
  EXPECT_NEAR(turned_deg(*s, 40), 0, 2);
  EXPECT_NEAR((s->state().p_NL_N[1] - Vec3(7, 8, 9)).norm(), 0, 1e-6);
}

TEST(Teleport, AVehicleThatKeepsItsPlaceKeepsTheNewOne) {
  const auto s = test::simulate(kCube);
  apply(*s, "rov", "mode", {0});
  apply(*s, "rov", "pose", {50, 60, 20, 90});
  run_seconds(*s, 30);
  EXPECT_NEAR((s->state().p_NL_N[0] - Vec3(50, 60, 20)).norm(), 0, 0.1);
  EXPECT_NEAR(heading_deg(*s), 90, 1);
}

// Links of a tree move with its root; inertial navigation does not see a jump.
TEST(Teleport, MovesTheWholeTreeAndItsNavigation) {
  const std::string yaml =
      "format: 1\nvehicles:\n  - {name: v, model: bluerov2_heavy_arm7, pose: {depth_m: 10}, "
      "sensors: [!ins {name: nav, rate_hz: 50}]}\n";
  const auto s = test::simulate(yaml);
  run_seconds(*s, 1);
  std::vector<Vec3> before;
  for (const Vec3& p_N : s->state().p_NL_N)
    before.push_back(s->state().q_NL[0].conjugate() * Vec3(p_N - s->state().p_NL_N[0]));
  apply(*s, "v", "pose", {500, 0, 12, 120});
  ASSERT_GT(before.size(), 3u);
  for (size_t link = 0; link < before.size(); ++link) {
    const Vec3 now =
        s->state().q_NL[0].conjugate() * Vec3(s->state().p_NL_N[link] - s->state().p_NL_N[0]);
    EXPECT_LT((now - before[link]).norm(), 1e-9) << link;
    EXPECT_EQ(s->state().nu_L[link], Vec6::Zero()) << link;
  }
  run_seconds(*s, 1);
  const Sensor& nav = s->world().sensors.back();
  ASSERT_EQ(nav.name, "nav");
  EXPECT_NEAR(s->state().sensor_values[nav.value_offset], 500, 0.5);
}

TEST(PilotInputs, BadOnesAreRefusedWithAReason) {
  const auto s = test::simulate(with_objects());
  const auto says = [&](const std::string& target, const std::string& key,
                        std::vector<double> values, const std::string& why) {
    const std::string text = refusal(*s, target, key, std::move(values));
    EXPECT_NE(text.find(why), std::string::npos) << target << "." << key << ": " << text;
  };
  const double nan = std::nan("");
  says("rov", "pilot", {0, 0, 0, 0, 0, 0, 0}, "expected 8 values");
  says("rov", "pilot", {0, 0, 1.5, 0, 0, 0, 0, 0}, "stick: expected -1 to 1, found 1.5");
  says("rov", "pilot", {0, 0, 0, 0, 0, 0, 2, 0}, "holds are 0 or 1, found 2");
  says("rov", "pilot", {0, nan, 0, 0, 0, 0, 0, 0}, "finite");
  says("box", "pilot", {0, 0, 0, 0, 0, 0, 0, 0}, "nothing to control");
  says("rov", "mode", {4}, "mode course is not offered, expected one of position, velocity");
  says("rov", "mode", {1.5}, "mode 1.5 is not offered");
  says("rov", "mode", {}, "expected 1 value");
  says("rov", "mission", {}, "no mission");
  says("rov", "pose", {1, 2, 3}, "expected 4 values");
  says("rov", "pose", {1, 2, nan, 0}, "finite");
  says("rov", "pose", {2e6, 0, 0, 0}, "expected -1e+06 to 1e+06 m from the origin");
  says("rov", "pose", {0, 0, 0, 2, 0, 0, 0}, "length 1");
  says("post", "pose", {1, 2, 3, 0}, "fixed");
  says("sky", "offset_s", {1e12}, "offset: expected -315576000 to 315576000 s");
  says("sky", "colour", {1}, "expected offset_s");
  says("rov", "gains", std::vector<double>(36, -1.0),
       "surge/position_p: expected 0 to 1e+09, found -1");
  says("rov", "sticks", {1}, "expected one of thrusters");
  says("nobody", "pilot", {}, "no vehicle");
  const auto ground = test::simulate(
      "format: 1\nenvironment: {seabed: !flat {depth_m: 30}}\nvehicles:\n  - {name: "
      "v, model: bluerov2, pose: {depth_m: 10}}\n");
  EXPECT_NE(refusal(*ground, "v", "pose", {0, 0, 31, 0}).find("seabed there is at 30 m"),
            std::string::npos);
}

// Everything at once, with a log: the replay finds the same state at every tick.
TEST(PilotInputs, AreRecordedAndReplayed) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_pilot_test.mcap";
  {
    SimulatorOptions options;
    options.log_path = path;
    Simulator sim = Simulator::load_text(
        with_objects() + "mission:\n  - !hold {vehicle: rov, duration_s: 300}\n", options);
    const double sticks[] = {0.5, -0.2, 0.1, 0, 0, 0.4}, released[] = {0, 0, 0, 0, 0, 0};
    const VehicleHandle rov = sim.vehicle("rov");
    sim.step(100);
    rov.pilot(sticks, true, true);
    sim.step(300);
    rov.pilot(released, true, true);
    sim.set_time_of_day_h(17.5);
    sim.step(200);
    rov.teleport(20, 30, 15, 200);
    sim.vehicle("box").teleport(1, 2, 3, 4);
    sim.set_turbidity(2);
    sim.set_waves_factor(0.5);
    sim.set_wind_factor(1.5);
    sim.step(200);
    for (const std::string& mode : rov.modes()) {
      rov.set_mode(mode);
      sim.step(50);
    }
    rov.resume_mission();
    sim.step(200);
    EXPECT_EQ(rov.mission(), "running");
  }
  const ReplayResult result = replay_log(path, 2);
  EXPECT_EQ(result.exit_code, 0) << result.message;
  EXPECT_EQ(result.compared, 1000 + 5 * 50 + 1);
  std::remove(path.c_str());
}

TEST(PilotInputs, ASnapshotInTheMiddleContinuesBitForBit) {
  Simulator sim = Simulator::load_text(with_objects());
  const double sticks[] = {0.5, 0, 0.3, 0, 0, 0.4}, released[] = {0, 0, 0, 0, 0, 0};
  const VehicleHandle rov = sim.vehicle("rov");
  rov.pilot(sticks, true, true);
  sim.step(300);
  rov.pilot(released, true, true);
  sim.step(20);  // settling
  const std::vector<std::byte> snapshot = sim.snapshot();
  const auto go_on = [&](Simulator& s) {
    s.step(300);
    s.vehicle("rov").teleport(5, 5, 5, 45);
    s.step(300);
    return s.state_hash();
  };
  const uint64_t hash = go_on(sim);
  ASSERT_TRUE(sim.restore(snapshot));
  EXPECT_EQ(go_on(sim), hash);
  Simulator other = Simulator::load_text(with_objects());
  ASSERT_TRUE(other.restore(snapshot));
  EXPECT_EQ(go_on(other), hash);
}

TEST(PilotInputs, TimeOfDayMovesTheLightNotTheClock) {
  const auto s = test::simulate(kCube + "clock: {start: \"2026-06-01T09:30:00Z\"}\n");
  Simulator sim = Simulator::load_text(kCube + "clock: {start: \"2026-06-01T09:30:00Z\"}\n");
  const uint64_t before = sim.state_hash();
  sim.set_time_of_day_h(12);
  EXPECT_NE(sim.state_hash(), before);
  apply(*s, "sky", "offset_s", {2.5 * 3600});
  EXPECT_EQ(sim.state_hash(), state_hash(s->state()));
  EXPECT_THROW(sim.set_time_of_day_h(25), Error);
}

// The saved block put into the scenario's vehicle gives the same gains.
TEST(Gains, SavedOnesLoadAgain) {
  const std::string path = std::filesystem::temp_directory_path() / "hadal_gains_test.yaml";
  for (const char* model : {"bluerov2_heavy", "remus100", "otter", "videoray_pro4"}) {
    Simulator sim = Simulator::load_text(with_model(model));
    const VehicleHandle v = sim.vehicle("v");
    std::vector<double> gains(v.gains().begin(), v.gains().end());
    ASSERT_EQ(gains.size(), v.gain_names().size());
    ASSERT_FALSE(gains.empty());
    for (size_t i = 0; i < gains.size(); ++i)
      gains[i] = gains[i] / 3 + 0.01 * static_cast<double>(i);
    v.set_gains(gains);
    v.save_gains(path);
    std::ifstream file(path);
    std::string yaml = "format: 1\nvehicles:\n  - name: v\n    model: " + std::string(model) + "\n";
    for (std::string line; std::getline(file, line);) yaml += "    " + line + "\n";
    Simulator again = Simulator::load_text(yaml);
    const auto loaded = again.vehicle("v").gains();
    EXPECT_TRUE(std::equal(loaded.begin(), loaded.end(), gains.begin(), gains.end()))
        << model << "\n"
        << yaml;
  }
  Simulator none = Simulator::load_text(with_model("openrov"));
  EXPECT_TRUE(none.vehicle("v").gain_names().empty());
  EXPECT_THROW(none.vehicle("v").save_gains(path), Error);
  Simulator rov = Simulator::load_text(with_model("bluerov2"));
  EXPECT_THROW(rov.vehicle("v").save_gains("/nowhere/gains.yaml"), Error);
  std::remove(path.c_str());
}

}  // namespace pilot_test
}  // namespace hadal
