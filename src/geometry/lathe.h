// Bodies of revolution about z from a profile in the half plane radius >= 0: buoys, bottles, vases,
// shells, hulls of torpedo shape.
//
// A profile is a polyline. It may begin and end on the axis (a solid body), return to its first
// point (a ring, like a tube), or stay open and be given a wall: then the wall of even thickness
// lies on the side of the axis, corners mitred, and the body is hollow and open where the profile
// is.
//
// n sectors turn a circle of radius r into a regular polygon; it gets the circle's area when its
// corners stand at r sqrt(a / sin a), a = 2 pi / n. All rings have the same n, so every section of
// the mesh is such a polygon, its faces are flat, and volume and centroid are exactly those of the
// revolved polyline.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "base/result.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct ProfilePoint {
  double radius_m = 0, z_m = 0;
};

// Fails on fewer than 2 points, non-finite or negative numbers, a profile that touches the axis
// between its ends, crosses itself, encloses nothing, or is open without a wall; and on a wall that
// does not fit inside. z_m is kept: the body is not centred.
Result<TriangleMesh> lathe(std::span<const ProfilePoint> profile, double wall_thickness_m,
                           int target_faces = 1000);

// The parts of the above, for other bodies of revolution.

struct Profile {
  std::vector<ProfilePoint> points;
  bool loop = false;  // the last point joins the first
};

// Revolves the profile that profile_at(step) gives for pieces of about `step` m, with the step that
// makes about target_faces. size_m is the largest extent of the body.
TriangleMesh revolved(const std::function<Profile(double)>& profile_at, double size_m,
                      int target_faces);

// Signed volume inside a revolved polyline from axis to axis.
double revolved_volume(std::span<const ProfilePoint> points);

// Radius of the corners of a regular polygon with the area of the unit circle.
double equal_area_factor(int corners);

}  // namespace hadal::geometry
