#include "sensors/navigation/battery.h"

#include <algorithm>
#include <cmath>

namespace hadal::sensors {

Battery::Battery(const BatteryModel& model)
    : curve_(model.charge, model.open_circuit_V),
      capacity_C_(model.capacity_C),
      resistance_ohm_(model.internal_resistance_ohm),
      initial_charge_(model.initial_charge),
      empty_charge_(model.empty_charge) {
  HADAL_CHECK(capacity_C_ > 0);
}

BatteryStep Battery::draw(double power_W, double dt_s, double& charge) const {
  BatteryStep step;
  const double u = open_circuit_V(charge);
  const double discriminant = u * u - 4 * resistance_ohm_ * power_W;
  step.overloaded = discriminant < 0 || (u <= 0 && power_W > 0);
  // 2 P / (U + sqrt(...)) is the same root, without cancellation and good for R = 0.
  const double denominator = u + std::sqrt(std::max(0.0, discriminant));
  const double limited_power = step.overloaded ? u * u / (4 * resistance_ohm_) : power_W;
  if (denominator > 0) step.current_A = 2 * limited_power / denominator;
  step.voltage_V = u - resistance_ohm_ * step.current_A;
  charge = count(charge, step.current_A, dt_s);
  step.empty = charge <= empty_charge_;
  return step;
}

double Battery::count(double charge, double current_A, double dt_s) const {
  return std::clamp(charge - current_A * dt_s / capacity_C_, 0.0, 1.0);
}

}  // namespace hadal::sensors
