#include "kinds/sensors/battery.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kinds/sensors/columns.h"
#include "kinds/sensors/list.h"
#include "math/units.h"

namespace hadal::inline kinds {

const StructSchema& Battery::schema() {
  using C = Battery;
  static const StructSchema s =
      extension::sensor_schema<C>("battery", "Battery: charge, voltage under load, current.")
          .number("capacity_ah", &C::capacity_c, "Capacity.", kPositive, kHour)
          .number("initial_charge", &C::initial_charge, "Charge at the start, fraction.", kFraction)
          .number("internal_resistance_ohm", &C::internal_resistance_ohm, "Internal resistance.",
                  kNotNegative)
          .rows("open_circuit", &C::open_circuit,
                "Rows [charge fraction, open-circuit voltage V], rising.", {2})
          .number("empty_charge", &C::empty_charge, "Warns below this fraction.", kFraction)
          .object("voltage", &C::voltage, "V.")
          .object("current", &C::current, "A.")
          .check([](const C& c, CheckReport& r) {
            for (size_t i = 1; i < c.open_circuit.size(); ++i)
              if (c.open_circuit[i][0] <= c.open_circuit[i - 1][0])
                r.fail("open_circuit", "charge must rise from row to row");
            if (c.open_circuit.size() < 2) r.fail("open_circuit", "expected at least two rows");
          })
          .check(extension::refuse_misalignment<C>(
              {{"voltage", &C::voltage}, {"current", &C::current}}));
  return s;
}

void Battery::prepare_table() {
  std::vector<double> charge, volt;
  for (const auto& row : open_circuit) {
    charge.push_back(row[0]);
    volt.push_back(row[1]);
  }
  open_circuit_v = LinearTable(std::move(charge), std::move(volt));
}

Columns Battery::columns() const {
  return {{"voltage_V", "V"},
          {"current_A", "A"},
          {"charge", "1"},
          {"empty", "1"},
          {"overloaded", "1"}};
}

BatteryStep Battery::draw(double power_w, double dt_s, double& charge) const {
  BatteryStep step;
  const double u = open_circuit_v(charge);
  const double discriminant = u * u - 4 * internal_resistance_ohm * power_w;
  step.overloaded = discriminant < 0 || (u <= 0 && power_w > 0);
  // 2 P / (U + sqrt(...)) is the same root, without cancellation and good for R = 0.
  const double denominator = u + std::sqrt(std::max(0.0, discriminant));
  const double limited_w = step.overloaded ? u * u / (4 * internal_resistance_ohm) : power_w;
  if (denominator > 0) step.current_a = 2 * limited_w / denominator;
  step.voltage_v = u - internal_resistance_ohm * step.current_a;
  charge = count(charge, step.current_a, dt_s);
  step.empty = charge <= empty_charge;
  return step;
}

double Battery::count(double charge, double current_a, double dt_s) const {
  return std::clamp(charge - current_a * dt_s / capacity_c, 0.0, 1.0);
}

bool Battery::measure(const extension::SensorContext& now, extension::SensorSample& sample) const {
  const auto memory = sample.memory;
  const double time_s = now.time_s(), dt_s = time_s - (sample.number == 0 ? time_s : memory[2]);
  const BatteryStep step = draw(now.electrical_power_w(), dt_s, memory[0]);
  std::array<double, 2> channels{step.voltage_v, step.current_a};
  const bool valid = sample.add_noise(channels, channels);
  memory[1] = count(memory[1], channels[1], dt_s);
  memory[2] = time_s;
  const double empty = step.empty, overloaded = step.overloaded;
  ColumnWriter(sample.truth) << step.voltage_v << step.current_a << memory[0] << empty
                             << overloaded;
  ColumnWriter(sample.values) << channels[0] << channels[1] << memory[1] << empty << overloaded;
  return valid;
}

template <>
extension::SensorKind built_in_sensor<Battery>() {
  return extension::sensor_kind<Battery>();
}

}  // namespace hadal::kinds
