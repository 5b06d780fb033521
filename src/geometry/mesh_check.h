// What is wrong with a mesh, in words, and the repairs that need no judgement.
//
// repaired() does, in this order, and says so in the report:
//   1. welds vertices closer than 1e-6 of the size (diagonal of the bounding box);
//   2. takes out faces of less than 1e-14 size^2: two corners at one place, or one corner on the
//      opposite side, which is then closed by cutting the neighbour in two;
//   3. takes out faces that use the same three vertices as another, and both where they face each
//      other in a fold of the surface (a fin without thickness);
//   4. turns faces so that neighbours agree, from face to face across edges that two faces share;
//   5. turns all closed parts if together they are inside out, then each that still is, unless it
//      bounds a cavity of another part.
// It does not fill holes, does not unite parts that overlap, and drops texture coordinates.
//
// Parts are sets of faces joined by edges that exactly two faces share. Overlap is looked for with
// up to 96 points of each part (corners, middles of edges and faces, moved a little inside), so
// thin parts that cross without such a point in each other are missed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "geometry/connected_groups.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct MeshReport {
  size_t faces = 0, vertices = 0;  // after the repairs
  double size_m = 0;               // diagonal of the bounding box
  // Repaired.
  size_t welded_vertices = 0;
  size_t degenerate_faces = 0;
  size_t duplicate_faces = 0;
  size_t folded_faces = 0;
  size_t turned_faces = 0;
  size_t turned_parts = 0;
  // Not repaired.
  size_t open_edges = 0;          // of one face only
  size_t non_manifold_edges = 0;  // of three faces or more
  size_t unbalanced_edges = 0;    // of these, the ones where the faces do not come in pairs
  std::vector<ConnectedGroup> holes;   // by the rims of open edges
  std::vector<ConnectedGroup> turned;  // patches of turned_faces
  std::optional<Vec3> non_manifold_place;
  bool orientable = true;  // false for a Moebius strip
  size_t parts = 0, cavities = 0;
  size_t overlapping_pairs = 0;
  bool overlaps_searched = true;           // false where there were too many faces and parts to try
  size_t slivers = 0;                      // longest edge over 1000 times the width
  std::optional<double> suggested_unit_m;  // a unit that would give it a likely size

  std::vector<std::string> repairs, warnings, errors;

  bool closed() const { return open_edges == 0 && unbalanced_edges == 0 && orientable; }
  // One line per repair, warning and error.
  std::string text() const;
};

// The mesh after the repairs above; never fails. The report is overwritten.
TriangleMesh repaired(const TriangleMesh& mesh, MeshReport& report);

MeshReport check_mesh(const TriangleMesh& mesh);

// For physics: repaired, and a problem unless the result is closed and encloses a volume. Edges of
// four or more faces (parts that touch along an edge) are allowed where they balance.
Result<TriangleMesh> prepare_closed(const TriangleMesh& mesh, MeshReport& report);

}  // namespace hadal::geometry
