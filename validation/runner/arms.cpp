// Free vehicles with links: a chain of hinges in ideal water, and a tool behind a force/torque sensor.
#include <cmath>
#include <nlohmann/json.hpp>

#include "kinds/sensors/force_torque.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

constexpr double kArmStep_s = 0.001;
constexpr double kWrenchInstant_s = 1e-5;

// The numbers of a map in the inputs, matrices row after row.
class PartInputs {
 public:
  PartInputs(const Case& reference, std::string name, const Json& values)
      : case_(reference), name_(std::move(name)), values_(values) {
    if (!values.is_object()) case_.fail(name_, "expected a map");
  }
  bool has(const char* key) const { return values_.contains(key); }
  std::vector<double> numbers(const char* key) const {
    if (!has(key)) case_.fail(name_ + "." + key, "is missing");
    std::vector<double> out;
    collect(values_[key], key, out);
    return out;
  }
  std::vector<double> numbers(const char* key, std::vector<double> otherwise) const {
    return has(key) ? numbers(key) : otherwise;
  }
  double number(const char* key) const {
    const std::vector<double> all = numbers(key);
    if (all.size() != 1) case_.fail(name_ + "." + key, "expected a number");
    return all[0];
  }
  std::string text(const char* key, const std::string& otherwise) const {
    return has(key) && values_[key].is_string() ? values_[key].get<std::string>() : otherwise;
  }

 private:
  void collect(const Json& value, const char* key, std::vector<double>& out) const {
    if (value.is_number()) return out.push_back(value.get<double>());
    if (!value.is_array()) case_.fail(name_ + "." + key, "expected numbers");
    for (const Json& item : value) collect(item, key, out);
  }
  const Case& case_;
  std::string name_;
  const Json& values_;
};

LinkConfig rigid_part(const PartInputs& in) {
  LinkConfig link = body(in.number("mass"), in.numbers("inertia"));
  link.center_of_mass_m = in.numbers("com");
  link.volume_m3 = in.number("volume");
  link.center_of_buoyancy_m = in.numbers("cob", link.center_of_mass_m);
  link.added_mass = in.numbers("added_mass");
  return link;
}

void hang(LinkConfig& link, const std::string& parent, const char* kind, const PartInputs& in) {
  link.parent = parent;
  link.joint.emplace();
  link.joint->kind = kind;
  link.joint->position_m = in.numbers("position");
  link.joint->rpy_deg = in.numbers("rpy_deg", {0, 0, 0});
}

struct Momentum {
  Vec3 P_N = Vec3::Zero(), H_N = Vec3::Zero();
  double energy_j = 0;
};

// Of all links, added mass included, about a point at this depth below the origin.
Momentum momentum_of(const Tank& tank, double depth_m) {
  Momentum out;
  const auto& links = tank.simulation().world().links;
  for (size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const Motion motion = tank.motion(static_cast<int>(i));
    const Vec6 h = (dynamics::rigid_mass_matrix(link.mass_kg, link.p_LG_L, link.inertia_G) +
                    link.added_mass_L) *
                   motion.nu_L;
    const Vec3 P_N = motion.q_NL * Vec3(h.head<3>());
    out.P_N += P_N;
    out.H_N += motion.q_NL * Vec3(h.tail<3>()) + (motion.p_N - Vec3(0, 0, depth_m)).cross(P_N);
    out.energy_j += 0.5 * motion.nu_L.dot(h);
  }
  return out;
}

Vec3 expected_vector(const Case& c, const char* key, const Vec3& otherwise) {
  const std::vector<double> v = c.expected_numbers(key);
  return v.size() == 3 ? Vec3(v[0], v[1], v[2]) : otherwise;
}

}  // namespace

