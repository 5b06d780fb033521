// Parameters of the forces of the water on one body. Plain SI data, no logic; the equations stand
// in dynamics/, one header per struct. 6-vectors: surge, sway, heave, roll, pitch, yaw. Points and
// axes are given in the body frame B (forward, right, down) from the body origin.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "kinds/drag_curve.h"
#include "math/types.h"

namespace hadal::inline world {

// dynamics/damping.h. Column j of `quadratic` multiplies |nu_j|. Positive entries oppose motion.
struct DampingCoefficients {
  Mat6 linear = Mat6::Zero();            // N/(m/s), N/(rad/s), N m/(m/s), N m/(rad/s)
  Mat6 quadratic = Mat6::Zero();         // the same per m/s or rad/s once more
  Vec6 linear_decay_s_m = Vec6::Zero();  // row i of `linear` fades as exp(-k_i U_r); 0 keeps it
  std::vector<DragCurve> curves;         // of measured tables, one per axis; or none at all
};

// What a manoeuvring derivative multiplies. Control surface i stands at kFirstSurface + i.
enum class DerivativeFactor : std::uint8_t {
  one,
  u,
  v,
  w,
  p,
  q,
  r,
  abs_u,
  abs_v,
  abs_w,
  abs_p,
  abs_q,
  abs_r,
  roll,
  pitch,
  sin_roll,
  cos_roll,
  sin_pitch,
  cos_pitch,
  speed,                  // U = |(u, v, w)|
  inverse_speed_squared,  // 1/U^2, held below a small speed
  kFirstSurface,
};
constexpr int kMaxSurfaces = 16;
constexpr int kMaxDerivativeFactors = 4;

// dynamics/derivatives.h. coefficient * product of the factors, added to one axis of the wrench.
struct DerivativeTerm {
  int axis = 0;            // 0 X, 1 Y, 2 Z, 3 K, 4 M, 5 N
  double coefficient = 0;  // SI, in the unit that makes the term N or N m
  std::array<std::uint8_t, kMaxDerivativeFactors> factors{};  // DerivativeFactor, padded with `one`
};

// dynamics/coriolis_added.h. Entries of C_A left out, counted from 1 as in the textbooks.
enum class MunkTerms : std::uint8_t {
  all,                // the full matrix
  no_pitch_yaw,       // (5,1) (5,3) (6,1) (6,2) and their transposes: Fossen's REMUS 100
  no_yaw_rows,        // (6,1) (6,2): some issues of Fossen's Otter
  no_yaw,             // (6,1) (6,2) (1,6) (2,6)
  no_pitch_yaw_rows,  // (5,1) (5,4) (6,1) (6,2): later issues of Fossen's REMUS 100
};

// dynamics/hydrostatics.h.
struct Buoyancy {
  double volume_m3 = 0;
  Vec3 p_BC_B = Vec3::Zero();  // centre of buoyancy
  double fade_radius_m = 0;    // buoyancy fades within this distance of the surface; 0: a step
};
struct BuoyantSphere {
  double radius_m = 0;
  Vec3 p_BC_B = Vec3::Zero();  // centre of the sphere
};
// Linear restoring of a surface craft about its centre of flotation.
struct SurfaceRestoring {
  double heave_stiffness_N_m = 0;
  double roll_stiffness_Nm_rad = 0;
  double pitch_stiffness_Nm_rad = 0;
  Vec3 p_BF_B = Vec3::Zero();  // centre of flotation
  double origin_depth_m = 0;   // depth of the body origin at rest
  double roll_rad = 0;         // attitude at rest
  double pitch_rad = 0;
  double carried_mass_kg = 0;  // mass whose weight the water carries at rest; 0 if weight is off
  Vec3 p_BG_B = Vec3::Zero();  // its centre of gravity
};

}  // namespace hadal::world
