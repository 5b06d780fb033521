// Inputs to arms.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "control/arm/arm_control.h"
#include "kinds/quantities.h"
#include "simulation/inputs.h"

namespace hadal::simulation {
namespace {

using Values = std::span<const double>;

const control::ArmSetup& arm_at(const InputTargets& t, int arm) {
  return t.control.arms().setup(arm);
}

// What an arm is asked for now, for inputs that change a part of it.
ArmSetPoint present(const InputTargets& t, int arm) {
  ArmSetPoint set = read_arm_set_point(arm_set_point(t.state, arm));
  set.velocity.setZero();
  set.joint_velocity.fill(0);
  set.measures_error = false;
  return set;
}

// One number per joint, within the limits that `range` gives of it.
template <class Range>
std::string check_joints(const InputTargets& t, int arm, Values values, Range range) {
  const auto& joints = arm_at(t, arm).joints;
  std::string wrong = check_count(values, joints.size());
  for (size_t j = 0; j < values.size() && wrong.empty(); ++j)
    if (wrong = range_problem(range(joints[j].facts), values[j]); !wrong.empty())
      wrong = joints[j].facts.name + ": " + wrong;
  return wrong;
}

const char* position_unit(const ArmJointFacts& joint) {
  return joint.slides ? "m" : "rad";
}

std::string check_positions(const InputTargets& t, int arm, Values values) {
  return check_joints(t, arm, values, [](const ArmJointFacts& joint) {
    return Quantity{"position", position_unit(joint), {joint.lower, joint.upper}};
  });
}
void apply_positions(const InputTargets& t, int arm, Values values) {
  ArmSetPoint set = present(t, arm);
  set.mode = ArmMode::kJointPosition;
  std::copy(values.begin(), values.end(), set.position.begin());
  t.control.arms().ask(t.world, t.state, arm, set);
}

std::string check_velocities(const InputTargets& t, int arm, Values values) {
  return check_joints(t, arm, values,
                      [](const ArmJointFacts&) { return quantity::kVelocity; });
}
void apply_velocities(const InputTargets& t, int arm, Values values) {
  ArmSetPoint set = present(t, arm);
  set.mode = ArmMode::kJointVelocity;
  std::copy(values.begin(), values.end(), set.joint_velocity.begin());
  t.control.arms().ask(t.world, t.state, arm, set);
}

std::string check_efforts(const InputTargets& t, int arm, Values values) {
  for (const control::DrivenJoint& joint : arm_at(t, arm).joints)
    if (joint.facts.asks_for != JointCommand::kEffort)
      return "the drive of " + joint.facts.name + " takes no efforts";
  return check_joints(t, arm, values, [](const ArmJointFacts&) { return quantity::kEffort; });
}
void apply_efforts(const InputTargets& t, int arm, Values values) {
  ArmSetPoint set = present(t, arm);
  set.mode = ArmMode::kJointEffort;
  std::copy(values.begin(), values.end(), set.effort.begin());
  t.control.arms().ask(t.world, t.state, arm, set);
}

std::string check_frame(double frame) {
  return frame == 0 || frame == 1 || frame == 2
             ? ""
             : "frame: expected 0 (world), 1 (vehicle) or 2 (base), found " + shortest_text(frame);
}

// Values: frame, position, then nothing (the attitude is free) or the quaternion w x y z.
std::string check_tool_pose(const InputTargets&, int, Values values) {
  if (values.size() != 4 && values.size() != 8)
    return "expected 4 values (frame, position) or 8 (with a quaternion w x y z), found " +
           std::to_string(values.size());
  if (std::string wrong = check_frame(values[0]); !wrong.empty()) return wrong;
  if (std::string wrong = check_values(values.subspan(1, 3), 3, quantity::kPlace); !wrong.empty())
    return wrong;
  if (values.size() == 4) return {};
  const double norm = Quat(values[4], values[5], values[6], values[7]).norm();
  return std::abs(norm - 1) <= 1e-3
             ? ""
             : "the quaternion must have length 1, found " + shortest_text(norm);
}
void apply_tool_pose(const InputTargets& t, int arm, Values values) {
  ArmSetPoint set = present(t, arm);
  set.mode = ArmMode::kToolPose;
  set.frame = static_cast<ArmFrame>(static_cast<int>(values[0]));
  set.pose.p = Vec3(values[1], values[2], values[3]);
  set.keeps_attitude = values.size() == 8;
  if (set.keeps_attitude)
    set.pose.q = Quat(values[4], values[5], values[6], values[7]).normalized();
  t.control.arms().ask(t.world, t.state, arm, set);
}

// Values: frame, then the velocity along and about its axes.
std::string check_tool_velocity(const InputTargets&, int, Values values) {
  if (std::string wrong = check_count(values, 7); !wrong.empty()) return wrong;
  if (std::string wrong = check_frame(values[0]); !wrong.empty()) return wrong;
  return check_values(values.subspan(1), 6, quantity::kVelocity);
}
void apply_tool_velocity(const InputTargets& t, int arm, Values values) {
  ArmSetPoint set = present(t, arm);
  set.mode = ArmMode::kToolVelocity;
  set.frame = static_cast<ArmFrame>(static_cast<int>(values[0]));
  set.keeps_attitude = true;
  set.velocity = Eigen::Map<const Vec6>(values.data() + 1);
  t.control.arms().ask(t.world, t.state, arm, set);
}

// Values: 0 off, 1 opening, 2 effort, and how much.
std::string check_grip(const InputTargets& t, int arm, Values values) {
  if (arm_at(t, arm).fingers.empty()) return "it has no fingers";
  if (std::string wrong = check_count(values, 2); !wrong.empty()) return wrong;
  if (values[0] != 0 && values[0] != 1 && values[0] != 2)
    return "expected 0 (off), 1 (opening) or 2 (effort), found " + shortest_text(values[0]);
  if (values[0] == 1) return range_problem({"opening", "", kFraction}, values[1]);
  return range_problem(quantity::kEffort, values[1]);
}
void apply_grip(const InputTargets& t, int arm, Values values) {
  ArmSetPoint set = present(t, arm);
  set.grip_mode = static_cast<GripMode>(static_cast<int>(values[0]));
  set.grip = values[1];
  t.control.arms().ask(t.world, t.state, arm, set);
}

std::string check_off(const InputTargets&, int, Values values) {
  return check_count(values, 0);
}
void apply_off(const InputTargets& t, int arm, Values) {
  t.control.arms().switch_off(t.world, t.state, arm);
}

std::string check_arm_mission(const InputTargets& t, int arm, Values values) {
  if (std::string wrong = check_count(values, 0); !wrong.empty()) return wrong;
  const auto track = static_cast<size_t>(t.world.arms[static_cast<size_t>(arm)].track);
  const IndexRange steps = t.world.tracks[track].steps;
  const int64_t status = t.state.mission_status[track];
  if (steps.count == 0) return "it has no mission to go on with";
  if (status != static_cast<int64_t>(control::MissionStatus::kOutside))
    return std::string("its mission is not interrupted but ") +
           control::mission_status_name(status);
  return t.state.mission_step[track] < steps.end() ? "" : "its mission had ended";
}
void apply_arm_mission(const InputTargets& t, int arm, Values) {
  t.control.arms().resume(t.world, t.state, arm);
}

std::string check_arm_gains(const InputTargets& t, int arm, Values values) {
  const control::ArmSetup& setup = arm_at(t, arm);
  std::vector<ArmJointFacts> joints = setup.facts.joints;
  joints.insert(joints.end(), setup.facts.fingers.begin(), setup.facts.fingers.end());
  const std::vector<Gain> table = arm_gains(joints, setup.kind.structure);
  std::string wrong = check_count(values, table.size());
  for (size_t i = 0; i < table.size() && wrong.empty(); ++i)
    wrong = range_problem({table[i].name.c_str(), "", quantity::kGain.bounds}, values[i]);
  return wrong;
}
void apply_arm_gains(const InputTargets& t, int arm, Values values) {
  std::copy(values.begin(), values.end(), t.control.arms().gains(arm, t.state).begin());
}

// In the order of InputKey, from kArmPositions on.
constexpr InputRow kArmRows[] = {
    {"joint_position", check_positions, apply_positions},
    {"joint_velocity", check_velocities, apply_velocities},
    {"joint_effort", check_efforts, apply_efforts},
    {"tool_pose", check_tool_pose, apply_tool_pose},
    {"tool_velocity", check_tool_velocity, apply_tool_velocity},
    {"grip", check_grip, apply_grip},
    {"off", check_off, apply_off},
    {"mission", check_arm_mission, apply_arm_mission},
    {"gains", check_arm_gains, apply_arm_gains},
};
static_assert(std::size(kArmRows) ==
              static_cast<size_t>(InputKey::kCount) - static_cast<size_t>(InputKey::kArmPositions));

}  // namespace

void release_joint(const InputTargets& t, int actuator) {
  for (size_t a = 0; a < t.world.arms.size(); ++a) {
    const Arm& arm = t.world.arms[a];
    const auto has = [&](const std::vector<int>& list) {
      return std::find(list.begin(), list.end(), actuator) != list.end();
    };
    if (!has(arm.joints) && !has(arm.fingers)) continue;
    const double* set = arm_set_point(t.state, static_cast<int>(a));
    const bool asked = arm_mode(set) != ArmMode::kOff || set[kArmSetGripMode] != 0 ||
                       t.state.mission_status[static_cast<size_t>(arm.track)] ==
                           static_cast<int64_t>(control::MissionStatus::kRunning);
    if (asked) t.control.arms().switch_off(t.world, t.state, static_cast<int>(a));
  }
}

const InputRow& arm_input_row(InputKey key) {
  return kArmRows[static_cast<size_t>(key) - static_cast<size_t>(InputKey::kArmPositions)];
}

}  // namespace hadal::simulation
