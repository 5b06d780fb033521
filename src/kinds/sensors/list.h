// The kinds of sensors that come with the library, written in the header for everybody's
// (hadal/extension/sensor.h). One file per kind; its struct is in a header where somebody else asks
// for its parameters.
#pragma once
#include <span>

#include "hadal/extension/sensor.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
extension::SensorKind built_in_sensor();

std::span<const extension::SensorKind> built_in_sensors();

}  // namespace hadal::kinds
