// Rays from one point: columns across, to starboard, and rows along, positive down, both about the
// x axis of S. Tiles are sixteen neighbours, 4 x 4 where rows are close, wide where they are sparse;
// the rays of a column lie side by side.
//
//   kUpright     azimuth a about z, then elevation e: (cos e cos a, cos e sin a, sin e); a ray of
//                da x de has the solid angle cos e da de
//   kLineArray   angle a off the x-z plane, the angle of a line array along y, then e about y:
//                (cos a cos e, sin a, cos a sin e); cos a da de
#pragma once
#include <array>
#include <vector>

#include "raytrace/view.h"

namespace hadal::sensors {

constexpr int kTileSide = 4;
constexpr int whole_tiles(int count, int side = kTileSide) {
  return (count + side - 1) / side * side;
}

// Lane `rows` c + r is column c and row r of the tile; 4 x 4, 8 x 2 or 16 x 1.
struct FanTile {
  int column = 0, row = 0;
  int rows = kTileSide;
  int end_row = 1 << 30;  // lanes from here on are off
  int columns() const { return raytrace::kLanes / rows; }
  int column_of(int lane) const { return column + lane / rows; }
  int row_of(int lane) const { return row + lane % rows; }
};

enum class FanAxes { kUpright, kLineArray };

// A place in a view, in single precision.
struct RayOrigin {
  RayOrigin(const Pose& X_NS, const Vec3& anchor_N);
  // A direction of S in N.
  void turn(float x, float y, float z, float& nx, float& ny, float& nz) const {
    nx = R_NS[0] * x + R_NS[1] * y + R_NS[2] * z;
    ny = R_NS[3] * x + R_NS[4] * y + R_NS[5] * z;
    nz = R_NS[6] * x + R_NS[7] * y + R_NS[8] * z;
  }
  float R_NS[9];
  float p_A[3];
};

Vec3 fan_direction_S(FanAxes axes, double across_rad, double along_rad);
// Angles of a direction of any length: across, along.
std::array<double, 2> fan_angles(FanAxes axes, const Vec3& p_S);

// Rows of a fan: their borders, one more than there are rows, increasing, and how many lie outside
// of the beam on either side.
struct FanRows {
  std::vector<double> borders_rad;
  int above = 0, below = 0;
  int count() const { return static_cast<int>(borders_rad.size()) - 1; }
};
// Rows over a beam with side lobes: a quarter of up to 128 rows, or an eighth of more than 256,
// reaches to the vertical above and below, the sparser the farther out; the others fill
// `height_rad`, in whole tiles if there are so many.
FanRows rows_with_side_lobes(int rows, double height_rad);
// Of equal height.
FanRows equal_rows(int rows, double height_rad);

class RayFan {
 public:
  RayFan(int columns, double column_rad, const FanRows& rows, FanAxes axes = FanAxes::kUpright);
  RayFan(int columns, double column_rad, int rows, double row_rad)
      : RayFan(columns, column_rad, equal_rows(rows, rows * row_rad)) {}

  FanAxes axes() const { return axes_; }
  int columns() const { return columns_; }
  int rows() const { return rows_.count(); }
  int padded_rows() const { return whole_tiles(rows() + kTileSide - 1); }
  double column_rad() const { return column_rad_; }
  double azimuth_rad(int column) const { return (column + 0.5 - columns_ / 2.0) * column_rad_; }
  double elevation_rad(int row) const { return (border(row) + border(row + 1)) / 2; }
  double row_rad(int row) const { return border(row + 1) - border(row); }
  std::array<double, 2> row_borders(int row) const { return {border(row), border(row + 1)}; }
  double min_elevation_rad() const { return rows_.borders_rad.front(); }
  double max_elevation_rad() const { return rows_.borders_rad.back(); }

  // The tiles of columns [0, wide), from top to bottom: of four columns in the beam, of `wide` (4,
  // 8 or 16) outside of it. Sparse rows make beams that meet much: they are the fewer in a tile.
  std::vector<FanTile> tiles(int wide) const;
  // Lanes beyond the last column or row are off.
  void point(const RayOrigin& from, const FanTile& tile, float near_m, float far_m,
             raytrace::Rays& rays) const;

 private:
  double border(int row) const {  // rows beyond the last are as high as it
    const std::vector<double>& borders = rows_.borders_rad;
    const int last = rows();
    if (row <= last) return borders[static_cast<size_t>(row)];
    const auto end = static_cast<size_t>(last);
    return borders[end] + (row - last) * (borders[end] - borders[end - 1]);
  }
  int columns_;
  double column_rad_;
  FanRows rows_;
  FanAxes axes_;
  // Of whole tiles: x = x_row x_column, y = y_row y_column, z = z_row z_column.
  std::vector<float> x_column_, y_column_, z_column_, x_row_, y_row_, z_row_;
};

}  // namespace hadal::sensors
