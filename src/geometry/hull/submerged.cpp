#include "geometry/hull/submerged.h"

#include <array>

namespace hadal::geometry {
namespace {

// Sums over wet triangles, measured from a point in the plane.
struct Sums {
  double six_volumes = 0, area = 0, cap = 0;
  Vec3 volume_moment = Vec3::Zero(), cap_first = Vec3::Zero();
  Mat3 cap_second = Mat3::Zero();

  void add(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& down) {
    const Vec3 doubled = (b - a).cross(c - a), s = a + b + c;
    const double determinant = a.dot(b.cross(c)), fraction = 0.5 * doubled.dot(down);
    six_volumes += determinant;
    volume_moment += determinant / 24 * s;
    area += 0.5 * doubled.norm();
    cap += fraction;
    cap_first += fraction / 3 * s;
    cap_second += fraction / 12 *
                  (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
};

// The part of a triangle with positive head: a triangle, or a quadrilateral cut in two.
void add_wet_part(const std::array<Vec3, 3>& x, const std::array<double, 3>& h, const Vec3& down,
                  Sums& sums) {
  std::array<Vec3, 4> wet;
  int count = 0;
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    if (h[k] > 0) wet[count++] = x[k];
    if ((h[k] > 0) != (h[next] > 0))
      wet[count++] = x[k] + h[k] / (h[k] - h[next]) * (x[next] - x[k]);
  }
  for (int k = 2; k < count; ++k) sums.add(wet[0], wet[k - 1], wet[k], down);
}

// Off the plumb line: what is left of a moment in the plane.
Mat3 in_plane(const Mat3& moment, const Vec3& down) {
  const Mat3 P = Mat3::Identity() - down * down.transpose();
  return P * moment * P;
}

}  // namespace

Submerged submerged_part(const TriangleMesh& mesh, const WaterSurface& surface) {
  Submerged out;
  if (mesh.empty()) return out;
  const Vec3 near = mesh.corner(0, 0), origin = near - surface.head(near) * surface.down;
  Sums sums;
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::array<Vec3, 3> x;
    std::array<double, 3> h;
    for (int k = 0; k < 3; ++k) {
      x[k] = mesh.corner(t, k) - origin;
      h[k] = surface.down.dot(x[k]);
    }
    if (h[0] > 0 && h[1] > 0 && h[2] > 0)
      sums.add(x[0], x[1], x[2], surface.down);
    else if (h[0] > 0 || h[1] > 0 || h[2] > 0)
      add_wet_part(x, h, surface.down, sums);
  }
  out.volume_m3 = sums.six_volumes / 6;
  out.wetted_area_m2 = sums.area;
  out.waterplane_area_m2 = sums.cap;
  if (out.volume_m3 > 0) out.center = origin + sums.volume_moment / out.volume_m3;
  if (out.waterplane_area_m2 > 0) {
    const Mat3 P = Mat3::Identity() - surface.down * surface.down.transpose();
    const Vec3 center = P * sums.cap_first / sums.cap;
    out.waterplane_center = origin + center;
    out.waterplane_moment =
        in_plane(sums.cap_second, surface.down) - sums.cap * center * center.transpose();
  }
  return out;
}

}  // namespace hadal::geometry
