// Inputs to vehicles and objects.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "control/gain_names.h"
#include "kinds/quantities.h"
#include "math/rotation.h"
#include "math/units.h"
#include "simulation/inputs.h"

namespace hadal::simulation {
namespace {

using Values = std::span<const double>;

const Vehicle& vehicle_at(const InputTargets& t, int v) {
  return t.world.vehicles[static_cast<size_t>(v)];
}

std::string check_thrusters(const InputTargets& t, int v, Values values) {
  const IndexRange range = vehicle_at(t, v).thrusters;
  std::string wrong = check_count(values, static_cast<size_t>(range.count));
  for (size_t i = 0; i < values.size() && wrong.empty(); ++i)
    wrong = range_problem(t.world.actuators[static_cast<size_t>(range.begin) + i].quantity(),
                          values[i]);
  return wrong;
}

void apply_thrusters(const InputTargets& t, int v, Values values) {
  std::copy(values.begin(), values.end(),
            t.state.actuator_command.begin() + vehicle_at(t, v).thrusters.begin);
  take_over(t, v);
}

// The number of a mode the vehicle offers.
std::string check_mode_number(const InputTargets& t, int v, double number) {
  const bool known = number == std::floor(number) && number >= 0 && number < kControlModes;
  const auto mode = static_cast<ControlMode>(known ? static_cast<int>(number) : 0);
  if (known && control::offers_mode(vehicle_at(t, v), mode)) return {};
  std::string offered;
  for (const ControlMode other : control::modes_of(vehicle_at(t, v)))
    offered += std::string(offered.empty() ? "" : ", ") + control::control_mode_name(other);
  if (offered.empty()) return "nothing to control: it has neither thrusters nor a controller";
  return "mode " + (known ? control::control_mode_name(mode) : shortest_text(number)) +
         " is not offered, expected one of " + offered;
}

// The parts of a set-point and their ranges.
struct SetPointPart {
  size_t begin, count;
  const Quantity& quantity;
  double unit;  // of the quantity, in that of the set-point
};
const SetPointPart kSetPointParts[] = {
    {control::kSetPosition, 3, quantity::kPlace, 1},
    {control::kSetAttitude, 4, quantity::kQuaternion, 1},
    {control::kSetVelocity, 6, quantity::kVelocity, 1},
    {control::kSetEffort, 6, quantity::kEffort, 1},
    {control::kSetHeading, 1, quantity::kHeading, kDegree},
    {control::kSetDepth, 1, quantity::kPlace, 1},
    {control::kSetSpeed, 1, quantity::kVelocity, 1},
    {control::kSetActive, 1, quantity::kSwitch, 1},
    {control::kSetPilot, 6, quantity::kStick, 1},
    {control::kSetHoldHeading, 2, quantity::kSwitch, 1},
};

std::string check_set_point(const InputTargets& t, int v, Values values) {
  if (std::string wrong = check_count(values, control::kSetPointSize); !wrong.empty()) return wrong;
  for (const SetPointPart& part : kSetPointParts)
    for (const double value : values.subspan(part.begin, part.count))
      if (std::string wrong = range_problem(part.quantity, value / part.unit); !wrong.empty())
        return wrong;
  return check_mode_number(t, v, values[control::kSetMode]);
}

void apply_set_point(const InputTargets& t, int v, Values values) {
  std::copy(values.begin(), values.end(), control::set_point(t.state, v));
  t.control.interrupt_mission(t.world, t.state, v);
}

// Values: six sticks, hold_heading, hold_depth.
std::string check_pilot(const InputTargets& t, int v, Values values) {
  std::string wrong = check_mode_number(t, v, static_cast<double>(ControlMode::kManual));
  if (wrong.empty()) wrong = check_count(values, 8);
  for (size_t axis = 0; axis < 6 && wrong.empty(); ++axis)
    wrong = range_problem(quantity::kStick, values[axis]);
  for (size_t hold = 6; hold < 8 && wrong.empty(); ++hold)
    if (values[hold] != 0 && values[hold] != 1)
      wrong = "holds are 0 or 1, found " + shortest_text(values[hold]);
  return wrong;
}

void apply_pilot(const InputTargets& t, int v, Values values) {
  t.control.take_sticks(t.world, t.state, v,
                      {Eigen::Map<const Vec6>(values.data()), values[6] != 0, values[7] != 0});
}

std::string check_mode(const InputTargets& t, int v, Values values) {
  const std::string wrong = check_count(values, 1);
  return wrong.empty() ? check_mode_number(t, v, values[0]) : wrong;
}

void apply_mode(const InputTargets& t, int v, Values values) {
  t.control.switch_mode(t.world, t.state, v, static_cast<ControlMode>(static_cast<int>(values[0])));
}

// Back to the mission. No values.
std::string check_mission(const InputTargets& t, int v, Values values) {
  if (std::string wrong = check_count(values, 0); !wrong.empty()) return wrong;
  const auto track = static_cast<size_t>(vehicle_at(t, v).track);
  const int64_t status = t.state.mission_status[track];
  const IndexRange steps = t.world.tracks[track].steps;
  if (steps.count == 0) return "it has no mission to go on with";
  if (status != static_cast<int64_t>(control::MissionStatus::kOutside))
    return std::string("its mission is not interrupted but ") +
           control::mission_status_name(status);
  return t.state.mission_step[track] < steps.end() ? "" : "its mission had ended";
}

void apply_mission(const InputTargets& t, int v, Values) {
  t.control.resume(t.world, t.state, v);
}

// Values: north, east, depth, then heading_deg or the quaternion w x y z.
Pose read_pose(Values v) {
  Pose pose_NB;
  pose_NB.p = Vec3(v[0], v[1], v[2]);
  if (v.size() == 4)
    pose_NB.q = quaternion_from({0, 0, wrap_angle(v[3] * kDegree)});
  else
    pose_NB.q = Quat(v[3], v[4], v[5], v[6]).normalized();
  return pose_NB;
}

std::string check_ground(const InputTargets& t, const Vec3& p_N) {
  const environment::Seabed& seabed = t.sea.seabed();
  if (!seabed.exists()) return {};
  if (!seabed.covers(p_N.x(), p_N.y())) return "environment.seabed has no data there";
  const double ground_m = seabed.depth(p_N.x(), p_N.y());
  if (p_N.z() <= ground_m) return {};
  return "the seabed there is at " + shortest_text(ground_m) + " m depth, found " +
         shortest_text(p_N.z());
}

std::string check_pose(const InputTargets& t, int v, Values values) {
  if (t.world.links[static_cast<size_t>(vehicle_at(t, v).links.begin)].joint != LinkJoint::kFree)
    return "it is fixed to the world and cannot be moved";
  if (values.size() != 4 && values.size() != 7)
    return "expected 4 values (north, east, depth, heading_deg) or 7 (with a quaternion w x y z), "
           "found " +
           std::to_string(values.size());
  if (std::string wrong = check_values(values.first(3), 3, quantity::kPlace); !wrong.empty())
    return wrong;
  if (values.size() == 4) {
    if (std::string wrong = range_problem(quantity::kHeading, values[3]); !wrong.empty())
      return wrong;
  } else {
    const double norm = Quat(values[3], values[4], values[5], values[6]).norm();
    if (!(std::abs(norm - 1) <= 1e-3))
      return "the quaternion must have length 1, found " + shortest_text(norm);
  }
  return check_ground(t, read_pose(values).p);
}

// Puts the tree of links of a vehicle elsewhere, at rest; joints keep their angles.
void place_at_rest(const InputTargets& t, const Vehicle& vehicle, const Pose& pose_NB) {
  const int root = vehicle.links.begin;
  double* location = t.bodies.qpos().data() + t.bodies.qpos_address(root);
  Eigen::Map<Vec3>(location + 0) = pose_NB.p;
  location[3] = pose_NB.q.w();
  Eigen::Map<Vec3>(location + 4) = pose_NB.q.vec();
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

void apply_pose(const InputTargets& t, int v, Values values) {
  place_at_rest(t, vehicle_at(t, v), read_pose(values));
  read_links(t, vehicle_at(t, v));
  std::fill_n(t.state.kinematic_velocity.begin() + 6L * v, 6, 0.0);
  t.suite.realign(t.world, v, t.state);
  t.control.moved(t.world, t.state, v);
}

std::string check_health(const InputTargets& t, int v, Values values) {
  return check_values(values, static_cast<size_t>(vehicle_at(t, v).thrusters.count),
                      quantity::kHealth);
}

// What is healed is known to be; what fails is not, as in reality.
void apply_health(const InputTargets& t, int v, Values values) {
  const auto begin = static_cast<size_t>(vehicle_at(t, v).thrusters.begin);
  for (size_t i = 0; i < values.size(); ++i) {
    t.state.actuator_health[begin + i] = values[i];
    t.state.actuator_health_known[begin + i] =
        std::max(t.state.actuator_health_known[begin + i], values[i]);
  }
}

std::string check_gains(const InputTargets& t, int v, Values values) {
  const std::vector<extension::Gain> table = control::gain_table(vehicle_at(t, v).controller);
  std::string wrong = check_count(values, table.size());
  for (size_t i = 0; i < table.size() && wrong.empty(); ++i) {
    const double max = std::min(table[i].max, quantity::kGain.bounds.max);
    wrong = range_problem({table[i].name.c_str(), "", {0, max}}, values[i]);
  }
  return wrong;
}

void apply_gains(const InputTargets& t, int v, Values values) {
  const std::span<double> gains = t.control.gains(v, t.state);
  std::copy(values.begin(), values.end(), gains.begin());
}

std::string check_wrench(const InputTargets&, int, Values values) {
  return check_values(values, 6, quantity::kWrench);
}

void apply_wrench(const InputTargets& t, int v, Values values) {
  const auto root = static_cast<long>(vehicle_at(t, v).links.begin);
  std::copy(values.begin(), values.end(), t.state.external_wrench.begin() + 6 * root);
}

// In the order of InputKey, from kThrusters on.
constexpr InputRow kVehicleRows[] = {
    {"thrusters", check_thrusters, apply_thrusters},
    {"set_point", check_set_point, apply_set_point},
    {"pilot", check_pilot, apply_pilot},
    {"mode", check_mode, apply_mode},
    {"mission", check_mission, apply_mission},
    {"pose", check_pose, apply_pose},
    {"health", check_health, apply_health},
    {"gains", check_gains, apply_gains},
    {"wrench", check_wrench, apply_wrench},
};
static_assert(std::size(kVehicleRows) ==
              static_cast<size_t>(InputKey::kArmPositions) - static_cast<size_t>(InputKey::kThrusters));

}  // namespace

void take_over(const InputTargets& t, int vehicle) {
  control::set_point(t.state, vehicle)[control::kSetActive] = 0;
  t.control.interrupt_mission(t.world, t.state, vehicle);
}

const InputRow& vehicle_input_row(InputKey key) {
  return kVehicleRows[static_cast<size_t>(key) - static_cast<size_t>(InputKey::kThrusters)];
}

}  // namespace hadal::simulation
