// The kinds of sensors that a scenario or vehicle file may name: those that give readings
// (kinds/sensors/), frame sensors and devices of the network.
#pragma once
#include <vector>

#include "hadal/extension/sensor.h"

namespace hadal::inline scenario {

using extension::NoiseModel;
using extension::SensorConfig;

// With those of loaded extensions at the end.
const std::vector<const StructSchema*>& sensor_kinds();

// The common part of any sensor config.
const SensorConfig& sensor_common(const AnyConfig& config);

}  // namespace hadal::scenario
