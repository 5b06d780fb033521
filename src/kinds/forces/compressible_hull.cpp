#include "kinds/forces/compressible_hull.h"

#include "kinds/forces/list.h"
#include "math/arrays.h"

namespace hadal::inline kinds {

extension::ForceAction CompressibleHull::act(const extension::ForceContext& now,
                                             std::span<const double>) const {
  extension::ForceAction action;
  const double depth_m = now.link.p_NB_N[2];
  if (!(depth_m > 0)) return action;
  const double overpressure_pa = now.sea.pressure_pa(depth_m) - now.sea.atmospheric_pressure_pa();
  const double change_m3 = volume_change_m3(overpressure_pa, now.sea.temperature_degc(depth_m));
  const Vec3 f_B = to_quat(now.link.q_NB).conjugate() *
                   Vec3(0, 0, -now.density_kg_m3 * now.gravity_m_s2 * change_m3);
  Eigen::Map<Vec6>(action.wrench_B.data()) << f_B, to_vec3(center_of_buoyancy_m).cross(f_B);
  return action;
}

const StructSchema& CompressibleHull::schema() {
  using C = CompressibleHull;
  static const StructSchema s =
      StructBuilder<C>("compressible_hull",
                       "Change of buoyancy as a hull shrinks under pressure and swells with warmth.")
          .number("volume_m3", &C::volume_m3, "Volume that does so, at the surface.", kPositive)
          .required()
          .vector("center_of_buoyancy_m", &C::center_of_buoyancy_m, "Where the change acts.")
          .number("compressibility_1_pa", &C::compressibility_1_pa,
                  "Relative loss of volume per pascal; seawater has 4.4e-10.", {0, 1e-6})
          .number("thermal_expansion_1_k", &C::thermal_expansion_1_k,
                  "Relative gain of volume per kelvin.", {-1e-2, 1e-2})
          .number("reference_temperature_degc", &C::reference_temperature_degc,
                  "At which the volume was measured.", {-10, 60});
  return s;
}

template <>
extension::ForceKind built_in_force<CompressibleHull>() {
  return extension::force_kind<CompressibleHull>();
}

}  // namespace hadal::kinds
