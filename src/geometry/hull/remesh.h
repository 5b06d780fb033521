// From any closed mesh to panels for panel.h: about a given number of faces of even size, with the
// same volume.
//   - inner parts are left out (outer_parts.h);
//   - edges much shorter than a panel are collapsed, more if there are too many faces (collapse.h);
//   - longest edges are cut until there are enough (bisect.h);
//   - the result is scaled about its centroid to the volume of the outer parts.
// Even size matters more than shape: slivers do no harm to exact influence coefficients, but a
// direction with few panels does (a spheroid of 125 x 4 panels is 13-20 % off, and 250 x 4 too).
// A coarse mesh is taken at its word: cutting faces converges to the polyhedron.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct PanelMesh {
  TriangleMesh mesh;
  double volume_before = 0, volume_after = 0;  // m^3, of the outer parts; after: before scaling
  std::vector<std::string> notes;
};

// Fails as outer_parts does, and on a body without volume.
Result<PanelMesh> panel_mesh(const TriangleMesh& mesh, size_t target_panels);

}  // namespace hadal::geometry
