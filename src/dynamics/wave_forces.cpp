#include "dynamics/wave_forces.h"

#include "math/rotation.h"

namespace hadal::dynamics {

Vec6 added_mass_wave_wrench(const Mat6& added_mass_L, const Mat3& R_NL, const Vec3& a_water_N,
                            double wet) {
  return wet * (added_mass_L.leftCols<3>() * (R_NL.transpose() * a_water_N));
}

Vec6 froude_krylov_wrench(const Buoyancy& buoyancy, const Mat3& R_NL, const Vec3& a_water_N,
                          double density_kg_m3, double wet) {
  const Vec3 force_L = wet * density_kg_m3 * buoyancy.volume_m3 * (R_NL.transpose() * a_water_N);
  Vec6 out;
  out << force_L, buoyancy.p_BC_B.cross(force_L);
  return out;
}

Mat3 attitude_on_slope(const Mat3& R_NL, double slope_north, double slope_east) {
  const Vec3 down = Vec3(slope_north, slope_east, 1).normalized();  // z is down: a rise tilts it so
  return rotation_between(down, Vec3::UnitZ()).toRotationMatrix() * R_NL;
}

}  // namespace hadal::dynamics
