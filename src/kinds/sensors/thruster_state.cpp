// What the thrusters of the own vehicle tell of themselves.
#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"

namespace hadal::inline kinds {

struct ThrusterStateSensor : extension::SensorConfig {
  extension::NoiseModel rate;    // rad/s
  extension::NoiseModel thrust;  // N
  extension::NoiseModel torque;  // N m
  extension::NoiseModel power;   // W
  int thrusters = 0;             // of the vehicle

  static const StructSchema& schema() {
    using C = ThrusterStateSensor;
    static const StructSchema s =
        extension::sensor_schema<C>("thruster_state",
                                    "Rotor speed, thrust, torque and power of every thruster.")
            .object("rate", &C::rate, "rad/s.")
            .object("thrust", &C::thrust, "N.")
            .object("torque", &C::torque, "N m.")
            .object("power", &C::power, "W.")
            .check(extension::refuse_misalignment<C>({{"rate", &C::rate},
                                                      {"thrust", &C::thrust},
                                                      {"torque", &C::torque},
                                                      {"power", &C::power}}));
    return s;
  }
  void prepare(extension::SensorSetting& setting) { thrusters = setting.thrusters(); }
  Columns columns() const {
    Columns out;
    const auto add = [&](const std::string& name, const std::string& unit) {
      for (int i = 0; i < thrusters; ++i)
        out.push_back({"thruster_" + std::to_string(i) + "_" + name, unit});
    };
    add("rate_rad_s", "rad/s");
    add("thrust_N", "N");
    add("torque_N_m", "N m");
    add("power_W", "W");
    return out;
  }
  std::vector<extension::NoiseGroup> noise_groups() const {
    const auto count = static_cast<size_t>(thrusters);
    return {{rate, count}, {thrust, count}, {torque, count}, {power, count}};
  }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    const auto count = static_cast<size_t>(thrusters);
    for (size_t i = 0; i < count; ++i) {
      const extension::ThrusterReading thruster = now.thruster(static_cast<int>(i));
      sample.truth[i] = thruster.rate_rad_s;
      sample.truth[count + i] = thruster.thrust_n;
      sample.truth[2 * count + i] = thruster.torque_nm;
      sample.truth[3 * count + i] = thruster.power_w;
    }
    return sample.add_noise(sample.truth, sample.values);
  }
};

template <>
extension::SensorKind built_in_sensor<ThrusterStateSensor>() {
  return extension::sensor_kind<ThrusterStateSensor>();
}

}  // namespace hadal::kinds
