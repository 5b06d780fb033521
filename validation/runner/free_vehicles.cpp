// Derivatives of many states of a free vehicle whose every number is in case.json: from each state
// two steps of h, the shortest that scenarios may have, and f' = (4 (f1 - f0) - (f2 - f0)) / (2 h),
// whose error is of second order in h.
#include <cmath>
#include <nlohmann/json.hpp>

#include "math/units.h"
#include "runner/kinds.h"
#include "runner/tank.h"

namespace hadal::validation {
namespace {

constexpr double kInstant_s = 1e-5;

// The inputs of one vehicle of the case.
class Inputs {
 public:
  Inputs(const Case& reference, const std::string& vehicle)
      : case_(reference), vehicle_(vehicle), values_(reference.find(vehicle)) {
    if (!values_ || !values_->is_object()) case_.fail(vehicle, "expected a map of numbers");
  }
  std::vector<double> numbers(const char* key) const {
    std::vector<double> out;
    collect(at(key), key, out);
    return out;
  }
  double number(const char* key) const {
    const std::vector<double> all = numbers(key);
    if (all.size() != 1) case_.fail(vehicle_ + "." + key, "expected a number");
    return all[0];
  }
  std::vector<double> row(const char* key, size_t i) const {
    const Json& rows = at(key);
    if (!rows.is_array() || i >= rows.size()) case_.fail(vehicle_ + "." + key, "expected more rows");
    std::vector<double> out;
    collect(rows[i], key, out);
    return out;
  }

 private:
  const Json& at(const char* key) const {
    if (!values_->contains(key)) case_.fail(vehicle_ + "." + key, "is missing");
    return (*values_)[key];
  }
  void collect(const Json& value, const char* key, std::vector<double>& out) const {
    if (value.is_number()) {
      out.push_back(value.get<double>());
    } else if (value.is_array()) {
      for (const Json& item : value) collect(item, key, out);
    } else {
      case_.fail(vehicle_ + "." + key, "expected numbers");
    }
  }

  const Case& case_;
  std::string vehicle_;
  const Json* values_;
};

VehicleModelConfig free_vehicle(const Inputs& in) {
  VehicleModelConfig model;
  LinkConfig link = body(in.number("m"), in.numbers("I_G"));
  link.center_of_mass_m = in.numbers("r_G");
  link.center_of_buoyancy_m = in.numbers("r_B");
  link.volume_m3 = in.number("volume");
  link.added_mass = in.numbers("M_A");
  link.damping.linear = in.numbers("D_lin");
  link.damping.quadratic = in.numbers("D_quad");
  model.links = {link};
  QuadraticMap map;
  map.forward = in.number("thrust_coefficient");
  map.reverse = in.number("thrust_coefficient_reverse");
  const std::vector<double> arms = in.numbers("torque_ratio");
  for (size_t i = 0; i < arms.size(); ++i) {
    Thruster thruster = force_thruster("t" + std::to_string(i + 1), in.row("thruster_pos", i),
                                       in.row("thruster_dir", i));
    thruster.command_kind = ThrusterCommand::rotor_speed;
    thruster.rotor = AnyConfig::of(FirstOrderRotor{in.number("rotor_time_constant")});
    thruster.map = AnyConfig::of(map);
    // The hull feels the shaft torque against the rotation.
    thruster.turns = arms[i] < 0 ? ShaftTurns::right : ShaftTurns::left;
    thruster.torque_per_thrust_m = std::abs(arms[i]);
    model.thrusters.push_back(thruster);
  }
  return model;
}

Vec3 angles(const Quat& q) {
  const EulerAngles e = euler_from(q);
  return {e.roll, e.pitch, e.yaw};
}

// The derivatives of one row of the table, in the order of the columns du .. dr, dx .. dz, dphi ..
// dpsi, dn1 ..
std::vector<double> derivatives(const Case& c, const Settings& settings, const Inputs& in,
                                const VehicleModelConfig& model, const Table& table, size_t row) {
  const auto three = [&](const char* a, const char* b, const char* d) {
    return Vec3(table[a][row], table[b][row], table[d][row]);
  };
  Start start;
  start.p_N.z() = kDeep_m;
  start.attitude = {table["phi"][row], table["theta"][row], table["psi"][row]};
  start.nu_B << three("u", "v", "w"), three("p", "q", "r");
  Scenario scenario = still_water({in.number("rho"), in.number("g")}, kInstant_s, 2 * kInstant_s);
  const Vec3 current = three("vcx", "vcy", "vcz");
  add_current(scenario, {current.x(), current.y(), current.z()});
  add_vehicle(scenario, model, start);
  std::vector<std::string> names;
  ScheduleRow commands;
  for (size_t i = 0; i < model.thrusters.size(); ++i) {
    names.push_back(model.thrusters[i].name);
    commands.values.push_back(table["c" + std::to_string(i + 1)][row]);
  }
  add_commands(scenario, names, {commands});
  Tank tank(scenario, c, settings);
  const auto rotor = [&](State& state, size_t i) -> double& {
    return state_of(tank.simulation().world().actuators[i], state)[extension::kRotor];
  };
  tank.change([&](State& state) {
    for (size_t i = 0; i < names.size(); ++i)
      rotor(state, i) = table["n" + std::to_string(i + 1)][row];
  });
  State before = tank.state();
  const auto change_after_a_step = [&] {
    tank.step();
    State now = tank.state();
    std::vector<double> change;
    for (int k = 0; k < 6; ++k) change.push_back(now.nu_L[0][k] - before.nu_L[0][k]);
    for (int k = 0; k < 3; ++k) change.push_back(now.p_NL_N[0][k] - before.p_NL_N[0][k]);
    for (int k = 0; k < 3; ++k)
      change.push_back(wrap_angle(angles(now.q_NL[0])[k] - angles(before.q_NL[0])[k]));
    for (size_t i = 0; i < names.size(); ++i) change.push_back(rotor(now, i) - rotor(before, i));
    return change;
  };
  const std::vector<double> first = change_after_a_step(), second = change_after_a_step();
  std::vector<double> out;
  for (size_t k = 0; k < first.size(); ++k)
    out.push_back((4 * first[k] - second[k]) / (2 * kInstant_s));
  return out;
}

void compare_states(const Case& c, const Settings& settings, const std::string& vehicle,
                    CaseReport& report) {
  const Inputs in(c, vehicle);
  const VehicleModelConfig model = free_vehicle(in);
  const Table table = c.table(vehicle + ".csv");
  std::vector<std::string> columns = {"du", "dv", "dw",   "dp",     "dq",  "dr",
                                      "dx", "dy", "dz", "dphi", "dtheta", "dpsi"};
  for (size_t i = 0; i < model.thrusters.size(); ++i) columns.push_back("dn" + std::to_string(i + 1));
  Worst error;
  for (size_t row = 0; row < table.rows(); ++row) {
    const std::vector<double> found = derivatives(c, settings, in, model, table, row);
    for (size_t k = 0; k < columns.size(); ++k)
      error.add((found[k] - table[columns[k]][row]) / largest(table[columns[k]]));
  }
  report.check(vehicle + ": derivatives, of the largest of each column", error.value(),
               c.tolerance("step_of_largest"));
}

}  // namespace

void run_free_vehicles(const Case& c, const Settings& settings, CaseReport& report) {
  for (const char* vehicle : {"rov", "auv"}) compare_states(c, settings, vehicle, report);
}

}  // namespace hadal::validation
