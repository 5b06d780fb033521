// Dead reckoning from the readings of other sensors: a DVL's velocity turned by a compass, or by an
// attitude, and summed up; the depth as it is read.
//   p_NS' = R_NB R_BS v_S (trapezoids from sample to sample),  p_NB = p_NS - R_NB r_BS,
//   depth of the origin = reading - (R_NB r_BD) down,
// S the DVL, D the depth sensor, B the link. The path of the DVL is summed and not that of the
// origin, so that its lever arm needs no rates; they are left out of the velocity it gives. With a
// compass alone the vehicle counts as level. It begins at the true place and knows what its sensors
// tell from then on: heading errors, velocity errors and lost readings add up. While the DVL has no
// bottom, the last velocity is kept and the reading is not valid.
#include <algorithm>
#include <cmath>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/dvl.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/mounting.h"
#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

size_t column_of(const extension::OtherSensor& sensor, const std::string& name) {
  for (size_t i = 0; i < sensor.columns.size(); ++i)
    if (sensor.columns[i].name == name) return i;
  return 0;
}

}  // namespace

struct DeadReckoning : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kOdometry;
  static constexpr bool kListens = true;
  std::string velocity;
  std::string depth;
  std::string heading;
  std::string attitude;

  static const StructSchema& schema() {
    using C = DeadReckoning;
    static const StructSchema s =
        extension::sensor_schema<C>(
            "dead_reckoning",
            "Pose and velocity of the vehicle from what its own sensors tell: a DVL's velocity "
            "turned by heading or attitude and summed up, and the depth.")
            .text("velocity", &C::velocity, "Name of the DVL.")
            .required()
            .text("depth", &C::depth, "Name of the sensor of depth_m: !depth or !pressure.")
            .required()
            .text("heading", &C::heading,
                  "Name of the compass, best with true_north. Alone, the vehicle counts as level.")
            .text("attitude", &C::attitude,
                  "Name of a sensor of attitude, e.g. an !imu with attitude: true.")
            .check([](const C& c, CheckReport& r) {
              if (c.heading.empty() && c.attitude.empty())
                r.fail("heading", "give heading, attitude or both");
            });
    return s;
  }

  Columns columns() const {
    return join(
        {ned("position", "_m", "m"), attitude_columns(), ned("velocity", "_m_s", "m/s")});
  }
  std::vector<extension::NoiseGroup> noise_groups() const { return {}; }

  void prepare(extension::SensorSetting& setting) {
    const extension::OtherSensor dvl =
        setting.sensor(velocity, "covariance_xx_m2_s2", "velocity");
    velocity_source = source(dvl, "velocity_x_m_s");
    bottom_column = column_of(dvl, "mode");
    depth_source = source(setting.sensor(depth, "depth_m", "depth"), "depth_m");
    if (!heading.empty())
      heading_source = source(setting.sensor(heading, "heading_rad", "heading"), "heading_rad");
    if (!attitude.empty())
      attitude_source = source(setting.sensor(attitude, "attitude_w", "attitude"), "attitude_w");
  }

  // Memory: whether it has begun, when, the place of the DVL, its velocity then.
  size_t memory_size() const { return 8; }
  void realign(std::span<double> memory) const { std::fill(memory.begin(), memory.end(), 0.0); }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    const Quat q_true = to_quat(now.body().q_NB);
    const Vec3 p_true = to_vec3(now.body().p_NB_N),
               v_true = q_true * Vec3(now.body().nu_B.data());
    ColumnWriter(sample.truth) << p_true << q_true << v_true;
    const Quat q_NB = attitude_now(now, q_true);
    const Source& dvl = velocity_source;
    const extension::OtherReading speed = now.reading(dvl.number),
                                  deep = now.reading(depth_source.number);
    const std::span<double> m = sample.memory;
    const bool bottom = speed.time_s >= 0 && speed.valid &&
                        speed.values[bottom_column] == static_cast<double>(DvlMode::kBottom);
    Vec3 v_N = vector_at(m, 5);
    if (bottom) v_N = q_NB * (dvl.X_BS.q * vector_at(speed.values, dvl.column));
    if (m[0] == 0)
      ColumnWriter(m) << 1.0 << now.time_s() << Vec3(p_true + q_true * dvl.X_BS.p) << v_N;
    Vec3 p_NS_N = vector_at(m, 2);
    p_NS_N += 0.5 * (vector_at(m, 5) + v_N) * (now.time_s() - m[1]);
    const bool deep_known = deep.time_s >= 0 && deep.valid;
    Vec3 p_NB_N = p_NS_N - q_NB * dvl.X_BS.p;
    if (deep_known)
      p_NB_N.z() = deep.values[depth_source.column] - (q_NB * depth_source.X_BS.p).z();
    p_NS_N.z() = p_NB_N.z() + (q_NB * dvl.X_BS.p).z();
    ColumnWriter(m) << 1.0 << now.time_s() << p_NS_N << v_N;
    ColumnWriter(sample.values) << p_NB_N << q_NB << v_N;
    return bottom && deep_known;
  }

  struct Source {
    int number = -1;
    size_t column = 0;
    Pose X_BS;
  };
  Source velocity_source, depth_source, heading_source, attitude_source;
  size_t bottom_column = 0;

 private:
  static Source source(const extension::OtherSensor& other, const std::string& column) {
    return {other.number, column_of(other, column),
            Pose{to_vec3(other.X_BS.p), to_quat(other.X_BS.q)}};
  }

  // The true one only until the first readings have arrived.
  Quat attitude_now(const extension::SensorContext& now, const Quat& q_true) const {
    EulerAngles angles{};
    if (attitude_source.number >= 0) {
      const extension::OtherReading reading = now.reading(attitude_source.number);
      if (reading.time_s < 0) return q_true;
      const double* q = &reading.values[attitude_source.column];
      const Quat q_NB = Quat(q[0], q[1], q[2], q[3]) * attitude_source.X_BS.q.conjugate();
      if (heading_source.number < 0) return q_NB;
      angles = euler_from(q_NB);
    }
    const extension::OtherReading reading = now.reading(heading_source.number);
    if (reading.time_s < 0) return q_true;
    angles.yaw = reading.values[heading_source.column] - euler_from(heading_source.X_BS.q).yaw;
    return quaternion_from(angles);
  }
};

template <>
extension::SensorKind built_in_sensor<DeadReckoning>() {
  return extension::sensor_kind<DeadReckoning>();
}

}  // namespace hadal::kinds
