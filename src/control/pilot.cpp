#include "control/pilot.h"

#include <cmath>

#include "control/autopilot.h"
#include "control/weighted_controller.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::control {
namespace {

double* set_point(State& state, int vehicle) {
  return &state.set_point[vehicle * kSetPointSize];
}

template <size_t N>
std::span<double, N> part(std::vector<double>& memory, size_t begin) {
  return std::span<double, N>(memory.data() + begin, N);
}

void write_pose(double* set, const Vec3& p, const Quat& q) {
  set[kSetMode] = static_cast<double>(ControlMode::kPosition);
  Eigen::Map<Vec3>(set + kSetPosition) = p;
  set[kSetAttitude] = q.w();
  Eigen::Map<Vec3>(set + kSetAttitude + 1) = q.vec();
  set[kSetActive] = 1;
}

void write_course(double* set, double heading, double depth, double speed) {
  set[kSetHeading] = heading;
  set[kSetDepth] = depth;
  set[kSetSpeed] = speed;
  set[kSetActive] = 1;
}

BodySetPoint read_body(const double* set) {
  BodySetPoint out;
  out.mode = static_cast<ControlMode>(static_cast<int>(set[kSetMode]));
  out.pose_NB = {
      Eigen::Map<const Vec3>(set + kSetPosition),
      Quat(set[kSetAttitude], set[kSetAttitude + 1], set[kSetAttitude + 2], set[kSetAttitude + 3])};
  out.velocity_B = Eigen::Map<const Vec6>(set + kSetVelocity);
  out.effort_B = Eigen::Map<const Vec6>(set + kSetEffort);
  return out;
}

// What a step says of its distance from the seabed.
struct AltitudeWish {
  std::optional<double> altitude_m;
  double lookahead_m = 0;
};
AltitudeWish altitude_of(const AnyConfig& step) {
  if (const auto* s = step.as<CruiseStepConfig>()) return {s->altitude_m, s->lookahead_m};
  if (const auto* s = step.as<GoToStepConfig>()) return {s->altitude_m, s->lookahead_m};
  if (const auto* s = step.as<FollowStepConfig>()) return {s->altitude_m, s->lookahead_m};
  return {};
}

// With an altitude the waypoints lie in the plane of depth 0.
std::vector<Waypoint> waypoints_of(const AnyConfig& step) {
  std::vector<Waypoint> out;
  if (const auto* go = step.as<GoToStepConfig>())
    out.push_back({Vec3(go->north_m, go->east_m, go->depth_m.value_or(0)), go->speed_m_s,
                   go->heading_deg.has_value(), go->heading_deg.value_or(0) * kDegree});
  if (const auto* follow = step.as<FollowStepConfig>())
    for (const auto& row : follow->waypoints)
      out.push_back({Vec3(row[0], row[1], follow->altitude_m ? 0 : row[2]), follow->speed_m_s});
  return out;
}

// The place of the vehicle as the guidance along such waypoints sees it.
Vec3 place_for(const AnyConfig& step, const Vec3& p_N) {
  return altitude_of(step).altitude_m ? Vec3(p_N.x(), p_N.y(), 0) : p_N;
}

// The altimeter of a vehicle that looks more down than sideways.
int altimeter_of(const World& world, const Vehicle& vehicle) {
  for (int i = vehicle.sensors.begin; i < vehicle.sensors.end(); ++i) {
    const Sensor& sensor = world.sensors[i];
    const bool down = (sensor.config.X_BS.q * Vec3::UnitZ()).z() > 0.5;
    if (std::holds_alternative<AltimeterModel>(sensor.config.model) && down &&
        sensor.link == vehicle.links.begin)
      return i;
  }
  return -1;
}

struct Route {
  double speed_m_s, tolerance_m, lookahead_m, timeout_s;
};
Route route_of(const AnyConfig& step) {
  if (const auto* go = step.as<GoToStepConfig>())
    return {go->speed_m_s, go->tolerance_m, 4 * go->tolerance_m, go->timeout_s};
  const auto* follow = step.as<FollowStepConfig>();
  return {follow->speed_m_s, follow->tolerance_m, follow->lookahead_m, follow->timeout_s};
}

bool is_route(const AnyConfig& step) {
  return step.as<GoToStepConfig>() || step.as<FollowStepConfig>();
}

// Duration of a timed step; negative for steps that end on arrival.
double duration_of(const AnyConfig& step) {
  if (const auto* s = step.as<HoldStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<CruiseStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<VelocityStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<EffortStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<CommandsStepConfig>()) return s->duration_s;
  return -1;
}

}  // namespace

