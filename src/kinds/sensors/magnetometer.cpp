#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/magnetic.h"

namespace hadal::inline kinds {

namespace {
constexpr double kMicroTesla = 1e-6;
}  // namespace

const StructSchema& Magnetometer::schema() {
  using C = Magnetometer;
  static const StructSchema s =
      extension::sensor_schema<C>("magnetometer", "Magnetic flux density, T.")
          .matrix("soft_iron", &C::soft_iron, "3x3 matrix on the true field.", {9})
          .vector("hard_iron_ut", &C::hard_iron_t, "Added field.", {}, kMicroTesla)
          .object("noise", &C::noise, "T.");
  return s;
}

Columns Magnetometer::columns() const {
  return xyz("magnetic_field", "_T", "T");
}

Vec3 magnetic_field_S_t(const extension::SensorContext& now) {
  return q_NS(now).conjugate() * to_vec3(now.sea().magnetic_field_N_t());
}

Vec3 Magnetometer::sensed_field_S_t(const Vec3& field_S_t) const {
  Mat3 a;
  for (int i = 0; i < 9; ++i) a(i / 3, i % 3) = soft_iron[i];
  return a * field_S_t + to_vec3(hard_iron_t);
}

bool Magnetometer::measure(const extension::SensorContext& now,
                           extension::SensorSample& sample) const {
  const Vec3 field_S_t = magnetic_field_S_t(now);
  ColumnWriter(sample.truth) << field_S_t;
  ColumnWriter(sample.values) << sensed_field_S_t(field_S_t);
  return sample.add_noise(sample.values, sample.values);
}

template <>
extension::SensorKind built_in_sensor<Magnetometer>() {
  return extension::sensor_kind<Magnetometer>();
}

}  // namespace hadal::kinds
