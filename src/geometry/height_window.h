// A rectangular part of a terrain that is given on a square lattice. Node (i, j) stands at
// north = i cell, east = j cell; depth is positive down. Each cell is two triangles, cut along the
// diagonal from node (i, j) to node (i + 1, j + 1). Contact, altimeters and rays all see these
// triangles, so that they agree on where the seabed is.
#pragma once
#include <cstdint>
#include <span>

namespace hadal::geometry {

struct HeightWindow {
  double cell_m = 1;
  int64_t i0 = 0, j0 = 0;           // lattice index of the first node
  int ni = 0, nj = 0;               // nodes
  std::span<const double> depth_m;  // ni x nj, row i after row

  double depth(int64_t i, int64_t j) const { return depth_m[(i - i0) * nj + (j - j0)]; }
};

}  // namespace hadal::geometry
