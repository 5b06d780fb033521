// Doppler factors: frequency heard over frequency sent. Sound travels in the water, so that speeds
// count against the water and not against each other; nothing is expanded in v/c. With the unit
// direction of travel u and sound speed c at each end,
//   one way  (1 - v_b . u_b / c_b) / (1 - v_a . u_a / c_a),
// which follows from t_b = t_a + T(p_a(t_a), p_b(t_b)) and grad T = u/c, for bent rays as well.
// An echo is the way out times the way back. Speeds must stay below that of sound.
#pragma once
#include "math/types.h"

namespace hadal::environment {

// One end of a path: velocity against the water, and the unit direction in which sound travels.
struct MovingEnd {
  Vec3 v_N = Vec3::Zero();
  Vec3 travel_N = Vec3::UnitX();
  double sound_speed_m_s = 1500;
};

inline double doppler_factor(const MovingEnd& sender, const MovingEnd& receiver) {
  return (1 - receiver.v_N.dot(receiver.travel_N) / receiver.sound_speed_m_s) /
         (1 - sender.v_N.dot(sender.travel_N) / sender.sound_speed_m_s);
}

// Straight paths at one sound speed: from a sender over a target to a receiver. The directions of
// travel are out_N (sender to target) and back_N (target to receiver).
inline double doppler_factor_echo(const Vec3& sender_v_N, const Vec3& target_v_N,
                                  const Vec3& receiver_v_N, const Vec3& out_N, const Vec3& back_N,
                                  double sound_speed_m_s) {
  return doppler_factor({sender_v_N, out_N, sound_speed_m_s},
                        {target_v_N, out_N, sound_speed_m_s}) *
         doppler_factor({target_v_N, back_N, sound_speed_m_s},
                        {receiver_v_N, back_N, sound_speed_m_s});
}

}  // namespace hadal::environment
