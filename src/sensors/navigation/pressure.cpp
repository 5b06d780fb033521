#include "sensors/navigation/pressure.h"

#include <algorithm>

namespace hadal::sensors {

double pressure_Pa(const Truth& truth, const Pose& X_BS) {
  const WaterTruth& water = truth.water;
  const double gradient = water.density_kg_m3 * truth.gravity_m_s2;
  const double depth_m = p_NS_N(truth, X_BS).z();
  if (depth_m <= -water.surface_elevation_m) return water.atmospheric_pressure_Pa;
  const double calm_Pa = truth.p_NB_N.z() > 0
                             ? water.pressure_Pa + gradient * (truth.q_NB * X_BS.p).z()
                             : water.atmospheric_pressure_Pa + gradient * depth_m;
  return std::max(water.atmospheric_pressure_Pa, calm_Pa + water.wave_pressure_Pa);
}

double depth_from_pressure_m(const PressureModel& model, double pressure_Pa) {
  return (pressure_Pa - model.reference_pressure_Pa) /
         (model.reference_density_kg_m3 * model.reference_gravity_m_s2);
}

}  // namespace hadal::sensors
