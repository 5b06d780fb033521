// Angular rate of the sensor, inertial.h.
#include "kinds/sensors/columns.h"
#include "kinds/sensors/inertial.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {

struct Gyro : extension::SensorConfig {
  extension::NoiseModel noise;  // rad/s

  static const StructSchema& schema() {
    static const StructSchema s =
        extension::sensor_schema<Gyro>("gyro", "Angular rate, rad/s.")
            .object("noise", &Gyro::noise, "rad/s.");
    return s;
  }
  Columns columns() const { return xyz("angular_velocity", "_rad_s", "rad/s"); }
  std::vector<extension::NoiseGroup> noise_groups() const { return {{noise, 3}}; }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    ColumnWriter(sample.truth) << angular_rate_S(now);
    return sample.add_noise(sample.truth, sample.values);
  }
};

template <>
extension::SensorKind built_in_sensor<Gyro>() {
  return extension::sensor_kind<Gyro>();
}

}  // namespace hadal::kinds
