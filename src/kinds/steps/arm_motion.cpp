#include "kinds/steps/arm_motion.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

double ramp_time_s(double distance, double speed, double acceleration) {
  return std::fmin(speed / acceleration, std::sqrt(distance / acceleration));
}

}  // namespace

double profile_time_s(double distance, double speed, double acceleration) {
  if (!(distance > 0)) return 0;
  const double ramp_s = ramp_time_s(distance, speed, acceleration);
  return distance / (acceleration * ramp_s) + ramp_s;
}

ProfilePoint profile_at(double distance, double speed, double acceleration, double time_s) {
  const double end_s = profile_time_s(distance, speed, acceleration);
  if (!(time_s < end_s)) return {distance, 0};
  const double ramp_s = ramp_time_s(distance, speed, acceleration);
  if (time_s < ramp_s) return {0.5 * acceleration * time_s * time_s, acceleration * time_s};
  const double left_s = end_s - time_s;
  if (left_s < ramp_s)
    return {distance - 0.5 * acceleration * left_s * left_s, acceleration * left_s};
  const double top = acceleration * ramp_s;
  return {top * (time_s - 0.5 * ramp_s), top};
}

LinePoint line_at(const Pose& start, const Pose& end, const LineLimits& limits, double time_s) {
  const Vec3 way = end.p - start.p;
  const Vec3 turn = rotation_vector(end.q * start.q.conjugate());
  // Both as fractions of one profile of length 1.
  constexpr double kNothing = 1e-12;
  const double length = std::fmax(way.norm(), kNothing), angle = std::fmax(turn.norm(), kNothing);
  const double speed = std::fmin(limits.speed_m_s / length, limits.turn_rate_rad_s / angle);
  const double acceleration =
      std::fmin(limits.acceleration_m_s2 / length, limits.turn_acceleration_rad_s2 / angle);
  const ProfilePoint at = profile_at(1, speed, acceleration, time_s);
  LinePoint out;
  out.pose.p = start.p + at.distance * way;
  out.pose.q = quaternion_from_rotation_vector(at.distance * turn) * start.q;
  out.velocity << at.speed * way, at.speed * turn;
  out.at_end = time_s >= profile_time_s(1, speed, acceleration);
  return out;
}

void store_pose(const Pose& pose, std::span<double, kPoseSize> numbers) {
  numbers[0] = pose.p.x(), numbers[1] = pose.p.y(), numbers[2] = pose.p.z();
  numbers[3] = pose.q.w(), numbers[4] = pose.q.x(), numbers[5] = pose.q.y();
  numbers[6] = pose.q.z();
}

Pose load_pose(std::span<const double, kPoseSize> n) {
  return {Vec3(n[0], n[1], n[2]), Quat(n[3], n[4], n[5], n[6])};
}

double distance_m(const Pose& a, const Pose& b) {
  return (a.p - b.p).norm();
}

double angle_rad(const Pose& a, const Pose& b) {
  return rotation_vector(a.q * b.q.conjugate()).norm();
}

void ask_tool(ArmSetPoint& wanted, ArmFrame frame, bool keeps_attitude, const LinePoint& point) {
  wanted.mode = ArmMode::kToolPose;
  wanted.frame = frame;
  wanted.keeps_attitude = keeps_attitude;
  wanted.pose = point.pose;
  wanted.velocity = point.velocity;
  wanted.measures_error = false;
}

}  // namespace hadal::kinds
