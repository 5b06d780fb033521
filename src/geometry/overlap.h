// Which closed parts of a mesh lie in each other.
#pragma once
#include <vector>

#include "geometry/mass_properties.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct MeshPart {
  TriangleMesh mesh;
  Bounds bounds;
  bool closed = false;
  double volume_m3 = 0;  // signed
};

// Whether the corner of `inner` that is first is inside `outer`.
bool is_inside(const MeshPart& inner, const MeshPart& outer);

struct OverlapCount {
  size_t pairs = 0;
  bool complete = true;  // false if there was more to test than a second or so allows
};

// Pairs of closed parts of positive volume with points of one inside the other.
OverlapCount count_overlaps(const std::vector<MeshPart>& parts);

}  // namespace hadal::geometry
