// Rays from one point at equal angles: columns about z of S, to starboard, and rows below the x-y
// plane, both about the x axis. Tiles are 4 x 4 neighbours, lane 4 c + r for column c and row r of
// the tile, so that the rays of a column lie side by side.
#pragma once
#include <vector>

#include "raytrace/view.h"

namespace hadal::sensors {

constexpr int kTileSide = 4;
constexpr int whole_tiles(int count) {
  return (count + kTileSide - 1) / kTileSide * kTileSide;
}

// A place in a view, in single precision.
struct RayOrigin {
  RayOrigin(const Pose& X_NS, const Vec3& anchor_N);
  float R_NS[9];
  float p_A[3];
};

class RayFan {
 public:
  RayFan(int columns, double column_rad, int rows, double row_rad);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int padded_rows() const { return whole_tiles(rows_); }
  double azimuth_rad(int column) const { return (column + 0.5 - columns_ / 2.0) * column_rad_; }
  double elevation_rad(int row) const { return (row + 0.5 - rows_ / 2.0) * row_rad_; }

  // The tile that begins at a column and a row, multiples of four; lanes beyond the last are off.
  void point(const RayOrigin& from, int column, int row, float near_m, float far_m,
             raytrace::Rays& rays) const;

 private:
  int columns_, rows_;
  double column_rad_, row_rad_;
  std::vector<float> cos_azimuth_, sin_azimuth_, cos_elevation_, sin_elevation_;  // whole tiles
};

}  // namespace hadal::sensors
