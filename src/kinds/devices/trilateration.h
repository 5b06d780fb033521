// Where a receiver is, from its distances to places it knows: the least-squares fix of long
// baseline positioning. Minimises sum_i (|p - b_i| - r_i)^2 by Gauss-Newton with Levenberg's
// damping (Nocedal & Wright, Numerical Optimization, ch. 10). With h_i the unit vector from beacon
// i to p, errors of standard deviation sigma in the ranges make
//   cov(p) = sigma^2 (H^T H)^-1,   HDOP = sqrt(c_NN + c_EE),   VDOP = sqrt(c_DD)   of (H^T H)^-1.
//
// Beacons of one plane leave two solutions, one on each side; the upper one is taken, as beacons
// stand on the seabed. Three ranges or more are needed, and beacons that are not in a line.
#pragma once
#include <span>

#include "math/types.h"

namespace hadal::inline kinds {

struct Fix {
  bool found = false;
  Vec3 p_N = Vec3::Zero();
  int used = 0;           // ranges
  double residual_m = 0;  // root mean square over the ranges
  double hdop = 0, vdop = 0;
};

// Ranges that are not a number are left out. With a depth the vertical is not solved for: it is
// that depth, and vdop is zero.
Fix trilaterate(std::span<const Vec3> beacons_N, std::span<const double> ranges_m);
Fix trilaterate_at_depth(std::span<const Vec3> beacons_N, std::span<const double> ranges_m,
                         double depth_m);

}  // namespace hadal::kinds
