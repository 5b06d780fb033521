#include "kinds/controllers/body.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinds/controllers/list.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

CascadeGainSpan axis_gains(std::span<const double, kBodyGainCount> gains, int axis) {
  return CascadeGainSpan(gains.data() + axis * kCascadeGainCount, kCascadeGainCount);
}

CascadeStateSpan axis_state(std::span<double, kBodyStateSize> state, int axis) {
  return CascadeStateSpan(state.data() + axis * kCascadeStateSize, kCascadeStateSize);
}

CascadeKind kind_of(const BodyController& controller) {
  return {controller.structure, controller.anti_windup, controller.tracking_time_s};
}

// Wrench of weight and buoyancy at the body origin.
Vec6 restoring_wrench_B(const extension::HullSetting& hull, const Quat& q_NB) {
  const Vec3 down_B = q_NB.conjugate() * Vec3::UnitZ();
  const Eigen::Map<const Vec3> p_BG_B(hull.p_BG_B.data()), p_BC_B(hull.p_BC_B.data());
  Vec6 wrench;
  wrench << (hull.weight_n - hull.buoyancy_n) * down_B,
      (hull.weight_n * p_BG_B - hull.buoyancy_n * p_BC_B).cross(down_B);
  return wrench;
}

Vec6 feed_forward_B(const BodyController& controller, const BodySetPoint& set_point,
                    const Quat& q_NB) {
  const extension::HullSetting& hull = controller.hull;
  Vec6 wrench = Vec6::Zero();
  if (controller.restoring_feed_forward) wrench -= restoring_wrench_B(hull, q_NB);
  if (!controller.damping_feed_forward) return wrench;
  for (int axis = 0; axis < 6; ++axis) {
    const double limit = controller.axis(axis).velocity_limit;
    const double v = std::clamp(set_point.velocity_B[axis], -limit, limit);
    wrench[axis] += (hull.damping_linear[axis] + hull.damping_quadratic[axis] * std::abs(v)) * v;
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

// Fraction of what is reached on the side of the stick.
double effort_of(double stick, double min, double max) {
  return stick > 0 ? stick * max : -stick * min;
}

bool steers_by_velocity(const AxisParameters& axis) {
  constexpr double kUnlimitedVelocity = 1e6;  // a velocity limit above it says nothing
  return axis.velocity_limit < kUnlimitedVelocity && axis.velocity.proportional > 0;
}

// One axis with a hold on it.
void hold_axis(const BodyController& controller, int axis, double stick,
               const extension::StickHold& hold, BodySetPoint& wanted,
               std::span<double, kBodyStateSize> loops) {
  const AxisParameters& limits = controller.axis(axis);
  if (hold.keeps()) {
    wanted.by_axis[axis] = ControlMode::kPosition;
    // An effort of the stick must not live on as the loop's own.
    if (hold.released && !steers_by_velocity(limits)) cascade_reset(axis_state(loops, axis));
  } else if (hold.phase == extension::HoldPhase::kSteered && steers_by_velocity(limits)) {
    wanted.by_axis[axis] = ControlMode::kVelocity;
    wanted.velocity_B[axis] = stick * limits.velocity_limit;
  }
}

// A neutral roll or pitch stick, where there is a loop that levels.
bool levels(const BodyController& controller, int axis, double stick, BodySetPoint& wanted) {
  if (stick != 0 || !(controller.axis(axis).position.proportional > 0)) return false;
  wanted.by_axis[axis] = ControlMode::kPosition;
  return true;
}

// Heave at which the depth stays: w = -(R_zx u + R_zy v) / R_zz, R = R_NB.
double level_heave(const BodyMeasurement& measured) {
  constexpr double kSteepest = 0.5;  // cosine of the tilt up to which heave changes the depth
  const Vec3 down_B = measured.pose_NB.q.conjugate() * Vec3::UnitZ();
  if (down_B.z() < kSteepest) return 0;
  return -down_B.head<2>().dot(measured.nu_B.head<2>()) / down_B.z();
}

// As the depth loops see it. A hull that trims or rolls climbs along its own axes as it drives: a
// depth loop around the bare heave would lag behind by that climb.
BodyMeasurement seen_by_depth_loops(BodyMeasurement measured) {
  measured.nu_B[extension::kStickHeave] -= level_heave(measured);
  return measured;
}

std::span<const double, kBodyGainCount> body_gains(const extension::ControlContext& now) {
  return now.gains.first<kBodyGainCount>();
}
std::span<double, kBodyStateSize> body_loops(const extension::ControlContext& now) {
  return now.state.first<kBodyStateSize>();
}

Quat quat_of(const extension::Quaternion& q) {
  return Quat(q[0], q[1], q[2], q[3]);
}

}  // namespace

const StructSchema& BodyController::schema() {
  using C = BodyController;
  static const StructSchema s =
      extension::controller_schema<C>("body",
                                      "Six-axis PID with thruster allocation; directions the "
                                      "thrusters cannot reach are left out.")
          .choice("structure", &C::structure,
                  "Position loop feeds the velocity loop, or both give effort.",
                  {{"cascaded", ControlStructure::kCascaded},
                   {"parallel", ControlStructure::kParallel}})
          .choice("anti_windup", &C::anti_windup, "What stops the integrators at a limit.",
                  {{"back_calculation", AntiWindup::kBackCalculation},
                   {"clamping", AntiWindup::kClamping},
                   {"none", AntiWindup::kNone}})
          .number("tracking_time_s", &C::tracking_time_s,
                  "Of the back-calculation; 0 = from the gains.", kNotNegative)
          .object("surge", &C::surge, "Forward.")
          .object("sway", &C::sway, "Right.")
          .object("heave", &C::heave, "Down.")
          .object("roll", &C::roll, "Roll.")
          .object("pitch", &C::pitch, "Pitch.")
          .object("yaw", &C::yaw, "Yaw.")
          .boolean("restoring_feed_forward", &C::restoring_feed_forward,
                   "Cancels weight and buoyancy.")
          .boolean("damping_feed_forward", &C::damping_feed_forward,
                   "Supplies the damping of the set-point velocity.")
          .choice("saturation", &C::saturation, "Clip each thruster, or scale all alike.",
                  {{"clip", Saturation::kClip}, {"scale", Saturation::kScale}})
          .boolean("reallocate", &C::reallocate,
                   "The others take over from a thruster known to have failed.");
  return s;
}

void BodyController::prepare(const extension::ControllerSetting& setting) {
  hull = setting.hull;
  allocation.saturation = saturation;
  allocation.reallocate = reallocate;
  bool limited = true;
  for (const extension::ThrusterSetting& thruster : setting.thrusters) {
    allocation.wrench_per_newton_B.push_back(
        thruster_column(Vec3(thruster.p_BT_B.data()), Vec3(thruster.axis_B.data())));
    allocation.force_max_n.push_back(thruster.thrust_max_n);
    allocation.force_min_n.push_back(thruster.thrust_min_n);
    limited = limited && thruster.thrust_max_n < extension::kUnlimitedThrust_n &&
              thruster.thrust_min_n > -extension::kUnlimitedThrust_n;
  }
  for (int axis = 0; axis < 6; ++axis)
    stick_max[axis] =
        limited ? std::numeric_limits<double>::infinity() : hull.inertia[static_cast<size_t>(axis)];
}

BodyController controller_from_inertia(const extension::HullSetting& hull) {
  BodyController out;
  for (int axis = 0; axis < 6; ++axis) {
    const double inertia = hull.inertia[static_cast<size_t>(axis)];
    out.axis(axis) = {{0.75, 0, 0}, {3 * inertia, 2 * inertia, 0}, axis < 3 ? 0.5 : 0.7};
  }
  return out;
}

std::vector<Gain> BodyController::gains() {
  using Units = std::array<const char*, 3>;
  constexpr const char* kNames[] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};
  constexpr Units kToVelocity{"1/s", "1/s^2", ""};
  constexpr Units kForce{"N/m", "N/(m s)", "N s/m"};
  constexpr Units kMoment{"N m/rad", "N m/(rad s)", "N m s/rad"};
  constexpr Units kForceByVelocity{"N s/m", "N/m", "N s^2/m"};
  constexpr Units kMomentByVelocity{"N m s/rad", "N m/rad", "N m s^2/rad"};
  std::vector<Gain> list;
  for (int i = 0; i < 6; ++i) {
    const std::string prefix = std::string(kNames[i]) + "/";
    const Units& effort = i < 3 ? kForce : kMoment;
    add_gains(prefix + "position_", structure == ControlStructure::kCascaded ? kToVelocity : effort,
              axis(i).position, list);
    add_gains(prefix + "velocity_", i < 3 ? kForceByVelocity : kMomentByVelocity, axis(i).velocity,
              list);
  }
  return list;
}