Pilot::Pilot(const World& world, const environment::Sea& sea, const dynamics::Forces& forces)
    : sea_(sea), forces_(forces) {
  for (const Vehicle& vehicle : world.vehicles) helms_.push_back(make_helm(world, vehicle));
}

Pilot::Helm Pilot::make_helm(const World& world, const Vehicle& vehicle) {
  const Controller& c = vehicle.controller;
  Helm helm;
  helm.rate = Rate(c.rate_hz, world.clock);
  helm.dt_s = std::max(1 / c.rate_hz, world.clock.step_s());
  helm.autopilot = c.autopilot;
  helm.body = c.body;
  know_the_hull(world.links[vehicle.links.begin], helm.body.feed_forward);
  helm.allocation = c.allocation;
  know_the_thrusters(vehicle, helm.allocation);
  helm.differential = c.differential;
  if (c.kind == ControllerKind::kDifferential) {
    helm.differential.lever_m = std::abs(world.thrusters[c.starboard].model.p_BT_B.y());
    const int port = c.port - vehicle.thrusters.begin;
    helm.differential.thrust_max_n = helm.allocation.force_max_n[port];
    helm.differential.thrust_min_n = helm.allocation.force_min_n[port];
  }
  helm.altimeter = altimeter_of(world, vehicle);
  helm.force_n.resize(vehicle.thrusters.count);
  helm.saturated.resize(vehicle.thrusters.count);
  for (int s = vehicle.mission.begin; s < vehicle.mission.end(); ++s)
    helm.waypoints.push_back(waypoints_of(world.mission[s].config));
  helm.layout = lay_out(c.kind, vehicle.thrusters.count);
  return helm;
}

void Pilot::know_the_hull(const Link& hull, BodyFeedForward& knowledge) const {
  const double gravity = sea_.gravity_m_s2();
  knowledge.weight_n = hull.mass_kg * gravity;
  knowledge.buoyancy_n = hull.buoyancy.volume_m3 * sea_.water().density(0) * gravity;
  knowledge.p_BG_B = hull.p_LG_L;
  knowledge.p_BC_B = hull.buoyancy.p_BC_B;
  knowledge.damping_linear = hull.damping.linear.diagonal();
  knowledge.damping_quadratic = hull.damping.quadratic.diagonal();
}

void Pilot::know_the_thrusters(const Vehicle& vehicle, AllocationParameters& allocation) const {
  constexpr double kPlenty = 1e9;  // N, for thrusters without a limit
  for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i) {
    const dynamics::PreparedThruster& thruster = forces_.thrusters()[i];
    allocation.wrench_per_newton_B.push_back(
        thruster_column(thruster.thruster.p_BT_B, thruster.thruster.axis_B));
    allocation.force_max_n.push_back(std::min(thruster.full_forward_N, kPlenty));
    allocation.force_min_n.push_back(-std::min(thruster.full_reverse_N, kPlenty));
  }
}

Pilot::Layout Pilot::lay_out(ControllerKind kind, int thrusters) {
  Layout layout;
  size_t memory = 0, allocation = 0;
  switch (kind) {
    case ControllerKind::kBody:
      memory = kBodyStateSize;
      allocation = allocation_state_size(thrusters);
      layout.gain_count = kBodyGainCount;
      break;
    case ControllerKind::kAutopilot:
      memory = kAuvStateSize;
      layout.gain_count = kAuvGainCount;
      break;
    case ControllerKind::kDifferential:
      memory = kUsvStateSize;
      layout.gain_count = kUsvGainCount;
      break;
    case ControllerKind::kWeighted:
      layout.gain_count = kWeightedGainCount;
      break;
    case ControllerKind::kNone:
      break;
  }
  layout.guidance = memory_size_;
  layout.hold = layout.guidance + kWaypointStateSize;
  layout.altitude = layout.hold + kHoldStateSize;
  layout.controller = layout.altitude + kAltitudeStateSize;
  layout.allocation = layout.controller + memory;
  memory_size_ = layout.allocation + allocation;
  layout.gains = gain_size_;
  gain_size_ += layout.gain_count;
  return layout;
}

