#include "dynamics/hydrostatics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hadal::dynamics {
namespace {

constexpr double kSmallestCosine = 1e-3;  // of the pitch, where the Euler angles end

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

// How much deeper the centre of flotation is than at rest.
double heave_of(const SurfaceRestoring& s, const Mat3& R_SB, double origin_depth_m) {
  const double across = std::cos(s.pitch_rad);
  const Vec3 down_at_rest_B(-std::sin(s.pitch_rad), across * std::sin(s.roll_rad),
                            across * std::cos(s.roll_rad));
  return depth_of(s.p_BF_B, R_SB, origin_depth_m) - s.origin_depth_m - down_at_rest_B.dot(s.p_BF_B);
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

Vec6 surface_restoring_wrench(const SurfaceRestoring& s, const Mat3& R_SB, const Mat3& R_NB,
                              double depth_m, double gravity_m_s2) {
  const double roll = std::atan2(R_SB(2, 1), R_SB(2, 2));
  const double sin_pitch = std::clamp(-R_SB(2, 0), -1.0, 1.0);
  const double cos_pitch = std::max(std::hypot(R_SB(2, 1), R_SB(2, 2)), kSmallestCosine);
  const double pitch = std::asin(sin_pitch);
  const double K = -s.roll_stiffness_Nm_rad * (roll - s.roll_rad),
               M = -s.pitch_stiffness_Nm_rad * (pitch - s.pitch_rad);
  Vec6 tau_B =
      vertical_force(-s.heave_stiffness_N_m * heave_of(s, R_SB, depth_m), s.p_BF_B, R_NB);
  if (s.carried_mass_kg > 0)
    tau_B += vertical_force(-s.carried_mass_kg * gravity_m_s2, s.p_BG_B, R_NB);
  // Moments of the Euler angles: K about the axis of roll rates, M about that of pitch rates.
  const double sin_roll = R_SB(2, 1) / cos_pitch, cos_roll = R_SB(2, 2) / cos_pitch;
  const double tan_pitch = sin_pitch / cos_pitch;
  tau_B.tail<3>() += Vec3(K, K * tan_pitch * sin_roll + M * cos_roll,
                          K * tan_pitch * cos_roll - M * sin_roll);
  return tau_B;
}

Vec6 small_angle_restoring_wrench(const SurfaceRestoring& s, const Mat3& R_SB, const Mat3& R_NB,
                                  double depth_m, double gravity_m_s2) {
  const double roll = std::atan2(R_SB(2, 1), R_SB(2, 2)) - s.roll_rad;
  const double pitch = std::asin(std::clamp(-R_SB(2, 0), -1.0, 1.0)) - s.pitch_rad;
  const double heave = depth_m - s.origin_depth_m + s.p_BF_B.y() * roll - s.p_BF_B.x() * pitch;
  const double Z = -s.heave_stiffness_N_m * heave;
  Vec6 tau_B = vertical_force(-s.carried_mass_kg * gravity_m_s2, s.p_BG_B, R_NB);
  tau_B[2] += Z;
  tau_B[3] += -s.roll_stiffness_Nm_rad * roll + s.p_BF_B.y() * Z;
  tau_B[4] += -s.pitch_stiffness_Nm_rad * pitch - s.p_BF_B.x() * Z;
  return tau_B;
}

Vec6 surface_displaced_wrench(const SurfaceRestoring& s, const Mat3& R_SB, const Vec3& a_B,
                              double depth_m, double gravity_m_s2) {
  const Vec3 carried_B = s.carried_mass_kg * a_B;
  const Vec3 sunk_B = s.heave_stiffness_N_m / gravity_m_s2 * heave_of(s, R_SB, depth_m) * a_B;
  Vec6 tau_B;
  tau_B << carried_B + sunk_B, s.p_BG_B.cross(carried_B) + s.p_BF_B.cross(sunk_B);
  return tau_B;
}

}  // namespace hadal::dynamics
