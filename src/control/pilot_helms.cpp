// What each vehicle's controller knows at load, and its part of the state.
#include <algorithm>
#include <cmath>
#include <limits>

#include "control/autopilot.h"
#include "control/mission_step.h"
#include "control/pilot.h"
#include "control/weighted_controller.h"

namespace hadal::control {
namespace {

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

}  // namespace

Pilot::Helm Pilot::make_helm(const World& world, const Vehicle& vehicle) {
  const Controller& c = vehicle.controller;
  Helm helm;
  helm.rate = Rate(c.rate_hz, world.clock);
  helm.dt_s = std::max(1 / c.rate_hz, world.clock.step_s());
  helm.autopilot = c.autopilot;
  helm.body = c.body;
  know_the_hull(world.links[vehicle.links.begin], helm.body.feed_forward);
  helm.allocation = c.allocation;
  know_the_thrusters(world, vehicle, helm.allocation);
  prepare_for_sticks(world, vehicle, helm);
  helm.differential = c.differential;
  if (c.kind == ControllerKind::kDifferential) {
    helm.differential.lever_m =
        std::abs(world.actuators[c.starboard].thrust_ability(0).position_B[1]);
    const int port = c.port - vehicle.thrusters.begin;
    helm.differential.thrust_max_n = helm.allocation.force_max_n[port];
    helm.differential.thrust_min_n = helm.allocation.force_min_n[port];
  }
  helm.altimeter = altimeter_of(world, vehicle);
  helm.force_n.resize(vehicle.thrusters.count);
  helm.saturated.resize(vehicle.thrusters.count);
  const IndexRange steps = world.tracks[vehicle.track].steps;
  for (int s = steps.begin; s < steps.end(); ++s)
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

namespace {

constexpr double kPlenty = 1e9;  // N, for thrusters without a limit

// Mass or moment of inertia along a body axis, with the water that moves along.
double inertia_along(const Link& hull, int axis) {
  const double own = axis < 3 ? hull.mass_kg : hull.inertia_G(axis - 3, axis - 3);
  return own + hull.added_mass_L(axis, axis);
}

}  // namespace

// What manual mode needs where a model says nothing. Full stick on thrusters without a limit
// accelerates by 1 m/s^2 or rad/s^2. Holds without a controller: a velocity loop of 3 rad/s, slow
// enough for the lag of thrusters, and a position loop four times slower.
void Pilot::prepare_for_sticks(const World& world, const Vehicle& vehicle, Helm& helm) const {
  const Link& hull = world.links[vehicle.links.begin];
  bool limited = true;
  for (size_t i = 0; i < helm.allocation.force_max_n.size(); ++i)
    limited = limited && helm.allocation.force_max_n[i] < kPlenty &&
              helm.allocation.force_min_n[i] > -kPlenty;
  const bool own = vehicle.controller.kind == ControllerKind::kNone && !vehicle.kinematic;
  for (int axis = 0; axis < 6; ++axis) {
    const double inertia = inertia_along(hull, axis);
    helm.stick_most[axis] = limited ? std::numeric_limits<double>::infinity() : inertia;
    if (own)
      helm.body.axes[axis] = {{0.75, 0, 0}, {3 * inertia, 2 * inertia, 0}, axis < 3 ? 0.5 : 0.7};
  }
  store_gains(helm.body, helm.own_gains);
}

void Pilot::know_the_thrusters(const World& world, const Vehicle& vehicle,
                               AllocationParameters& allocation) const {
  for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i) {
    const extension::ThrustAbility ability =
        world.actuators[i].thrust_ability(sea_.water().density(0));
    allocation.wrench_per_newton_B.push_back(
        thruster_column(Vec3(ability.position_B.data()), Vec3(ability.axis_B.data())));
    allocation.force_max_n.push_back(std::min(ability.forward_max_n, kPlenty));
    allocation.force_min_n.push_back(-std::min(ability.reverse_max_n, kPlenty));
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
      if (thrusters == 0) break;
      memory = kBodyStateSize;
      allocation = allocation_state_size(thrusters);
      break;
  }
  layout.guidance = memory_size_;
  layout.hold = layout.guidance + kWaypointStateSize;
  layout.altitude = layout.hold + kHoldStateSize;
  layout.manual = layout.altitude + kAltitudeStateSize;
  layout.controller = layout.manual + kManualStateSize;
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
  const size_t tracks = world.tracks.size();
  state.mission_step.assign(tracks, 0);
  state.mission_step_tick.assign(tracks, 0);
  state.mission_status.assign(tracks, static_cast<int64_t>(MissionStatus::kRunning));
  for (size_t t = 0; t < tracks; ++t) {
    state.mission_step[t] = world.tracks[t].steps.begin;
    if (world.tracks[t].steps.count == 0)
      state.mission_status[t] = static_cast<int64_t>(MissionStatus::kNone);
  }
  for (size_t v = 0; v < vehicles; ++v) {
    const Vehicle& vehicle = world.vehicles[v];
    state.set_point[v * kSetPointSize + kSetAttitude] = 1;
    start_controller(vehicle, helms_[v], state);
  }
}

void Pilot::start_controller(const Vehicle& vehicle, const Helm& helm, State& state) const {
  double* live = state.control_gains.data() + helm.layout.gains;
  const auto start_allocation = [&] {
    if (vehicle.thrusters.count == 0) return;
    allocation_reset(
        helm.allocation,
        std::span(state.actuator_health_known)
            .subspan(vehicle.thrusters.begin, vehicle.thrusters.count),
        std::span(state.control_memory)
            .subspan(helm.layout.allocation, allocation_state_size(vehicle.thrusters.count)));
  };
  switch (vehicle.controller.kind) {
    case ControllerKind::kBody:
      store_gains(helm.body, std::span<double, kBodyGainCount>(live, kBodyGainCount));
      start_allocation();
      break;
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
      start_allocation();
      break;
  }
}

}  // namespace hadal::control
