#include "sensors/acoustic/ray_fan.h"

#include <cmath>

namespace hadal::sensors {

RayOrigin::RayOrigin(const Pose& X_NS, const Vec3& anchor_N) {
  const Mat3 R = X_NS.q.toRotationMatrix();
  const Vec3 p = X_NS.p - anchor_N;
  for (int i = 0; i < 9; ++i) R_NS[i] = static_cast<float>(R(i / 3, i % 3));
  for (int i = 0; i < 3; ++i) p_A[i] = static_cast<float>(p[i]);
}

RayFan::RayFan(int columns, double column_rad, int rows, double row_rad)
    : columns_(columns), rows_(rows), column_rad_(column_rad), row_rad_(row_rad) {
  for (int c = 0; c < whole_tiles(columns); ++c) {
    cos_azimuth_.push_back(static_cast<float>(std::cos(azimuth_rad(c))));
    sin_azimuth_.push_back(static_cast<float>(std::sin(azimuth_rad(c))));
  }
  for (int e = 0; e < whole_tiles(rows); ++e) {
    cos_elevation_.push_back(static_cast<float>(std::cos(elevation_rad(e))));
    sin_elevation_.push_back(static_cast<float>(std::sin(elevation_rad(e))));
  }
}

void RayFan::point(const RayOrigin& from, int column, int row, float near_m, float far_m,
                   raytrace::Rays& rays) const {
  const float* R = from.R_NS;
  for (int k = 0; k < raytrace::kLanes; ++k) {
    const int c = column + k / kTileSide, e = row + k % kTileSide;
    const float x = cos_elevation_[e] * cos_azimuth_[c];
    const float y = cos_elevation_[e] * sin_azimuth_[c], z = sin_elevation_[e];
    rays.dx[k] = R[0] * x + R[1] * y + R[2] * z;
    rays.dy[k] = R[3] * x + R[4] * y + R[5] * z;
    rays.dz[k] = R[6] * x + R[7] * y + R[8] * z;
    rays.ox[k] = from.p_A[0], rays.oy[k] = from.p_A[1], rays.oz[k] = from.p_A[2];
    rays.near_m[k] = near_m;
    rays.far_m[k] = c < columns_ && e < rows_ ? far_m : near_m - 1;
  }
}

}  // namespace hadal::sensors
