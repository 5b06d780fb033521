// Conversions between the simulation's frames (world north-east-down, body forward-right-down) and
// those of ROS (REP 103: east-north-up, forward-left-up), for messages, logs and commands. Frames of
// a single format (glTF, KITTI, a camera image) are converted where that format is written.
#pragma once
#include "math/types.h"

namespace hadal::inline math {

// north-east-down <-> east-north-up (its own inverse).
inline Vec3 enu_from_ned(const Vec3& v) {
  return {v.y(), v.x(), -v.z()};
}
inline Vec3 ned_from_enu(const Vec3& v) {
  return enu_from_ned(v);
}

// forward-right-down <-> forward-left-up (its own inverse).
inline Vec3 flu_from_frd(const Vec3& v) {
  return {v.x(), -v.y(), -v.z()};
}
inline Vec3 frd_from_flu(const Vec3& v) {
  return flu_from_frd(v);
}
inline Vec6 flu_from_frd(const Vec6& v) {
  Vec6 out;
  out << v[0], -v[1], -v[2], v[3], -v[4], -v[5];
  return out;
}

// Attitude of FLU in ENU from the attitude of FRD in NED, and back.
inline Quat enu_flu_from_ned_frd(const Quat& q_NB) {
  static const Quat q_enu_ned(0, std::sqrt(0.5), std::sqrt(0.5), 0);
  static const Quat q_frd_flu(0, 1, 0, 0);
  return (q_enu_ned * q_NB * q_frd_flu).normalized();
}
inline Quat ned_frd_from_enu_flu(const Quat& q) {
  return enu_flu_from_ned_frd(q);
}

}  // namespace hadal::math
