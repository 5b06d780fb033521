#include "control/controller_setup.h"

#include <algorithm>

#include "control/mission_step.h"
#include "kinds/controllers/body.h"
#include "kinds/controllers/list.h"
#include "kinds/sensors/altimeter.h"

namespace hadal::control {
namespace {

// The altimeter of a vehicle that looks more down than sideways.
int altimeter_of(const World& world, const Vehicle& vehicle) {
  for (int i = vehicle.sensors.begin; i < vehicle.sensors.end(); ++i) {
    const Sensor& sensor = world.sensors[i];
    const bool down = (sensor.X_BS.q * Vec3::UnitZ()).z() > 0.5;
    if (sensor.config.as<Altimeter>() && down && sensor.link == vehicle.links.begin) return i;
  }
  return -1;
}

extension::Vector3 array_of(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

extension::HullSetting hull_setting(const Link& hull, const environment::Sea& sea) {
  const double gravity = sea.gravity_m_s2();
  extension::HullSetting out;
  out.weight_n = hull.mass_kg * gravity;
  out.buoyancy_n = hull.buoyancy.volume_m3 * sea.water().density(0) * gravity;
  out.p_BG_B = array_of(hull.p_LG_L);
  out.p_BC_B = array_of(hull.buoyancy.p_BC_B);
  for (int axis = 0; axis < 6; ++axis) {
    const auto i = static_cast<size_t>(axis);
    const double own = axis < 3 ? hull.mass_kg : hull.inertia_G(axis - 3, axis - 3);
    out.inertia[i] = own + hull.added_mass_L(axis, axis);
    out.damping_linear[i] = hull.damping.linear(axis, axis);
    out.damping_quadratic[i] = hull.damping.quadratic(axis, axis);
  }
  return out;
}

extension::ThrusterSetting thruster_setting(const Actuator& thruster, double density_kg_m3) {
  const extension::ThrustAbility ability = thruster.thrust_ability(density_kg_m3);
  extension::ThrusterSetting out;
  out.p_BT_B = ability.position_B;
  out.axis_B = ability.axis_B;
  out.thrust_max_n = std::min(ability.forward_max_n, extension::kUnlimitedThrust_n);
  out.thrust_min_n = -std::min(ability.reverse_max_n, extension::kUnlimitedThrust_n);
  out.command_neutral = thruster.command.neutral;
  out.command_min = ability.command_min;
  return out;
}

}  // namespace

ControllerSetup controller_setup(const World& world, const Vehicle& vehicle,
                                 const environment::Sea& sea) {
  ControllerSetup out;
  const Controller& c = vehicle.controller;
  out.rate = Rate(c.rate_hz, world.clock);
  out.dt_s = std::max(1 / c.rate_hz, world.clock.step_s());
  out.velocity_limit.fill(AxisParameters{}.velocity_limit);
  extension::ControllerSetting setting;
  setting.dt_s = out.dt_s;
  setting.hull = hull_setting(world.links[vehicle.links.begin], sea);
  for (int i = vehicle.thrusters.begin; i < vehicle.thrusters.end(); ++i)
    setting.thrusters.push_back(thruster_setting(world.actuators[i], sea.water().density(0)));
  AnyConfig config = c.config;
  out.own_loops = !c.kind && !vehicle.kinematic && vehicle.thrusters.count > 0;
  if (out.own_loops) config = AnyConfig::of(controller_from_inertia(setting.hull));
  out.kind = controller_list().find(config.schema());
  if (out.kind) {
    const std::shared_ptr<void> own = out.kind->copy(config.data());
    if (out.kind->prepare) out.kind->prepare(own.get(), setting);
    if (out.kind->velocity_limit) out.velocity_limit = out.kind->velocity_limit(own.get());
    if (out.kind->state_size) out.layout.controller_size = out.kind->state_size(own.get());
    for (const extension::Gain& gain : out.kind->gains(own.get()))
      out.start_gains.push_back(*gain.value);
    if (!out.own_loops) out.layout.gain_count = out.start_gains.size();
    out.config = own;
  }
  out.altimeter = altimeter_of(world, vehicle);
  const IndexRange steps = world.tracks[vehicle.track].steps;
  for (int s = steps.begin; s < steps.end(); ++s)
    out.waypoints.push_back(waypoints_of(world.mission[s].config));
  return out;
}

}  // namespace hadal::control