size_t BodyController::state_size() const {
  const size_t thrusters = allocation.force_max_n.size();
  return kBodyStateSize + allocation_state_size(thrusters) + thrusters;
}

std::span<double> BodyController::allocation_state(const extension::ControlContext& now) const {
  return now.state.subspan(kBodyStateSize, allocation_state_size(allocation.force_max_n.size()));
}

extension::Twist BodyController::velocity_limit() const {
  extension::Twist limit;
  for (int i = 0; i < 6; ++i) limit[static_cast<size_t>(i)] = axis(i).velocity_limit;
  return limit;
}

WrenchReach BodyController::reach(const extension::ControlContext& now) const {
  allocation_follow_health(allocation, now.thruster_health, allocation_state(now));
  return allocation_reach(allocation, allocation_state(now));
}

void BodyController::drive(const BodySetPoint& wanted, const BodyMeasurement& measured,
                           const extension::ControlContext& now) const {
  const WrenchReach within = reach(now);
  const auto live = body_gains(now);
  const auto loops = body_loops(now);
  const std::span<double> force_n = now.state.last(allocation.force_max_n.size());
  const Vec6 wrench = body_update(*this, within, live, wanted, measured, now.dt_s, loops);
  const AllocationResult result =
      allocate(allocation, wrench, now.thruster_health, allocation_state(now), force_n);
  body_applied(*this, within, live, result.wrench_B, now.dt_s, loops);
  for (size_t i = 0; i < force_n.size(); ++i)
    now.commands.thrust(static_cast<int>(i), force_n[i]);
}

