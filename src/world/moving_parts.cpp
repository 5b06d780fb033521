#include "world/moving_parts.h"

#include <cmath>

#include "base/check.h"
#include "kinds/actuators/air_propeller.h"
#include "math/arrays.h"
#include "world/build.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::inline world {

void prepare_rotors(World& world) {
  for (Rotor& rotor : world.rotors) {
    const Actuator& actuator = world.actuators[rotor.actuator];
    rotor.state = actuator.state_begin + extension::kRotor;
    if (const auto* thruster = actuator.config.as<Thruster>())
      rotor.law = thruster->propeller_law();
  }
}

void start_rotors(const World& world, State& state) {
  state.rotor_angle_rad.assign(world.rotors.size(), 0.0);
}

void part_angles(const World& world, const State& state, std::span<double> angle_rad) {
  HADAL_CHECK(angle_rad.size() == world.moving_parts.size());
  for (size_t i = 0; i < angle_rad.size(); ++i) {
    const MovingPart& part = world.moving_parts[i];
    angle_rad[i] = part.rotor >= 0
                       ? state.rotor_angle_rad[static_cast<size_t>(part.rotor)]
                       : state_of(world.actuators[static_cast<size_t>(part.actuator)], state)[0];
  }
}

Pose part_pose(const MovingPart& part, double angle_rad) {
  const Quat q(std::cos(angle_rad / 2), std::sin(angle_rad / 2) * part.axis_L.x(),
               std::sin(angle_rad / 2) * part.axis_L.y(), std::sin(angle_rad / 2) * part.axis_L.z());
  return {part.p_L - q * part.p_L, q};
}

}  // namespace hadal::world

namespace hadal::build {
namespace {

// Of a thruster the number of its rotor, new if nothing turned with it so far.
int rotor_of(World& world, int actuator) {
  for (size_t i = 0; i < world.rotors.size(); ++i)
    if (world.rotors[i].actuator == static_cast<size_t>(actuator)) return static_cast<int>(i);
  world.rotors.push_back({static_cast<size_t>(actuator), 0, {}});
  return static_cast<int>(world.rotors.size()) - 1;
}

Vec3 thruster_axis(const Actuator& actuator) {
  constexpr double kFreshWater_kg_m3 = 1000;  // the axis does not depend on it
  if (const auto* thruster = actuator.config.as<Thruster>())
    return (thruster->turns == ShaftTurns::left ? -1 : 1) * thrust_axis(*thruster);
  const auto* propeller = actuator.config.as<AirPropeller>();
  const Vec3 axis = to_vec3(actuator.thrust_ability(kFreshWater_kg_m3).axis_B);
  return propeller && propeller->turns == ShaftTurns::left ? Vec3(-axis) : axis;
}

void add_part(const Context& context, const Vehicle& vehicle, int link, int visual) {
  World& world = context.world;
  VisualShape& shape = world.links[static_cast<size_t>(link)].visuals[static_cast<size_t>(visual)];
  const ShapeMotion& motion = shape.motion;
  const int index = actuator_named(context, vehicle.actuators, motion.actuator, motion.key,
                                   "no thruster or fin '" + motion.actuator + "'");
  if (index < 0) return;
  const Actuator& actuator = world.actuators[static_cast<size_t>(index)];
  const auto* fin = actuator.config.as<Fin>();
  if (!fin && !actuator.kind->gives_thrust()) {
    context.fail(motion.key, "'" + motion.actuator + "' is neither a thruster nor a fin");
    return;
  }
  if (actuator.link != link) {
    context.fail(motion.key, "'" + motion.actuator + "' is on another link");
    return;
  }
  MovingPart part;
  part.link = link;
  part.visual = visual;
  part.actuator = index;
  part.p_L = motion.p_L;
  part.axis_L = fin ? Vec3(to_vec3(fin->axis).normalized()) : thruster_axis(actuator);
  if (!fin) part.rotor = rotor_of(world, index);
  shape.part = static_cast<int>(world.moving_parts.size());
  world.moving_parts.push_back(part);
}

}  // namespace

void moving_parts(const Context& context, const Vehicle& vehicle) {
  for (int link = vehicle.links.begin; link < vehicle.links.end(); ++link) {
    const auto& visuals = context.world.links[static_cast<size_t>(link)].visuals;
    for (size_t i = 0; i < visuals.size(); ++i)
      if (!visuals[i].motion.actuator.empty())
        add_part(context, vehicle, link, static_cast<int>(i));
  }
}

}  // namespace hadal::build
