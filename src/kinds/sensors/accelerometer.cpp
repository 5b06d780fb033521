// Specific force at the sensor, inertial.h.
#include "kinds/sensors/columns.h"
#include "kinds/sensors/inertial.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {

struct Accelerometer : extension::SensorConfig {
  extension::NoiseModel noise;  // m/s^2

  static const StructSchema& schema() {
    static const StructSchema s =
        extension::sensor_schema<Accelerometer>("accelerometer", "Specific force, m/s^2.")
            .object("noise", &Accelerometer::noise, "m/s^2.");
    return s;
  }
  Columns columns() const { return xyz("specific_force", "_m_s2", "m/s^2"); }
  std::vector<extension::NoiseGroup> noise_groups() const { return {{noise, 3}}; }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    ColumnWriter(sample.truth) << specific_force_S(now);
    return sample.add_noise(sample.truth, sample.values);
  }
};

template <>
extension::SensorKind built_in_sensor<Accelerometer>() {
  return extension::sensor_kind<Accelerometer>();
}

}  // namespace hadal::kinds
