#include "dynamics/hydrostatics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hadal::dynamics {
namespace {

// Force along the vertical (positive down) at point p of the body.
Vec6 vertical_force(double down_N, const Vec3& p_BP_B, const Mat3& R_NB) {
  const Vec3 f_B = down_N * R_NB.row(2).transpose();
  Vec6 tau_B;
  tau_B << f_B, p_BP_B.cross(f_B);
  return tau_B;
}

double depth_of(const Vec3& p_BP_B, const Mat3& R_NB, double origin_depth_m) {
  return origin_depth_m + R_NB.row(2).dot(p_BP_B);
}

}  // namespace

double immersed_fraction(double depth_m, double fade_radius_m) {
  if (fade_radius_m <= 0) return depth_m > 0 ? 1 : 0;
  return std::clamp(0.5 + 0.5 * depth_m / fade_radius_m, 0.0, 1.0);
}

Vec6 buoyancy_wrench(const Buoyancy& b, const Mat3& R_NB, double depth_m, double density_kg_m3,
                     double gravity_m_s2) {
  const double fraction = immersed_fraction(depth_of(b.p_BC_B, R_NB, depth_m), b.fade_radius_m);
  return vertical_force(-density_kg_m3 * gravity_m_s2 * b.volume_m3 * fraction, b.p_BC_B, R_NB);
}

SphereCap immersed_sphere(double radius_m, double center_depth_m) {
  const double h = std::clamp(center_depth_m + radius_m, 0.0, 2 * radius_m);
  const double dry = 2 * radius_m - h;
  SphereCap cap;
  cap.volume_m3 = std::numbers::pi * h * h * (3 * radius_m - h) / 3;
  cap.waterplane_area_m2 = std::numbers::pi * h * dry;
  // (pi/4) h^2 (2R - h)^2 / V, with h^2 cancelled so that it holds for a sphere just touching.
  cap.center_below_m = 0.75 * dry * dry / (3 * radius_m - h);
  return cap;
}

Vec6 sphere_buoyancy_wrench(const BuoyantSphere& b, const Mat3& R_NB, double depth_m,
                            double density_kg_m3, double gravity_m_s2) {
  const SphereCap cap = immersed_sphere(b.radius_m, depth_of(b.p_BC_B, R_NB, depth_m));
  return vertical_force(-density_kg_m3 * gravity_m_s2 * cap.volume_m3, b.p_BC_B, R_NB);
}

Vec6 surface_restoring_wrench(const SurfaceRestoring& s, const Mat3& R_NB, double depth_m,
                              double gravity_m_s2) {
  const double roll = std::atan2(R_NB(2, 1), R_NB(2, 2)) - s.roll_rad;
  const double pitch = std::asin(std::clamp(-R_NB(2, 0), -1.0, 1.0)) - s.pitch_rad;
  // Heave of the centre of flotation by small angles: z + y_F roll - x_F pitch.
  const double heave = depth_m - s.origin_depth_m + s.p_BF_B.y() * roll - s.p_BF_B.x() * pitch;
  const double Z = -s.heave_stiffness_N_m * heave;
  Vec6 tau_B = s.carried_mass_kg > 0
                   ? vertical_force(-s.carried_mass_kg * gravity_m_s2, s.p_BG_B, R_NB)
                   : Vec6(Vec6::Zero());
  tau_B[2] += Z;
  tau_B[3] += -s.roll_stiffness_Nm_rad * roll + s.p_BF_B.y() * Z;
  tau_B[4] += -s.pitch_stiffness_Nm_rad * pitch - s.p_BF_B.x() * Z;
  return tau_B;
}

}  // namespace hadal::dynamics
