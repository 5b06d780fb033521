// Satellite positioning: position and velocity of the antenna, the origin of S, in the local frame
// N; the log turns them into latitude and longitude. Radio does not pass sea water: a fix needs the
// antenna a margin above the surface of the waves where the antenna is, and has been dry for the
// time to fix. The position error is a Gauss-Markov process (noise stack) with a correlation time of
// minutes.
#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/mounting.h"

namespace hadal::inline kinds {

struct Gps : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kNavSatFix;
  double surface_margin_m = 0.2;  // the antenna must be this far out of the water
  double time_to_fix_s = 0;       // dry time before the first fix
  extension::NoiseModel horizontal, vertical;  // m
  extension::NoiseModel velocity;              // m/s

  static const StructSchema& schema() {
    using C = Gps;
    static const StructSchema s =
        extension::sensor_schema<C>("gps",
                                    "Satellite position; only with the antenna out of the water.")
            .number("surface_margin_m", &C::surface_margin_m,
                    "The antenna must be this far out of the water.", kNotNegative)
            .number("time_to_fix_s", &C::time_to_fix_s, "Dry time before the first fix.",
                    kNotNegative)
            .object("horizontal", &C::horizontal, "m.")
            .object("vertical", &C::vertical, "m.")
            .object("velocity", &C::velocity, "m/s.")
            .check(extension::refuse_misalignment<C>(
                {{"horizontal", &C::horizontal}, {"vertical", &C::vertical}}));
    return s;
  }
  Columns columns() const {
    return join({ned("position", "_m", "m"), ned("velocity", "_m_s", "m/s")});
  }
  std::vector<extension::NoiseGroup> noise_groups() const {
    return {{horizontal, 2}, {vertical, 1}, {velocity, 3}};
  }

  // Memory: time the antenna came out of the water, negative while it is wet.
  size_t memory_size() const { return 1; }
  void reset(std::span<double> memory) const { memory[0] = -1; }

  bool has_fix(const extension::SensorContext& now, double& dry_since_s) const {
    const Vec3 p_N = p_NS_N(now);
    if (-p_N.z() - now.sea().surface_elevation_m(p_N.x(), p_N.y()) < surface_margin_m) {
      dry_since_s = -1;
      return false;
    }
    if (dry_since_s < 0) dry_since_s = now.time_s();
    constexpr double kRounding_s = 1e-9;
    return now.time_s() - dry_since_s >= time_to_fix_s - kRounding_s;
  }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    ColumnWriter(sample.truth) << p_NS_N(now) << v_NS_N(now);
    const bool received = sample.add_noise(sample.truth, sample.values);
    return has_fix(now, sample.memory[0]) && received;
  }
};

template <>
extension::SensorKind built_in_sensor<Gps>() {
  return extension::sensor_kind<Gps>();
}

}  // namespace hadal::kinds
