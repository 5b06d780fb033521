#include <algorithm>

#include "kinds/actuators/joint.h"
#include "scenario/nearest.h"
#include "world/build.h"

namespace hadal::build {
namespace {

void check_joints(const Context& context, const ArmController& controller, const std::string& key,
                  const Arm& arm) {
  std::vector<std::string> known;
  for (const auto& list : {arm.joints, arm.fingers})
    for (const int joint : list)
      known.push_back(context.world.actuators[static_cast<size_t>(joint)].name);
  for (size_t i = 0; i < controller.joints.size(); ++i) {
    const std::string& name = controller.joints[i].joint;
    if (std::find(known.begin(), known.end(), name) == known.end())
      context.fail(key + ".joints[" + std::to_string(i) + "].joint",
                   "no joint '" + name + "' on the arm '" + arm.name + "'" + hint_for(name, known));
  }
}

}  // namespace

void control_arm(const Context& context, const ArmController& controller, const std::string& key,
                 bool joints_only, Arm& arm) {
  check_joints(context, controller, key, arm);
  std::vector<ArmJointControl> joints = arm.controller.joints;
  joints.insert(joints.end(), controller.joints.begin(), controller.joints.end());
  if (!joints_only) arm.controller = controller;
  arm.controller.joints = std::move(joints);
}

}  // namespace hadal::build

namespace hadal::inline world {
namespace {

ArmJointFacts joint_facts(const World& world, const ArmController& controller, int actuator) {
  const Actuator& drive = world.actuators[static_cast<size_t>(actuator)];
  const Link& link = world.links[static_cast<size_t>(drive.link)];
  ArmJointFacts out;
  out.name = drive.name;
  out.slides = link.joint == LinkJoint::kSlide;
  if (link.joint_range) out.lower = (*link.joint_range)[0], out.upper = (*link.joint_range)[1];
  const ArmJointControl* own = controller.find(drive.name);
  out.velocity_limit = controller.velocity_limit;
  out.acceleration_limit = controller.acceleration_limit;
  if (own && own->velocity_limit) out.velocity_limit = *own->velocity_limit;
  if (const auto* joint = drive.config.as<JointDrive>()) {
    out.asks_for = joint->asks_for;
    out.effort_limit = joint->effort_limit;
    out.velocity_limit = std::min(out.velocity_limit, joint->velocity_limit);
  }
  if (own && own->acceleration_limit) out.acceleration_limit = *own->acceleration_limit;
  return out;
}

}  // namespace

int find_arm(const World& world, int vehicle, const std::string& name) {
  for (size_t i = 0; i < world.arms.size(); ++i)
    if (world.arms[i].vehicle == vehicle && world.arms[i].name == name) return static_cast<int>(i);
  return -1;
}

bool moves_with_tool(const World& world, int arm, int link) {
  const Arm& own = world.arms[static_cast<size_t>(arm)];
  const int last = own.joints.empty()
                       ? -1
                       : world.actuators[static_cast<size_t>(own.joints.back())].link;
  for (int i = own.tool_link; i >= 0; i = world.links[static_cast<size_t>(i)].parent) {
    if (i == link) return true;
    if (i == last) return false;
  }
  return false;
}

ArmFacts arm_facts(const World& world, const Arm& arm) {
  ArmFacts out;
  out.name = arm.name;
  for (const int joint : arm.joints)
    out.joints.push_back(joint_facts(world, arm.controller, joint));
  for (const int finger : arm.fingers)
    out.fingers.push_back(joint_facts(world, arm.controller, finger));
  return out;
}

}  // namespace hadal::world
