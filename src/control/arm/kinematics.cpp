#include "control/arm/kinematics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "math/rotation.h"
#include "math/solve.h"

namespace hadal::control {
namespace {

Pose joint_motion(const ChainJoint& joint, double q) {
  if (joint.slides) return {q * joint.axis_L, Quat::Identity()};
  Quat turn;
  turn.w() = std::cos(0.5 * q);
  turn.vec() = std::sin(0.5 * q) * joint.axis_L;
  return {Vec3::Zero(), turn};
}

// Error and Jacobian in metres; rows that do not count are zero.
struct Task {
  Vec6 error;
  ToolJacobian J;
};

Task task_of(const InverseParameters& parameters, const ToolKinematics& now, const Vec6& error_P) {
  const double weight = parameters.keeps_attitude ? parameters.radian_m : 0.0;
  Task task{error_P, now.J_P};
  task.error.tail<3>() *= weight;
  task.J.bottomRows<3>() *= weight;
  return task;
}

double weighed_square(const InverseParameters& parameters, const Vec6& error) {
  const double angle_m = parameters.keeps_attitude ? parameters.radian_m : 0.0;
  return error.head<3>().squaredNorm() + angle_m * angle_m * error.tail<3>().squaredNorm();
}

// J J^T + l^2 I of the joints that are free.
Mat6 damped_square(const ToolJacobian& J, double damping_square) {
  Mat6 square = damping_square * Mat6::Identity();
  for (Eigen::Index j = 0; j < J.cols(); ++j) square += J.col(j) * J.col(j).transpose();
  return square;
}

double task_damping(const InverseParameters& parameters, const Vec6& error) {
  return parameters.damping_m * parameters.damping_m + 0.5 * error.squaredNorm();
}

}  // namespace

Pose tool_pose(const ArmChain& chain, std::span<const double> q) {
  Pose X;
  for (size_t j = 0; j < chain.joints.size(); ++j)
    X = X * chain.joints[j].X_PL * joint_motion(chain.joints[j], q[j]);
  return X * chain.X_LT;
}

ToolKinematics tool_kinematics(const ArmChain& chain, std::span<const double> q) {
  const int count = chain.count();
  std::array<Pose, kMaxArmJoints> X_PL;
  Pose X;
  for (int j = 0; j < count; ++j) {
    const ChainJoint& joint = chain.joints[static_cast<size_t>(j)];
    X = X * joint.X_PL * joint_motion(joint, q[static_cast<size_t>(j)]);
    X_PL[static_cast<size_t>(j)] = X;
  }
  ToolKinematics out;
  out.X_PT = X * chain.X_LT;
  out.J_P.resize(6, count);
  for (int j = 0; j < count; ++j) {
    const Pose& link = X_PL[static_cast<size_t>(j)];
    const ChainJoint& joint = chain.joints[static_cast<size_t>(j)];
    const Vec3 axis_P = link.q * joint.axis_L;
    if (joint.slides)
      out.J_P.col(j) << axis_P, Vec3::Zero();
    else
      out.J_P.col(j) << axis_P.cross(out.X_PT.p - link.p), axis_P;
  }
  return out;
}

Vec6 pose_error(const Pose& wanted_PT, const Pose& X_PT) {
  Vec6 error;
  error << wanted_PT.p - X_PT.p, rotation_vector(wanted_PT.q * X_PT.q.conjugate());
  return error;
}

JointVector inverse_step(const ArmChain& chain, const InverseParameters& parameters,
                         std::span<const double> q, const ToolKinematics& now, const Vec6& error_P,
                         std::span<const double> posture, std::span<const double> lower,
                         std::span<const double> upper) {
  const int count = chain.count();
  HADAL_CHECK(count <= kMaxArmJoints && q.size() >= static_cast<size_t>(count));
  Task task = task_of(parameters, now, error_P);
  const double damping_square = task_damping(parameters, task.error);
  // Toward the posture while the tool is where it should be: far from it that would only disturb.
  const double near_m = 0.01;
  const double calm = near_m * near_m / (near_m * near_m + task.error.squaredNorm());
  JointVector toward = JointVector::Zero(count);
  for (int j = 0; j < count && !posture.empty(); ++j) {
    const auto i = static_cast<size_t>(j);
    toward[j] = parameters.posture_gain * calm * (posture[i] - q[i]);
  }
  JointVector step = JointVector::Zero(count);
  std::array<bool, kMaxArmJoints> held{};
  for (int pass = 0; pass <= count; ++pass) {
    const Mat6 square = damped_square(task.J, damping_square);
    const Vec6 wanted = task.error - task.J * toward;
    step = toward + task.J.transpose() * solve(square, wanted);
    bool beyond = false;
    for (int j = 0; j < count; ++j) {
      const auto i = static_cast<size_t>(j);
      const double low = lower.empty() ? chain.joints[i].lower : lower[i];
      const double high = upper.empty() ? chain.joints[i].upper : upper[i];
      const double inside = std::clamp(q[i] + step[j], low, high) - q[i];
      if (held[i] || inside == step[j]) continue;
      held[i] = beyond = true;
      task.error -= task.J.col(j) * inside;
      task.J.col(j).setZero();
      toward[j] = inside;
    }
    if (!beyond) break;
  }
  return step;
}

JointVector inverse_advance(const ArmChain& chain, const InverseParameters& parameters,
                            std::span<const double> q, const Pose& wanted_PT,
                            std::span<const double> posture, std::span<const double> lower,
                            std::span<const double> upper) {
  constexpr int kHalvings = 6;
  constexpr double kRounding_m2 = 1e-10;  // (10 um)^2: room for the motion toward the posture
  const int count = chain.count();
  const ToolKinematics now = tool_kinematics(chain, q);
  const Vec6 error_P = pose_error(wanted_PT, now.X_PT);
  const double before_m2 = weighed_square(parameters, error_P);
  JointVector step = inverse_step(chain, parameters, q, now, error_P, posture, lower, upper);
  std::array<double, kMaxArmJoints> tried;
  for (int halving = 0; halving < kHalvings; ++halving) {
    for (int j = 0; j < count; ++j)
      tried[static_cast<size_t>(j)] = q[static_cast<size_t>(j)] + step[j];
    const Vec6 error = pose_error(wanted_PT, tool_pose(chain, tried));
    if (weighed_square(parameters, error) <= before_m2 + kRounding_m2) return step;
    step *= 0.5;
  }
  return JointVector::Zero(count);
}

InverseResult inverse_kinematics(const ArmChain& chain, const InverseParameters& parameters,
                                 const Pose& wanted_PT, std::span<const double> posture,
                                 int steps_max, std::span<double> q) {
  constexpr double kStill = 1e-9;
  InverseResult out;
  double largest = 1;
  for (; out.steps < steps_max && largest > kStill; ++out.steps) {
    const JointVector step = inverse_advance(chain, parameters, q, wanted_PT, posture);
    largest = step.cwiseAbs().maxCoeff();
    for (int j = 0; j < chain.count(); ++j) q[static_cast<size_t>(j)] += step[j];
  }
  const Vec6 error = pose_error(wanted_PT, tool_pose(chain, q));
  out.residual_m = error.head<3>().norm();
  out.residual_rad = parameters.keeps_attitude ? error.tail<3>().norm() : 0.0;
  return out;
}

}  // namespace hadal::control
