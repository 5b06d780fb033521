#include "sensors/navigation/magnetic.h"

#include <cmath>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::sensors {

Vec3 magnetic_field_S_T(const Truth& truth, const Pose& X_BS) {
  return q_NS(truth, X_BS).conjugate() * truth.field_N_T;
}

Vec3 sensed_field_S_T(const MagnetometerModel& model, const Vec3& field_S_T) {
  return model.soft_iron * field_S_T + model.hard_iron_S_T;
}

double wrap_heading(double angle_rad) {
  const double wrapped = angle_rad - kTurn * std::floor(angle_rad / kTurn);
  return wrapped < kTurn ? wrapped : 0.0;
}

double magnetic_heading_rad(const Truth& truth, const Pose& X_BS) {
  const double declination = std::atan2(truth.field_N_T.y(), truth.field_N_T.x());
  return wrap_heading(euler_from(q_NS(truth, X_BS)).yaw - declination);
}

double compass_deviation_rad(const CompassModel& m, double h) {
  return m.deviation_a_rad + m.deviation_b_rad * std::sin(h) + m.deviation_c_rad * std::cos(h) +
         m.deviation_d_rad * std::sin(2 * h) + m.deviation_e_rad * std::cos(2 * h);
}

}  // namespace hadal::sensors
