#include "dynamics/contact/terrain_patch.h"

#include <algorithm>

namespace hadal::dynamics {

bool TerrainPatch::triangle_plane(int a, int b, int half, GroundPoint& out) const {
  if (!known(a, b) || !known(a + 1, b + 1)) return false;
  const int a3 = half == 0 ? a + 1 : a, b3 = half == 0 ? b : b + 1;
  if (!known(a3, b3)) return false;
  const double d00 = depth(a, b), d11 = depth(a + 1, b + 1), d3 = depth(a3, b3);
  const double north = half == 0 ? d3 - d00 : d11 - d3, east = half == 0 ? d11 - d3 : d3 - d00;
  out.a = a;
  out.b = b;
  out.half = half;
  out.point = node(a, b);
  out.normal = Vec3(north, east, -cell()).normalized();
  return true;
}

bool TerrainPatch::under(const Vec3& w, GroundPoint& out) const {
  const double u = w.x() / cell(), v = w.y() / cell();
  if (!(u >= 0 && v >= 0 && u <= rows() - 1 && v <= columns() - 1)) return false;
  const int a = std::min(static_cast<int>(u), rows() - 2),
            b = std::min(static_cast<int>(v), columns() - 2);
  const int half = u - a >= v - b ? 0 : 1;
  if (!triangle_plane(a, b, half, out)) return false;
  const Vec3 over = Vec3(w.x(), w.y(), 0) - Vec3(out.point.x(), out.point.y(), 0);
  const Vec3& n = out.normal;
  out.point = Vec3(w.x(), w.y(), out.point.z() - (n.x() * over.x() + n.y() * over.y()) / n.z());
  return true;
}

Vec3 TerrainPatch::nearest(const Vec3& w, const GroundPoint& place, int reach, double limit) const {
  Vec3 best = w;
  double min = limit * limit;
  for (int a = std::max(0, place.a - reach); a <= std::min(rows() - 2, place.a + reach); ++a)
    for (int b = std::max(0, place.b - reach); b <= std::min(columns() - 2, place.b + reach); ++b)
      for (int half = 0; half < 2; ++half) {
        GroundPoint plane;
        if (!triangle_plane(a, b, half, plane)) continue;
        const Vec3 third = half == 0 ? node(a + 1, b) : node(a, b + 1);
        const Vec3 q = nearest_on_triangle(w, node(a, b), node(a + 1, b + 1), third);
        const double square = (q - w).squaredNorm();
        if (square < min) {
          min = square;
          best = q;
        }
      }
  return best;
}

// By the Voronoi regions of corners, edges and face (Ericson, Real-Time Collision Detection, 2005,
// sec. 5.1.5).
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const double scale = 1 / (va + vb + vc);
  return a + ab * (vb * scale) + ac * (vc * scale);
}

}  // namespace hadal::dynamics
