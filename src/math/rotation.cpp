#include "math/rotation.h"

namespace hadal::inline math {
namespace {

constexpr double kOpposite = 1e-12;  // 1 + cosine

Vec3 perpendicular_to(const Vec3& v) {
  Eigen::Index min = 0;
  v.cwiseAbs().minCoeff(&min);
  return v.cross(Vec3::Unit(min)).normalized();
}

}  // namespace

Quat rotation_between(const Vec3& from, const Vec3& to) {
  const Vec3 a = from.normalized(), b = to.normalized();
  const double cosine = b.dot(a);
  Quat q;
  if (cosine < -1 + kOpposite) {
    q.w() = 0;
    q.vec() = perpendicular_to(a);
    return q;
  }
  const double s = std::sqrt((1 + cosine) * 2), inverse = 1 / s;
  q.vec() = a.cross(b) * inverse;
  q.w() = s * 0.5;
  return q;
}

}  // namespace hadal::math
