// Parts of vehicles that turn: propellers with their rotors, fins with their angles. What sensors and
// viewers see of them is a pure function of the state:
//   p_L' = p_L + R(axis_L, angle) (p - p_L)   for a point p of the part, in the link frame L,
// right-handed about the axis. The angle of a fin is that of its state; that of a propeller is the
// integral of its speed (PropellerLaw of kinds/actuators/thruster.h) since the start, by the speed
// in the middle of each step. A thruster that has failed stands still.
#pragma once
#include <cmath>
#include <span>

#include "kinds/actuators/thruster.h"
#include "math/types.h"

namespace hadal::inline world {

struct State;
struct World;

struct MovingPart {
  int link = 0;
  int visual = 0;  // into Link::visuals
  int actuator = 0;
  int rotor = -1;  // into World::rotors; -1: a fin
  Vec3 p_L = Vec3::Zero();
  Vec3 axis_L = Vec3::UnitX();  // unit vector; of a thruster that turns left, against its thrust
};

struct Rotor {
  size_t actuator = 0;
  // Set with the actuators.
  size_t state = 0;  // of its column kRotor in State::actuator_state
  PropellerLaw law;
};

// Speed of the blades.  rotor_state: column kRotor of the thruster.
inline double propeller_speed(const PropellerLaw& law, double rotor_state) {
  if (!law.of_thrust) return law.per_state * rotor_state;
  return std::copysign(law.per_state * std::sqrt(std::abs(rotor_state)), rotor_state);
}
// Laws of all rotors, once their thrusters are prepared; storage in the state.
void prepare_rotors(World& world);
void start_rotors(const World& world, State& state);

// Of all parts, in the order of World::moving_parts.
void part_angles(const World& world, const State& state, std::span<double> angle_rad);
// The pose in L of a part whose pose at rest is the identity.
Pose part_pose(const MovingPart& part, double angle_rad);

}  // namespace hadal::world
