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

// Those of its controller; manual and off where it has thrusters only; all but effort and course where
// it is kinematic. Objects offer none.
bool offers_mode(const Vehicle& vehicle, ControlMode mode);
std::vector<ControlMode> modes_of(const Vehicle& vehicle);

}  // namespace hadal::control
