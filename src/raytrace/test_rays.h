// Rays for the tests of this folder and of what stands on it.
#pragma once
#include <cmath>
#include <limits>

#include "raytrace/view.h"

namespace hadal::raytrace::test {

constexpr double kEver = std::numeric_limits<double>::infinity();
constexpr uint32_t kAll = 0xffff;

inline void set_ray(Rays& rays, int lane, const Vec3& origin_A, const Vec3& direction_N,
                    double near_m = 0, double far_m = kEver) {
  rays.ox[lane] = static_cast<float>(origin_A.x());
  rays.oy[lane] = static_cast<float>(origin_A.y());
  rays.oz[lane] = static_cast<float>(origin_A.z());
  rays.dx[lane] = static_cast<float>(direction_N.x());
  rays.dy[lane] = static_cast<float>(direction_N.y());
  rays.dz[lane] = static_cast<float>(direction_N.z());
  rays.near_m[lane] = static_cast<float>(near_m);
  rays.far_m[lane] = static_cast<float>(far_m);
}

// Sixteen times the same ray.
inline Rays same_rays(const Vec3& origin_A, const Vec3& direction_N) {
  Rays rays;
  for (int k = 0; k < kLanes; ++k) set_ray(rays, k, origin_A, direction_N);
  return rays;
}

inline Vec3 normal(const Hits& hits, int lane) {
  return {hits.nx[lane], hits.ny[lane], hits.nz[lane]};
}

// Distance to a sphere about the origin, from outside; infinity beside it.
inline double sphere_range(const Vec3& origin, const Vec3& direction, double radius_m) {
  const double b = origin.dot(direction), c = origin.squaredNorm() - radius_m * radius_m;
  const double discriminant = b * b - c;
  return discriminant < 0 ? kEver : -b - std::sqrt(discriminant);
}

}  // namespace hadal::raytrace::test
