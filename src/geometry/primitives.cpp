#include "geometry/primitives.h"

#include <cmath>
#include <map>
#include <numbers>

#include "base/check.h"
#include "geometry/geodesic.h"
#include "geometry/mass_properties.h"
#include "geometry/tessellation.h"

namespace hadal::geometry {
namespace {

void check_size(double size_m) {
  HADAL_CHECK(std::isfinite(size_m) && size_m > 0);
}

// The grid of a box: `cells` along each axis, vertices known by their lattice indices.
class BoxGrid {
 public:
  BoxGrid(const Vec3& size_m, const std::array<int, 3>& cells) : size_(size_m), cells_(cells) {}

  // The side where lattice index `axis` is 0 (low) or its last (high).
  void add_side(int axis, bool high) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<int, 3> index{};
    index[axis] = high ? cells_[axis] : 0;
    for (int i = 0; i < cells_[u]; ++i)
      for (int j = 0; j < cells_[v]; ++j) {
        const auto corner = [&](int di, int dj) {
          index[u] = i + di;
          index[v] = j + dj;
          return at(index);
        };
        add_cell({corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)}, (i + j) % 2 == 1, high);
      }
  }
  TriangleMesh mesh;

 private:
  void add_cell(std::array<uint32_t, 4> c, bool other_diagonal, bool high) {
    if (!high) std::swap(c[1], c[3]);
    if (other_diagonal) c = {c[1], c[2], c[3], c[0]};
    mesh.triangles.push_back({c[0], c[1], c[2]});
    mesh.triangles.push_back({c[0], c[2], c[3]});
  }
  uint32_t at(const std::array<int, 3>& index) {
    const auto [place, is_new] = known_.try_emplace(index, mesh.vertices.size());
    if (is_new) {
      Vec3 vertex;
      for (int k = 0; k < 3; ++k)
        vertex[k] = size_[k] * (2 * index[k] - cells_[k]) / (2.0 * cells_[k]);
      mesh.vertices.push_back(vertex);
    }
    return place->second;
  }

  Vec3 size_;
  std::array<int, 3> cells_;
  std::map<std::array<int, 3>, uint32_t> known_;
};

std::array<int, 3> box_cells(const Vec3& size_m, double step_m) {
  return {pieces(size_m.x(), step_m), pieces(size_m.y(), step_m), pieces(size_m.z(), step_m)};
}

int64_t box_faces(const std::array<int, 3>& n) {
  return 4 * (int64_t{n[0]} * n[1] + int64_t{n[1]} * n[2] + int64_t{n[2]} * n[0]);
}

// Half a circle of radius 1 about the origin, from (0, -1) to (0, 1), in 2 n pieces.
std::vector<ProfilePoint> half_circle(int n) {
  std::vector<ProfilePoint> points;
  for (int i = 0; i <= 2 * n; ++i) {
    const double angle = std::numbers::pi * i / (2 * n);
    points.push_back({i == 0 || i == 2 * n ? 0 : std::sin(angle), -std::cos(angle)});
  }
  return points;
}

// The factor s on the radius with which the capsule of the polygon has the exact volume:
//   s^3 V_polygon + s^2 pi r^2 l = 4/3 pi r^3 + pi r^2 l, by Newton's method.
double capsule_factor(double radius_m, double length_m, double polygon_volume) {
  using std::numbers::pi;
  const double cubic = polygon_volume * std::pow(radius_m, 3);
  const double square = pi * radius_m * radius_m * length_m;
  const double wanted = 4.0 / 3 * pi * std::pow(radius_m, 3) + square;
  double s = 1;
  for (int i = 0; i < 30; ++i)
    s -= (cubic * s * s * s + square * s * s - wanted) / (3 * cubic * s * s + 2 * square * s);
  return s;
}

Profile capsule_profile(double radius_m, double length_m, double step_m) {
  const int quarter = pieces(std::numbers::pi / 2 * radius_m, step_m, 3);
  std::vector<ProfilePoint> points = half_circle(quarter);
  const double s = radius_m * capsule_factor(radius_m, length_m, revolved_volume(points));
  const int along = pieces(length_m, step_m);
  Profile profile;
  for (int i = 0; i <= quarter; ++i)
    profile.points.push_back({s * points[i].radius_m, s * points[i].z_m - length_m / 2});
  for (int i = 1; i < along; ++i)
    profile.points.push_back({s, length_m * (2 * i - along) / (2.0 * along)});
  for (int i = quarter; i <= 2 * quarter; ++i)
    profile.points.push_back({s * points[i].radius_m, s * points[i].z_m + length_m / 2});
  return profile;
}

