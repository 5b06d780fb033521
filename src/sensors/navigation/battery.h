// A battery as an open-circuit voltage that depends on charge, behind an internal resistance:
//   V = U(q) - R I,  P = V I  =>  I = (U - sqrt(U^2 - 4 R P)) / (2 R)   (the efficient root),
// and dq/dt = -I / C. Power beyond U^2 / (4 R) cannot be delivered: the current stops at U / (2 R)
// and the step is marked overloaded. Negative power charges. Valid for loads that change slowly
// against the cell's relaxation (tens of seconds); no temperature, no ageing.
#pragma once
#include "math/table.h"
#include "world/sensors.h"

namespace hadal::sensors {

struct BatteryStep {
  double voltage_V = 0;  // at the terminals
  double current_A = 0;  // discharge positive
  bool overloaded = false;
  bool empty = false;  // charge at or below the warning level, after the step
};

class Battery {
 public:
  explicit Battery(const BatteryModel& model);

  double initial_charge() const { return initial_charge_; }
  double open_circuit_V(double charge) const { return curve_(charge); }

  // Draws power for dt. charge: fraction of capacity, kept by the caller, held within [0, 1].
  // Voltage and current are those at the start of the interval.
  BatteryStep draw(double power_W, double dt_s, double& charge) const;
  // The charge after a current has flowed for dt: coulomb counting.
  double count(double charge, double current_A, double dt_s) const;

 private:
  LinearTable curve_;
  double capacity_C_, resistance_ohm_, initial_charge_, empty_charge_;
};

}  // namespace hadal::sensors
