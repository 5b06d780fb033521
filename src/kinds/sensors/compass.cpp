#include <cmath>

#include "kinds/sensors/list.h"
#include "kinds/sensors/magnetic.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& Compass::schema() {
  using C = Compass;
  static const StructSchema s =
      extension::sensor_schema<C>("compass", "Heading from the horizontal magnetic field.")
          .vector("deviation_deg", &C::deviation_rad, "A, B, C, D, E of the deviation.", {},
                  kDegree)
          .boolean("true_north", &C::true_north, "Corrects the declination at the origin.")
          .object("noise", &C::noise, "rad.")
          .check(extension::refuse_misalignment<C>({{"noise", &C::noise}}));
  return s;
}

double wrap_heading(double angle_rad) {
  const double wrapped = angle_rad - kTurn * std::floor(angle_rad / kTurn);
  return wrapped < kTurn ? wrapped : 0.0;
}

double magnetic_heading_rad(const extension::SensorContext& now) {
  const extension::Vector3 field_N_t = now.sea().magnetic_field_N_t();
  const double declination = std::atan2(field_N_t[1], field_N_t[0]);
  return wrap_heading(euler_from(q_NS(now)).yaw - declination);
}

double Compass::deviation_at_rad(double h) const {
  const auto& [a, b, c, d, e] = deviation_rad;
  return a + b * std::sin(h) + c * std::cos(h) + d * std::sin(2 * h) + e * std::cos(2 * h);
}

bool Compass::measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
  const double heading = magnetic_heading_rad(now);
  const double declination = true_north ? now.sea().declination_rad() : 0;
  sample.truth[0] = wrap_heading(heading + declination);
  sample.values[0] = heading - deviation_at_rad(heading) + declination;
  const bool valid = sample.add_noise(sample.values, sample.values);
  sample.values[0] = wrap_heading(sample.values[0]);
  return valid;
}

template <>
extension::SensorKind built_in_sensor<Compass>() {
  return extension::sensor_kind<Compass>();
}

}  // namespace hadal::kinds