// A polygon with the area of the rod's section.
Profile torus_profile(double ring_radius_m, double rod_radius_m, double step_m) {
  using std::numbers::pi;
  const int n = 4 * pieces(pi / 2 * rod_radius_m, step_m, 2);
  const double radius = rod_radius_m * equal_area_factor(n);
  Profile profile{{}, true};
  for (int i = 0; i < n; ++i)
    profile.points.push_back(
        {ring_radius_m + radius * std::cos(2 * pi * i / n), radius * std::sin(2 * pi * i / n)});
  return profile;
}

}  // namespace

TriangleMesh box(const Vec3& size_m, int target_faces) {
  for (int k = 0; k < 3; ++k) check_size(size_m[k]);
  const double step_m = step_for_faces(size_m.maxCoeff(), target_faces,
                                       [&](double h) { return box_faces(box_cells(size_m, h)); });
  BoxGrid grid(size_m, box_cells(size_m, step_m));
  for (int axis = 0; axis < 3; ++axis)
    for (bool high : {false, true}) grid.add_side(axis, high);
  return std::move(grid.mesh);
}

TriangleMesh sphere(double radius_m, int target_faces) {
  return ellipsoid(Vec3::Constant(radius_m), target_faces);
}

TriangleMesh ellipsoid(const Vec3& semi_axes_m, int target_faces) {
  for (int k = 0; k < 3; ++k) check_size(semi_axes_m[k]);
  TriangleMesh mesh = geodesic(target_faces);
  const double factor = std::cbrt(4.0 / 3 * std::numbers::pi / signed_volume(mesh));
  for (Vec3& vertex : mesh.vertices) vertex = factor * vertex.cwiseProduct(semi_axes_m);
  return mesh;
}

TriangleMesh cylinder(double radius_m, double length_m, int target_faces) {
  return frustum(radius_m, radius_m, length_m, target_faces).value();
}

TriangleMesh capsule(double radius_m, double length_m, int target_faces) {
  check_size(radius_m);
  check_size(length_m);
  return revolved([&](double h) { return capsule_profile(radius_m, length_m, h); },
                  length_m + 2 * radius_m, target_faces);
}

Result<TriangleMesh> frustum(double radius_bottom_m, double radius_top_m, double length_m,
                             int target_faces) {
  std::vector<ProfilePoint> points = {{0, -length_m / 2}};
  if (radius_top_m != 0) points.push_back({radius_top_m, -length_m / 2});
  if (radius_bottom_m != 0) points.push_back({radius_bottom_m, length_m / 2});
  points.push_back({0, length_m / 2});
  return lathe(points, 0, target_faces);
}

Result<TriangleMesh> torus(double ring_radius_m, double rod_radius_m, int target_faces) {
  check_size(ring_radius_m);
  check_size(rod_radius_m);
  if (rod_radius_m >= ring_radius_m) {
    Problems problems;
    problems.add("torus: the radius of the rod (" + std::to_string(rod_radius_m) +
                 " m) must be less than that of the ring (" + std::to_string(ring_radius_m) +
                 " m), or the ring has no hole");
    return problems;
  }
  return revolved([&](double h) { return torus_profile(ring_radius_m, rod_radius_m, h); },
                  2 * ring_radius_m, target_faces);
}

Result<TriangleMesh> tube(double radius_m, double bore_radius_m, double length_m,
                          int target_faces) {
  check_size(radius_m);
  check_size(bore_radius_m);
  check_size(length_m);
  if (bore_radius_m >= radius_m) {
    Problems problems;
    problems.add("tube: the radius of the bore (" + std::to_string(bore_radius_m) +
                 " m) must be less than that of the tube (" + std::to_string(radius_m) + " m)");
    return problems;
  }
  const double half = length_m / 2;
  return lathe(std::vector<ProfilePoint>{{bore_radius_m, -half},
                                         {radius_m, -half},
                                         {radius_m, half},
                                         {bore_radius_m, half},
                                         {bore_radius_m, -half}},
               0, target_faces);
}

}  // namespace hadal::geometry
