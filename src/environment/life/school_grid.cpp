#include "environment/life/school_grid.h"

namespace hadal::environment {

void fill_school_grid(const SchoolState& state, double cell_m, SchoolScratch& scratch) {
  const size_t n = state.size();
  const auto mask = static_cast<uint32_t>(scratch.cell_start.size() - 2);
  std::fill(scratch.cell_start.begin(), scratch.cell_start.end(), 0u);
  const auto cell = [&](double p) { return static_cast<int32_t>(std::floor(p / cell_m)); };
  for (size_t i = 0; i < n; ++i) {
    scratch.cell_position[i] = {cell(state.x[i]), cell(state.y[i]), cell(state.z[i])};
    scratch.cell_of[i] = school_cell_hash(scratch.cell_position[i], mask);
    ++scratch.cell_start[scratch.cell_of[i] + 1];
  }
  for (size_t c = 1; c < scratch.cell_start.size(); ++c)
    scratch.cell_start[c] += scratch.cell_start[c - 1];
  // Filled from the back, so that each start ends where its cell begins.
  for (size_t i = n; i-- > 0;) {
    // cell_start[c + 1] counts down from the end of cell c to its beginning.
    const uint32_t at = --scratch.cell_start[scratch.cell_of[i] + 1];
    scratch.sorted_cell[at] = scratch.cell_position[i];
    scratch.order[at] = static_cast<uint32_t>(i);
    scratch.sorted_position_N[at] = state.position_N(i);
    scratch.sorted_velocity_N[at] = state.velocity_N(i);
  }
  // Now cell_start[c + 1] is the beginning of cell c: move down by one.
  for (size_t c = 0; c + 1 < scratch.cell_start.size(); ++c)
    scratch.cell_start[c] = scratch.cell_start[c + 1];
  scratch.cell_start.back() = static_cast<uint32_t>(n);
}

}  // namespace hadal::environment
