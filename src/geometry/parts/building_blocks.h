// Closed pieces that the parts of vehicles are put together from. Corners lie on the true surface,
// so that extents are exact; pieces of one part may overlap, each is closed and outward oriented.
#pragma once
#include <array>
#include <functional>
#include <span>

#include "geometry/lathe.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// A profile turned about z. It begins and ends on the axis, or is a loop that stays off it.
TriangleMesh turned(std::span<const ProfilePoint> profile, bool loop, int sectors);

// The surface of the filled cells of a lattice. vertex(i, j, k) is the place of a lattice point.
using CellFilled = std::function<bool(int, int, int)>;
using CellVertex = std::function<Vec3(int, int, int)>;
TriangleMesh cell_surface(const std::array<int, 3>& cells, const CellFilled& filled,
                          const CellVertex& vertex);

// A straight rod with flat ends.
TriangleMesh rod(const Vec3& from, const Vec3& to, double radius_m, int sides = 8);

// A tube over sections of equally many points, closed at both ends by fans about the means.
TriangleMesh lofted(std::span<const std::vector<Vec3>> sections);

// The shape with its z axis laid along a direction and its origin at p.
TriangleMesh stood_along(const TriangleMesh& mesh, const Vec3& p, const Vec3& direction);

}  // namespace hadal::geometry
