// Inputs to vehicles and objects.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "control/gain_names.h"
#include "math/rotation.h"
#include "math/units.h"
#include "simulation/inputs.h"

namespace hadal::simulation {
namespace {

constexpr double kFarthest_m = 1e6;  // from the origin

// Copies the values into a part of the state if their number fits.
Problems assign(const Input& input, std::span<double> target) {
  if (input.values.size() != target.size())
    return refuse(input, "expected " + std::to_string(target.size()) + " values, found " +
                             std::to_string(input.values.size()));
  std::copy(input.values.begin(), input.values.end(), target.begin());
  return {};
}

std::span<double> part(std::vector<double>& values, IndexRange range) {
  return std::span(values).subspan(range.begin, range.count);
}

void take_over(State& state, int v) {
  state.mission_status[v] = static_cast<int64_t>(control::MissionStatus::kOutside);
}

// Commands of actuators; the controller rests, or it would overwrite them.
Problems command(const InputTargets& t, const Input& input, int v, std::span<double> actuators) {
  Problems problems = assign(input, actuators);
  if (!problems.empty()) return problems;
  control::set_point(t.state, v)[control::kSetActive] = 0;
  take_over(t.state, v);
  return problems;
}
Problems apply_thrusters(const InputTargets& t, const Input& input, int v) {
  return command(t, input, v, part(t.state.thruster_command, t.world.vehicles[v].thrusters));
}
Problems apply_fins(const InputTargets& t, const Input& input, int v) {
  return command(t, input, v, part(t.state.fin_command_rad, t.world.vehicles[v].fins));
}

// The number of a mode the vehicle offers.
Problems check_mode(const InputTargets& t, const Input& input, int v, double number) {
  const std::vector<ControlMode> modes = control::modes_of(t.world.vehicles[v]);
  std::string offered;
  for (const ControlMode mode : modes) {
    if (number == static_cast<double>(mode)) return {};
    offered += std::string(offered.empty() ? "" : ", ") + control::control_mode_name(mode);
  }
  const bool known = number == std::floor(number) && number >= 0 && number < kControlModes;
  const std::string asked =
      known ? control::control_mode_name(static_cast<ControlMode>(static_cast<int>(number)))
            : shortest_text(number);
  if (modes.empty())
    return refuse(input, "nothing to control: it has neither thrusters nor a controller");
  return refuse(input, "mode " + asked + " is not offered, expected one of " + offered);
}

Problems apply_set_point(const InputTargets& t, const Input& input, int v) {
  if (input.values.size() == control::kSetPointSize) {
    Problems problems = check_mode(t, input, v, input.values[control::kSetMode]);
    if (!problems.empty()) return problems;
  }
  Problems problems =
      assign(input, std::span(control::set_point(t.state, v), control::kSetPointSize));
  if (problems.empty()) take_over(t.state, v);
  return problems;
}

// Values: six sticks, hold_heading, hold_depth.
Problems apply_pilot(const InputTargets& t, const Input& input, int v) {
  Problems problems = check_mode(t, input, v, static_cast<double>(ControlMode::kManual));
  if (!problems.empty()) return problems;
  if (input.values.size() != 8)
    return refuse(input, "expected 8 values, six sticks and two holds, found " +
                             std::to_string(input.values.size()));
  for (int axis = 0; axis < 6; ++axis)
    if (std::abs(input.values[axis]) > 1)
      return refuse(input, "sticks go from -1 to 1, found " + shortest_text(input.values[axis]));
  for (const double hold : {input.values[6], input.values[7]})
    if (hold != 0 && hold != 1)
      return refuse(input, "holds are 0 or 1, found " + shortest_text(hold));
  t.pilot.take_sticks(
      t.state, v,
      {Eigen::Map<const Vec6>(input.values.data()), input.values[6] != 0, input.values[7] != 0});
  return problems;
}

Problems apply_mode(const InputTargets& t, const Input& input, int v) {
  if (input.values.size() != 1)
    return refuse(input, "expected 1 value, the number of a mode, found " +
                             std::to_string(input.values.size()));
  Problems problems = check_mode(t, input, v, input.values[0]);
  if (problems.empty())
    t.pilot.switch_mode(t.world, t.state, v,
                        static_cast<ControlMode>(static_cast<int>(input.values[0])));
  return problems;
}

// Back to the mission. No values.
Problems apply_mission(const InputTargets& t, const Input& input, int v) {
  const auto status = static_cast<control::MissionStatus>(t.state.mission_status[v]);
  if (t.world.vehicles[v].mission.count == 0)
    return refuse(input, "it has no mission to go on with");
  if (status != control::MissionStatus::kOutside)
    return refuse(input, std::string("its mission is not interrupted but ") +
                             control::mission_status_name(t.state.mission_status[v]));
  if (!t.pilot.resume(t.world, t.state, v)) return refuse(input, "its mission had ended");
  return {};
}

// Values: north, east, depth, then heading_deg or the quaternion w x y z.
Problems read_pose(const Input& input, Pose& pose_NB) {
  const std::vector<double>& v = input.values;
  if (v.size() != 4 && v.size() != 7)
    return refuse(input,
                  "expected 4 values (north, east, depth, heading_deg) or 7 (with a "
                  "quaternion w x y z), found " +
                      std::to_string(v.size()));
  pose_NB.p = Vec3(v[0], v[1], v[2]);
  if (pose_NB.p.cwiseAbs().maxCoeff() > kFarthest_m)
    return refuse(input, "a place is at most 1000 km from the origin");
  if (v.size() == 4) {
    pose_NB.q = quaternion_from({0, 0, wrap_angle(v[3] * kDegree)});
    return {};
  }
  pose_NB.q = Quat(v[3], v[4], v[5], v[6]);
  if (std::abs(pose_NB.q.norm() - 1) > 1e-3)
    return refuse(input,
                  "the quaternion must have length 1, found " + shortest_text(pose_NB.q.norm()));
  pose_NB.q.normalize();
  return {};
}

Problems check_ground(const InputTargets& t, const Input& input, const Vec3& p_N) {
  const environment::Seabed& seabed = t.sea.seabed();
  if (!seabed.exists()) return {};
  if (!seabed.covers(p_N.x(), p_N.y()))
    return refuse(input, "environment.seabed has no data there");
  const double ground_m = seabed.depth(p_N.x(), p_N.y());
  if (p_N.z() > ground_m)
    return refuse(input, "the seabed there is at " + shortest_text(ground_m) + " m depth, found " +
                             shortest_text(p_N.z()));
  return {};
}

// Puts the tree of links of a vehicle elsewhere, at rest; joints keep their angles.
void place_at_rest(const InputTargets& t, const Vehicle& vehicle, const Pose& pose_NB) {
  const int root = vehicle.links.begin;
  double* place = t.bodies.qpos().data() + t.bodies.qpos_address(root);
  Eigen::Map<Vec3>(place + 0) = pose_NB.p;
  place[3] = pose_NB.q.w();
  Eigen::Map<Vec3>(place + 4) = pose_NB.q.vec();
  for (int link = root; link < vehicle.links.end(); ++link) {
    const int dof = t.bodies.dof_address(link);
    const size_t count = dof < 0 ? 0 : link == root ? 6 : 1;
    for (const auto values : {t.bodies.qvel(), t.bodies.qacc(), t.bodies.warmstart()})
      std::fill_n(values.begin() + std::max(dof, 0), count, 0.0);
    std::fill_n(t.bodies.start_velocity().begin() + 6L * link, 6, 0.0);
  }
  t.bodies.refresh();
}

// As Simulation::read_bodies, without the contacts: those are of the last step and stay.
void read_links(const InputTargets& t, const Vehicle& vehicle) {
  const dynamics::Multibody& bodies = t.bodies;
  const auto copy = [](std::span<const double> from, std::vector<double>& to) {
    std::copy(from.begin(), from.end(), to.begin());
  };
  copy(bodies.qpos(), t.state.position);
  copy(bodies.qvel(), t.state.velocity);
  copy(bodies.qacc(), t.state.acceleration);
  copy(bodies.warmstart(), t.state.warmstart);
  copy(bodies.start_velocity(), t.state.start_velocity);
  for (int link = vehicle.links.begin; link < vehicle.links.end(); ++link) {
    const dynamics::LinkKinematics& k = bodies.kinematics()[link];
    t.state.p_NL_N[link] = k.p_NL_N;
    t.state.q_NL[link] = k.q_NL;
    t.state.nu_L[link] = k.nu_L;
    t.state.a_NL_N[link].setZero();
    t.state.alpha_NL_L[link].setZero();
  }
}

Problems apply_pose(const InputTargets& t, const Input& input, int v) {
  const Vehicle& vehicle = t.world.vehicles[v];
  if (t.world.links[vehicle.links.begin].joint != LinkJoint::kFree)
    return refuse(input, "it is fixed to the world and cannot be moved");
  Pose pose_NB;
  Problems problems = read_pose(input, pose_NB);
  if (problems.empty()) problems = check_ground(t, input, pose_NB.p);
  if (!problems.empty()) return problems;
  place_at_rest(t, vehicle, pose_NB);
  read_links(t, vehicle);
  std::fill_n(t.state.kinematic_velocity.begin() + 6L * v, 6, 0.0);
  t.suite.realign(t.world, v, t.state);
  t.pilot.moved(t.world, t.state, v);
  return problems;
}

// What is healed is known to be; what fails is not, as in reality.
Problems apply_health(const InputTargets& t, const Input& input, int v) {
  for (const double health : input.values)
    if (health < 0 || health > 1) return refuse(input, "expected numbers from 0 to 1");
  const IndexRange thrusters = t.world.vehicles[v].thrusters;
  Problems problems = assign(input, part(t.state.thruster_health, thrusters));
  if (!problems.empty()) return problems;
  for (int i = thrusters.begin; i < thrusters.end(); ++i)
    t.state.thruster_health_known[i] =
        std::max(t.state.thruster_health_known[i], t.state.thruster_health[i]);
  return problems;
}

Problems apply_gains(const InputTargets& t, const Input& input, int v) {
  const std::vector<control::GainInfo> table = control::gain_table(t.world.vehicles[v].controller);
  for (size_t i = 0; i < std::min(table.size(), input.values.size()); ++i)
    if (input.values[i] < 0 || input.values[i] > table[i].max)
      return refuse(
          input,
          table[i].name + " must be at least 0" +
              (std::isfinite(table[i].max) ? " and at most " + shortest_text(table[i].max) : "") +
              ", found " + shortest_text(input.values[i]));
  return assign(input, t.pilot.gains(v, t.state));
}

Problems apply_wrench(const InputTargets& t, const Input& input, int v) {
  const auto root = static_cast<size_t>(t.world.vehicles[v].links.begin);
  return assign(input, std::span(t.state.external_wrench).subspan(6 * root, 6));
}

struct VehicleKey {
  const char* name;
  Problems (*apply)(const InputTargets&, const Input&, int vehicle);
};
const VehicleKey kVehicleKeys[] = {
    {"thrusters", apply_thrusters},  // a command for each
    {"fins", apply_fins},            // rad for each
    {"set_point", apply_set_point},  // kSetPointSize values, see control/set_point.h
    {"pilot", apply_pilot},          // six sticks and two holds
    {"mode", apply_mode},            // number of a ControlMode
    {"mission", apply_mission},      // none: goes on with the mission
    {"pose", apply_pose},            // a place, at rest
    {"health", apply_health},        // 0 to 1 for each thruster
    {"gains", apply_gains},          // of the controller, see control/gain_names.h
    {"wrench", apply_wrench},        // six, N and N m on the hull, body axes
};

}  // namespace

Problems apply_to_vehicle(const InputTargets& targets, const Input& input, int vehicle) {
  std::string known;
  for (const VehicleKey& key : kVehicleKeys) {
    if (input.key == key.name) return key.apply(targets, input, vehicle);
    known += std::string(known.empty() ? "" : ", ") + key.name;
  }
  return refuse(input, "no such key, expected one of " + known);
}

}  // namespace hadal::simulation
