// Accelerometer and gyro at a sensor frame S mounted on body B at r = p_BS.
// Specific force (Titterton & Weston, Strapdown Inertial Navigation Technology, ch. 3):
//   f_S = R_SB [ R_BN (a_NB + 2 w_IN x v_NS - g) + alpha x r + w x (w x r) ]
// so that a sensor at rest reads one g upwards. Rate: w_S = R_SB (w_NB + R_BN w_IN).
// w_IN is zero in a still frame, the Earth's rotation otherwise; its centrifugal part is in g.
#pragma once
#include "kinds/sensors/mounting.h"

namespace hadal::inline kinds {

inline constexpr double kEarthRate_rad_s = 7.292115e-5;  // WGS-84

// Rotation of the north-east-down frame at a latitude, relative to inertial space.
Vec3 earth_rate_N(double latitude_rad);

// What the two triads of an inertial unit sense, in S.
struct InertialSample {
  Vec3 f_S = Vec3::Zero();  // m/s^2
  Vec3 w_S = Vec3::Zero();  // rad/s
};

Vec3 specific_force_S(const extension::SensorContext& now);
Vec3 angular_rate_S(const extension::SensorContext& now);

// Attitude and velocity of S at one instant.
struct InertialMotion {
  Quat q_NS = Quat::Identity();
  Vec3 v_NS_N = Vec3::Zero();
};

// Mean specific force and rate over an interval of dt from its two ends: the rate that turns the
// first attitude into the second, and the force that changes the velocity by as much, seen from the
// attitude half-way. A strapdown integration of these has no error of its own in attitude or
// velocity, whatever the rate. Valid for turns below half a revolution per interval.
InertialSample mean_inertial_sample(const InertialMotion& start, const InertialMotion& end,
                                    double dt_s, double gravity_m_s2, const Vec3& w_IN_N);

}  // namespace hadal::kinds
