// Absolute pressure at the sensor, and the depth an instrument makes of it.
// Under water: P_S = P_B + rho g dz, dz how much lower than the body origin the sensor hangs, never
// below the atmosphere. With the body origin dry: P_S = P_atm + rho g max(0, depth under the
// surface). Depth estimate: d = (P - P_ref) / (rho_ref g_ref); wrong by what the references are
// wrong. Valid where density is constant over the size of the vehicle.
#pragma once
#include "sensors/truth.h"
#include "world/sensors.h"

namespace hadal::sensors {

double pressure_Pa(const Truth& truth, const Pose& X_BS);
double depth_from_pressure_m(const PressureModel& model, double pressure_Pa);

}  // namespace hadal::sensors