void run_arm_free_floating(const Case& c, const Settings& settings, CaseReport& report) {
  const Json* parts = c.find("links");
  if (!parts || !parts->is_array() || parts->empty()) c.fail("links", "expected a list of links");
  VehicleModelConfig model;
  model.kind = "body";
  std::vector<std::string> joints;
  const std::vector<double> q0 = c.numbers("q0"), qd0 = c.numbers("qd0");
  for (size_t i = 0; i < parts->size(); ++i) {
    const PartInputs in(c, "links[" + std::to_string(i) + "]", (*parts)[i]);
    LinkConfig link = rigid_part(in);
    link.name = in.text("name", "link" + std::to_string(i));
    link.surface_fade_m = 0;
    if (i > 0) {
      hang(link, model.links.at(static_cast<size_t>(in.number("parent"))).name, "hinge", in);
      link.joint->axis = in.numbers("axis");
      link.joint->start = q0.at(i - 1);
      joints.push_back(link.name);
    }
    model.links.push_back(link);
  }
  const std::vector<double> p0 = c.numbers("p0"), quat0 = c.numbers("quat0"), nu0 = c.numbers("nu0");
  Start start;
  start.p_N = Vec3(p0.at(0), p0.at(1), p0.at(2) + kDeep_m);
  start.attitude = euler_from(Quat(quat0.at(0), quat0.at(1), quat0.at(2), quat0.at(3)).normalized());
  for (int k = 0; k < 6; ++k) start.nu_B[k] = nu0.at(static_cast<size_t>(k));
  const Table table = c.table("arm.csv");
  Scenario scenario = still_water({c.number("rho"), 9.81}, kArmStep_s, table["t_s"].back());
  add_vehicle(scenario, model, start);
  const Schedule torques = c.schedule("torques");
  add_commands(scenario, joints, torques);
  Tank tank(scenario, c, settings);
  const World& world = tank.simulation().world();
  const auto joint = [&](const std::vector<double>& of, size_t k, bool rate) {
    const Link& link = world.links[static_cast<size_t>(world.joints[k])];
    return of[static_cast<size_t>(rate ? link.velocity_address : link.position_address)];
  };
  tank.change([&](State& state) {
    for (size_t k = 0; k < joints.size(); ++k)
      state.velocity[static_cast<size_t>(
          world.links[static_cast<size_t>(world.joints[k])].velocity_address)] = qd0.at(k);
  });
  const Momentum first = momentum_of(tank, kDeep_m);
  const Vec3 P = expected_vector(c, "P_world", first.P_N), H = expected_vector(c, "H_world", first.H_N);
  const double E0 = c.expected_number("E0").value_or(first.energy_j);
  Worst position, angle, velocity, momentum;
  std::vector<double> energies, excess;
  double work_j = 0;
  const auto go_to = [&](double time_s) {
    while (tank.time_s() < time_s - 1e-9) {
      const std::vector<double> before = tank.state().position,
                                torque = value_at(torques, tank.time_s() + 1e-9);
      tank.advance_to(std::min(time_s, tank.time_s() + tank.step_s()));
      for (size_t k = 0; k < joints.size(); ++k)
        work_j += torque.at(k) * (joint(tank.state().position, k, false) - joint(before, k, false));
    }
  };
  const char* velocities[] = {"u", "v", "w", "p", "q", "r"};
  for (size_t row = 0; row < table.rows(); ++row) {
    go_to(table["t_s"][row]);
    const Motion motion = tank.motion();
    const Vec3 p_N = motion.p_N - Vec3(0, 0, kDeep_m);
    position.add((p_N - Vec3(table["x_m"][row], table["y_m"][row], table["z_m"][row])).norm());
    const Quat reference =
        Quat(table["qw"][row], table["qx"][row], table["qy"][row], table["qz"][row]).normalized();
    angle.add(motion.q_NL.angularDistance(reference));
    for (int k = 0; k < 6; ++k) velocity.add(motion.nu_L[k] - table[velocities[k]][row]);
    for (size_t k = 0; k < joints.size(); ++k) {
      const std::string name = "q" + std::to_string(k + 1);
      angle.add(joint(tank.state().position, k, false) - table[name + "_rad"][row]);
      velocity.add(joint(tank.state().velocity, k, true) - table[name.substr(0, 1) + "d" + name.substr(1)][row]);
    }
    const Momentum now = momentum_of(tank, kDeep_m);
    momentum.add((now.P_N - P).norm() / P.norm());
    momentum.add((now.H_N - H).norm() / H.norm());
    energies.push_back(now.energy_j);
    excess.push_back(now.energy_j - work_j - E0);
  }
  report.check("position, m", position.value(), c.tolerance("pos_abs_m"));
  report.check("attitude and joint angles, rad", angle.value(), c.tolerance("angle_abs_rad"));
  report.check("velocities", velocity.value(), c.tolerance("vel_abs"));
  report.check("momentum, relative", momentum.value(), c.tolerance("momentum_rel"));
  report.check("energy minus work, of the largest energy", largest(excess) / largest(energies),
               c.tolerance("energy_rel"));
}

