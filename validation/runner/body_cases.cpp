// Bodies whose every parameter is in case.json: BlueROV2 Heavy, RexROV, LAUV. Driven by a body
// wrench ("tau"), by thruster forces ("forces") or by a thrust and two fins ("thrust",
// "elevator_deg", "rudder_deg").
#include "math/units.h"
#include "runner/kinds.h"
#include "runner/trajectory.h"

namespace hadal::validation {
namespace {

constexpr double kBodyStep_s = 0.005;

LinkConfig link_of(const Case& c) {
  LinkConfig link = body(c.number("m"), c.has("I_G") ? c.numbers("I_G") : c.numbers("I"));
  link.center_of_mass_m = c.numbers("r_G", {0, 0, 0});
  link.center_of_buoyancy_m = c.numbers("r_B", {0, 0, 0});
  link.volume_m3 = c.number("volume");
  link.added_mass = c.has("M_A") ? c.numbers("M_A") : c.numbers("M_A_diag");
  link.damping.linear = c.numbers("D_lin", {0, 0, 0, 0, 0, 0});
  link.damping.quadratic = c.numbers("D_quad", {0, 0, 0, 0, 0, 0});
  return link;
}

// Lift of a pair of fins at x = -lever, passive part included:
//   Z = -K (u|u| de + |u| (w + lever q)), M = lever Z;  Y = K (u|u| dr - |u| (v - lever r)), N =
//   -lever Y.
std::vector<DerivativeConfig> fin_derivatives(double K, double lever) {
  return {{"heave", "u|u|delta_elevator", -K}, {"heave", "|u|w", -K},
          {"heave", "|u|q", -K * lever},       {"pitch", "u|u|delta_elevator", -K * lever},
          {"pitch", "|u|w", -K * lever},       {"pitch", "|u|q", -K * lever * lever},
          {"sway", "u|u|delta_rudder", K},     {"sway", "|u|v", -K},
          {"sway", "|u|r", K * lever},         {"yaw", "u|u|delta_rudder", -K * lever},
          {"yaw", "|u|v", K * lever},          {"yaw", "|u|r", -K * lever * lever}};
}

// Adds what pushes the vehicle to the model; returns the names of the actuators.
std::vector<std::string> actuators(const Case& c, VehicleModelConfig& model) {
  std::vector<std::string> names;
  if (c.has("forces")) {
    const auto positions = c.rows("thruster_pos"), directions = c.rows("thruster_dir");
    if (positions.size() != directions.size())
      c.fail("thruster_dir", "expected one direction per thruster");
    for (size_t i = 0; i < positions.size(); ++i) {
      names.push_back("t" + std::to_string(i + 1));
      model.thrusters.push_back(force_thruster(names.back(), positions[i], directions[i]));
    }
  }
  if (c.has("elevator_deg") || c.has("rudder_deg")) {
    const double K = c.number("fin_K", "K=", 0.5 * c.number("rho") * 0.0064 * 3 * 2);
    model.links[0].derivatives = fin_derivatives(K, c.number("fin_lever", "M=", 0.4));
    model.thrusters.push_back(force_thruster("propeller", {0, 0, 0}, {1, 0, 0}));
    model.fins = {plain_fin("elevator"), plain_fin("rudder")};
    names = {"propeller", "elevator", "rudder"};
  }
  return names;
}

Schedule commands(const Case& c) {
  if (c.has("forces")) return c.schedule("forces");
  return side_by_side({c.schedule("thrust"), c.schedule("elevator_deg"), c.schedule("rudder_deg")});
}

}  // namespace

void run_body_case(const Case& c, const Settings& settings, CaseReport& report) {
  std::vector<Pose6> reference = trajectory_of(c.table("trajectory.csv"));
  Start start = start_of(c, reference);
  start.p_N.z() += kDeep_m;
  VehicleModelConfig model;
  model.links = {link_of(c)};
  const std::vector<std::string> names = actuators(c, model);
  Scenario scenario =
      still_water({c.number("rho"), c.number("g")}, kBodyStep_s, reference.back().time_s);
  add_current(scenario, c.numbers("v_current_ned", {0, 0, 0}));
  add_vehicle(scenario, model, start);
  if (!names.empty()) add_commands(scenario, names, commands(c));
  if (c.has("tau")) add_wrench(scenario, c.schedule("tau"));
  Tank tank(scenario, c, settings);
  const std::vector<Pose6> states = expected_states(c);
  reference.insert(reference.end(), states.begin(), states.end());
  compare_trajectory(
      tank, reference, kDeep_m,
      {c.tolerance("pos_abs_m"), c.tolerance("angle_abs_rad"), c.tolerance("vel_abs")}, report);
}

}  // namespace hadal::validation
