// Models and random states shared by the multibody tests.
#pragma once
#include <cmath>
#include <functional>
#include <string>

#include "dynamics/contact/test_terrain.h"
#include "dynamics/multibody/multibody.h"

namespace hadal::dynamics::testing {

inline Mat3 box_inertia(double mass, double x, double y, double z) {
  return Vec3(y * y + z * z, x * x + z * z, x * x + y * y).asDiagonal() * (mass / 12);
}

inline Mat3 turned(const Mat3& inertia, const Quat& q) {
  const Mat3 R = q.toRotationMatrix();
  const Mat3 out = R * inertia * R.transpose();
  return 0.5 * (out + out.transpose());
}

// Positive definite with all couplings.
inline Mat6 added_mass(Draws& draws, double linear, double angular) {
  Mat6 a;
  for (int i = 0; i < 36; ++i) a.data()[i] = draws.normal();
  Mat6 m = 0.05 * a * a.transpose();
  m.diagonal() += Vec6(0.4, 0.7, 1.0, 0.4, 0.7, 1.0);
  Vec6 scale;
  scale << Vec3::Constant(std::sqrt(linear)), Vec3::Constant(std::sqrt(angular));
  m = scale.asDiagonal() * m * scale.asDiagonal();
  return 0.5 * (m + m.transpose());
}

inline LinkSpec vehicle(Draws& draws, const std::string& name = "vehicle") {
  LinkSpec link;
  link.name = name;
  link.mass_kg = 50;
  link.p_LG_L = Vec3(0.03, -0.02, 0.05);
  link.inertia_G = turned(box_inertia(50, 0.8, 0.5, 0.4), draws.attitude());
  link.added_mass_L = added_mass(draws, 40, 4);
  return link;
}

inline LinkSpec arm_link(Draws& draws, int parent, const std::string& name, JointKind joint,
                         double mass) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.joint = joint;
  link.pose_PL = {0.2 * draws.vector(), draws.attitude()};
  link.axis_L = draws.vector();
  link.mass_kg = mass;
  link.p_LG_L = 0.05 * draws.vector();
  link.inertia_G = turned(box_inertia(mass, 0.08, 0.1, 0.2), draws.attitude());
  link.added_mass_L = added_mass(draws, 1.5 * mass, 0.01 * mass);
  return link;
}

// A vehicle with `hinges` arm joints in a row and two slides on the last; all frames twisted.
inline MultibodySpec vehicle_with_arm(int hinges, bool gripper) {
  Draws draws("model");
  MultibodySpec spec;
  spec.links.push_back(vehicle(draws));
  for (int i = 0; i < hinges; ++i)
    spec.links.push_back(
        arm_link(draws, i, "arm" + std::to_string(i), JointKind::kHinge, 2.0 - 0.2 * i));
  for (int i = 0; gripper && i < 2; ++i)
    spec.links.push_back(
        arm_link(draws, hinges, "finger" + std::to_string(i), JointKind::kSlide, 0.15));
  return spec;
}

inline void randomise(Multibody& bodies, const MultibodySpec& spec, Draws& draws) {
  for (double& q : bodies.qpos()) q = draws.normal();
  for (double& v : bodies.qvel()) v = 2 * draws.normal();
  for (size_t i = 0; i < spec.links.size(); ++i) {
    if (spec.links[i].joint != JointKind::kFree) continue;
    const Quat q = draws.attitude();
    double* to = &bodies.qpos()[bodies.qpos_address(static_cast<int>(i)) + 3];
    to[0] = q.w();
    to[1] = q.x();
    to[2] = q.y();
    to[3] = q.z();
  }
  bodies.refresh();
}

// One step; `force` writes loads and efforts at every stage.
using Force = std::function<void(Multibody&, double time_s)>;
inline StepStatus step(Multibody& bodies, double time_s = 0, const Force& force = {}) {
  for (int stage = 0; stage < bodies.stage_count(); ++stage) {
    bodies.update_kinematics(stage);
    if (force) force(bodies, time_s + bodies.stage_fraction(stage) * bodies.step_s());
    bodies.accelerate(stage);
  }
  return bodies.finish();
}

inline Multibody make(const MultibodySpec& spec) {
  return Multibody::create(spec).value();
}

}  // namespace hadal::dynamics::testing
