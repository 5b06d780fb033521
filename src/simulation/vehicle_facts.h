// What follows from a vehicle model: how it lies in the water, what its thrusters do, how fast it
// goes. Every number is of the model as a run has it: forces come from dynamics/forces.h at poses
// and velocities that are set, as in a towing tank (steady, level, one axis at a time), masses from
// the multibody.
//   righting     M x'' + K x = 0 about rest, K = -d(weight and buoyancy)/dx by differences, M with
//                the added mass, joints held: undamped periods of heave, roll and pitch
//   thrust       the largest along an axis alone, as the controllers allocate it, at rest
//   top speed    where that command and the drag balance; thrust at speed by the thrusters' maps
//   free speed   where net buoyancy and the drag balance, thrusters off
// Coupled motions (a hull that pitches as it goes, see docs/dynamics.md) are not in these.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "math/types.h"
#include "scenario/scenario.h"

namespace hadal::simulation {

struct AxisFacts {
  double thrust = 0;           // N, N m; >= 0
  std::optional<double> top_speed;  // m/s, rad/s; none without thrust or without drag
};

struct DragPoint {
  double speed = 0, force = 0;  // of the water on the vehicle, against the motion
};

struct VehicleFacts {
  std::string name, model;
  double density_kg_m3 = 0, gravity_m_s2 = 0;
  bool at_surface = false;  // a craft that floats
  double mass_kg = 0, displaced_m3 = 0, net_buoyancy_n = 0;  // at_surface: displaced at rest
  Vec3 center_of_mass = Vec3::Zero();
  double depth_at_rest_m = 0;                // of the origin, at_surface
  std::array<double, 2> metacentric_m{};     // across (roll), along (pitch); of a submerged one: BG
  std::array<std::optional<double>, 3> period_s;  // heave, roll, pitch
  Mat6 added_mass = Mat6::Zero();            // about the origin
  std::array<std::array<AxisFacts, 2>, 6> axes;           // ahead, astern
  std::array<std::array<std::vector<DragPoint>, 2>, 6> drag;
  std::optional<double> free_speed_m_s;      // up > 0
};

// Of every vehicle of a scenario, each alone in its water at rest.
Result<std::vector<VehicleFacts>> vehicle_facts(LoadedScenario loaded);

std::string facts_text(const VehicleFacts& facts);
std::string facts_json(const VehicleFacts& facts);

}  // namespace hadal::simulation
