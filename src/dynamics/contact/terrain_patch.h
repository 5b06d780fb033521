// Geometry of a window of terrain, in coordinates from the window's first node: north, east, down.
#pragma once
#include <array>
#include <cmath>
#include <limits>

#include "geometry/height_window.h"
#include "math/types.h"

namespace hadal::dynamics {

// A place on the triangulated surface. Cell (a, b) has the halves 0: (a, b), (a + 1, b),
// (a + 1, b + 1) and 1: (a, b), (a + 1, b + 1), (a, b + 1).
struct GroundPoint {
  int a = 0, b = 0, half = 0;
  Vec3 point = Vec3::Zero();
  Vec3 normal = -Vec3::UnitZ();  // out of the ground
};

class TerrainPatch {
 public:
  explicit TerrainPatch(const geometry::HeightWindow& window) : window_(window) {}

  struct Edge {
    int da, db;                            // to the other end
    int left_a, left_b, right_a, right_b;  // to the third corners of the two triangles beside it
  };
  static constexpr std::array<Edge, 3> kEdges = {
      {{1, 0, 1, 1, 0, -1}, {0, 1, -1, 0, 1, 1}, {1, 1, 1, 0, 0, 1}}};
  static constexpr std::array<std::array<int, 2>, 6> kNeighbours = {
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}}};

  double cell() const { return window_.cell_m; }
  int rows() const { return window_.ni; }
  int columns() const { return window_.nj; }
  int64_t i(int a) const { return window_.i0 + a; }
  int64_t j(int b) const { return window_.j0 + b; }
  Vec3 origin_N() const {
    return {static_cast<double>(window_.i0) * cell(), static_cast<double>(window_.j0) * cell(), 0};
  }

  int index(int a, int b) const { return a * window_.nj + b; }
  double depth(int a, int b) const { return window_.depth_m[index(a, b)]; }
  double depth_or_deepest(int a, int b) const {
    const double d = depth(a, b);
    return std::isfinite(d) ? d : std::numeric_limits<double>::infinity();
  }
  bool known(int a, int b) const {
    return a >= 0 && b >= 0 && a < window_.ni && b < window_.nj && std::isfinite(depth(a, b));
  }
  bool surrounded(int a, int b) const {
    for (const auto& [da, db] : kNeighbours)
      if (!known(a + da, b + db)) return false;
    return true;
  }
  Vec3 node(int a, int b) const { return {a * cell(), b * cell(), depth(a, b)}; }
  // Of the slope between the neighbours; these must be known.
  Vec3 vertex_normal(int a, int b) const {
    return Vec3(depth(a + 1, b) - depth(a - 1, b), depth(a, b + 1) - depth(a, b - 1), -2 * cell())
        .normalized();
  }

  // A corner of the triangle and its normal; false where there is no ground.
  bool triangle_plane(int a, int b, int half, GroundPoint& out) const;
  // The ground straight above or below w; false outside the window and over holes.
  bool under(const Vec3& w, GroundPoint& out) const;
  // The nearest point of the surface within `reach` cells of a place, if nearer than `limit`;
  // otherwise w itself.
  Vec3 nearest(const Vec3& w, const GroundPoint& place, int reach, double limit) const;

 private:
  const geometry::HeightWindow& window_;
};

// The point of a triangle nearest to p.
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace hadal::dynamics
