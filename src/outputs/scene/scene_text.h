// What happens in a scenario, in words for people: steps of missions, events, inputs.
#pragma once
#include <string>
#include <vector>

#include "world/world.h"

namespace hadal::outputs {

// "4.0 m N, 1.0 m E, 20.0 m deep"; south and west instead of negative numbers.
std::string place_text(double north_m, double east_m, double depth_m);

// "go to 4.0 m N, 1.0 m E, 20.0 m deep at 0.5 m/s"
std::string step_text(const AnyConfig& step);
// "thruster t3 has failed", without the vehicle it happens to
std::string event_text(const AnyConfig& event);
// Whom an event happens to: a vehicle, or "sea".
std::string event_subject(const AnyConfig& event);

}  // namespace hadal::outputs
