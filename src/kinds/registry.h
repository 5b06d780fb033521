// All kinds of sensors that give readings: those that come with the library and those of loaded
// extensions. The list only grows; what was handed out stays. Any thread.
#pragma once
#include <string>
#include <vector>

#include "hadal/extension/sensor.h"

namespace hadal::inline kinds {

struct RegisteredSensor {
  extension::SensorKind kind;
  std::string library;  // name of the extension; empty: built in
};

const std::vector<const RegisteredSensor*>& registered_sensors();

// Of a schema in that list.
const RegisteredSensor* find_sensor(const StructSchema& schema);
const extension::SensorKind& sensor_kind_of(const StructSchema& schema);

}  // namespace hadal::kinds
