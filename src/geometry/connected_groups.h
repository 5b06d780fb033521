// Edges or faces of a mesh that hang together by shared vertices: the rim of each hole, each patch
// of faces that were turned.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "geometry/mass_properties.h"

namespace hadal::geometry {

struct ConnectedGroup {
  size_t members = 0;
  Bounds bounds;
};

// Members are given by their vertices; an edge names one of them twice. Groups come in the order of
// their first members.
std::vector<ConnectedGroup> connected_groups(const TriangleMesh& mesh,
                                             const std::vector<std::array<uint32_t, 3>>& members);

// "3 edges at (0, 1, 2) m, 0.5 m wide; 4 edges at ...", at most twenty of them.
std::string group_list(const std::vector<ConnectedGroup>& groups, const char* member);

}  // namespace hadal::geometry
