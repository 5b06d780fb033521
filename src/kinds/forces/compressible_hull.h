// A hull that shrinks under pressure and swells with warmth: the change of its buoyancy,
//   dV = V (-k (p - p_air) + a (T - T_0)),   F = rho g dV upward at the centre of buoyancy,
// linear in the pressure p and temperature T of the water at its origin (Eriksen et al. 2001, IEEE J.
// Oceanic Eng. 26(4); Merckelbach, Smeed & Griffiths 2010, J. Atmos. Oceanic Technol. 27(3)). The
// temperature of the hull is that of the water. Seawater has k = 4.4e-10 /Pa: a hull of that keeps
// its buoyancy at any depth, a stiffer one gains it. Nothing acts above the surface.
#pragma once
#include <span>

#include "hadal/extension/force.h"
#include "math/types.h"

namespace hadal::inline kinds {

struct CompressibleHull {
  double volume_m3 = 0;
  extension::Vector3 center_of_buoyancy_m{};
  double compressibility_1_pa = 0;
  double thermal_expansion_1_k = 0;
  double reference_temperature_degc = 10;

  static const StructSchema& schema();
  extension::ForceAction act(const extension::ForceContext& now, std::span<const double>) const;
  double volume_change_m3(double overpressure_pa, double temperature_degc) const {
    return volume_m3 * (thermal_expansion_1_k * (temperature_degc - reference_temperature_degc) -
                        compressibility_1_pa * overpressure_pa);
  }
};

}  // namespace hadal::kinds