void Pilot::start(const World& world, State& state) const {
  const size_t vehicles = world.vehicles.size();
  state.control_memory.assign(memory_size_, 0.0);
  state.control_gains.assign(gain_size_, 0.0);
  state.set_point.assign(vehicles * kSetPointSize, 0.0);
  state.kinematic_velocity.assign(6 * vehicles, 0.0);
  state.mission_step.assign(vehicles, 0);
  state.mission_step_tick.assign(vehicles, 0);
  state.mission_status.assign(vehicles, 0);
  for (size_t v = 0; v < vehicles; ++v) {
    const Vehicle& vehicle = world.vehicles[v];
    const Helm& helm = helms_[v];
    state.set_point[v * kSetPointSize + kSetAttitude] = 1;
    state.mission_step[v] = vehicle.mission.begin;
    if (vehicle.mission.count == 0)
      state.mission_status[v] = static_cast<int64_t>(MissionStatus::kNone);
    double* live = state.control_gains.data() + helm.layout.gains;
    switch (vehicle.controller.kind) {
      case ControllerKind::kBody: {
        store_gains(helm.body, std::span<double, kBodyGainCount>(live, kBodyGainCount));
        const size_t size = allocation_state_size(vehicle.thrusters.count);
        allocation_reset(helm.allocation,
                         std::span(state.thruster_health_known)
                             .subspan(vehicle.thrusters.begin, vehicle.thrusters.count),
                         std::span(state.control_memory).subspan(helm.layout.allocation, size));
        break;
      }
      case ControllerKind::kAutopilot:
        store_gains(helm.autopilot, std::span<double, kAuvGainCount>(live, kAuvGainCount));
        break;
      case ControllerKind::kDifferential:
        store_gains(helm.differential, std::span<double, kUsvGainCount>(live, kUsvGainCount));
        break;
      case ControllerKind::kWeighted:
        store_gains(vehicle.controller.weighted,
                    std::span<double, kWeightedGainCount>(live, kWeightedGainCount));
        break;
      case ControllerKind::kNone:
        break;
    }
  }
}

std::span<double> Pilot::gains(int vehicle, State& state) const {
  const Layout& layout = helms_[vehicle].layout;
  return std::span(state.control_gains).subspan(layout.gains, layout.gain_count);
}

BodyMeasurement Pilot::measure(const World& world, const State& state, int vehicle) const {
  const Vehicle& v = world.vehicles[vehicle];
  const int hull = v.links.begin;
  BodyMeasurement out{{state.p_NL_N[hull], state.q_NL[hull]}, state.nu_L[hull]};
  const int sensor = v.navigation_sensor;
  if (sensor < 0 || state.sensor_stamp[sensor] < 0) return out;
  // position (3), attitude (4), velocity (3); odometry adds the angular velocity, whereas for an
  // INS the true rates stand for its gyros, which are far better than the loops need.
  const double* values = &state.sensor_values[world.sensors[sensor].value_offset];
  out.pose_NB = {Eigen::Map<const Vec3>(values), Quat(values[3], values[4], values[5], values[6])};
  if (world.sensors[sensor].kind == "odometry")
    out.nu_B = Eigen::Map<const Vec6>(values + 7);
  else
    out.nu_B.head<3>() = out.pose_NB.q.conjugate() * Vec3(values[7], values[8], values[9]);
  return out;
}

void Pilot::update(const World& world, State& state) {
  for (int v = 0; v < static_cast<int>(world.vehicles.size()); ++v) {
    end_timed_step(world, state, v);
    const auto status = static_cast<MissionStatus>(state.mission_status[v]);
    if (status == MissionStatus::kRunning &&
        world.mission[state.mission_step[v]].config.as<CommandsStepConfig>()) {
      play_commands(world, state, v, static_cast<int>(state.mission_step[v]));
      continue;
    }
    if (!helms_[v].rate.due(state.tick)) continue;
    const BodyMeasurement measured = measure(world, state, v);
    if (status == MissionStatus::kRunning) follow_mission(world, state, v, measured);
    if (set_point(state, v)[kSetActive] != 0) control(world, state, v, measured);
  }
}

