// The neighbours of each fish: cells of one sight radius, hashed into a table of fixed size.
//
// Fish are sorted by the hash of their cell (counting sort, so by index within one); a query walks
// the 27 cells around its own in a fixed order. Two cells that share a hash are told apart by their
// coordinates, so no fish is seen twice.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

#include "environment/life/school.h"

namespace hadal::environment {

// Number of cells of the table for so many fish: a power of two.
inline size_t school_cells(size_t fish) {
  return std::bit_ceil(2 * fish + 16);
}

inline uint32_t school_cell_hash(const std::array<int32_t, 3>& c, uint32_t mask) {
  const uint32_t h = static_cast<uint32_t>(c[0]) * 73856093u ^
                     static_cast<uint32_t>(c[1]) * 19349663u ^
                     static_cast<uint32_t>(c[2]) * 83492791u;
  return (h ^ h >> 15) & mask;
}

// Writes cells, order and the sorted places and velocities. Places must be within 1e9 cells.
void fill_school_grid(const SchoolState& state, double cell_m, SchoolScratch& scratch);

// Calls visit(k) for every k such that fish scratch.order[k] is another one in the cells around
// fish i.
template <class Visit>
void for_each_neighbour(const SchoolScratch& scratch, size_t i, Visit visit) {
  const auto mask = static_cast<uint32_t>(scratch.cell_start.size() - 2);
  const std::array<int32_t, 3> own = scratch.cell_position[i];
  for (int32_t dx = -1; dx <= 1; ++dx)
    for (int32_t dy = -1; dy <= 1; ++dy)
      for (int32_t dz = -1; dz <= 1; ++dz) {
        const std::array<int32_t, 3> cell{own[0] + dx, own[1] + dy, own[2] + dz};
        const uint32_t hash = school_cell_hash(cell, mask);
        for (uint32_t k = scratch.cell_start[hash]; k < scratch.cell_start[hash + 1]; ++k)
          if (scratch.sorted_cell[k] == cell && scratch.order[k] != i) visit(k);
      }
}

}  // namespace hadal::environment
