// Touch of some links of the vehicle with some other things: whether, where to and how hard.
#include <array>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "kinds/sensors/mounting.h"

namespace hadal::inline kinds {

struct ContactSensor : extension::SensorConfig {
  std::vector<std::string> links;    // of the own vehicle; empty = all
  std::vector<std::string> against;  // "seabed" and names of vehicles and objects; empty = all
  extension::NoiseModel force;       // N
  std::vector<int> link_numbers, body_numbers;  // of those names

  static const StructSchema& schema() {
    using C = ContactSensor;
    static const StructSchema s =
        extension::sensor_schema<C>(
            "contact",
            "Contact: whether links touch something, with how many points and which force, in "
            "sensor axes.")
            .texts("links", &C::links,
                   "Links of the own vehicle whose contacts count; all if empty.")
            .texts("against", &C::against,
                   "Contact partners: seabed, names of vehicles and objects; everything if empty.")
            .object("force", &C::force, "N.");
    return s;
  }
  void prepare(extension::SensorSetting& setting) {
    for (size_t i = 0; i < links.size(); ++i)
      link_numbers.push_back(setting.link(links[i], "links[" + std::to_string(i) + "]"));
    for (size_t i = 0; i < against.size(); ++i)
      body_numbers.push_back(setting.body(against[i], "against[" + std::to_string(i) + "]"));
  }
  Columns columns() const {
    return join({{{"contact", "1"}, {"points", "1"}},
                 xyz("force", "_N", "N"),
                 {{"penetration_m", "m"}, {"slip_m", "m"}}});
  }
  std::vector<extension::NoiseGroup> noise_groups() const { return {{force, 3}}; }

  // Memory: path slid so far, time of the last sample.
  size_t memory_size() const { return 2; }

  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
    const extension::ContactReading contact = now.contact(link_numbers, body_numbers);
    const double time_s = now.time_s();
    const double dt_s = time_s - (sample.number == 0 ? time_s : sample.memory[1]);
    sample.memory[0] += contact.slip_m_s * dt_s;
    sample.memory[1] = time_s;
    const Vec3 force_S = q_NS(now).conjugate() * to_vec3(contact.force_N);
    std::array<double, 3> channels{};
    ColumnWriter(channels) << force_S;
    const bool received = sample.add_noise(channels, channels);
    const auto write = [&](std::span<double> target, const Vec3& measured) {
      ColumnWriter(target) << (contact.points > 0 ? 1 : 0) << contact.points << measured
                           << contact.penetration_m << sample.memory[0];
    };
    write(sample.truth, force_S);
    write(sample.values, vector_at(channels, 0));
    return received;
  }
};

template <>
extension::SensorKind built_in_sensor<ContactSensor>() {
  return extension::sensor_kind<ContactSensor>();
}

}  // namespace hadal::kinds
