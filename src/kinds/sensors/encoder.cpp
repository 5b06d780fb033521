#include "kinds/sensors/encoder.h"

#include "kinds/sensors/list.h"

namespace hadal::inline kinds {

Columns Encoder::columns() const {
  if (measured.slides)
    return {{"position_m", "m"}, {"velocity_m_s", "m/s"}, {"effort_N", "N"}};
  return {{"position_rad", "rad"}, {"velocity_rad_s", "rad/s"}, {"effort_N_m", "N m"}};
}

std::vector<extension::NoiseGroup> Encoder::noise_groups() const {
  return {{position, 1}, {velocity, 1}, {effort, 1}};
}

bool Encoder::measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
  const extension::JointReading joint_now = now.joint(measured.number);
  ColumnWriter(sample.truth) << joint_now.position << joint_now.velocity << joint_now.effort;
  return sample.add_noise(sample.truth, sample.values);
}

const StructSchema& Encoder::schema() {
  using C = Encoder;
  static const StructSchema s =
      extension::sensor_schema<C>("encoder",
                                  "Position and velocity of a joint, and the effort of its drive.")
          .name("joint", &C::joint, "The joint, by the name of its link.")
          .required()
          .object("position", &C::position, "rad or m.")
          .object("velocity", &C::velocity, "rad/s or m/s.")
          .object("effort", &C::effort, "N m or N.")
          .check(extension::refuse_misalignment<C>({{"position", &C::position},
                                                    {"velocity", &C::velocity},
                                                    {"effort", &C::effort}}));
  return s;
}

template <>
extension::SensorKind built_in_sensor<Encoder>() {
  return extension::sensor_kind<Encoder>();
}

}  // namespace hadal::kinds
