// Names and units of a controller's live gains, in the order in which they lie in the state, and
// the controller's block of a scenario with gains that were found live.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "world/world.h"

namespace hadal::control {

// Empty for a vehicle without a controller; the values are not to be read.
std::vector<extension::Gain> gain_table(const Controller& controller);
std::vector<std::string> gain_names(const Controller& controller);

// `controller: !kind` with every key, as it may stand in a vehicle's model or in a scenario's
// vehicle. One gain per entry of gain_table(); the controller must have one.
std::string controller_yaml(const Controller& controller, std::span<const double> gains);

}  // namespace hadal::control
