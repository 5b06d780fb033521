#include "control/body_controller.h"

#include <algorithm>

#include "math/rotation.h"

namespace hadal::control {
namespace {

CascadeGainSpan axis_gains(std::span<const double, kBodyGainCount> gains, int axis) {
  return CascadeGainSpan(gains.data() + axis * kCascadeGainCount, kCascadeGainCount);
}

CascadeStateSpan axis_state(std::span<double, kBodyStateSize> state, int axis) {
  return CascadeStateSpan(state.data() + axis * kCascadeStateSize, kCascadeStateSize);
}

CascadeKind kind_of(const BodyControllerParameters& parameters) {
  return {parameters.structure, parameters.anti_windup, parameters.tracking_time_s};
}

// Wrench of weight and buoyancy at the body origin.
Vec6 restoring_wrench_B(const BodyFeedForward& body, const Quat& q_NB) {
  const Vec3 down_B = q_NB.conjugate() * Vec3::UnitZ();
  Vec6 wrench;
  wrench << (body.weight_n - body.buoyancy_n) * down_B,
      (body.weight_n * body.p_BG_B - body.buoyancy_n * body.p_BC_B).cross(down_B);
  return wrench;
}

Vec6 feed_forward_B(const BodyControllerParameters& parameters, const BodySetPoint& set_point,
                    const Quat& q_NB) {
  const BodyFeedForward& body = parameters.feed_forward;
  Vec6 wrench = Vec6::Zero();
  if (body.restoring) wrench -= restoring_wrench_B(body, q_NB);
  if (!body.damping) return wrench;
  for (int axis = 0; axis < 6; ++axis) {
    const double limit = parameters.axes[axis].velocity_limit;
    const double v = std::clamp(set_point.velocity_B[axis], -limit, limit);
    wrench[axis] += (body.damping_linear[axis] + body.damping_quadratic[axis] * std::abs(v)) * v;
  }
  return wrench;
}

// The wanted attitude, with the measured angle about each axis that nothing drives.
Quat reachable_attitude(const Quat& wanted_NB, const Quat& measured_NB, const WrenchReach& reach) {
  if (reach.controllable[3] && reach.controllable[4]) return wanted_NB;
  const EulerAngles measured = euler_from(measured_NB);
  EulerAngles wanted = euler_from(wanted_NB);
  if (!reach.controllable[3]) wanted.roll = measured.roll;
  if (!reach.controllable[4]) wanted.pitch = measured.pitch;
  return quaternion_from(wanted);
}

}  // namespace

void store_gains(const BodyControllerParameters& parameters,
                 std::span<double, kBodyGainCount> live) {
  for (int axis = 0; axis < 6; ++axis)
    store_gains(parameters.axes[axis],
                std::span<double, kCascadeGainCount>(live.data() + axis * kCascadeGainCount,
                                                     kCascadeGainCount));
}

Vec6 pose_error_B(const Pose& wanted_NB, const Pose& measured_NB, const WrenchReach& reach) {
  const Quat q_BN = measured_NB.q.conjugate();
  Vec6 error;
  error << q_BN * (wanted_NB.p - measured_NB.p),
      rotation_vector(q_BN * reachable_attitude(wanted_NB.q, measured_NB.q, reach));
  return error;
}

Vec6 body_update(const BodyControllerParameters& parameters, const WrenchReach& reach,
                 std::span<const double, kBodyGainCount> gains, const BodySetPoint& set_point,
                 const BodyMeasurement& measured, double dt_s,
                 std::span<double, kBodyStateSize> state) {
  const CascadeKind kind = kind_of(parameters);
  const Vec6 error = pose_error_B(set_point.pose_NB, measured.pose_NB, reach);
  const Vec6 forward = feed_forward_B(parameters, set_point, measured.pose_NB.q);
  Vec6 wrench_B = Vec6::Zero();
  for (int axis = 0; axis < 6; ++axis) {
    const CascadeStateSpan memory = axis_state(state, axis);
    if (!reach.controllable[axis]) {
      cascade_reset(memory);
      continue;
    }
    const CascadeLimits limits{parameters.axes[axis].velocity_limit, reach.min[axis],
                               reach.max[axis]};
    const CascadeInput input{set_point.mode_of(axis),
                             error[axis],
                             set_point.velocity_B[axis],
                             measured.nu_B[axis],
                             set_point.effort_B[axis],
                             forward[axis],
                             dt_s};
    wrench_B[axis] = cascade_update(kind, limits, axis_gains(gains, axis), input, memory);
  }
  return wrench_B;
}

void body_applied(const BodyControllerParameters& parameters, const WrenchReach& reach,
                  std::span<const double, kBodyGainCount> gains, const Vec6& wrench_achieved_B,
                  double dt_s, std::span<double, kBodyStateSize> state) {
  for (int axis = 0; axis < 6; ++axis) {
    if (!reach.controllable[axis]) continue;
    cascade_applied(kind_of(parameters), axis_gains(gains, axis), wrench_achieved_B[axis], dt_s,
                    axis_state(state, axis));
  }
}

void body_forget(int axis, std::span<double, kBodyStateSize> state) {
  cascade_reset(axis_state(state, axis));
}

Vec6 kinematic_velocity_B(const BodyControllerParameters& parameters, const BodySetPoint& set_point,
                          const BodyMeasurement& measured, double dt_s) {
  if (set_point.mode != ControlMode::kPosition && set_point.mode != ControlMode::kVelocity)
    return Vec6::Zero();
  WrenchReach all;
  all.controllable.fill(true);
  Vec6 velocity_B = set_point.velocity_B;
  if (set_point.mode == ControlMode::kPosition)
    velocity_B = pose_error_B(set_point.pose_NB, measured.pose_NB, all) / dt_s;
  for (int axis = 0; axis < 6; ++axis) {
    const double limit = parameters.axes[axis].velocity_limit;
    velocity_B[axis] = std::clamp(velocity_B[axis], -limit, limit);
  }
  return velocity_B;
}

}  // namespace hadal::control
