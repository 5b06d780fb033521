// From the config of a shape to its mesh and to the solid inside. All in the shape frame S.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "geometry/triangle_mesh.h"
#include "scenario/shape_config.h"
#include "world/solid.h"

namespace hadal::inline world {

struct ShapeMesh {
  geometry::TriangleMesh mesh;
  std::vector<std::string> notes;  // what was repaired in an imported mesh
};

// A closed mesh of about target_faces (imported meshes keep theirs). Fails with a message on sizes
// that do not fit together and on files that are no closed mesh; one that is inside out is turned,
// with a note. `must_close` false lets an open mesh pass, for what is only seen.
Result<ShapeMesh> shape_mesh(const AnyConfig& config, int target_faces, bool must_close = true);

// part_mesh.cpp: of a part of a vehicle (scenario/part_config.h, geometry/parts); none for other
// kinds of shapes.
std::optional<geometry::TriangleMesh> part_mesh(const AnyConfig& config);

// The whole inside of the outer surface, by closed form where there is one.
Solid shape_outside(const AnyConfig& config, const geometry::TriangleMesh& mesh);

// What its material fills: all of the inside, or the wall of a hollow shape; plus the filling, so
// that the volume of the result is a mass. Fails when the wall does not fit inside.
Result<Solid> shape_mass(const AnyConfig& config, const geometry::TriangleMesh& mesh,
                         double density_kg_m3);

Pose shape_pose(const AnyConfig& config);  // of S in the link frame
unsigned seen_by_mask(const std::vector<std::string>& sensor_classes);

}  // namespace hadal::world
