// Absolute pressure at the sensor, and the depth an instrument makes of it.
// Calm water: P_S = P_B + rho g dz, dz how much lower than the body origin the sensor hangs; with
// the body origin above mean sea level P_S = P_atm + rho g depth. Waves add their dynamic pressure
// at the sensor, rho g a e^{-k (depth + zeta)} cos theta for each component (Wheeler stretching,
// environment/waves), so that the sum is atmospheric exactly at the real surface; above it the
// sensor feels the air. Depth estimate: d = (P - P_ref) / (rho_ref g_ref); wrong by what the
// references are wrong and by the waves. Valid where density is constant over the size of the
// vehicle. Temperature is that at the depth of the body origin.
#include <algorithm>
#include <array>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/mounting.h"

namespace hadal::inline kinds {

struct PressureSensor : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kFluidPressure;
  double reference_density_kg_m3 = 1025;  // used by the sensor to turn pressure into depth
  double reference_pressure_pa = 101325;
  double reference_gravity_m_s2 = 9.80665;
  extension::NoiseModel pressure;     // Pa
  extension::NoiseModel temperature;  // degC

  static const StructSchema& schema() {
    using C = PressureSensor;
    static const StructSchema s =
        extension::sensor_schema<C>(
            "pressure", "Absolute pressure, and the depth the instrument makes of it.")
            .number("reference_density_kg_m3", &C::reference_density_kg_m3,
                    "Density the instrument assumes.", kPositive)
            .number("reference_pressure_pa", &C::reference_pressure_pa, "Air pressure it assumes.",
                    kNotNegative)
            .number("reference_gravity_m_s2", &C::reference_gravity_m_s2, "Gravity it assumes.",
                    kPositive)
            .object("pressure", &C::pressure, "Pa.")
            .object("temperature", &C::temperature, "deg C.")
            .check(extension::refuse_misalignment<C>(
                {{"pressure", &C::pressure}, {"temperature", &C::temperature}}));
    return s;
  }
  Columns columns() const {
    return {{"pressure_Pa", "Pa"}, {"temperature_degc", "degC"}, {"depth_m", "m"}};
  }
  std::vector<extension::NoiseGroup> noise_groups() const {
    return {{pressure, 1}, {temperature, 1}};
  }

  static double pressure_pa(const extension::SensorContext& now) {
    const extension::Sea& sea = now.sea();
    const double body_depth_m = now.body().p_NB_N[2];
    const Vec3 p_N = p_NS_N(now);
    const double elevation_m = sea.surface_elevation_m(p_N.x(), p_N.y());
    const double air_pa = sea.atmospheric_pressure_pa();
    if (p_N.z() <= -elevation_m) return air_pa;
    const double gradient = sea.density_kg_m3(body_depth_m) * sea.gravity_m_s2();
    const double calm_pa =
        body_depth_m > 0
            ? sea.pressure_pa(body_depth_m) +
                  gradient * (to_quat(now.body().q_NB) * to_vec3(now.X_BS().p)).z()
            : air_pa + gradient * p_N.z();
    return std::max(air_pa, calm_pa + sea.wave_pressure_pa(to_array(p_N), elevation_m));
  }

  double depth_m(double pressure_pa) const {
    return (pressure_pa - reference_pressure_pa) /
           (reference_density_kg_m3 * reference_gravity_m_s2);
  }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    std::array<double, 2> channels{pressure_pa(now),
                                   now.sea().temperature_degc(now.body().p_NB_N[2])};
    ColumnWriter(sample.truth) << channels[0] << channels[1] << p_NS_N(now).z();
    const bool valid = sample.add_noise(channels, channels);
    ColumnWriter(sample.values) << channels[0] << channels[1] << depth_m(channels[0]);
    return valid;
  }
};

template <>
extension::SensorKind built_in_sensor<PressureSensor>() {
  return extension::sensor_kind<PressureSensor>();
}

}  // namespace hadal::kinds