void Pilot::end_timed_step(const World& world, State& state, int vehicle) {
  while (static_cast<MissionStatus>(state.mission_status[vehicle]) == MissionStatus::kRunning) {
    const AnyConfig& step = world.mission[state.mission_step[vehicle]].config;
    const double duration = duration_of(step);
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[vehicle]);
    if (duration < 0 || elapsed < duration - 1e-9) return;
    finish_step(world, state, vehicle);
  }
}

void Pilot::finish_step(const World& world, State& state, int vehicle) {
  const IndexRange mission = world.vehicles[vehicle].mission;
  // Commands end with their step: what has no controller comes to rest.
  if (world.mission[state.mission_step[vehicle]].config.as<CommandsStepConfig>()) {
    const IndexRange thrusters = world.vehicles[vehicle].thrusters;
    for (int i = thrusters.begin; i < thrusters.end(); ++i)
      state.thruster_command[i] = world.thrusters[i].model.command_neutral;
  }
  std::fill_n(state.control_memory.begin() + static_cast<long>(helms_[vehicle].layout.guidance),
              kWaypointStateSize + kHoldStateSize, 0.0);
  state.mission_step_tick[vehicle] = state.tick;
  if (++state.mission_step[vehicle] >= mission.end())
    state.mission_status[vehicle] = static_cast<int64_t>(MissionStatus::kDone);
}

void Pilot::play_commands(const World& world, State& state, int vehicle, int step) const {
  const auto& commands = *world.mission[step].config.as<CommandsStepConfig>();
  const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[vehicle]) + 1e-9;
  size_t row = 0;
  while (row + 1 < commands.schedule.size() && commands.schedule[row + 1][0] <= elapsed) ++row;
  if (commands.schedule[row][0] > elapsed) return;
  const auto& targets = world.command_targets[step];
  for (size_t i = 0; i < targets.size(); ++i) {
    const double value = commands.schedule[row][i + 1];
    switch (targets[i].kind) {
      case ActuatorKind::kThruster:
        state.thruster_command[targets[i].index] = value;
        break;
      case ActuatorKind::kFin:
        state.fin_command_rad[targets[i].index] = value * kDegree;
        break;
      case ActuatorKind::kBallast:
        state.ballast_command[targets[i].index] = value;
        break;
      case ActuatorKind::kMass:
        state.mass_command_m[targets[i].index] = value;
        break;
      case ActuatorKind::kJoint:
        state.joint_effort[targets[i].index] = value;
        break;
    }
  }
}

void Pilot::follow_mission(const World& world, State& state, int vehicle,
                           const BodyMeasurement& measured) {
  const AnyConfig& step = world.mission[state.mission_step[vehicle]].config;
  const bool six_axes = world.vehicles[vehicle].controller.kind == ControllerKind::kBody ||
                        world.vehicles[vehicle].kinematic;
  if (is_route(step)) {
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[vehicle]);
    if (elapsed > route_of(step).timeout_s) {
      state.mission_status[vehicle] = static_cast<int64_t>(MissionStatus::kFailed);
      return;
    }
  }
  if (six_axes)
    guide_body(world, state, vehicle, step, measured);
  else
    guide_course(world, state, vehicle, step, measured);
}

double Pilot::depth_of(const World& world, State& state, int vehicle, const AnyConfig& step,
                       double depth_m, Course course, const BodyMeasurement& measured) const {
  const AltitudeWish wish = altitude_of(step);
  if (!wish.altitude_m) return depth_m;
  const Helm& helm = helms_[vehicle];
  const Pose& pose_NB = measured.pose_NB;
  std::optional<double> seabed_m;
  if (helm.altimeter >= 0) {
    const Sensor& sensor = world.sensors[helm.altimeter];
    const double altitude_m = state.sensor_values[sensor.value_offset + 1];
    const double mounting_m = (pose_NB.q * sensor.config.X_BS.p).z();
    seabed_m =
        seabed_by_altimeter({state.sensor_valid[helm.altimeter] != 0,
                             world.clock.time_s(state.sensor_stamp[helm.altimeter]),
                             pose_NB.p.z() + mounting_m + altitude_m},
                            world.clock.time_s(state.tick),
                            part<kAltitudeStateSize>(state.control_memory, helm.layout.altitude));
  }
  if (!seabed_m)
    seabed_m = seabed_by_chart(sea_.seabed(), pose_NB.p, course.toward_rad,
                               course.speed_m_s > 0 ? wish.lookahead_m : 0);
  return depth_for_altitude(*seabed_m, *wish.altitude_m);
}

