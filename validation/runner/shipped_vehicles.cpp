// Published runs of vehicles whose model is a file of models/vehicles: REMUS 100, Otter, DSRV and
// OpenROV. The cases give commands, current and start.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "math/units.h"
#include "runner/kinds.h"
#include "runner/trajectory.h"

namespace hadal::validation {
namespace {

constexpr double kVehicleStep_s = 0.005;

// A current given by speed and direction, in any of the spellings of the cases.
std::vector<double> current_of(const Case& c) {
  if (c.has("v_current_ned")) return c.numbers("v_current_ned");
  const double speed =
      c.optional_number("current_speed").value_or(c.optional_number("current").value_or(0));
  const double toward = c.optional_number("current_dir_deg").value_or(0) * kDegree;
  return {speed * std::cos(toward), speed * std::sin(toward), 0};
}

TrajectoryTolerances same_model(const Case& c) {
  return {c.tolerance("same_model.pos_abs_m"), c.tolerance("same_model.angle_abs_rad"),
          c.tolerance("same_model.vel_abs")};
}

// The run every case of Fossen's simulator has: a model of the library, its actuators, a current.
void run_library_vehicle(const Case& c, const Settings& settings, const std::string& model,
                         const Water& water, double depth_shift_m,
                         const std::vector<std::string>& actuators,
                         const std::vector<Schedule>& schedules, CaseReport& report,
                         const std::vector<std::string>& changes = {}) {
  std::vector<Pose6> reference = trajectory_of(c.table("trajectory.csv"));
  Start start = start_of(c, reference);
  start.p_N.z() += depth_shift_m;
  Scenario scenario = still_water(water, kVehicleStep_s, reference.back().time_s);
  add_current(scenario, current_of(c));
  add_vehicle(scenario, model, start);
  add_commands(scenario, actuators, side_by_side(schedules));
  Tank tank(scenario, c, settings, changes);
  compare_trajectory(tank, reference, depth_shift_m, same_model(c), report);
}

}  // namespace

void run_remus100(const Case& c, const Settings& settings, CaseReport& report) {
  const Water water{c.number("rho", "rho=", 1026), c.number("g", "g=", 9.81)};
  run_library_vehicle(
      c, settings, "remus100", water, kDeep_m, {"rudder", "stern", "propeller"},
      {c.schedule("delta_r_deg"), c.schedule("delta_s_deg"), c.schedule("n_rpm")}, report,
      {"vehicles.v0.links.hull.current_projection=heading",
       "vehicles.v0.thrusters.propeller.map.inflow=ground_speed"});
}

void run_otter(const Case& c, const Settings& settings, CaseReport& report) {
  const Water water{c.number("rho", "rho=", 1025), c.number("g", "g=", 9.81)};
  run_library_vehicle(c, settings, "otter", water, 0, {"port", "starboard"},
                      {c.schedule("n1"), c.schedule("n2")}, report,
                      {"vehicles.v0.links.hull.current_projection=heading"});
}

void run_dsrv(const Case& c, const Settings& settings, CaseReport& report) {
  const Table table = c.table("trajectory.csv");
  const auto &t = table["t_s"], &w = table["w_mps"], &q = table["q_radps"], &x = table["x_m"],
             &z = table["z_m"], &theta = table["theta_rad"];
  std::vector<double> x0 = c.numbers("x0", {w[0], q[0], x[0], z[0], theta[0]});
  if (x0.size() != 5) c.fail("x0", "expected [w, q, x, z, theta]");
  Start start;
  start.p_N = {x0[2], 0, x0[3] + kDeep_m};
  start.attitude.pitch = x0[4];
  start.nu_B << c.number("U0", "U0=", 4.11), 0, x0[0], 0, x0[1], 0;
  Scenario scenario = still_water({1000, 0}, kVehicleStep_s, t.back());
  add_vehicle(scenario, "dsrv", start);
  add_commands(scenario, {"stern"}, side_by_side({c.schedule("delta_s_deg")}));
  Tank tank(scenario, c, settings);
  Worst state, position;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    const Motion m = tank.motion();
    state.add(m.nu_L[2] - w[i]);
    state.add(m.nu_L[4] - q[i]);
    state.add(euler_from(m.q_NL).pitch - theta[i]);
    position.add(m.p_N.x() - x[i]);
    position.add(m.p_N.z() - kDeep_m - z[i]);
  }
  report.check("w, q and pitch", state.value(), c.tolerance("abs_state"));
  report.check("position, m", position.value(), c.tolerance("abs_pos_m"));
}

