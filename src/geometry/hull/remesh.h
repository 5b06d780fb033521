// From any closed mesh to panels for panel.h: about a given number of faces of even size, with the
// same volume.
//   - inner parts are left out (outer_parts.h);
//   - edges much shorter than a panel are collapsed, more if there are too many faces (collapse.h);
//   - longest edges are cut until there are enough (bisect.h);
//   - the vertices are moved so that no face loses volume against the fine surface
//     (fit_surface.h);
//   - the result is scaled about its centroid to the volume of the outer parts.
// A body that is nearly an ellipsoid is squeezed to a ball for this and back again: its panels are
// long where the surface bends little. Ellipsoids of 20,000 faces reduced to 2,000 panels give
// Lamb's values within 0.5 % up to axes of 10:1:1 and 10:5:1; with panels as long as wide it was
// 1.2 %. Boxes and cylinders lose by it (the ends of a long box 4 %), so they keep even panels.
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
