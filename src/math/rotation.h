// Rotations. Euler angles are z-y-x (yaw, pitch, roll), right-handed, in radians:
// R_NB = Rz(yaw) Ry(pitch) Rx(roll).
#pragma once
#include <cmath>
#include <numbers>

#include "math/types.h"

namespace hadal::inline math {

struct EulerAngles {
  double roll = 0;
  double pitch = 0;
  double yaw = 0;
};

inline Quat quaternion_from(const EulerAngles& e) {
  const double cr = std::cos(e.roll / 2), sr = std::sin(e.roll / 2);
  const double cp = std::cos(e.pitch / 2), sp = std::sin(e.pitch / 2);
  const double cy = std::cos(e.yaw / 2), sy = std::sin(e.yaw / 2);
  return Quat(cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
              cr * cp * sy - sr * sp * cy);
}

inline EulerAngles euler_from(const Quat& q) {
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  const double sin_pitch = std::fmin(1.0, std::fmax(-1.0, 2 * (w * y - x * z)));
  return {std::atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), std::asin(sin_pitch),
          std::atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))};
}

// The same angle in (-pi, pi].
inline double wrap_angle(double angle) {
  const double wrapped = std::remainder(angle, 2 * std::numbers::pi);
  return wrapped <= -std::numbers::pi ? std::numbers::pi : wrapped;
}

// Rotation vector of a unit quaternion, angle in [0, pi].
inline Vec3 rotation_vector(const Quat& q) {
  const double sign = q.w() < 0 ? -1.0 : 1.0;
  const double sine = q.vec().norm();
  if (sine < 1e-12) return 2.0 * sign * q.vec();
  return sign * (2.0 * std::atan2(sine, sign * q.w()) / sine) * q.vec();
}

// The shortest rotation that turns `from` into the direction of `to`; about some axis if they point
// opposite ways. Eigen's own does the same but drags a singular value decomposition along.
Quat rotation_between(const Vec3& from, const Vec3& to);

// Unit quaternion of a rotation vector.
inline Quat quaternion_from_rotation_vector(const Vec3& v) {
  const double angle = v.norm();
  const double scale = angle < 1e-9 ? 0.5 - angle * angle / 48 : std::sin(angle / 2) / angle;
  Quat q;
  q.w() = std::cos(angle / 2);
  q.vec() = scale * v;
  return q;
}

}  // namespace hadal::math
