// From the config of a part of a vehicle (scenario/part_config.h) to its mesh (geometry/parts).
#pragma once
#include <optional>

#include "geometry/triangle_mesh.h"
#include "hadal/schema.h"

namespace hadal::inline world {

// None for kinds of shapes that are no part.
std::optional<geometry::TriangleMesh> part_mesh(const AnyConfig& config);

}  // namespace hadal::world
