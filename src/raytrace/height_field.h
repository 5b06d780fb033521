// A lattice of depths for rays: ground and water surface.
//
// Node (i, j) is at (i cell_m, j cell_m, z). Every cell is cut along the diagonal from (i, j) to
// (i + 1, j + 1), as geometry/height_window.h does. Bounds of z over blocks of 4 x 4, 16 x 16, ...
// cells let a ray skip what it passes above or below (field_tracer.h).
#pragma once
#include <array>
#include <span>
#include <vector>

#include "math/types.h"

namespace hadal::raytrace {

// A triangle in double precision, in the frame of its shape.
using Corners = std::array<Vec3, 3>;

class HeightField {
 public:
  static constexpr int kSide = 4;  // children of a block along a side
  static constexpr int kChildren = kSide * kSide;
  // Least and greatest z of the children of a block, row after row; low > high where none is. A
  // little wider than they are: rays may meet a cell a little outside of it.
  struct alignas(64) Block {
    float low[kChildren], high[kChildren];
  };
  struct Level {  // of blocks; the children of the first are cells
    int rows = 0, columns = 0;
    std::vector<Block> blocks;
  };

  HeightField(int rows, int columns, double cell_m, std::span<const float> z);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  double cell_m() const { return cell_m_; }
  const float* row(int i) const { return z_.data() + static_cast<ptrdiff_t>(i) * columns_; }
  const std::vector<Level>& levels() const { return levels_; }  // the last is one block
  float low() const { return low_; }
  float high() const { return high_; }
  size_t bytes() const;

  // The triangle above a place; that of the nearest cell beyond the border.
  Corners triangle(double x, double y) const;

 private:
  void add_cells();
  void add_level();

  int rows_, columns_;
  double cell_m_;
  std::vector<float> z_;
  std::vector<Level> levels_;
  float low_ = 0, high_ = 0;
};

}  // namespace hadal::raytrace
