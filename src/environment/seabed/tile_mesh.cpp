#include "environment/seabed/tile_mesh.h"

#include <cmath>
#include <vector>

namespace hadal::environment {
namespace {

// Moves the odd nodes of a border onto the line between their even neighbours.
void straighten(std::vector<double>& depth_m, size_t first, size_t step, int cells) {
  for (int k = 1; k < cells; k += 2) {
    const size_t at = first + k * step;
    depth_m[at] = 0.5 * (depth_m[at - step] + depth_m[at + step]);
  }
}

}  // namespace

geometry::TriangleMesh tile_mesh(const Seabed& seabed, int level, int64_t ti, int64_t tj,
                                 unsigned coarser_sides, SeabedLayer layer) {
  const int cells = seabed.tile_cells(), side = cells + 1;
  const int64_t i0 = ti * cells, j0 = tj * cells;
  const size_t last_row = static_cast<size_t>(cells) * side;
  std::vector<double> depth_m(static_cast<size_t>(side) * side);
  seabed.level_nodes(level, i0, j0, side, side, layer, depth_m);
  if (coarser_sides & kSouthSide) straighten(depth_m, 0, 1, cells);
  if (coarser_sides & kNorthSide) straighten(depth_m, last_row, 1, cells);
  if (coarser_sides & kWestSide) straighten(depth_m, 0, side, cells);
  if (coarser_sides & kEastSide) straighten(depth_m, cells, side, cells);

  geometry::TriangleMesh mesh;
  const double step_m = std::ldexp(seabed.cell_m(), level);
  for (int k = 0; k < side; ++k)
    for (int l = 0; l < side; ++l)
      mesh.vertices.emplace_back(static_cast<double>(i0 + k) * step_m,
                                 static_cast<double>(j0 + l) * step_m,
                                 depth_m[static_cast<size_t>(k) * side + l]);
  for (int k = 0; k < cells; ++k)
    for (int l = 0; l < cells; ++l) {
      const auto a = static_cast<uint32_t>(k * side + l), b = a + static_cast<uint32_t>(side);
      mesh.triangles.push_back({a, b + 1, b});
      mesh.triangles.push_back({a, a + 1, b + 1});
    }
  return mesh;
}

}  // namespace hadal::environment
