// Parameters of the water column. Plain data in SI and radians, filled at load; the queries are in
// environment/.
#pragma once
#include <optional>

#include "math/table.h"
#include "scenario/environment_config.h"

namespace hadal::inline world {

// Temperature is ITS-90 in degrees Celsius, salinity practical (PSS-78). Profiles are over depth in
// metres or sea pressure in dbar, linear between the points and constant beyond the ends.
struct WaterParameters {
  LinearTable temperature_degc{{0.0}, {10.0}};
  LinearTable salinity_psu{{0.0}, {35.0}};
  bool profiles_over_pressure = false;
  double latitude_rad = 0.7853981633974483;
  double atmospheric_pressure_pa = 101325;
  std::optional<double> density_kg_m3;  // replaces the equation of state: p = p_atm + rho g d
  std::optional<double> gravity_m_s2;   // replaces WGS-84 normal gravity, at every depth
  SoundSpeedFormula sound_speed_formula = SoundSpeedFormula::chen_millero;
  LinearTable sound_speed_m_s;  // replaces the formula unless empty
};

}  // namespace hadal::world