void BodyController::update(const extension::SetPoint& wanted,
                            const extension::ControlContext& now) const {
  drive(body_set_point(wanted), body_measurement(now), now);
}

void BodyController::manual(const extension::ManualInput& input,
                            const extension::ControlContext& now) const {
  using namespace extension;  // StickAxis
  const WrenchReach within = reach(now);
  const BodyMeasurement measured = body_measurement(now);
  const auto& sticks = input.sticks;
  BodySetPoint wanted;
  wanted.mode = ControlMode::kManual;
  wanted.by_axis.fill(ControlMode::kEffort);
  for (int i = 0; i < 6; ++i)
    wanted.effort_B[i] =
        effort_of(sticks[static_cast<size_t>(i)], std::max(within.min[i], -stick_max[i]),
                  std::min(within.max[i], stick_max[i]));
  hold_axis(*this, kStickHeave, sticks[kStickHeave], input.depth, wanted, body_loops(now));
  hold_axis(*this, kStickYaw, sticks[kStickYaw], input.heading, wanted, body_loops(now));
  wanted.pose_NB = measured.pose_NB;
  if (input.depth.keeps()) wanted.pose_NB.p.z() = input.depth.value;
  EulerAngles attitude = euler_from(measured.pose_NB.q);
  if (input.heading.keeps()) attitude.yaw = input.heading.value;
  if (input.hold_heading || input.hold_depth) {
    if (levels(*this, kStickRoll, sticks[kStickRoll], wanted)) attitude.roll = 0;
    if (levels(*this, kStickPitch, sticks[kStickPitch], wanted)) attitude.pitch = 0;
  }
  wanted.pose_NB.q = quaternion_from(attitude);
  drive(wanted, input.depth.phase == HoldPhase::kOff ? measured : seen_by_depth_loops(measured),
        now);
}

