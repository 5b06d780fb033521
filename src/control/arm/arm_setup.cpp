#include "control/arm/arm_setup.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "dynamics/multibody/spec.h"
#include "math/rotation.h"

namespace hadal::control {
namespace {

const Link& link_at(const World& world, int index) {
  return world.links[static_cast<size_t>(index)];
}

bool hangs_on(const World& world, int link, int ancestor) {
  for (; link >= 0; link = link_at(world, link).parent)
    if (link == ancestor) return true;
  return false;
}

// Pose of a link's frame at its start in that of its parent.
Pose start_in_parent(const Link& link) {
  Pose X = link.pose_PL;
  if (link.joint == LinkJoint::kHinge)
    X.q = X.q * quaternion_from_rotation_vector(link.joint_start * link.axis_L);
  if (link.joint == LinkJoint::kSlide) X.p += X.q * (link.joint_start * link.axis_L);
  return X;
}

// Of a link in an ancestor at the start.
Pose start_in_ancestor(const World& world, int link, int ancestor) {
  Pose X;
  for (; link != ancestor; link = link_at(world, link).parent)
    X = start_in_parent(link_at(world, link)) * X;
  return X;
}

// Of a link that hangs on the joint, at the start, per unit of the joint's rate.
Vec6 twist_by(const World& world, int link, const DrivenJoint& joint) {
  const Pose X = start_in_ancestor(world, link, joint.link);
  const Vec3& axis = link_at(world, joint.link).axis_L;
  Vec6 twist;
  if (joint.facts.slides)
    twist << X.q.conjugate() * axis, Vec3::Zero();
  else
    twist << X.q.conjugate() * axis.cross(X.p), X.q.conjugate() * axis;
  return twist;
}

// Entry of the mass matrix of the joints at the start, on a base that does not move, with the water
// that moves along: sum of s_outer^T M s_inner over the links that hang on the outer joint, which
// hangs on the inner one. Of a joint with itself: the inertia about (mass along) its axis.
double carried_inertia(const World& world, const DrivenJoint& inner, const DrivenJoint& outer) {
  double sum = inner.link == outer.link ? link_at(world, inner.link).joint_armature : 0;
  for (const int index : outer.carried) {
    const Link& link = link_at(world, index);
    const Mat6 M = dynamics::rigid_mass_matrix(link.mass_kg, link.p_LG_L, link.inertia_G) +
                   link.added_mass_L;
    sum += twist_by(world, index, outer).dot(M * twist_by(world, index, inner));
  }
  return sum;
}

bool has_own_gains(const DrivenJoint& joint, const ArmController& controller) {
  const ArmJointControl* own = controller.find(joint.facts.name);
  return own && own->has_gains();
}

// How much faster than one joint alone the joints answer together: the largest eigenvalue of
// M^-1 diag(M) of those without gains of their own. Joints about parallel axes with a load far out
// reach 20 and more, as each of them counts the whole load for itself.
double joint_interaction(const World& world, const std::vector<DrivenJoint>& joints,
                         const ArmController& controller) {
  std::vector<const DrivenJoint*> list;
  for (const DrivenJoint& joint : joints)
    if (!has_own_gains(joint, controller)) list.push_back(&joint);
  if (list.empty()) return 1;
  const auto count = static_cast<Eigen::Index>(list.size());
  Eigen::MatrixXd M(count, count);
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index j = i; j < count; ++j)
      M(i, j) = M(j, i) = carried_inertia(world, *list[static_cast<size_t>(i)],
                                          *list[static_cast<size_t>(j)]);
  const Eigen::VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * M * scale.asDiagonal();
  const double least =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[0];
  return least > 0 ? 1 / least : 1;
}

DrivenJoint driven_joint(const World& world, int actuator, const ArmJointFacts& facts,
                         const ArmController& controller) {
  const Actuator& drive = world.actuators[static_cast<size_t>(actuator)];
  DrivenJoint out;
  out.link = drive.link;
  out.actuator = actuator;
  out.facts = facts;
  const auto* law = drive.config.as<JointDrive>();
  out.command_min = law ? law->command_min() : drive.command.min;
  out.command_max = law ? law->command_max() : drive.command.max;
  for (int i = 0; i < static_cast<int>(world.links.size()); ++i)
    if (link_at(world, i).vehicle == drive.vehicle && hangs_on(world, i, drive.link))
      out.carried.push_back(i);
  const ArmJointControl* own = controller.find(facts.name);
  const bool limited = link_at(world, drive.link).joint_range.has_value();
  out.posture = limited ? 0.5 * (facts.lower + facts.upper) : link_at(world, drive.link).joint_start;
  if (own && own->posture) out.posture = *own->posture;
  return out;
}

// Gains of a joint: its own, or what the header of kinds/controllers/arm.h says.
AxisParameters joint_gains(const World& world, const DrivenJoint& joint,
                           const ArmController& controller, double bandwidth_rad_s) {
  AxisParameters out;
  if (has_own_gains(joint, controller)) {
    const ArmJointControl* own = controller.find(joint.facts.name);
    out.position = own->position;
    out.velocity = own->velocity;
    return out;
  }
  const double w = bandwidth_rad_s;
  const double inertia = carried_inertia(world, joint, joint);
  const double damping = link_at(world, joint.link).joint_damping;
  if (controller.structure == ControlStructure::kCascaded)
    out.position.proportional = w / 4;
  else
    out.position = {w * w / 4 * inertia, w * w * w / 32 * inertia, w * inertia};
  out.velocity = {w * inertia, w / 4 * (w * inertia + damping), 0};
  return out;
}

ArmChain chain_of(const World& world, const Arm& arm, const std::vector<DrivenJoint>& joints,
                  int base_link) {
  ArmChain chain;
  int last = base_link;
  const auto fixed_pose = [&](int link, int ancestor) {
    Pose X;
    for (; link != ancestor; link = link_at(world, link).parent) {
      HADAL_CHECK(link >= 0, "the joints of an arm follow each other");
      X = link_at(world, link).pose_PL * X;
    }
    return X;
  };
  for (const DrivenJoint& joint : joints) {
    const Link& link = link_at(world, joint.link);
    chain.joints.push_back({fixed_pose(joint.link, last), link.axis_L, joint.facts.slides,
                            joint.facts.lower, joint.facts.upper});
    last = joint.link;
  }
  chain.X_LT = fixed_pose(arm.tool_link, last) * arm.X_LT;
  return chain;
}

std::vector<ToolForceSensor> force_sensors_of(const World& world, int index) {
  const Arm& arm = world.arms[static_cast<size_t>(index)];
  std::vector<ToolForceSensor> list;
  for (size_t i = 0; i < world.sensors.size(); ++i) {
    const Sensor& sensor = world.sensors[i];
    if (sensor.config.kind() != "force_torque" || !moves_with_tool(world, index, sensor.link))
      continue;
    const Pose X_LT = start_in_ancestor(world, arm.tool_link, sensor.link) * arm.X_LT;
    list.push_back({static_cast<int>(i), X_LT.q.conjugate() * sensor.X_BS.q});
  }
  return list;
}

void lay_out(ArmSetup& setup, size_t memory_begin, size_t gains_begin) {
  ArmLayout& layout = setup.layout;
  layout.step = memory_begin;
  layout.last_mode = layout.step + kArmStepStateSize;
  layout.reference = layout.last_mode + 1;
  layout.loops = layout.reference + setup.joints.size();
  layout.memory_size = layout.loops + setup.driven() * kCascadeStateSize - memory_begin;
  layout.gains = gains_begin;
  layout.gain_count = setup.driven() * kCascadeGainCount;
}

}  // namespace

