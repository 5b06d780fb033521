// Numbers of a world that may differ from one simulation to the next while everything that is shared
// stays as it is: neither geometry nor the number of anything changes. For randomised models,
// sensitivities and fits.
//
// | key | number |
// |---|---|
// | vehicles.V.pose.north_m, .east_m, .depth_m, .roll_deg, .pitch_deg, .heading_deg | where it starts |
// | vehicles.V.velocity.surge_m_s, .sway_m_s, .heave_m_s, .roll_rad_s, .pitch_rad_s, .yaw_rad_s | with which it starts |
// | vehicles.V.links.L.mass_kg, .volume_m3 | |
// | vehicles.V.links.L.center_of_mass_x_m, _y_m, _z_m; .center_of_buoyancy_x_m, _y_m, _z_m | link axes |
// | vehicles.V.links.L.inertia_factor, .added_mass_factor | times the model's |
// | vehicles.V.links.L.damping_linear_factor, .damping_quadratic_factor,
// | .damping_table_factor | times the model's |
// | vehicles.V.thrusters.T.thrust_factor | times the model's, at any command |
// | vehicles.V.sensors.S.noise_factor | times all random errors of its noise stack (sensors/noise) |
//
// V is a vehicle or an object. Things that hang on a shape of their own (faces that press and drag)
// keep it: there volume and centre of buoyancy cannot be patched.
#pragma once
#include <span>
#include <string>

#include "base/problem.h"
#include "world/world.h"

namespace hadal::inline world {

struct Patch {
  std::string key;
  double value = 0;
};

// All of them, or problems by key and none: an unknown key, a value that cannot be.
Problems apply_patches(std::span<const Patch> patches, World& world);

}  // namespace hadal::world
