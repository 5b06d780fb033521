#include "sensors/acoustic/ray_fan.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

#define HWY_TARGET_INCLUDE "sensors/acoustic/ray_fan.cpp"
#include "math/simd/highway.h"

#ifndef HADAL_RAY_FAN_SHARED
#define HADAL_RAY_FAN_SHARED
namespace hadal::sensors {
// Factors of directions by column and row.
struct FanTables {
  const float *x_column, *y_column, *z_column, *x_row, *y_row, *z_row;
  int columns, rows;
};
}  // namespace hadal::sensors
#endif

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;

// Factors of directions of the lanes from k on.
struct Factors {
  V x, y, z;
};
#if HWY_TARGET == HWY_AVX2
// Of the four rows of two columns.
HWY_INLINE Factors factors_of_four(const FanTables& fan, const FanTile& tile, size_t k) {
  const hn::FixedTag<float, 4> d4;
  const auto at = [&](const float* row, const float* column) HWY_ATTR {
    const float* c = column + tile.column + k / 4;
    const auto rows = hn::LoadU(d4, row + tile.row);
    return hn::Combine(d, rows * hn::Set(d4, c[1]), rows * hn::Set(d4, c[0]));
  };
  return {at(fan.x_row, fan.x_column), at(fan.y_row, fan.y_column), at(fan.z_row, fan.z_column)};
}
#endif
HWY_INLINE Factors factors_of(const FanTables& fan, const FanTile& tile, size_t k) {
#if HWY_TARGET == HWY_AVX2
  if (tile.rows == 4) return factors_of_four(fan, tile, k);
#endif
  alignas(32) float x[kMaxLanes], y[kMaxLanes], z[kMaxLanes];
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    const int c = tile.column_of(static_cast<int>(k + i)), e = tile.row_of(static_cast<int>(k + i));
    x[i] = fan.x_row[e] * fan.x_column[c];
    y[i] = fan.y_row[e] * fan.y_column[c];
    z[i] = fan.z_row[e] * fan.z_column[c];
  }
  return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z)};
}

