// The four equations of motion of a VideoRay whose coefficients are in the case. The paper's frame
// is x forward, y left, z up, yaw counter-clockwise; the tank's is forward, right, down.
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

constexpr double kVideoRayStep_s = 0.002;
constexpr double kCommandLimit = 150;  // of the input of each thruster

Thruster thruster(const std::string& name, double right_m, std::vector<double> direction,
                        double newton_per_unit) {
  Thruster out = force_thruster(name, {0, right_m, 0}, std::move(direction));
  out.command_kind = ThrusterCommand::rotor_speed;
  out.command_min = -kCommandLimit;
  out.command_max = kCommandLimit;
  out.map = AnyConfig::of(LinearMap{newton_per_unit, newton_per_unit});
  return out;
}

VehicleModelConfig model_of(const Case& c) {
  const double m11 = c.number("m11"), m22 = c.number("m22"), thrust = c.number("Ct");
  LinkConfig link = body(kTinyMass_kg, {kTinyMass_kg, kTinyMass_kg, kTinyMass_kg});
  link.added_mass = {m11, m22, c.number("m33"), c.number("J"), c.number("J"), c.number("J")};
  link.added_mass_coriolis = "none";
  link.derivatives = {{"surge", "v r", -m22}, {"sway", "u r", m11}};
  link.damping.linear = {-c.number("Xu"), -c.number("Yv"), -c.number("Zw"), 0, 0, -c.number("Nr")};
  link.damping.quadratic = {-c.number("Xuu"), -c.number("Yvv"), -c.number("Zww"), 0, 0,
                            -c.number("Nrr")};
  VehicleModelConfig model;
  model.links = {link};
  // The author's model turns the difference of the thrusts into a moment with a lever of 1 m.
  model.thrusters = {thruster("port", -1, {1, 0, 0}, thrust),
                     thruster("starboard", 1, {1, 0, 0}, thrust),
                     thruster("vertical", 0, {0, 0, -1}, thrust)};
  return model;
}

}  // namespace

void run_videoray(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("trajectory.csv");
  const auto &t = table["t_s"], &u = table["u_mps"], &v = table["v_mps"], &w = table["w_mps"],
             &r = table["r_radps"];
  const auto &x = table["x_m"], &y = table["y_m"], &z = table["z_m"], &psi = table["psi_rad"];
  Start start;
  start.p_N = {x[0], -y[0], kDeep_m - z[0]};
  start.attitude.yaw = -psi[0];
  start.nu_B << u[0], -v[0], -w[0], 0, 0, -r[0];
  Scenario scenario = still_water({1000, 0}, kVideoRayStep_s, t.back());
  add_vehicle(scenario, model_of(c), start);
  add_commands(scenario, {"port", "starboard", "vertical"}, c.schedule("commands_port_star_vert"));
  Tank tank(scenario, c, settings);
  Worst velocity, pose;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    const Motion m = tank.motion();
    velocity.add(m.nu_L[0] - u[i]);
    velocity.add(-m.nu_L[1] - v[i]);
    velocity.add(-m.nu_L[2] - w[i]);
    velocity.add(-m.nu_L[5] - r[i]);
    pose.add(m.p_N.x() - x[i]);
    pose.add(-m.p_N.y() - y[i]);
    pose.add(kDeep_m - m.p_N.z() - z[i]);
    pose.add(wrap_angle(-euler_from(m.q_NL).yaw - psi[i]));
  }
  report.check("velocity, m/s and rad/s", velocity.value(), c.tolerance("tight_abs"));
  report.check("position and heading, m and rad", pose.value(), c.tolerance("tight_abs"));
}

}  // namespace hadal::validation
