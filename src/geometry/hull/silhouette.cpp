#include "geometry/hull/silhouette.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hadal::geometry {
namespace {

constexpr int kCells = 600;

using Point = Eigen::Vector2d;

// Square cells over a rectangle.
class Lattice {
 public:
  Lattice(const Point& lower, const Point& upper) : lower_(lower) {
    const Point size = (upper - lower).cwiseMax(1e-12 * (upper - lower).maxCoeff());
    for (int k = 0; k < 2; ++k) {
      count_[k] = std::max(1, static_cast<int>(std::ceil(kCells * size[k] / size.maxCoeff())));
      cell_[k] = size[k] / count_[k];
    }
    filled_.resize(static_cast<size_t>(count_[0]) * count_[1], 0);
  }

  void fill(Point a, Point b, Point c) {
    for (Point* p : {&a, &b, &c}) *p = (*p - lower_).cwiseQuotient(Point(cell_[0], cell_[1]));
    const double twice = cross(b - a, c - a);
    if (twice == 0) return;
    if (twice < 0) std::swap(b, c);
    const int j0 = clamped(std::min({a.y(), b.y(), c.y()}), 1);
    const int j1 = clamped(std::max({a.y(), b.y(), c.y()}), 1);
    for (int j = j0; j <= j1; ++j) fill_row(a, b, c, j);
  }

  // Area, first and second moments of the filled cells.
  double area() const {
    return static_cast<double>(std::count(filled_.begin(), filled_.end(), 1)) * cell_[0] * cell_[1];
  }
  Eigen::Matrix2d covariance() const {
    double n = 0;
    Point first = Point::Zero();
    Eigen::Matrix2d second = Eigen::Matrix2d::Zero();
    for (int j = 0; j < count_[1]; ++j)
      for (int i = 0; i < count_[0]; ++i) {
        if (!filled_[static_cast<size_t>(j) * count_[0] + i]) continue;
        const Point x((i + 0.5) * cell_[0], (j + 0.5) * cell_[1]);
        n += 1;
        first += x;
        second += x * x.transpose();
      }
    if (n == 0) return Eigen::Matrix2d::Identity();
    return second / n - first * first.transpose() / (n * n);
  }

 private:
  static double cross(const Point& u, const Point& v) { return u.x() * v.y() - u.y() * v.x(); }
  int clamped(double x, int axis) const {
    return std::clamp(static_cast<int>(std::floor(x)), 0, count_[axis] - 1);
  }

  // Cells of row j whose centre is inside: between the edges that the row crosses.
  void fill_row(const Point& a, const Point& b, const Point& c, int j) {
    const double y = j + 0.5;
    double left = 1e300, right = -1e300;
    const Point* corners[] = {&a, &b, &c, &a};
    for (int k = 0; k < 3; ++k) {
      const Point &p = *corners[k], &q = *corners[k + 1];
      if ((p.y() <= y) == (q.y() <= y)) continue;
      const double x = p.x() + (y - p.y()) / (q.y() - p.y()) * (q.x() - p.x());
      left = std::min(left, x);
      right = std::max(right, x);
    }
    if (left > right) return;
    const int first = std::max(0, static_cast<int>(std::ceil(left - 0.5)));
    const int last = std::min(count_[0] - 1, static_cast<int>(std::floor(right - 0.5)));
    for (int i = first; i <= last; ++i) filled_[static_cast<size_t>(j) * count_[0] + i] = 1;
  }

  Point lower_;
  int count_[2] = {1, 1};
  double cell_[2] = {1, 1};
  std::vector<unsigned char> filled_;
};

}  // namespace

Silhouette silhouette(const TriangleMesh& mesh, const Vec3& direction) {
  Silhouette out;
  if (mesh.empty()) return out;
  // Axes across the direction, along the mesh's own where the direction is one of them.
  Eigen::Index min = 0;
  direction.cwiseAbs().minCoeff(&min);
  const Vec3 v = direction.cross(Vec3::Unit(min)).normalized(), u = v.cross(direction);
  std::vector<Point> flat;
  Point lower = Point::Constant(1e300), upper = -lower;
  double near = 1e300, far = -1e300;
  for (const Vec3& x : mesh.vertices) {
    flat.emplace_back(u.dot(x), v.dot(x));
    lower = lower.cwiseMin(flat.back());
    upper = upper.cwiseMax(flat.back());
    near = std::min(near, direction.dot(x));
    far = std::max(far, direction.dot(x));
  }
  Lattice lattice(lower, upper);
  for (const auto& t : mesh.triangles) lattice.fill(flat[t[0]], flat[t[1]], flat[t[2]]);
  out.depth_m = far - near;
  out.area_m2 = lattice.area();
  const Eigen::Matrix2d C = lattice.covariance();
  const double mean = 0.5 * C.trace(), radius = std::hypot(0.5 * (C(0, 0) - C(1, 1)), C(0, 1));
  out.aspect = std::sqrt((mean + radius) / std::max(mean - radius, 1e-12 * mean));
  return out;
}

}  // namespace hadal::geometry
