#include "kinds/steps/guidance.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

enum WaypointState { kIndex, kStart, kAlong = kStart + 3, kPace, kDrift, kCourse, kUnderWay };

constexpr double kVertical_m = 1e-9;  // shorter horizontal runs have no direction

Vec3 start_of(WaypointStateSpan state) {
  return {state[kStart], state[kStart + 1], state[kStart + 2]};
}

void set_start(WaypointStateSpan state, const Vec3& p_N) {
  for (int i = 0; i < 3; ++i) state[kStart + i] = p_N[i];
}

void begin(WaypointStateSpan state, const Vec3& p_N, double heading_rad) {
  if (state[kUnderWay] != 0) return;
  state[kUnderWay] = 1;
  state[kCourse] = heading_rad;
  set_start(state, p_N);
}

void go_to_next(WaypointStateSpan state, const Vec3& reached_N) {
  set_start(state, reached_N);
  state[kIndex] += 1;
  state[kAlong] = 0;
}

double speed_to(const WaypointParameters& parameters, const Waypoint& waypoint) {
  return waypoint.speed_m_s > 0 ? waypoint.speed_m_s : parameters.speed_m_s;
}

double heading_along(const Vec3& direction_N, double otherwise_rad) {
  return std::hypot(direction_N.x(), direction_N.y()) > kVertical_m
             ? std::atan2(direction_N.y(), direction_N.x())
             : otherwise_rad;
}

bool reached_or_passed(const Segment& segment, const Vec3& p_N, double radius_m) {
  const Vec3 to_end = segment.end_N - p_N;
  if (to_end.norm() <= radius_m) return true;
  const Vec3 run = segment.end_N - segment.start_N;
  return run.norm() > kVertical_m && to_end.dot(run) < 0;
}

// Speed with which the set-point may pass the end of segment `index`.
double corner_speed(const WaypointParameters& parameters, std::span<const Waypoint> waypoints,
                    const Vec3& start_N, size_t index) {
  if (index + 1 >= waypoints.size()) return 0;
  const Vec3 in = waypoints[index].p_N - start_N;
  const Vec3 out = waypoints[index + 1].p_N - waypoints[index].p_N;
  const double lengths = in.norm() * out.norm();
  const double cosine = lengths > 0 ? in.dot(out) / lengths : 0.0;
  return std::max(0.0, cosine) * std::min(speed_to(parameters, waypoints[index]),
                                          speed_to(parameters, waypoints[index + 1]));
}

// Next speed of the set-point: towards the wanted one, able to brake in the remaining distance,
// (v^2 - v_end^2) / (2 a) + v dt / 2 <= remaining; the second term is what whole steps add.
double next_speed(const WaypointParameters& parameters, double speed, double wanted,
                  double end_speed, double remaining_m, double dt_s) {
  const double change = parameters.acceleration_m_s2 * dt_s;
  const double braking = std::sqrt(change * change / 4 + end_speed * end_speed +
                                   2 * parameters.acceleration_m_s2 * remaining_m) -
                         change / 2;
  return std::clamp(std::min(wanted, braking), speed - change, speed + change);
}

// Runs the set-point along its segment for one step; true when it stands at the last waypoint.
bool advance_set_point(const WaypointParameters& parameters, std::span<const Waypoint> waypoints,
                       const Vec3& p_N, double dt_s, WaypointStateSpan state) {
  const size_t index = static_cast<size_t>(state[kIndex]);
  const Vec3 start = start_of(state), run = waypoints[index].p_N - start;
  const double length = run.norm();
  const Vec3 point = length > 0 ? Vec3(start + run * (state[kAlong] / length)) : start;
  const bool wait = (point - p_N).norm() > parameters.leash_m;
  const double end_speed = corner_speed(parameters, waypoints, start, index);
  state[kPace] = std::max(
      0.0, next_speed(parameters, state[kPace], wait ? 0 : speed_to(parameters, waypoints[index]),
                      end_speed, length - state[kAlong], dt_s));
  state[kAlong] += state[kPace] * dt_s;
  if (state[kAlong] < length) return false;
  const double beyond = state[kAlong] - length;
  state[kAlong] = length;
  if (index + 1 < waypoints.size()) {
    go_to_next(state, waypoints[index].p_N);
    state[kAlong] = std::min(beyond, (waypoints[index + 1].p_N - waypoints[index].p_N).norm());
    return false;
  }
  state[kPace] = 0;
  return true;
}

}  // namespace