void point_tile(const FanTables& fan, const RayOrigin& from, const FanTile& tile, float near_m,
                float far_m, raytrace::Rays& rays) {
  const int end_row = std::min(tile.end_row, fan.rows);
  const bool whole = tile.column + tile.columns() <= fan.columns && tile.row + tile.rows <= end_row;
  for (int k = 0; k < raytrace::kLanes; ++k) rays.far_m[k] = far_m;
  for (int k = 0; !whole && k < raytrace::kLanes; ++k)
    if (tile.column_of(k) >= fan.columns || tile.row_of(k) >= end_row) rays.far_m[k] = near_m - 1;
  const float* R = from.R_NS;
  for (size_t k = 0; k < raytrace::kLanes; k += hn::Lanes(d)) {
    const auto [x, y, z] = factors_of(fan, tile, k);
    hn::Store(all(R[0]) * x + all(R[1]) * y + all(R[2]) * z, d, rays.dx + k);
    hn::Store(all(R[3]) * x + all(R[4]) * y + all(R[5]) * z, d, rays.dy + k);
    hn::Store(all(R[6]) * x + all(R[7]) * y + all(R[8]) * z, d, rays.dz + k);
    hn::Store(all(from.p_A[0]), d, rays.ox + k);
    hn::Store(all(from.p_A[1]), d, rays.oy + k);
    hn::Store(all(from.p_A[2]), d, rays.oz + k);
    hn::Store(all(near_m), d, rays.near_m + k);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(point_tile);
}

RayOrigin::RayOrigin(const Pose& X_NS, const Vec3& anchor_N) {
  const Mat3 R = X_NS.q.toRotationMatrix();
  const Vec3 p = X_NS.p - anchor_N;
  for (int i = 0; i < 9; ++i) R_NS[i] = static_cast<float>(R(i / 3, i % 3));
  for (int i = 0; i < 3; ++i) p_A[i] = static_cast<float>(p[i]);
}

Vec3 fan_direction_S(FanAxes axes, double across, double along) {
  if (axes == FanAxes::kUpright)
    return {std::cos(along) * std::cos(across), std::cos(along) * std::sin(across),
            std::sin(along)};
  return {std::cos(across) * std::cos(along), std::sin(across), std::cos(across) * std::sin(along)};
}

std::array<double, 2> fan_angles(FanAxes axes, const Vec3& p) {
  if (axes == FanAxes::kUpright)
    return {std::atan2(p.y(), p.x()), std::atan2(p.z(), std::hypot(p.x(), p.y()))};
  return {std::atan2(p.y(), std::hypot(p.x(), p.z())), std::atan2(p.z(), p.x())};
}

FanRows equal_rows(int rows, double height_rad) {
  FanRows out;
  for (int e = 0; e <= rows; ++e)
    out.borders_rad.push_back((e - rows / 2.0) * height_rad / rows);
  return out;
}

namespace {

constexpr int kEnough = 32;  // rows in all side lobes

// Borders from the beam outward to the vertical. Rows grow by an equal amount from one to the next,
// from twice those inside.
std::vector<double> side_lobe_borders(int rows, double height_rad, double inside_rad) {
  const double left_rad = std::numbers::pi / 2 - height_rad / 2;
  const double first_rad = std::min(2 * inside_rad, left_rad / rows);
  const double growth_rad = rows > 1 ? 2 * (left_rad - rows * first_rad) / (rows * (rows - 1.0)) : 0;
  std::vector<double> out;
  for (int k = 1; k <= rows; ++k)
    out.push_back(k == rows ? std::numbers::pi / 2
                            : height_rad / 2 + k * first_rad + growth_rad * k * (k - 1) / 2);
  return out;
}

}  // namespace

FanRows rows_with_side_lobes(int rows, double height_rad) {
  if (rows < 3 || height_rad >= std::numbers::pi) return equal_rows(rows, height_rad);
  // Between rays surfaces are spread, so that few suffice in the side lobes.
  const int outside = std::min(rows / 4, std::max(kEnough, rows / 8));
  const int whole = (rows - outside + kTileSide / 2) / kTileSide * kTileSide;
  const int inside = std::clamp(whole, 1, rows - 2);
  FanRows out;
  out.above = (rows - inside) / 2, out.below = rows - inside - out.above;
  for (const double border : side_lobe_borders(out.above, height_rad, height_rad / inside))
    out.borders_rad.insert(out.borders_rad.begin(), -border);
  for (const double border : equal_rows(inside, height_rad).borders_rad)
    out.borders_rad.push_back(border);
  for (const double border : side_lobe_borders(out.below, height_rad, height_rad / inside))
    out.borders_rad.push_back(border);
  return out;
}

RayFan::RayFan(int columns, double column_rad, const FanRows& fan_rows, FanAxes axes)
    : columns_(columns), column_rad_(column_rad), rows_(fan_rows), axes_(axes) {
  HADAL_CHECK(rows() >= 1);
  const bool upright = axes == FanAxes::kUpright;
  for (int c = 0; c < whole_tiles(columns, raytrace::kLanes); ++c) {
    const double cosine = std::cos(azimuth_rad(c)), sine = std::sin(azimuth_rad(c));
    x_column_.push_back(static_cast<float>(cosine));
    y_column_.push_back(static_cast<float>(sine));
    z_column_.push_back(upright ? 1.0f : static_cast<float>(cosine));
  }
  for (int e = 0; e < padded_rows(); ++e) {
    const double cosine = std::cos(elevation_rad(e)), sine = std::sin(elevation_rad(e));
    x_row_.push_back(static_cast<float>(cosine));
    y_row_.push_back(upright ? static_cast<float>(cosine) : 1.0f);
    z_row_.push_back(static_cast<float>(sine));
  }
}

namespace {
// Times as high as wide; of taller tiles one row is traced at a time.
constexpr double kTallest = 3;
}  // namespace

std::vector<FanTile> RayFan::tiles(int wide) const {
  std::vector<FanTile> out;
  const auto add = [&](int begin, int end, int columns) {
    const int lanes = raytrace::kLanes / columns;
    for (int row = begin, height; row < end; row += height) {
      const double span_rad = elevation_rad(row + lanes - 1) - elevation_rad(row);
      const bool tall = span_rad > kTallest * columns * column_rad_;
      height = tall && columns == wide && wide > kTileSide ? 1 : lanes;
      for (int column = 0; column < wide; column += columns)
        out.push_back({column, row, lanes, std::min(end, row + height)});
    }
  };
  add(0, rows_.above, wide);
  add(rows_.above, rows() - rows_.below, kTileSide);
  add(rows() - rows_.below, rows(), wide);
  return out;
}

void RayFan::point(const RayOrigin& from, const FanTile& tile, float near_m, float far_m,
                   raytrace::Rays& rays) const {
  const FanTables tables{x_column_.data(), y_column_.data(), z_column_.data(), x_row_.data(),
                         y_row_.data(),    z_row_.data(),    columns_,         rows()};
  HWY_DYNAMIC_DISPATCH(point_tile)(tables, from, tile, near_m, far_m, rays);
}

}  // namespace hadal::sensors
#endif