void Pilot::guide_body(const World& world, State& state, int vehicle, const AnyConfig& step,
                       const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  double* set = set_point(state, vehicle);
  Eigen::Map<Vec6>(set + kSetVelocity).setZero();
  const double heading = euler_from(measured.pose_NB.q).yaw;
  if (is_route(step)) {
    const Route route = route_of(step);
    const WaypointParameters parameters{route.speed_m_s, 0.2, route.tolerance_m,
                                        std::max(2.0, 2 * route.tolerance_m)};
    const auto& waypoints =
        helm.waypoints[state.mission_step[vehicle] - world.vehicles[vehicle].mission.begin];
    MovingSetPoint moving = follow_by_moving_set_point(
        parameters, waypoints, place_for(step, measured.pose_NB.p), heading, helm.dt_s,
        part<kWaypointStateSize>(state.control_memory, helm.layout.guidance));
    const Course course{std::atan2(moving.velocity_N.y(), moving.velocity_N.x()),
                        moving.velocity_N.head<2>().norm()};
    moving.p_N.z() = depth_of(world, state, vehicle, step, moving.p_N.z(), course, measured);
    write_pose(set, moving.p_N, quaternion_from({0, 0, moving.heading_rad}));
    Eigen::Map<Vec3>(set + kSetVelocity) = measured.pose_NB.q.conjugate() * moving.velocity_N;
    const bool deep_enough = std::abs(moving.p_N.z() - measured.pose_NB.p.z()) <= route.tolerance_m;
    if (moving.done && deep_enough) finish_step(world, state, vehicle);
    return;
  }
  const Pose held =
      hold(measured.pose_NB, part<kHoldStateSize>(state.control_memory, helm.layout.hold));
  if (step.as<HoldStepConfig>()) {
    write_pose(set, held.p, held.q);
  } else if (const auto* cruise = step.as<CruiseStepConfig>()) {
    const double course = cruise->heading_deg * kDegree;
    const double elapsed = world.clock.time_s(state.tick - state.mission_step_tick[vehicle]);
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

void Pilot::guide_course(const World& world, State& state, int vehicle, const AnyConfig& step,
                         const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
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
        hold(measured.pose_NB, part<kHoldStateSize>(state.control_memory, helm.layout.hold));
    write_course(set, euler_from(held.q).yaw, held.p.z(), 0);
    return;
  }
  const Route route = route_of(step);
  const LineOfSightParameters sight{route.lookahead_m, 3 * route.lookahead_m,
                                    helm.autopilot.pitch_limit_rad};
  const WaypointParameters parameters{route.speed_m_s, 0.2, route.tolerance_m, 1e9};
  const auto& waypoints =
      helm.waypoints[state.mission_step[vehicle] - world.vehicles[vehicle].mission.begin];
  const LineOfSightCommand command =
      follow_by_line_of_sight(sight, parameters, waypoints, place_for(step, measured.pose_NB.p),
                              euler_from(measured.pose_NB.q).yaw, helm.dt_s,
                              part<kWaypointStateSize>(state.control_memory, helm.layout.guidance));
  const double depth_m = command.done ? waypoints.back().p_N.z() : command.sight.depth_m;
  const Course course{command.sight.heading_rad, command.done ? 0 : command.speed_m_s};
  write_course(set, course.toward_rad,
               depth_of(world, state, vehicle, step, depth_m, course, measured), course.speed_m_s);
  if (command.done) finish_step(world, state, vehicle);
}

void Pilot::control(const World& world, State& state, int vehicle,
                    const BodyMeasurement& measured) {
  if (world.vehicles[vehicle].kinematic) {
    Eigen::Map<Vec6>(&state.kinematic_velocity[6 * static_cast<size_t>(vehicle)]) =
        kinematic_velocity_B(helms_[vehicle].body, read_body(set_point(state, vehicle)), measured,
                             helms_[vehicle].dt_s);
    return;
  }
  switch (world.vehicles[vehicle].controller.kind) {
    case ControllerKind::kBody:
      control_body(world, state, vehicle, measured);
      return;
    case ControllerKind::kAutopilot:
      control_autopilot(world, state, vehicle, measured);
      return;
    case ControllerKind::kDifferential:
      control_differential(world, state, vehicle, measured);
      return;
    case ControllerKind::kWeighted:
      control_weighted(world, state, vehicle, measured);
      return;
    case ControllerKind::kNone:
      return;
  }
}

void Pilot::command_thrust(State& state, int thruster, double thrust_n) const {
  state.thruster_command[thruster] = dynamics::command_for_thrust(
      forces_.thrusters()[thruster], thrust_n, 0, sea_.water().density(0));
}

void Pilot::control_body(const World& world, State& state, int vehicle,
                         const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Vehicle& v = world.vehicles[vehicle];
  const auto health = std::span<const double>(state.thruster_health_known)
                          .subspan(v.thrusters.begin, v.thrusters.count);
  const auto memory =
      std::span(state.control_memory)
          .subspan(helm.layout.allocation, allocation_state_size(v.thrusters.count));
  allocation_follow_health(helm.allocation, health, memory);
  const WrenchReach reach = allocation_reach(helm.allocation, memory);
  const auto live = part<kBodyGainCount>(state.control_gains, helm.layout.gains);
  const auto controller = part<kBodyStateSize>(state.control_memory, helm.layout.controller);
  const Vec6 wrench = body_update(helm.body, reach, live, read_body(set_point(state, vehicle)),
                                  measured, helm.dt_s, controller);
  const AllocationResult result =
      allocate(helm.allocation, wrench, health, memory, helm.force_n, helm.saturated);
  body_applied(helm.body, reach, live, result.wrench_B, helm.dt_s, controller);
  for (int i = 0; i < v.thrusters.count; ++i)
    command_thrust(state, v.thrusters.begin + i, helm.force_n[i]);
}

void Pilot::control_autopilot(const World& world, State& state, int vehicle,
                              const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double* set = set_point(state, vehicle);
  const EulerAngles attitude = euler_from(measured.pose_NB.q);
  const Vec3 v_N = measured.pose_NB.q * Vec3(measured.nu_B.head<3>());
  const AuvMeasurement now{attitude.yaw,   measured.nu_B[5], measured.pose_NB.p.z(), v_N.z(),
                           attitude.pitch, measured.nu_B[4], measured.nu_B[0]};
  const AuvCommand command =
      auv_update(helm.autopilot, part<kAuvGainCount>(state.control_gains, helm.layout.gains),
                 {set[kSetHeading], set[kSetDepth], set[kSetSpeed]}, now, helm.dt_s,
                 part<kAuvStateSize>(state.control_memory, helm.layout.controller));
  for (const SignedIndex& fin : c.rudders)
    state.fin_command_rad[fin.index] = fin.sign * command.rudder_rad;
  for (const SignedIndex& fin : c.elevators)
    state.fin_command_rad[fin.index] = fin.sign * command.elevator_rad;
  for (int propeller : c.propellers) state.thruster_command[propeller] = command.propeller;
}

void Pilot::control_differential(const World& world, State& state, int vehicle,
                                 const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double* set = set_point(state, vehicle);
  const UsvCommand command =
      usv_update(helm.differential, part<kUsvGainCount>(state.control_gains, helm.layout.gains),
                 {set[kSetHeading], 0, set[kSetSpeed]},
                 {euler_from(measured.pose_NB.q).yaw, measured.nu_B[5], measured.nu_B[0]},
                 helm.dt_s, part<kUsvStateSize>(state.control_memory, helm.layout.controller));
  command_thrust(state, c.port, command.port_n);
  command_thrust(state, c.starboard, command.starboard_n);
}

void Pilot::control_weighted(const World& world, State& state, int vehicle,
                             const BodyMeasurement& measured) {
  Helm& helm = helms_[vehicle];
  const Controller& c = world.vehicles[vehicle].controller;
  const double* set = set_point(state, vehicle);
  const WeightedInputs inputs = weighted_update(
      c.weighted, part<kWeightedGainCount>(state.control_gains, helm.layout.gains),
      {set[kSetHeading], set[kSetSpeed], set[kSetDepth]},
      {euler_from(measured.pose_NB.q).yaw, measured.nu_B[0], measured.pose_NB.p.z()});
  state.thruster_command[c.port] = inputs.port;
  state.thruster_command[c.starboard] = inputs.starboard;
  state.thruster_command[c.vertical] = inputs.vertical;
}

}  // namespace hadal::control