ArmSetup arm_setup(const World& world, int index, size_t memory_begin, size_t gains_begin) {
  const Arm& arm = world.arms[static_cast<size_t>(index)];
  const ArmController& controller = arm.controller;
  ArmSetup out;
  out.arm = index;
  out.vehicle = arm.vehicle;
  out.hull_link = world.vehicles[static_cast<size_t>(arm.vehicle)].links.begin;
  out.facts = arm_facts(world, arm);
  for (size_t j = 0; j < arm.joints.size(); ++j)
    out.joints.push_back(driven_joint(world, arm.joints[j], out.facts.joints[j], controller));
  for (size_t f = 0; f < arm.fingers.size(); ++f)
    out.fingers.push_back(driven_joint(world, arm.fingers[f], out.facts.fingers[f], controller));
  out.base_link = out.joints.empty() ? arm.tool_link : link_at(world, out.joints[0].link).parent;
  out.chain = chain_of(world, arm, out.joints, out.base_link);
  out.force_sensors = force_sensors_of(world, index);
  for (const DrivenJoint& joint : out.joints) out.posture.push_back(joint.posture);
  out.kind = {controller.structure, controller.anti_windup, controller.tracking_time_s};
  out.compensation = controller.compensation;
  out.inverse.radian_m = controller.radian_m;
  out.inverse.posture_gain = controller.posture_gain;
  out.rate = Rate(controller.rate_hz, world.clock);
  out.dt_s = std::max(1 / controller.rate_hz, world.clock.step_s());
  lay_out(out, memory_begin, gains_begin);
  out.start_gains.resize(out.layout.gain_count);
  // A velocity loop of bandwidth w, updated every T, is stable below w T = 2.
  constexpr double kLargestStep = 1.3;
  const double largest = kLargestStep / (out.dt_s * joint_interaction(world, out.joints, controller));
  const double bandwidth = std::min(controller.bandwidth_rad_s, largest);
  size_t at = 0;
  for (const auto* list : {&out.joints, &out.fingers})
    for (const DrivenJoint& joint : *list) {
      store_gains(joint_gains(world, joint, controller, bandwidth),
                  std::span<double, kCascadeGainCount>(out.start_gains.data() + at,
                                                       kCascadeGainCount));
      at += kCascadeGainCount;
    }
  return out;
}

}  // namespace hadal::control
