#include "sensors/navigation/pressure.h"

#include <algorithm>

namespace hadal::sensors {

double pressure_Pa(const Truth& truth, const Pose& X_BS) {
  const WaterTruth& water = truth.water;
  const double gradient = water.density_kg_m3 * truth.gravity_m_s2;
  const bool origin_wet = truth.p_NB_N.z() > -water.surface_elevation_m;
  if (origin_wet) {
    const double lower_m = (truth.q_NB * X_BS.p).z();
    return std::max(water.atmospheric_pressure_Pa, water.pressure_Pa + gradient * lower_m);
  }
  const double submergence_m = p_NS_N(truth, X_BS).z() + water.surface_elevation_m;
  return water.atmospheric_pressure_Pa + gradient * std::max(0.0, submergence_m);
}

double depth_from_pressure_m(const PressureModel& model, double pressure_Pa) {
  return (pressure_Pa - model.reference_pressure_Pa) /
         (model.reference_density_kg_m3 * model.reference_gravity_m_s2);
}

}  // namespace hadal::sensors
