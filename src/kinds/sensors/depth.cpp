// Depth of the sensor below the mean surface.
#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/mounting.h"

namespace hadal::inline kinds {

struct DepthSensor : extension::SensorConfig {
  extension::NoiseModel noise;  // m

  static const StructSchema& schema() {
    using C = DepthSensor;
    static const StructSchema s =
        extension::sensor_schema<C>("depth", "Depth below the mean surface, m.")
            .object("noise", &C::noise, "m.")
            .check(extension::refuse_misalignment<C>({{"noise", &C::noise}}));
    return s;
  }
  Columns columns() const { return {{"depth_m", "m"}}; }
  std::vector<extension::NoiseGroup> noise_groups() const { return {{noise, 1}}; }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    sample.truth[0] = p_NS_N(now).z();
    return sample.add_noise(sample.truth, sample.values);
  }
};

template <>
extension::SensorKind built_in_sensor<DepthSensor>() {
  return extension::sensor_kind<DepthSensor>();
}

}  // namespace hadal::kinds
