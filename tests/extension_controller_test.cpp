// A controller of an extension: a bang-bang depth keeper, written against the extension header alone.
#include <gtest/gtest.h>

#include <cmath>

#include "control/gain_names.h"
#include "hadal/extension/controller.h"
#include "kinds/controllers/list.h"
#include "small_world.h"

namespace hadal {
namespace extension_controller_test {

using namespace extension;

// Full thrust one way or the other by the sign of s = e - lead w, nothing within the band:
// e = depth* - depth, w the speed downward. On s = 0 the error falls as exp(-t / lead).
struct DepthKeeper : ControllerConfig {
  double thrust_n = 15;
  double lead_s = 2;
  double band_m = 0.05;
  std::string thruster;
  int index = -1;

  static constexpr ControlMode kModes[] = {ControlMode::kCourse};
  static const StructSchema& schema() {
    using C = DepthKeeper;
    static const StructSchema s =
        controller_schema<C>("depth_keeper", "Keeps a depth by switching a thruster.")
            .number("thrust_n", &C::thrust_n, "Thrust.", kPositive)
            .number("lead_s", &C::lead_s, "Lead of the switching line.", kPositive)
            .number("band_m", &C::band_m, "Half of the dead band.", kPositive)
            .name("thruster", &C::thruster, "Thruster that pushes down.")
            .required();
    return s;
  }
  void bind(const ActuatorNames& names) { index = names.thruster(thruster, "thruster"); }
  std::vector<Gain> gains() {
    return {{"thrust", "N", &thrust_n}, {"lead", "s", &lead_s}, {"band", "m", &band_m}};
  }
  size_t state_size() const { return 2; }  // the last thrust, and how often it changed
  void update(const SetPoint& wanted, const ControlContext& now) const {
    const double s = wanted.depth_m - now.p_NB_N[2] - now.gains[1] * now.nu_B[2];
    const double thrust = std::abs(s) < now.gains[2] ? 0 : std::copysign(now.gains[0], s);
    if (thrust != now.state[0]) now.state[1] += 1;
    now.state[0] = thrust;
    now.commands.thrust(index, thrust);
  }
};

// A neutral ball: 30 kg with the water that moves along, 30 N/(m/s) of drag, in still water.
constexpr double kMass_kg = 30, kDrag = 30, kStart_m = 10, kWanted_m = 14;
std::string ball(const std::string& controller) {
  static const bool once = [] {
    controller_list().add(controller_kind<DepthKeeper>(), "");
    return true;
  }();
  EXPECT_TRUE(once);
  return R"(
format: 1
duration_s: 60
environment: {gravity_m_s2: 9.81, water: {density_kg_m3: 1000}}
vehicle_models:
  - name: ball
    kind: body
    links:
      - {name: hull, mass_kg: 20, inertia_kg_m2: [1, 1, 1], volume_m3: 0.02, added_mass: [10, 10, 10, 0.5, 0.5, 0.5],
         damping: {linear: [30, 30, 30, 1, 1, 1]}}
    thrusters:
      - {name: down, position_m: [0, 0, 0], direction: [0, 0, 1], map: !linear {forward: 40, reverse: 40}}
    controller: )" +
         controller + R"(
vehicles:
  - {name: ball, model: ball, pose: {depth_m: 10}}
mission:
  - !cruise {vehicle: ball, heading_deg: 0, speed_m_s: 0, depth_m: 14, duration_s: 60}
)";
}
const std::string kKeeper = "!depth_keeper {rate_hz: 50, thruster: down}";

double depth_m(const simulation::Simulation& s) {
  return s.state().p_NL_N[0].z();
}
void run_to(simulation::Simulation& s, double time_s) {
  while (s.world().clock.time_s(s.state().tick) < time_s - 1e-9) test::run_steps(s, 1);
}

// Under full thrust F from rest z = F/d (t - T (1 - exp(-t/T))), T = m/d. From s = 0 on the error falls
// as exp(-t/lead), to no more than the band and what s moves beyond it between two updates.
TEST(ExtensionController, KeepsADepthWithinClosedFormLimits) {
  const auto s = test::simulate(ball(kKeeper));
  const DepthKeeper keeper;
  const double time_s = kMass_kg / kDrag, speed_m_s = keeper.thrust_n / kDrag;
  run_to(*s, 4);
  EXPECT_NEAR(depth_m(*s), kStart_m + speed_m_s * (4 - time_s * (1 - std::exp(-4 / time_s))), 1e-3);
  run_to(*s, 20);
  const double dt_s = 0.02;
  const double beyond_m = dt_s * (speed_m_s + keeper.lead_s * keeper.thrust_n / kMass_kg);
  for (double t = 20; t < 50; t += 0.5) {
    run_to(*s, t);
    ASSERT_LT(std::abs(depth_m(*s) - kWanted_m), keeper.band_m + beyond_m + std::exp(-6.0)) << t;
  }
}

TEST(ExtensionController, StateIsPartOfSnapshotAndHash) {
  const auto s = test::simulate(ball(kKeeper));
  run_to(*s, 10);
  const std::vector<double>& memory = s->state().control_memory;
  EXPECT_GE(memory.back(), 2);  // full thrust, and at least one change since
  const std::vector<std::byte> snapshot = s->save();
  const double depth = depth_m(*s), changes = memory.back();
  State other = s->state();
  other.control_memory.back() += 1;
  EXPECT_NE(state_hash(other), state_hash(s->state()));
  run_to(*s, 20);
  const uint64_t hash = state_hash(s->state());
  ASSERT_TRUE(s->restore(snapshot));
  EXPECT_EQ(depth_m(*s), depth);
  EXPECT_EQ(memory.back(), changes);
  run_to(*s, 20);
  EXPECT_EQ(state_hash(s->state()), hash);
}

TEST(ExtensionController, GainsGoByNameAndChangeWhileRunning) {
  const auto s = test::simulate(ball(kKeeper));
  const Controller& controller = s->world().vehicles[0].controller;
  EXPECT_EQ(control::gain_names(controller), (std::vector<std::string>{"thrust", "lead", "band"}));
  test::run_steps(*s, 1);
  EXPECT_NEAR(s->state().actuator_command[0], 15.0 / 40, 1e-12);
  ASSERT_TRUE(s->apply({s->state().tick, "ball", "gains", {6, 2, 0.05}}).empty());
  run_to(*s, 0.1);
  EXPECT_NEAR(s->state().actuator_command[0], 6.0 / 40, 1e-12);
  const std::string yaml = control::controller_yaml(controller, s->gains(0));
  EXPECT_NE(yaml.find("controller: !depth_keeper\n"), std::string::npos) << yaml;
  EXPECT_NE(yaml.find("thrust_n: 6\n"), std::string::npos) << yaml;
}

TEST(ExtensionController, IsReadStrictly) {
  const auto problems = [](const std::string& controller) {
    try {
      test::simulate(ball(controller));
    } catch (const InvalidInput& wrong) {
      return std::string(wrong.what());
    }
    return std::string();
  };
  EXPECT_NE(problems("!depth_keeper {thruster: down, bnd_m: 1}").find("bnd_m"), std::string::npos);
  EXPECT_NE(problems("!depth_keeper {thruster: dwn}").find("no 'dwn' on this vehicle"),
            std::string::npos);
  EXPECT_NE(problems("!depth_keeper {thruster: down, band_m: -1}").find("band_m"),
            std::string::npos);
}

}  // namespace extension_controller_test
}  // namespace hadal
