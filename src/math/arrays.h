// The arrays of the public API (include/hadal/extension/) as vectors and back.
#pragma once
#include <array>

#include "math/types.h"

namespace hadal::inline math {

inline Vec3 to_vec3(const std::array<double, 3>& a) {
  return {a[0], a[1], a[2]};
}
inline Vec6 to_vec6(const std::array<double, 6>& a) {
  return Eigen::Map<const Vec6>(a.data());
}
inline Quat to_quat(const std::array<double, 4>& wxyz) {
  return {wxyz[0], wxyz[1], wxyz[2], wxyz[3]};
}
inline std::array<double, 3> to_array(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
inline std::array<double, 6> to_array(const Vec6& v) {
  return {v[0], v[1], v[2], v[3], v[4], v[5]};
}
inline std::array<double, 4> to_array(const Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

}  // namespace hadal::math
