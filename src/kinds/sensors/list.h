// The kinds of sensors that give readings. Those that come with the library are written in the header
// for everybody's (hadal/extension/sensor.h), one file per kind; its struct is in a header where
// somebody else asks for its parameters.
#pragma once
#include "hadal/extension/sensor.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
extension::SensorKind built_in_sensor();

KindList<extension::SensorKind>& sensor_list();

}  // namespace hadal::kinds