BodySetPoint body_set_point(const extension::SetPoint& wanted) {
  BodySetPoint out;
  out.mode = wanted.mode;
  out.pose_NB = {Vec3(wanted.p_NB_N.data()), quat_of(wanted.q_NB)};
  out.velocity_B = Eigen::Map<const Vec6>(wanted.velocity_B.data());
  out.effort_B = Eigen::Map<const Vec6>(wanted.effort_B.data());
  return out;
}

BodyMeasurement body_measurement(const extension::ControlContext& now) {
  return {{Vec3(now.p_NB_N.data()), quat_of(now.q_NB)}, Eigen::Map<const Vec6>(now.nu_B.data())};
}

Vec6 pose_error_B(const Pose& wanted_NB, const Pose& measured_NB, const WrenchReach& reach) {
  const Quat q_BN = measured_NB.q.conjugate();
  Vec6 error;
  error << q_BN * (wanted_NB.p - measured_NB.p),
      rotation_vector(q_BN * reachable_attitude(wanted_NB.q, measured_NB.q, reach));
  return error;
}

Vec6 body_update(const BodyController& controller, const WrenchReach& reach,
                 std::span<const double, kBodyGainCount> gains, const BodySetPoint& set_point,
                 const BodyMeasurement& measured, double dt_s,
                 std::span<double, kBodyStateSize> state) {
  const CascadeKind kind = kind_of(controller);
  const Vec6 error = pose_error_B(set_point.pose_NB, measured.pose_NB, reach);
  const Vec6 forward = feed_forward_B(controller, set_point, measured.pose_NB.q);
  Vec6 wrench_B = Vec6::Zero();
  for (int axis = 0; axis < 6; ++axis) {
    const CascadeStateSpan memory = axis_state(state, axis);
    if (!reach.controllable[axis]) {
      cascade_reset(memory);
      continue;
    }
    const CascadeLimits limits{controller.axis(axis).velocity_limit, reach.min[axis],
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

void body_applied(const BodyController& controller, const WrenchReach& reach,
                  std::span<const double, kBodyGainCount> gains, const Vec6& wrench_achieved_B,
                  double dt_s, std::span<double, kBodyStateSize> state) {
  for (int axis = 0; axis < 6; ++axis) {
    if (!reach.controllable[axis]) continue;
    cascade_applied(kind_of(controller), axis_gains(gains, axis), wrench_achieved_B[axis], dt_s,
                    axis_state(state, axis));
  }
}

Vec6 kinematic_velocity_B(const extension::Twist& velocity_limit, const BodySetPoint& set_point,
                          const BodyMeasurement& measured, double dt_s) {
  if (set_point.mode != ControlMode::kPosition && set_point.mode != ControlMode::kVelocity)
    return Vec6::Zero();
  WrenchReach all;
  all.controllable.fill(true);
  Vec6 velocity_B = set_point.velocity_B;
  if (set_point.mode == ControlMode::kPosition)
    velocity_B = pose_error_B(set_point.pose_NB, measured.pose_NB, all) / dt_s;
  for (int axis = 0; axis < 6; ++axis) {
    const double limit = velocity_limit[static_cast<size_t>(axis)];
    velocity_B[axis] = std::clamp(velocity_B[axis], -limit, limit);
  }
  return velocity_B;
}

template <>
extension::ControllerKind built_in_controller<BodyController>() {
  return extension::controller_kind<BodyController>();
}

}  // namespace hadal::kinds
