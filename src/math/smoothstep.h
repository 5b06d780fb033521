// A step from 0 to 1 without corners: 3 x^2 - 2 x^3 between 0 and 1, held beyond.
#pragma once
#include <algorithm>

namespace hadal::inline math {

inline double smoothstep(double t) {
  const double x = std::clamp(t, 0.0, 1.0);
  return x * x * (3 - 2 * x);
}

}  // namespace hadal::math
