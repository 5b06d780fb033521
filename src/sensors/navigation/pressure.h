// Absolute pressure at the sensor, and the depth an instrument makes of it.
// Calm water: P_S = P_B + rho g dz, dz how much lower than the body origin the sensor hangs; with
// the body origin above mean sea level P_S = P_atm + rho g depth. Waves add their dynamic pressure
// at the sensor, rho g a e^{-k (depth + zeta)} cos theta for each component (Wheeler stretching,
// environment/waves), so that the sum is atmospheric exactly at the real surface; above it the
// sensor feels the air. Depth estimate: d = (P - P_ref) / (rho_ref g_ref); wrong by what the
// references are wrong and by the waves. Valid where density is constant over the size of the
// vehicle.
#pragma once
#include "sensors/truth.h"
#include "world/sensors.h"

namespace hadal::sensors {

double pressure_Pa(const Truth& truth, const Pose& X_BS);
double depth_from_pressure_m(const PressureModel& model, double pressure_Pa);

}  // namespace hadal::sensors