LineOfSight line_of_sight(const LineOfSightParameters& parameters, const Segment& segment,
                          const Vec3& p_N, double heading_if_vertical_rad, double dt_s,
                          double& integral_s) {
  const Vec3 run = segment.end_N - segment.start_N, offset = p_N - segment.start_N;
  const double path_angle = heading_along(run, heading_if_vertical_rad);
  const double c = std::cos(path_angle), s = std::sin(path_angle);
  const double level_run = std::hypot(run.x(), run.y());
  LineOfSight sight;
  sight.along_track_m = c * offset.x() + s * offset.y();
  sight.cross_track_m = -s * offset.x() + c * offset.y();
  const double fraction =
      level_run > kVertical_m ? std::clamp(sight.along_track_m / level_run, 0.0, 1.0) : 1.0;
  sight.depth_m = segment.start_N.z() + fraction * run.z();
  sight.vertical_m = p_N.z() - sight.depth_m;

  const double sum = sight.cross_track_m + parameters.integral_gain_m_s * integral_s;
  const double ahead = parameters.lookahead_m;
  if (parameters.integral_gain_m_s > 0)
    integral_s += dt_s * ahead * sight.cross_track_m / (sum * sum + ahead * ahead);
  sight.heading_rad = level_run > kVertical_m ? wrap_angle(path_angle - std::atan2(sum, ahead))
                                              : wrap_angle(heading_if_vertical_rad);
  const double path_pitch = level_run > kVertical_m ? std::atan2(-run.z(), level_run) : 0.0;
  const double pitch = path_pitch + std::atan2(sight.vertical_m, parameters.lookahead_vertical_m);
  sight.pitch_rad = std::clamp(pitch, -parameters.pitch_limit_rad, parameters.pitch_limit_rad);
  return sight;
}

LineOfSightCommand follow_by_line_of_sight(const LineOfSightParameters& sight,
                                           const WaypointParameters& parameters,
                                           std::span<const Waypoint> waypoints, const Vec3& p_N,
                                           double heading_now_rad, double dt_s,
                                           WaypointStateSpan state) {
  HADAL_CHECK(!waypoints.empty());
  begin(state, p_N, heading_now_rad);
  const size_t last = waypoints.size() - 1;
  size_t index = static_cast<size_t>(state[kIndex]);
  if (index <= last && reached_or_passed({start_of(state), waypoints[index].p_N}, p_N,
                                         parameters.acceptance_radius_m)) {
    if (index < last) set_start(state, waypoints[index].p_N);  // past the end: keep the last line
    state[kIndex] = static_cast<double>(++index);
  }
  const Waypoint& ahead = waypoints[std::min(index, last)];
  LineOfSightCommand command;
  const Segment segment{start_of(state), ahead.p_N};
  state[kCourse] = heading_along(segment.end_N - segment.start_N, state[kCourse]);
  command.sight = line_of_sight(sight, segment, p_N, state[kCourse], dt_s, state[kDrift]);
  command.index = index;
  command.done = index > last;
  command.speed_m_s = command.done ? 0.0 : speed_to(parameters, ahead);
  command.distance_m = (ahead.p_N - p_N).norm();
  return command;
}

MovingSetPoint follow_by_moving_set_point(const WaypointParameters& parameters,
                                          std::span<const Waypoint> waypoints, const Vec3& p_N,
                                          double heading_now_rad, double dt_s,
                                          WaypointStateSpan state) {
  HADAL_CHECK(!waypoints.empty());
  begin(state, p_N, heading_now_rad);
  const bool at_end = advance_set_point(parameters, waypoints, p_N, dt_s, state);
  MovingSetPoint out;
  out.index = static_cast<size_t>(state[kIndex]);
  const Waypoint& target = waypoints[out.index];
  const Vec3 run = target.p_N - start_of(state);
  const Vec3 direction = run.norm() > kVertical_m ? Vec3(run.normalized()) : Vec3(Vec3::Zero());
  out.p_N = start_of(state) + state[kAlong] * direction;
  out.velocity_N = state[kPace] * direction;
  state[kCourse] = heading_along(run, state[kCourse]);
  out.heading_rad = target.has_heading ? target.heading_rad : state[kCourse];
  out.done = at_end && (target.p_N - p_N).norm() <= parameters.acceptance_radius_m;
  return out;
}

Pose hold(const Pose& measured_NB, std::span<double, kHoldStateSize> state) {
  if (state[4] == 0) {
    for (int i = 0; i < 3; ++i) state[i] = measured_NB.p[i];
    state[3] = euler_from(measured_NB.q).yaw;
    state[4] = 1;
  }
  return {{state[0], state[1], state[2]}, quaternion_from({0, 0, state[3]})};
}

}  // namespace hadal::kinds
