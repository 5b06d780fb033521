#include "kinds/sensors/list.h"

namespace hadal::inline kinds {

constexpr extension::SensorKind (*kSensors[])() = {
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
    built_in_sensor<struct Encoder>,
    built_in_sensor<struct ForceTorque>,
    built_in_sensor<struct Battery>,
    built_in_sensor<struct DeadReckoning>,
    built_in_sensor<struct Dvl>,
    built_in_sensor<struct Adcp>,
};

KindList<extension::SensorKind>& sensor_list() {
  static KindList<extension::SensorKind> list(kSensors);
  return list;
}

}  // namespace hadal::kinds
