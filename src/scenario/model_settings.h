// Settings (`--set`) below a vehicle or object that mean what its model brings:
// vehicles.rov.controller.surge.position.p, vehicles.rov.sensors.dvl.rate_hz,
// vehicles.rov.links.hull.mass_kg.
//
// They are for this vehicle or object alone. A controller is copied to the vehicle, where it replaces
// the model's. Anything else changes the model, or, when others use it too, a copy of it named
// MODEL_VEHICLE.
#pragma once
#include <string>

#include "scenario/document.h"

namespace hadal::inline scenario {

// Whether a setting reaches what the model brings: the vehicle or object is there and neither has
// the key of its own nor, of a list, an item of that name.
bool reaches_model(const std::string& setting, Node& root);

// Applies such a setting, once the models are in the tree.
void apply_to_model(const std::string& setting, Node& root, Problems& problems);

}  // namespace hadal::scenario
