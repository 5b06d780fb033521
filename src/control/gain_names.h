// Names and units of a controller's live gains, in the order in which they lie in the state, and
// the controller's block of a scenario with gains that were found live.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "world/world.h"

namespace hadal::control {

struct GainInfo {
  std::string name;  // as in the scenario, joined by '/': surge/position_p, heading/i, depth_gain
  std::string unit;  // empty: none
  double max = 0;    // largest value a scenario takes; infinite unless said. The least is 0.
};

// Empty for a vehicle without a controller.
std::vector<GainInfo> gain_table(const Controller& controller);
std::vector<std::string> gain_names(const Controller& controller);

// `controller: !kind` with every key, as it may stand in a vehicle's model or in a scenario's
// vehicle. One gain per entry of gain_table(); the controller must have one.
std::string controller_yaml(const Controller& controller, std::span<const double> gains);

}  // namespace hadal::control
