// Frames, plates and buoyancy blocks. The origin is the middle, axes are those of the link:
// x forward, y right, z down. Sizes in m.
#pragma once
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Bars along the edges of a box; `bays` divides each long side by uprights and cross-bars.
TriangleMesh bar_frame(const Vec3& size_m, double bar_radius_m, int bays);

// A plate in the xz plane, size_m.y() thick, with columns x rows of windows between ribs, their
// corners rounded. Without room between the ribs the plate has no windows.
TriangleMesh side_plate(const Vec3& size_m, int columns, int rows, double rib_m);

// A box with round edges; the radius is at most half of the smallest side.
TriangleMesh rounded_box(const Vec3& size_m, double radius_m);

}  // namespace hadal::geometry
