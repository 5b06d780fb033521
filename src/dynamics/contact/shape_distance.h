// How far two convex shapes are apart, by the algorithm of Gilbert, Johnson and Keerthi (A fast
// procedure for computing the distance between complex objects in three-dimensional space, IEEE J.
// Robotics and Automation, 1988): the point v of the difference A - B nearest to the origin is found
// among simplices of support points. For any v,
//   min over A - B of (v . x) / |v|
// is not above the distance, so that what is returned never exceeds it; it is at most
// kDistanceTolerance_m + kDistanceTolerance times the distance below. Spheres and capsules are a
// point and a segment with a rounding, for which two or three iterations do.
//
// Metres; poses in N, which may be any frame common to both. Pure functions of their arguments that
// allocate nothing.
#pragma once
#include <array>

#include "dynamics/contact/terrain_contact.h"

namespace hadal::dynamics {

constexpr double kDistanceTolerance_m = 1e-7, kDistanceTolerance = 1e-6;

// Zero or below: the shapes overlap (below by how much only for two roundings). A search that has
// shown that they are farther apart than cap_m may end there and return something between the two.
double shape_distance(const ConvexShape& a, const ShapePose& pose_a, const ConvexShape& b,
                      const ShapePose& pose_b, double cap_m);
// To a triangle.
double triangle_distance(const ConvexShape& a, const ShapePose& pose_a,
                         const std::array<Vec3, 3>& triangle_N, double cap_m);

}  // namespace hadal::dynamics
