// The part of Forces that moves the actuators and has them act.
#include <algorithm>

#include "dynamics/forces.h"
#include "dynamics/multibody/spec.h"
#include "kinds/extensions/extension_kinds.h"
#include "math/arrays.h"

namespace hadal::dynamics {

using extension::ActuatorWrench;

namespace {

[[gnu::noinline]] void check_action(const Actuator& actuator,
                                    const extension::ActuatorAction& action,
                                    std::span<const double> columns) {
  require_finite(*actuator.kind, action.wrench_B, "its wrench");
  require_finite(*actuator.kind, {&action.power_w, 1}, "its power");
  require_finite(*actuator.kind, {&action.carried_kg, 1}, "its mass");
  require_finite(*actuator.kind, action.carried_at_m, "the place of its mass");
  require_finite(*actuator.kind, columns, "its state");
}

}  // namespace

void Forces::group_actuators(const World& world) {
  size_t columns = 0;
  for (const Actuator& actuator : world.actuators) {
    columns += actuator.columns.size();
    actuators_checked_ |= actuator.kind->checked;
    if (actuator.kind->needs_surroundings)
      actuators_need_surroundings_ |= actuator.kind->needs_surroundings(actuator.config.data());
  }
  actuator_middle_.resize(columns);
  if (actuators_need_surroundings_) near_bodies_.emplace(world);
  if (near_bodies_ && near_bodies_->empty()) near_bodies_.reset();
  const auto by_itself = [](const Actuator& actuator) {
    return actuator.kind->meets_surface && actuator.kind->meets_surface(actuator.config.data());
  };
  const auto group = [&](size_t link, ActuatorWrench column, bool own) {
    IndexRange range{static_cast<int>(actuator_order_.size()), 0};
    for (size_t i = 0; i < world.actuators.size(); ++i) {
      const Actuator& actuator = world.actuators[i];
      if (actuator.link != static_cast<int>(link) || actuator.kind->column != column) continue;
      if (actuator.columns.empty()) continue;  // a joint acts inside the multibody
      if (column != ActuatorWrench::kBallast && by_itself(actuator) != own) continue;
      actuator_order_.push_back(static_cast<int>(i));
      ++range.count;
    }
    return range;
  };
  for (size_t link = 0; link < links_.size(); ++link)
    actuators_on_.push_back({group(link, ActuatorWrench::kBallast, false),
                             group(link, ActuatorWrench::kThrust, false),
                             group(link, ActuatorWrench::kThrust, true),
                             group(link, ActuatorWrench::kFins, false),
                             group(link, ActuatorWrench::kFins, true)});
}

// Of the battery at its last reading.
double Forces::voltage_v(const World& world, const State& state, int vehicle) {
  const int battery = world.vehicles[vehicle].battery_sensor;
  if (battery < 0 || state.sensor_stamp[battery] < 0) return -1;
  return state.sensor_truth[world.sensors[battery].value_offset];
}

void Forces::begin_step(const World& world, State& state) {
  for (size_t i = 0; i < world.actuators.size(); ++i) {
    const Actuator& actuator = world.actuators[i];
    const std::span<double> columns = state_of(actuator, state);
    actuator.kind->advance(actuator.config.data(),
                           {state.actuator_command[i], state.actuator_health[i], step_s_}, columns,
                           {actuator_middle_.data() + actuator.state_begin, columns.size()});
  }
  double* angle_rad = state.rotor_angle_rad.data();
  for (const Rotor& rotor : world.rotors) {
    if (state.actuator_health[rotor.actuator] > 0)
      *angle_rad += step_s_ * propeller_speed(rotor.law, actuator_middle_[rotor.state]);
    ++angle_rad;
  }
  if (!actuators_checked_) return;
  for (const Actuator& actuator : world.actuators)
    require_finite(*actuator.kind, state_of(actuator, state), "its state");
}

Vec6 Forces::actuators(const World& world, State& state, const IndexRange& range,
                       std::span<const LinkKinematics> links, const Around& water, LinkLoad& load) {
  const Actuator& first = world.actuators[actuator_order_[range.begin]];
  const LinkKinematics& k = links[static_cast<size_t>(first.link)];
  extension::ActuatorFlow flow;
  Eigen::Map<Vec6>(flow.nu_r_B.data()) = water.nu_r;
  flow.density_kg_m3 = water.density;
  flow.gravity_m_s2 = gravity_m_s2_;
  Eigen::Map<Vec3>(flow.down_B.data()) = k.R_NL.row(2).transpose();
  flow.ground_speed_m_s = k.nu_L.head<3>().norm();
  flow.depth_m = water.depth_m;
  std::optional<BodiesAround> around;
  std::optional<extension::ActuatorSurroundings> surroundings;
  if (actuators_need_surroundings_) [[unlikely]] {
    if (near_bodies_) around.emplace(*near_bodies_, links, first.vehicle);
    flow.surroundings = &surroundings.emplace(
        queries_, extension::Placement{to_array(k.p_NL_N), to_array(k.q_NL)},
        voltage_v(world, state, first.vehicle), around ? &*around : nullptr);
  }
  const bool checked = actuators_checked_;
  Vec6 total = Vec6::Zero();
  for (int n = range.begin; n < range.end(); ++n) {
    const int i = actuator_order_[n];
    const Actuator& actuator = world.actuators[i];
    const std::span<double> columns = state_of(actuator, state);
    const extension::ActuatorAction action = actuator.kind->act(
        actuator.config.data(), flow, {state.actuator_command[i], state.actuator_health[i], step_s_},
        {actuator_middle_.data() + actuator.state_begin, columns.size()}, columns);
    total += Eigen::Map<const Vec6>(action.wrench_B.data());
    state.actuator_power_w[i] = action.power_w;
    if (action.carried_kg != 0) {
      load.carries = true;
      load.carried_L += rigid_mass_matrix(action.carried_kg, Vec3(action.carried_at_m.data()),
                                          Mat3::Zero());
    }
    if (checked) [[unlikely]]
      check_action(actuator, action, columns);
  }
  return total;
}

void Forces::act_at_start(const World& world, const environment::SeaInstant& instant, State& state,
                          Multibody& bodies, ThreadArena& arena) {
  std::ranges::copy(state.actuator_state, actuator_middle_.begin());
  apply(world, instant, state, bodies, arena);
}

void Forces::finish_step(const World& world, const environment::SeaInstant& instant,
                         const Multibody& bodies, State& state) {
  for (const LinkForce& force : world.forces) {
    if (!force.kind->advance) continue;
    const LinkKinematics& k = bodies.kinematics()[force.link];
    const Around water = around(instant, links_[force.link], k);
    const std::span<double> remembered(state.force_state.data() + force.state_begin,
                                       force.state_size);
    force.kind->advance(force.config.data(), force_context(instant.time_s(), k, water), remembered);
    require_finite(*force.kind, remembered, "its state");
  }
  for (size_t v = 0; v < world.vehicles.size(); ++v) {
    const Vehicle& vehicle = world.vehicles[v];
    double power = vehicle.hotel_power_w;
    for (int i = vehicle.actuators.begin; i < vehicle.actuators.end(); ++i)
      power += state.actuator_power_w[i];
    state.energy_used_j[v] += power * step_s_;
  }
}

}  // namespace hadal::dynamics
