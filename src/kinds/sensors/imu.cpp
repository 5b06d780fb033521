// Gyro and accelerometer in one frame (inertial.h), and the attitude an instrument makes of them.
#include <array>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/inertial.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {

struct Imu : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kImu;
  extension::NoiseModel gyro;            // rad/s
  extension::NoiseModel accelerometer;   // m/s^2
  bool attitude = false;                 // also report an attitude
  extension::NoiseModel attitude_error;  // rad, a small rotation in S

  static const StructSchema& schema() {
    using C = Imu;
    static const StructSchema s =
        extension::sensor_schema<C>("imu",
                                    "Angular rate and specific force, optionally attitude.")
            .object("gyro", &C::gyro, "rad/s.")
            .object("accelerometer", &C::accelerometer, "m/s^2.")
            .boolean("attitude", &C::attitude, "Also report an attitude.")
            .object("attitude_error", &C::attitude_error, "rad.");
    return s;
  }
  Columns columns() const {
    return join({xyz("angular_velocity", "_rad_s", "rad/s"),
                 xyz("specific_force", "_m_s2", "m/s^2"),
                 attitude ? attitude_columns() : Columns{}});
  }
  std::vector<extension::NoiseGroup> noise_groups() const {
    std::vector<extension::NoiseGroup> groups{{gyro, 3}, {accelerometer, 3}};
    if (attitude) groups.push_back({attitude_error, 3});
    return groups;
  }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    const Vec3 w_S = angular_rate_S(now), f_S = specific_force_S(now);
    if (!attitude) {
      ColumnWriter(sample.truth) << w_S << f_S;
      return sample.add_noise(sample.truth, sample.values);
    }
    const Quat q = q_NS(now);
    ColumnWriter(sample.truth) << w_S << f_S << q;
    std::array<double, 9> channels{};
    ColumnWriter(channels) << w_S << f_S;
    const bool valid = sample.add_noise(channels, channels);
    ColumnWriter(sample.values) << vector_at(channels, 0) << vector_at(channels, 3)
                                << turned_by(q, vector_at(channels, 6));
    return valid;
  }
};

template <>
extension::SensorKind built_in_sensor<Imu>() {
  return extension::sensor_kind<Imu>();
}

}  // namespace hadal::kinds
