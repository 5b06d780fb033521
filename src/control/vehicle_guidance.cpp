// Mission step -> set-point.
#include <algorithm>
#include <cmath>

#include "control/mission_step.h"
#include "control/vehicle_control.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::control {

double VehicleControl::depth_of(const World& world, State& state, int vehicle, const AnyConfig& step,
                       double depth_m, Course course, const BodyMeasurement& measured) const {
  const AltitudeWish wish = altitude_of(step);
  if (!wish.altitude_m) return depth_m;
  const ControllerSetup& setup = setups_[vehicle];
  const Pose& pose_NB = measured.pose_NB;
  std::optional<double> seabed_m;
  if (setup.altimeter >= 0) {
    const Sensor& sensor = world.sensors[setup.altimeter];
    const double altitude_m = state.sensor_values[sensor.value_offset + 1];
    const double mounting_m = (pose_NB.q * sensor.X_BS.p).z();
    seabed_m =
        seabed_by_altimeter({state.sensor_valid[setup.altimeter] != 0,
                             world.clock.time_s(state.sensor_stamp[setup.altimeter]),
                             pose_NB.p.z() + mounting_m + altitude_m},
                            world.clock.time_s(state.tick),
                            part<kAltitudeStateSize>(state.control_memory, setup.layout.altitude));
  }
  if (!seabed_m)
    seabed_m = seabed_by_chart(sea_.seabed(), pose_NB.p, course.toward_rad,
                               course.speed_m_s > 0 ? wish.lookahead_m : 0);
  return depth_for_altitude(*seabed_m, *wish.altitude_m);
}

const std::vector<Waypoint>& VehicleControl::waypoints_of_step(const World& world, const State& state,
                                                      int vehicle) const {
  const int track = world.vehicles[vehicle].track;
  return setups_[vehicle].waypoints[state.mission_step[track] - world.tracks[track].steps.begin];
}

void VehicleControl::guide_body(const World& world, State& state, int vehicle, const AnyConfig& step,
                       const BodyMeasurement& measured) const {
  double* set = set_point(state, vehicle);
  Eigen::Map<Vec6>(set + kSetVelocity).setZero();
  if (is_route(step)) return guide_along_route(world, state, vehicle, step, measured);
  const Pose held = hold(measured.pose_NB,
                         part<kHoldStateSize>(state.control_memory, setups_[vehicle].layout.hold));
  if (step.as<HoldStepConfig>()) {
    write_pose(set, held.p, held.q);
  } else if (const auto* cruise = step.as<CruiseStepConfig>()) {
    const double course = cruise->heading_deg * kDegree;
    const int track = world.vehicles[vehicle].track;
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[track]);
    const Vec3 velocity_N = cruise->speed_m_s * Vec3(std::cos(course), std::sin(course), 0);
    Vec3 p = held.p + elapsed * velocity_N;
    p.z() = depth_of(world, state, vehicle, step, cruise->depth_m.value_or(0),
                     {course, cruise->speed_m_s}, measured);
    write_pose(set, p, quaternion_from({0, 0, course}));
    Eigen::Map<Vec3>(set + kSetVelocity) = measured.pose_NB.q.conjugate() * velocity_N;
  } else if (const auto* velocity = step.as<VelocityStepConfig>()) {
    set[kSetMode] = static_cast<double>(ControlMode::kVelocity);
    set[kSetActive] = 1;
    Eigen::Map<Vec6>(set + kSetVelocity) = Eigen::Map<const Vec6>(velocity->velocity.data());
  } else if (const auto* effort = step.as<EffortStepConfig>()) {
    set[kSetMode] = static_cast<double>(ControlMode::kEffort);
    set[kSetActive] = 1;
    Eigen::Map<Vec6>(set + kSetEffort) = Eigen::Map<const Vec6>(effort->wrench.data());
  }
}

void VehicleControl::guide_along_route(const World& world, State& state, int vehicle, const AnyConfig& step,
                              const BodyMeasurement& measured) const {
  const ControllerSetup& setup = setups_[vehicle];
  double* set = set_point(state, vehicle);
  const Route route = route_of(step);
  const WaypointParameters parameters{route.speed_m_s, 0.2, route.tolerance_m,
                                      std::max(2.0, 2 * route.tolerance_m)};
  const std::vector<Waypoint>& waypoints = waypoints_of_step(world, state, vehicle);
  MovingSetPoint moving = follow_by_moving_set_point(
      parameters, waypoints, place_for(step, measured.pose_NB.p),
      euler_from(measured.pose_NB.q).yaw, setup.dt_s,
      part<kWaypointStateSize>(state.control_memory, setup.layout.guidance));
  const Course course{std::atan2(moving.velocity_N.y(), moving.velocity_N.x()),
                      moving.velocity_N.head<2>().norm()};
  moving.p_N.z() = depth_of(world, state, vehicle, step, moving.p_N.z(), course, measured);
  write_pose(set, moving.p_N, quaternion_from({0, 0, moving.heading_rad}));
  Eigen::Map<Vec3>(set + kSetVelocity) = measured.pose_NB.q.conjugate() * moving.velocity_N;
  const bool deep_enough = std::abs(moving.p_N.z() - measured.pose_NB.p.z()) <= route.tolerance_m;
  if (moving.done && deep_enough) finish_step(world, state, vehicle);
}

void VehicleControl::guide_course(const World& world, State& state, int vehicle, const AnyConfig& step,
                         const BodyMeasurement& measured) const {
  const ControllerSetup& setup = setups_[vehicle];
  double* set = set_point(state, vehicle);
  if (const auto* cruise = step.as<CruiseStepConfig>()) {
    const Course course{cruise->heading_deg * kDegree, cruise->speed_m_s};
    write_course(
        set, course.toward_rad,
        depth_of(world, state, vehicle, step, cruise->depth_m.value_or(0), course, measured),
        course.speed_m_s);
    return;
  }
  if (step.as<HoldStepConfig>()) {
    const Pose held =
        hold(measured.pose_NB, part<kHoldStateSize>(state.control_memory, setup.layout.hold));
    write_course(set, euler_from(held.q).yaw, held.p.z(), 0);
    return;
  }
  const Route route = route_of(step);
  const LineOfSightParameters sight{route.lookahead_m, 3 * route.lookahead_m};
  const WaypointParameters parameters{route.speed_m_s, 0.2, route.tolerance_m, 1e9};
  const std::vector<Waypoint>& waypoints = waypoints_of_step(world, state, vehicle);
  const LineOfSightCommand command =
      follow_by_line_of_sight(sight, parameters, waypoints, place_for(step, measured.pose_NB.p),
                              euler_from(measured.pose_NB.q).yaw, setup.dt_s,
                              part<kWaypointStateSize>(state.control_memory, setup.layout.guidance));
  const double depth_m = command.done ? waypoints.back().p_N.z() : command.sight.depth_m;
  const Course course{command.sight.heading_rad, command.done ? 0 : command.speed_m_s};
  write_course(set, course.toward_rad,
               depth_of(world, state, vehicle, step, depth_m, course, measured), course.speed_m_s);
  if (command.done) finish_step(world, state, vehicle);
}

}  // namespace hadal::control
