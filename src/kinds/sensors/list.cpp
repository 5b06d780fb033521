#include "kinds/sensors/list.h"

#include <vector>

namespace hadal::inline kinds {

// `describe` and the docs show them in this order.
constexpr extension::SensorKind (*kBuiltIn[])() = {
    built_in_sensor<struct Accelerometer>,
    built_in_sensor<struct Gyro>,
    built_in_sensor<struct Imu>,
    built_in_sensor<struct Magnetometer>,
    built_in_sensor<struct Compass>,
    built_in_sensor<struct PressureSensor>,
    built_in_sensor<struct DepthSensor>,
    built_in_sensor<struct Altimeter>,
    built_in_sensor<struct ContactSensor>,
    built_in_sensor<struct Gps>,
    built_in_sensor<struct Ins>,
    built_in_sensor<struct OdometrySensor>,
    built_in_sensor<struct ThrusterStateSensor>,
    built_in_sensor<struct Battery>,
    built_in_sensor<struct Dvl>,
    built_in_sensor<struct Adcp>,
};

std::span<const extension::SensorKind> built_in_sensors() {
  static const std::vector<extension::SensorKind> all = [] {
    std::vector<extension::SensorKind> out;
    for (const auto kind : kBuiltIn) out.push_back(kind());
    return out;
  }();
  return all;
}

}  // namespace hadal::kinds
