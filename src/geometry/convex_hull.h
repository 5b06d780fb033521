// Convex hulls, by Qhull (Barber, Dobkin & Huhdanpaa, The Quickhull algorithm for convex hulls,
// 1996).
#pragma once
#include <span>

#include "base/result.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// The hull of a set of points: closed, outward oriented, its vertices taken from the points. With
// max_vertices > 0 the hull of at most so many of them, at least 4, chosen so that what is left out
// stands out least; it then lies inside of the full hull.
// Fails on fewer than 4 points, points that are not finite and points in one plane.
Result<TriangleMesh> convex_hull(std::span<const Vec3> points, int max_vertices = 0);

// The farthest that a point stands out of a convex mesh; 0 if none does.
double farthest_outside(const TriangleMesh& hull, std::span<const Vec3> points);

}  // namespace hadal::geometry
