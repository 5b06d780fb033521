// Arms and hands on vehicles, in whole runs: every model on the vehicles it is made for, on a stand,
// and starts that are refused. Craft with air propellers.
#include <gtest/gtest.h>

#include <cmath>

#include "small_world.h"

namespace hadal {
namespace manipulators_test {

std::string on(const std::string& vehicle, const std::string& arm, const std::string& more = "") {
  return "format: 1\nenvironment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}}\n"
         "vehicles: [{name: v, model: " + vehicle + ", pose: {depth_m: 20}, manipulators: [{name: a, "
         "model: " + arm + "}]}]\n" + more;
}

const char* const kStand =
    "vehicle_models: [{name: stand, links: [{name: stand, mass_kg: 50, inertia_kg_m2: [9, 9, 9], "
    "volume_m3: 0.02, shapes: {collision: [!box {size_m: [0.4, 0.4, 0.4]}]}}], mounts: [{name: top, "
    "position_m: [0.2, 0, 0]}]}]\n";

std::string stand(const std::string& arm, const std::string& more = "") {
  return std::string("format: 1\nenvironment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1025}") +
         "}\n" + kStand +
         "vehicles: [{name: v, model: stand, fixed: true, pose: {depth_m: 20}, manipulators: [" + arm +
         "]}]\n" + more;
}

std::string refusal(const std::string& yaml) {
  const Result<LoadedScenario> loaded = load_scenario_text(yaml, "test.yaml", test::options());
  if (!loaded) return loaded.problems().text();
  const auto created = simulation::Simulation::create(loaded.value(), 1);
  return created ? "none" : created.problems().text();
}

TEST(Manipulators, EveryModelRunsOnItsVehicle) {
  const std::pair<const char*, const char*> pairs[] = {
      {"bluerov2_heavy", "arm7, position_m: [0.2, 0, 0.15]"},
      {"bluerov2_heavy", "electric5, position_m: [0.23, 0, 0.1]"},
      {"bluerov2_heavy", "newton, position_m: [0.02, 0.045, 0.102]"},
      {"girona500", "hook3, position_m: [0.5, 0, 0.6], rpy_deg: [0, -60, 0]"},
      {"work_class_rov", "work_class7, position_m: [1.5, 0.58, 0.55]"},
      {"work_class_rov", "hand3, position_m: [1.5, -0.58, 0.55]"},
  };
  for (const auto& [vehicle, arm] : pairs) {
    SCOPED_TRACE(std::string(vehicle) + " with " + arm);
    const auto s = test::simulate(on(vehicle, arm));
    test::run_steps(*s, 1000);
    for (const Vec6& nu : s->state().nu_L) EXPECT_TRUE(nu.allFinite());
  }
}

// The links of an arm on a stand stay where its joints hold them; a fixed stand does not move.
TEST(Manipulators, AStandHoldsItsArm) {
  const auto s = test::simulate(stand("{name: a, model: electric5, mount: top}"));
  const Vec3 start = s->state().p_NL_N[0];
  test::run_steps(*s, 500);
  EXPECT_EQ(s->state().p_NL_N[0], start);
  EXPECT_NEAR((s->state().p_NL_N[2] - Vec3(0.2 + 0.15, 0, 20)).norm(), 0, 1e-9);
}

// By hand: shoulder at 0.2 m + 0.2 m along x; turned up by 0.5 rad about y, then the elbow by -0.3.
TEST(Manipulators, StartWithTheirJointsWhereTheyAreAskedTo) {
  const auto s = test::simulate(stand("{name: a, model: hook3, mount: top, start: [0, 0.5, -0.3]}"));
  const Vec3 shoulder(0.2 + 0.2, 0, 20), elbow = shoulder + 0.4 * Vec3(std::cos(0.5), 0, -std::sin(0.5));
  const Vec3 hook = elbow + 0.35 * Vec3(std::cos(0.2), 0, -std::sin(0.2));
  const auto& p = s->state().p_NL_N;
  EXPECT_NEAR((p[3] - shoulder).norm(), 0, 1e-12);
  EXPECT_NEAR((p[4] - elbow).norm(), 0, 1e-12);
  EXPECT_NEAR((p[5] - hook).norm(), 0, 1e-12);
}

TEST(Manipulators, AStartInCollisionIsRefused) {
  // Two arms side by side, 20 mm apart.
  const std::string own = refusal(stand(
      "{name: a, model: hook3, mount: top}, {name: b, model: hook3, mount: top, position_m: [0, 0, "
      "0.02]}"));
  EXPECT_NE(own.find("vehicles[0].manipulators[0].start: the arm would start in collision: 'v/a_"),
            std::string::npos)
      << own;
  // An object in its way; one that it only touches is meant to be held.
  const std::string box = "objects: [{name: box, material: steel, fixed: true, shapes: {physics: [!box "
                          "{size_m: [0.2, 0.2, 0.2]}]}, pose: {north_m: 0.8, depth_m: ";
  EXPECT_NE(refusal(stand("{name: a, model: hook3, mount: top}", box + "20}}]\n")).find("inside 'box/body'"),
            std::string::npos);
  EXPECT_EQ(refusal(stand("{name: a, model: hook3, mount: top}", box + "20.149}}]\n")), "none");
  const std::string ground = refusal(
      "format: 1\nenvironment: {seabed: !flat {depth_m: 20.3}}\n" + std::string(kStand) +
      "vehicles: [{name: v, model: stand, fixed: true, pose: {depth_m: 20}, manipulators: [{name: a, "
      "model: hook3, mount: top, start: [0, -1.2]}]}]\n");
  EXPECT_NE(ground.find("inside the seabed; expected another start, place or mount"), std::string::npos)
      << ground;
}

TEST(Quadcopter, HoversWithItsWeight) {
  const auto s = test::simulate(
      "format: 1\nstep_s: 0.002\nenvironment: {gravity_m_s2: 9.81}\nvehicles: [{name: q, model: "
      "quadcopter, pose: {depth_m: -5}}]\nmission: [!hold {vehicle: q, duration_s: 60}]\n");
  test::run_steps(*s, 7500);
  const World& world = s->world();
  double lift_n = 0;
  for (int i = world.vehicles[0].thrusters.begin; i < world.vehicles[0].thrusters.end(); ++i) {
    const Actuator& propeller = world.actuators[static_cast<size_t>(i)];
    lift_n += -propeller.thrust_ability(1025).axis_B[2] *
              state_of(propeller, s->state())[extension::kThrust];
  }
  EXPECT_NEAR(lift_n / (2.5 * 9.81), 1, 0.01);
  EXPECT_NEAR(s->state().p_NL_N[0].z(), -5, 0.02);
  EXPECT_LT(s->state().nu_L[0].norm(), 0.01);
}

// Nothing but its weight acts in the air when its motors have failed: 0.5 s of free fall.
TEST(Quadcopter, FallsFreely) {
  const auto s = test::simulate(
      "format: 1\nstep_s: 0.002\nenvironment: {gravity_m_s2: 9.81}\nvehicles: [{name: q, model: "
      "quadcopter, pose: {depth_m: -50}}]\n");
  test::run_steps(*s, 250);
  EXPECT_NEAR(s->state().p_NL_N[0].z(), -50 + 0.5 * 9.81 * 0.25, 1e-6);
}

}  // namespace manipulators_test
}  // namespace hadal
