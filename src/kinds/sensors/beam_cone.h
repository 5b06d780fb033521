// Rays spread evenly over the cone of a beam along z: the first on the axis, then a sunflower
// (Vogel, "A better way to construct the sunflower head", 1979).
#pragma once
#include <cmath>
#include <numbers>

#include "math/types.h"

namespace hadal::inline kinds {

// Unit vector of ray k of n. half_angle_rad is that of the outermost one.
inline Vec3 cone_ray(int k, int n, double half_angle_rad) {
  if (k == 0) return Vec3::UnitZ();
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  const double off = half_angle_rad * std::sqrt(static_cast<double>(k) / (n - 1));
  return {std::sin(off) * std::cos(golden * k), std::sin(off) * std::sin(golden * k),
          std::cos(off)};
}

}  // namespace hadal::kinds