void run_force_torque(const Case& c, const Settings& settings, CaseReport& report) {
  const auto part = [&](const char* name) {
    const Json* values = c.find(name);
    if (!values) c.fail(name, "is missing");
    const PartInputs in(c, name, *values);
    LinkConfig link = rigid_part(in);
    link.name = name;
    link.surface_fade_m = 0;
    link.damping.linear = in.numbers("D_lin");
    link.damping.quadratic = in.numbers("D_quad");
    if (std::string(name) == "tool") hang(link, "vehicle", "fixed", in);
    return link;
  };
  VehicleModelConfig model;
  model.kind = "body";
  model.links = {part("vehicle"), part("tool")};
  ForceTorque sensor;
  sensor.name = "wrist";
  sensor.link = "tool";
  sensor.rate_hz = 1 / kWrenchInstant_s;
  model.sensors = {AnyConfig::of(sensor)};
  const Table table = c.table("wrench.csv");
  const char* const wrench_names[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  const char* const rate_names[] = {"du", "dv", "dw", "dp", "dq", "dr"};
  const char* const state_names[] = {"u", "v", "w", "p", "q", "r"};
  const char* const applied_names[] = {"tx", "ty", "tz", "tk", "tm", "tn"};
  const auto size_of = [&](const char* const* names, int first) {
    return std::max({largest(table[names[first]]), largest(table[names[first + 1]]),
                     largest(table[names[first + 2]])});
  };
  Worst force, moment, acceleration;
  for (size_t row = 0; row < table.rows(); ++row) {
    const bool moving = table["moving"][row] != 0;
    Start start;
    start.p_N.z() = kDeep_m;
    start.attitude = {table.any({"phi_rad", "phi"})[row], table.any({"theta_rad", "theta"})[row],
                      table.any({"psi_rad", "psi"})[row]};
    ScheduleRow applied;
    for (int k = 0; k < 6; ++k) {
      start.nu_B[k] = table[state_names[k]][row];
      applied.values.push_back(table[applied_names[k]][row]);
    }
    Scenario scenario =
        still_water({c.number("rho"), c.number("g", "g=", 9.81)}, kWrenchInstant_s, 2 * kWrenchInstant_s);
    add_current(scenario, {table["vcx"][row], table["vcy"][row], table["vcz"][row]});
    add_vehicle(scenario, model, start).kinematic = !moving;
    if (moving) add_wrench(scenario, {applied});
    Tank tank(scenario, c, settings);
    const Vec6 before = tank.motion().nu_L;
    const auto reading = [&] {
      const State& state = tank.state();
      const size_t at = tank.simulation().world().sensors[0].value_offset;
      return Vec6(Eigen::Map<const Vec6>(&state.sensor_values[at]));
    };
    tank.step();
    const Vec6 change_1 = tank.motion(0).nu_L - before, wrench_1 = reading();
    tank.step();
    const Vec6 change_2 = tank.motion(0).nu_L - before, wrench_2 = reading();
    // A reading is a mean over its step: back to the beginning of the first.
    const Vec6 wrench = 1.5 * wrench_1 - 0.5 * wrench_2;
    const Vec6 rate = (4 * change_1 - change_2) / (2 * kWrenchInstant_s);
    for (int k = 0; k < 6; ++k) {
      (k < 3 ? force : moment)
          .add((wrench[k] - table[wrench_names[k]][row]) / size_of(wrench_names, k < 3 ? 0 : 3));
      if (moving)
        acceleration.add((rate[k] - table[rate_names[k]][row]) / size_of(rate_names, k < 3 ? 0 : 3));
    }
  }
  report.check("force, of the largest", force.value(), c.tolerance("force_of_largest"));
  report.check("moment, of the largest", moment.value(), c.tolerance("moment_of_largest"));
  report.check("acceleration, of the largest", acceleration.value(), c.tolerance("acceleration_rel"));
}

}  // namespace hadal::validation
