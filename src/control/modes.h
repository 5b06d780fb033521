// The control modes by name, and which of them a vehicle offers.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "world/world.h"

namespace hadal::control {

// position, velocity, effort, manual, course, off
const char* control_mode_name(ControlMode mode);
std::optional<ControlMode> control_mode_named(std::string_view name);

// Manual and off: all that have a controller, thrusters or are kinematic. Position and velocity:
// six axes or kinematic; effort: six axes; course: the autopilots. Objects offer none.
bool offers_mode(const Vehicle& vehicle, ControlMode mode);
std::vector<ControlMode> modes_of(const Vehicle& vehicle);

}  // namespace hadal::control
