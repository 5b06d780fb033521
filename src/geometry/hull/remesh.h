// From any closed mesh to panels for panel.h: about a given number of faces of even size, with the
// same volume.
//   - inner parts are left out (outer_parts.h);
//   - edges much shorter than a panel are collapsed, more if there are too many faces (collapse.h);
//   - longest edges are cut until there are enough;
//   - the vertices are moved so that no face loses volume against the fine surface;
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

// Its steps, each in a file of its own.

// Refinement by cutting longest edges (bisect.cpp): both faces along the longest edge of the mesh
// are cut in two at its middle, again and again, until there are at least target_faces or no edge
// is longer than longest_edge_m. The surface does not change, stays closed, and angles stay above
// half of the smallest one at the start (Rosenberg & Stenger 1975).
TriangleMesh bisected(TriangleMesh mesh, size_t target_faces, double longest_edge_m = 0);

// Better-shaped faces on the same vertices (flip.cpp): an edge between two nearly flat neighbours
// is exchanged for the other diagonal where the angles opposite to it add up to more than 180
// degrees (Delaunay's criterion; Lawson 1972). Edges that bend the surface by more than 8 degrees,
// have not exactly two faces, or whose exchange would double an edge stay. Vertices must be welded.
TriangleMesh with_better_diagonals(TriangleMesh mesh);

// Moves the vertices of a coarse mesh so that it stands for a fine one as the meshes of
// primitives.h stand for their solids (fit_surface.cpp): no volume lost under any face. Vertices
// are first put on the fine surface; then each is lifted along its normal by the mean height of the
// fine surface over the faces around it,
//   d_v = sum_f V_f / sum_f A_f,   V_f = A_f / 3 sum h(middles of the sides),
// which is exact for a quadratic surface, and twice more for what is left. Flat parts stay where
// they are. A vertex moves by at most a tenth of the mean length of its edges at a time; one with a
// face more than 60 degrees off its mean normal (a corner, a sharp edge) stays.
void fit_to_surface(TriangleMesh& coarse, const TriangleMesh& fine);

}  // namespace hadal::geometry
