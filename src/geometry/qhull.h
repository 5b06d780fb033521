// The one place that sees Qhull.
#pragma once
#include <optional>
#include <span>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Hull of all points as triangles; vertices not yet oriented or joined. Nothing if Qhull finds the
// points flat or fails.
std::optional<TriangleMesh> qhull_triangles(std::span<const Vec3> points);

}  // namespace hadal::geometry
