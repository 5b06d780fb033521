#include "sensors/acoustic/ray_fan.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::sensors {

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

std::vector<double> equal_rows(int rows, double height_rad) {
  std::vector<double> borders;
  for (int e = 0; e <= rows; ++e) borders.push_back((e - rows / 2.0) * height_rad / rows);
  return borders;
}

// Outside, the rows grow by an equal amount from one to the next, from twice those inside.
std::vector<double> rows_with_side_lobes(int rows, double height_rad) {
  const int outside = std::max(1, rows / 8);  // on each side
  const int inside = std::max(1, rows - 2 * outside);
  const double left_rad = std::numbers::pi / 2 - height_rad / 2;
  if (rows < 3 || left_rad <= 0) return equal_rows(rows, height_rad);
  const double first_rad = std::min(2 * height_rad / inside, left_rad / outside);
  const double growth_rad =
      outside > 1 ? 2 * (left_rad - outside * first_rad) / (outside * (outside - 1.0)) : 0;
  std::vector<double> above;  // from the beam outward
  for (int k = 1; k <= outside; ++k)
    above.push_back(k == outside ? std::numbers::pi / 2
                                 : height_rad / 2 + k * first_rad + growth_rad * k * (k - 1) / 2);
  std::vector<double> borders;
  for (auto it = above.rbegin(); it != above.rend(); ++it) borders.push_back(-*it);
  for (const double border : equal_rows(inside, height_rad)) borders.push_back(border);
  borders.insert(borders.end(), above.begin(), above.end());
  return borders;
}

RayFan::RayFan(int columns, double column_rad, const std::vector<double>& row_borders_rad,
               FanAxes axes)
    : columns_(columns), column_rad_(column_rad), borders_(row_borders_rad), axes_(axes) {
  HADAL_CHECK(borders_.size() >= 2);
  const bool upright = axes == FanAxes::kUpright;
  for (int c = 0; c < whole_tiles(columns); ++c) {
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

void RayFan::point(const RayOrigin& from, int column, int row, float near_m, float far_m,
                   raytrace::Rays& rays) const {
  const int rows = this->rows();
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const int c = column + k / kTileSide, e = row + k % kTileSide;
    const float x = x_row_[e] * x_column_[c], y = y_row_[e] * y_column_[c],
                z = z_row_[e] * z_column_[c];
    from.turn(x, y, z, rays.dx[k], rays.dy[k], rays.dz[k]);
    rays.ox[k] = from.p_A[0], rays.oy[k] = from.p_A[1], rays.oz[k] = from.p_A[2];
    rays.near_m[k] = near_m;
    rays.far_m[k] = c < columns_ && e < rows ? far_m : near_m - 1;
  }
}

}  // namespace hadal::sensors
