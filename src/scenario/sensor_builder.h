// Schemas of sensor configs: the keys every sensor has.
#pragma once
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "scenario/sensor_config.h"

namespace hadal::inline scenario {

// Name, preset and mounting.
template <class T>
StructBuilder<T> mounted_sensor(const char* kind, const char* doc) {
  static_assert(std::is_base_of_v<SensorConfig, T>);
  return StructBuilder<T>(kind, doc)
      .name("name", &T::name, "Name, unique on the vehicle; part of its topic.")
      .required()
      .text("model", &T::model, "A file of models/sensors whose keys it takes over.")
      .text("link", &T::link, "The link it sits on; the first if left out.")
      .numbers("position_m", &T::position_m, "Position on the link.", {3})
      .numbers("rpy_deg", &T::rpy_deg, "Mounting: roll, pitch, yaw.", {3}, {-360, 360});
}

// How readings arrive.
template <class T>
StructBuilder<T> delivered(StructBuilder<T> builder) {
  return std::move(builder)
      .number("dropout", &T::dropout, "Probability that a reading is lost.", kFraction)
      .number("latency_s", &T::latency_s, "Time from measurement to arrival.", {0, 60});
}

// A sensor that measures at a rate.
template <class T>
StructBuilder<T> sensor(const char* kind, const char* doc) {
  return delivered<T>(mounted_sensor<T>(kind, doc).number("rate_hz", &T::rate_hz,
                                                          "Readings per second.", {1e-4, 100000}));
}

// A misalignment turns three axes into each other; the named groups of channels have none.
template <class T>
auto refuse_misalignment(std::vector<std::pair<const char*, NoiseConfig T::*>> groups) {
  return [groups](const T& config, CheckReport& report) {
    for (const auto& [name, group] : groups)
      if ((config.*group).misalignment_deg > 0)
        report.fail(std::string(name) + ".misalignment_deg",
                    "only a measurement of three axes can be misaligned");
  };
}

}  // namespace hadal::scenario
