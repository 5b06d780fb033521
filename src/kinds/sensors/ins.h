// An inertial navigation system that drifts as real ones do: strapdown integration of the noisy
// rate and specific force (Titterton & Weston, ch. 3),
//   q <- q exp((w - R_SN w_IN) dt),   v <- v + (R_NS f + g - 2 w_IN x v) dt,   p <- p + mean(v) dt,
// in the local tangent plane. Error growth without aiding: a gyro bias b turns the attitude by b t
// and, when horizontal, moves the position by g b t^3 / 6; an accelerometer bias moves it by
// b t^2 / 2. The Earth's rotation is compensated with the estimated attitude.
// Alignment at the start: with the truth and given errors, or by gyrocompass. At rest, the mean
// specific force of the two triads points up and the mean rate is that of the Earth:
//   down = -f / |f|,   east = down x w / |down x w|,   north = east x down  (Titterton & Weston,
//   ch. 10).
// To first order its tilt is b_f / g, and its heading is off by -b_e / (W cos(latitude)) for a bias
// b_e of the east gyro, plus tan(latitude) b_fe / g for one of the east accelerometer. Readings are
// not valid until it is done.
// Curvature: the world is flat, so the difference of gravity between the estimated and the true
// place is added to first order, g/R (-dn, -de, +2 dd): horizontal errors then swing with the
// Schuler period 2 pi sqrt(R/g) = 84.4 min, vertical ones diverge unless depth aids. Depth aiding
// is the third-order loop of the damped vertical channel with a triple pole at 1/T: gains 3/T,
// 3/T^2, 1/T^3 on position, velocity and an estimated vertical acceleration error. Valid while the
// tangent plane is: tens of kilometres, hours. No transport rate.
#pragma once
#include <array>
#include <span>

#include "kinds/sensors/inertial.h"

namespace hadal::inline kinds {

inline constexpr double kEarthRadius_m = 6371000;

struct InsState {
  Quat q_NS = Quat::Identity();
  Vec3 v_NS_N = Vec3::Zero();
  Vec3 p_NS_N = Vec3::Zero();
  double down_acceleration_m_s2 = 0;  // correction learned from depth
};

// Gravity at an estimated place that is p_error_N away from the true one, on a round Earth.
Vec3 gravity_at_estimate_N(double gravity_m_s2, const Vec3& p_error_N);

// Integrates one interval. The sample holds means over the interval, in S.
void ins_advance(const InertialSample& sample, const Vec3& gravity_N, const Vec3& w_IN_N,
                 double dt_s, InsState& state);

// Pulls the vertical channel towards a measured depth of S.
void ins_aid_depth(double depth_m, double time_constant_s, double dt_s, InsState& state);

// What the triads sensed in a time at rest: turned by and gained speed, in S.
struct InsRest {
  bool begun = false;
  double time_s = 0;
  Vec3 turn_S = Vec3::Zero(), speed_S = Vec3::Zero();
};
// Attitude of S by gyrocompass.
Quat gyrocompass_q_NS(const Vec3& f_S, const Vec3& w_S);

// The state and the last true motion as plain numbers in the caller's memory.
inline constexpr size_t kInsMemory = 20;
struct InsMemory {
  bool aligned = false;
  double time_s = 0;
  InsState state;
  InertialMotion last;
};
InsMemory load_ins(std::span<const double> memory);
void store_ins(const InsMemory& ins, std::span<double> memory);
inline constexpr size_t kInsRestMemory = 8;  // more, with a gyrocompass

}  // namespace hadal::kinds
