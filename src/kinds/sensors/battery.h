// A battery as an open-circuit voltage that depends on charge, behind an internal resistance:
//   V = U(q) - R I,  P = V I  =>  I = (U - sqrt(U^2 - 4 R P)) / (2 R)   (the efficient root),
// and dq/dt = -I / C. Power beyond U^2 / (4 R) cannot be delivered: the current stops at U / (2 R)
// and the step is marked overloaded. Negative power charges. Valid for loads that change slowly
// against the cell's relaxation (tens of seconds); no temperature, no ageing. The reading counts the
// charge from its own noisy current.
#pragma once
#include "hadal/extension/sensor.h"
#include "math/table.h"

namespace hadal::inline kinds {

struct BatteryStep {
  double voltage_v = 0;  // at the terminals
  double current_a = 0;  // discharge positive
  bool overloaded = false;
  bool empty = false;  // charge at or below the warning level, after the step
};

struct Battery : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kBatteryState;
  double capacity_c = 18 * 3600;  // coulombs; 1 A h = 3600 C
  double initial_charge = 1;      // fraction of capacity
  double internal_resistance_ohm = 0.05;
  std::vector<std::vector<double>> open_circuit = {{0, 12.0}, {1, 16.8}};  // charge, V
  double empty_charge = 0.1;                                               // warns below it
  extension::NoiseModel voltage;                                           // V
  extension::NoiseModel current;                                           // A
  LinearTable open_circuit_v;  // of the charge; set by prepare_table()

  static const StructSchema& schema();
  void prepare(extension::SensorSetting&) { prepare_table(); }
  void prepare_table();
  std::vector<extension::Column> columns() const;
  std::vector<extension::NoiseGroup> noise_groups() const { return {{voltage, 1}, {current, 1}}; }

  // Memory: true charge, counted charge, time of the last sample.
  size_t memory_size() const { return 3; }
  void reset(std::span<double> memory) const { memory[0] = memory[1] = initial_charge; }
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;

  // Draws power for dt. charge: fraction of capacity, held within [0, 1]. Voltage and current are
  // those at the start of the interval.
  BatteryStep draw(double power_w, double dt_s, double& charge) const;
  // The charge after a current has flowed for dt: coulomb counting.
  double count(double charge, double current_a, double dt_s) const;
};

}  // namespace hadal::kinds
