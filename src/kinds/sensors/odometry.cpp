// Pose and twist of S. Without noise this is the ground truth.
#include <array>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/mounting.h"

namespace hadal::inline kinds {

struct OdometrySensor : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kOdometry;
  extension::NoiseModel position;          // m
  extension::NoiseModel attitude_error;    // rad, a small rotation in S
  extension::NoiseModel linear_velocity;   // m/s
  extension::NoiseModel angular_velocity;  // rad/s

  static const StructSchema& schema() {
    using C = OdometrySensor;
    static const StructSchema s =
        extension::sensor_schema<C>("odometry",
                                    "Pose and velocity; the ground truth when no noise is given.")
            .object("position", &C::position, "m.")
            .object("attitude_error", &C::attitude_error, "rad.")
            .object("linear_velocity", &C::linear_velocity, "m/s.")
            .object("angular_velocity", &C::angular_velocity, "rad/s.");
    return s;
  }
  Columns columns() const {
    return join({ned("position", "_m", "m"), attitude_columns(), xyz("velocity", "_m_s", "m/s"),
                 xyz("angular_velocity", "_rad_s", "rad/s")});
  }
  std::vector<extension::NoiseGroup> noise_groups() const {
    return {{position, 3}, {linear_velocity, 3}, {angular_velocity, 3}, {attitude_error, 3}};
  }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    const Vec3 p_N = p_NS_N(now);
    const Quat q = q_NS(now);
    const Vec3 v_S = q.conjugate() * v_NS_N(now);
    const Vec3 w_S =
        to_quat(now.X_BS().q).conjugate() * Vec3(to_vec6(now.body().nu_B).tail<3>());
    ColumnWriter(sample.truth) << p_N << q << v_S << w_S;
    std::array<double, 12> channels{};
    ColumnWriter(channels) << p_N << v_S << w_S;
    const bool valid = sample.add_noise(channels, channels);
    ColumnWriter(sample.values) << vector_at(channels, 0) << turned_by(q, vector_at(channels, 9))
                                << vector_at(channels, 3) << vector_at(channels, 6);
    return valid;
  }
};

template <>
extension::SensorKind built_in_sensor<OdometrySensor>() {
  return extension::sensor_kind<OdometrySensor>();
}

}  // namespace hadal::kinds
