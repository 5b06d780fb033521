#include "geometry/hull/lamb.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"

namespace hadal::geometry {
namespace {

// A44 / (rho V) of the ellipsoid's rotation in the plane of the semi-axes b and c.
double rotation_factor(double b, double c, double beta0, double gamma0) {
  const double d = b * b - c * c, s = b * b + c * c;
  // Towards b = c the numerator falls as the third power of the difference; below this the result
  // is under 1e-13 of the inertia of the displaced water, and rounding would decide its sign.
  constexpr double kRound = 1e-6;
  if (std::abs(d) < kRound * s) return 0;
  return d * d * (gamma0 - beta0) / (2 * d + s * (beta0 - gamma0)) / 5;
}

}  // namespace

double carlson_rd(double x, double y, double z) {
  HADAL_CHECK(x >= 0 && y >= 0 && x + y > 0 && z > 0);
  // The truncation error of the series is of sixth order in the largest deviation.
  constexpr double kSmall = 2e-3;
  double sum = 0, power = 1, mean = 0, dx = 0, dy = 0, dz = 0;
  while (true) {
    mean = (x + y + 3 * z) / 5;
    dx = (mean - x) / mean;
    dy = (mean - y) / mean;
    dz = (mean - z) / mean;
    if (std::max({std::abs(dx), std::abs(dy), std::abs(dz)}) < kSmall) break;
    const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
    const double lambda = rx * ry + ry * rz + rz * rx;
    sum += power / (rz * (z + lambda));
    power /= 4;
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
  const double xy = dx * dy, zz = dz * dz;
  const double e2 = xy - 6 * zz, e3 = (3 * xy - 8 * zz) * dz, e4 = 3 * (xy - zz) * zz;
  const double e5 = xy * zz * dz;
  const double series =
      1 - 3 * e2 / 14 + e3 / 6 + 9 * e2 * e2 / 88 - 3 * e4 / 22 - 9 * e2 * e3 / 52 + 3 * e5 / 26;
  return 3 * sum + power * series / (mean * std::sqrt(mean));
}

Vec3 lamb_integrals(const Vec3& semi_axes_m) {
  const Vec3 s = semi_axes_m.cwiseAbs2();
  return (2.0 / 3) * semi_axes_m.prod() *
         Vec3(carlson_rd(s.y(), s.z(), s.x()), carlson_rd(s.z(), s.x(), s.y()),
              carlson_rd(s.x(), s.y(), s.z()));
}

Vec6 ellipsoid_added_mass(const Vec3& semi_axes_m) {
  HADAL_CHECK(semi_axes_m.minCoeff() > 0);
  const Vec3 k = lamb_integrals(semi_axes_m);
  const double volume = 4 * std::numbers::pi / 3 * semi_axes_m.prod();
  Vec6 out;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    // 2 - alpha0 as the sum of the other two: no cancellation for a disc.
    out[i] = volume * k[i] / (k[j] + k[l]);
    out[3 + i] = volume * rotation_factor(semi_axes_m[j], semi_axes_m[l], k[j], k[l]);
  }
  return out;
}

Mat6 added_mass_in_frame(const Mat6& added_mass_B, const Pose& X_AB) {
  const Mat3 R_BA = X_AB.q.toRotationMatrix().transpose();
  Mat6 T = Mat6::Zero();
  T.topLeftCorner<3, 3>() = R_BA;
  T.topRightCorner<3, 3>() = -R_BA * skew(X_AB.p);
  T.bottomRightCorner<3, 3>() = R_BA;
  return T.transpose() * added_mass_B * T;
}

}  // namespace hadal::geometry
