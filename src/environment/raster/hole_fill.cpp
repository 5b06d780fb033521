#include "environment/raster/hole_fill.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hadal::environment {
namespace {

struct Grid {
  int width, rows;
  std::vector<float> values;
  float at(int column, int row) const {
    return values[static_cast<size_t>(std::clamp(row, 0, rows - 1)) * width +
                  std::clamp(column, 0, width - 1)];
  }
};

// Mean of the known ones of each 2 x 2 values.
Grid pull(const Grid& fine) {
  Grid coarse{(fine.width + 1) / 2, (fine.rows + 1) / 2, {}};
  coarse.values.reserve(static_cast<size_t>(coarse.width) * coarse.rows);
  for (int row = 0; row < coarse.rows; ++row)
    for (int column = 0; column < coarse.width; ++column) {
      double sum = 0;
      int known = 0;
      for (int k = 0; k < 4; ++k) {
        const int c = 2 * column + k % 2, r = 2 * row + k / 2;
        if (c >= fine.width || r >= fine.rows || std::isnan(fine.at(c, r))) continue;
        sum += fine.at(c, r);
        ++known;
      }
      coarse.values.push_back(known ? static_cast<float>(sum / known) : NAN);
    }
  return coarse;
}

// The value of the coarse grid at a place of the fine one; the four neighbours have weights
// 9, 3, 3 and 1 of 16.
float push(const Grid& coarse, int column, int row) {
  const int c = column / 2, r = row / 2;
  const int dc = column % 2 ? 1 : -1, dr = row % 2 ? 1 : -1;
  return (9 * coarse.at(c, r) + 3 * coarse.at(c + dc, r) + 3 * coarse.at(c, r + dr) +
          coarse.at(c + dc, r + dr)) /
         16;
}

bool fill(Grid& grid) {
  const auto is_hole = [](float v) { return std::isnan(v); };
  if (std::none_of(grid.values.begin(), grid.values.end(), is_hole)) return true;
  if (grid.values.size() == 1) return false;
  Grid coarse = pull(grid);
  if (!fill(coarse)) return false;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.width; ++column) {
      float& value = grid.values[static_cast<size_t>(row) * grid.width + column];
      if (std::isnan(value)) value = push(coarse, column, row);
    }
  return true;
}

}  // namespace

bool fill_holes(int width, int rows, std::span<float> values) {
  Grid grid{width, rows, {values.begin(), values.end()}};
  if (!fill(grid)) return false;
  std::copy(grid.values.begin(), grid.values.end(), values.begin());
  return true;
}

}  // namespace hadal::environment