namespace {

// World z up, x forward, y left; speeds are world velocities and rates of the Euler angles.
struct UpState {
  Vec3 position, angles, velocity, angle_rates;
};

Vec3 flip(const Vec3& v) {
  return {v.x(), -v.y(), -v.z()};
}

UpState up_state(const Motion& m) {
  const EulerAngles e = euler_from(m.q_NL);
  const Vec3 w = m.nu_L.tail<3>();
  const double yaw_rate = (std::sin(e.roll) * w.y() + std::cos(e.roll) * w.z()) / std::cos(e.pitch);
  const Vec3 rates(w.x() + std::sin(e.pitch) * yaw_rate,
                   std::cos(e.roll) * w.y() - std::sin(e.roll) * w.z(), yaw_rate);
  return {flip(m.p_N - Vec3(0, 0, kDeep_m)), flip(Vec3(e.roll, e.pitch, e.yaw)),
          flip(m.q_NL * Vec3(m.nu_L.head<3>())), flip(rates)};
}

UpState up_row(const Table& table, size_t i) {
  const auto three = [&](const char* a, const char* b, const char* d) {
    return Vec3(table[a][i], table[b][i], table[d][i]);
  };
  return {three("x", "y", "z"), three("roll_q3_rad", "pitch_q4_rad", "yaw_q5_rad"),
          three("vx", "vy", "vz"), three("roll_rate", "pitch_rate", "yaw_rate")};
}

Start start_from(const UpState& up) {
  Start start;
  start.p_N = flip(up.position) + Vec3(0, 0, kDeep_m);
  const Vec3 e = flip(up.angles), rates = flip(up.angle_rates);
  start.attitude = {e.x(), e.y(), e.z()};
  const double s = std::sin(e.x()), k = std::cos(e.x());
  start.nu_B.head<3>() = quaternion_from(start.attitude).conjugate() * flip(up.velocity);
  start.nu_B.tail<3>() << rates.x() - std::sin(e.y()) * rates.z(),
      k * rates.y() + s * std::cos(e.y()) * rates.z(),
      -s * rates.y() + k * std::cos(e.y()) * rates.z();
  return start;
}

}  // namespace

void run_openrov(const Case& c, const Settings& settings, CaseReport& report) {
  const char* isotropic =
      "trajectory_isotropic_damping.csv";  // the torque -mu omega of a rigid body
  const Table table = c.table(c.has_file(isotropic) ? isotropic : "trajectory.csv");
  const auto& t = table["t_s"];
  Scenario scenario = still_water({c.number("rho", "rho ", 1000), c.number("g", "g=", 9.8)},
                                  kVehicleStep_s, t.back());
  add_vehicle(scenario, "openrov", start_from(up_row(table, 0)));
  add_commands(scenario, {"thruster_1", "thruster_2", "thruster_3"}, c.schedule("f1_f2_f3"));
  Tank tank(scenario, c, settings);
  Worst position, angle, velocity, rates;
  for (size_t i = 0; i < t.size(); ++i) {
    tank.advance_to(t[i]);
    const UpState now = up_state(tank.motion()), want = up_row(table, i);
    for (int k = 0; k < 3; ++k) {
      position.add(now.position[k] - want.position[k]);
      angle.add(wrap_angle(now.angles[k] - want.angles[k]));
      velocity.add(now.velocity[k] - want.velocity[k]);
      rates.add(now.angle_rates[k] - want.angle_rates[k]);
    }
  }
  const double tolerance = c.tolerance("tight.abs");
  report.check("position, m", position.value(), tolerance);
  report.check("angles, rad", angle.value(), tolerance);
  report.check("velocity, m/s", velocity.value(), tolerance);
  report.check("angle rates, rad/s", rates.value(), tolerance);
}

}  // namespace hadal::validation
