// Grounds, shapes and random numbers shared by the tests of contact and multibody.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "dynamics/contact/terrain_source.h"
#include "world/shape.h"

namespace hadal::dynamics::testing {

// Numbers in the order they are asked for.
class Draws {
 public:
  explicit Draws(const char* name, int64_t tick = 0, const char* entity = "multibody")
      : stream_(1, entity, name), tick_(tick) {}
  double normal() { return stream_.normal(tick_, index_++); }
  Vec3 vector() {
    const double x = normal(), y = normal();
    return {x, y, normal()};
  }
  Quat attitude() {
    const Vec3 v = vector();
    return Quat(normal(), v.x(), v.y(), v.z()).normalized();
  }

 private:
  RandomStream stream_;
  int64_t tick_;
  uint32_t index_ = 0;
};

// Depth as a function of north and east, taken at the nodes.
class FunctionTerrain : public TerrainSource {
 public:
  using Depth = std::function<double(double north, double east)>;
  FunctionTerrain(double cell_m, Depth depth) : cell_(cell_m), depth_(std::move(depth)) {}
  double cell_m() const override { return cell_; }
  void nodes(int64_t i0, int64_t j0, int ni, int nj, std::span<double> out) const override {
    for (int a = 0; a < ni; ++a)
      for (int b = 0; b < nj; ++b)
        out[static_cast<size_t>(a) * nj + b] =
            depth_(static_cast<double>(i0 + a) * cell_, static_cast<double>(j0 + b) * cell_);
  }
  int material(double, double) const override { return 0; }

 private:
  double cell_;
  Depth depth_;
};

inline std::shared_ptr<TerrainSource> flat(double cell_m, double depth_m = 0) {
  return std::make_shared<FunctionTerrain>(cell_m, [=](double, double) { return depth_m; });
}

// Falls towards north; through the origin.
inline std::shared_ptr<TerrainSource> slope(double cell_m, double angle_rad) {
  const double fall = std::tan(angle_rad);
  return std::make_shared<FunctionTerrain>(cell_m,
                                           [=](double north, double) { return fall * north; });
}

// Octaves of smooth noise over a square, as steep as asked at the 99.5 % quantile of slopes, with a
// rim that keeps things in. Stored, so that a node costs an appearance-up.
class FractalTerrain : public TerrainSource {
 public:
  FractalTerrain(double cell_m, double side_m, double slope_quantile, uint64_t seed)
      : cell_(cell_m),
        half_(static_cast<int64_t>(0.5 * side_m / cell_m)),
        count_(static_cast<int>(2 * half_ + 1)),
        seed_(seed) {
    depth_.resize(static_cast<size_t>(count_) * count_);
    for (int a = 0; a < count_; ++a)
      for (int b = 0; b < count_; ++b) at(a, b) = noise(side_m, x(a), x(b));
    const double scale = slope_quantile / steepness();
    for (int a = 0; a < count_; ++a)
      for (int b = 0; b < count_; ++b) {
        const double rim = std::max(0.0, std::max(std::abs(x(a)), std::abs(x(b))) - 0.42 * side_m);
        at(a, b) = scale * at(a, b) - 0.7 * rim;
      }
  }

  double cell_m() const override { return cell_; }
  int material(double, double) const override { return 0; }
  void nodes(int64_t i0, int64_t j0, int ni, int nj, std::span<double> out) const override {
    for (int a = 0; a < ni; ++a)
      for (int b = 0; b < nj; ++b) {
        const int64_t row = std::clamp<int64_t>(i0 + a + half_, 0, count_ - 1),
                      column = std::clamp<int64_t>(j0 + b + half_, 0, count_ - 1);
        out[static_cast<size_t>(a) * nj + b] = depth_[static_cast<size_t>(row) * count_ + column];
      }
  }

 private:
  double x(int a) const { return static_cast<double>(a - half_) * cell_; }
  double& at(int a, int b) { return depth_[static_cast<size_t>(a) * count_ + b]; }
  double corner(int64_t i, int64_t j, int octave) const {
    return 2 * stream_.uniform(i * 1000003 + j, static_cast<uint32_t>(octave + 16 * seed_)) - 1;
  }
  double octave(double u, double v, int k) const {
    const double i = std::floor(u), j = std::floor(v);
    double a = u - i, b = v - j;
    a = a * a * (3 - 2 * a);
    b = b * b * (3 - 2 * b);
    const auto I = static_cast<int64_t>(i), J = static_cast<int64_t>(j);
    return (1 - a) * ((1 - b) * corner(I, J, k) + b * corner(I, J + 1, k)) +
           a * ((1 - b) * corner(I + 1, J, k) + b * corner(I + 1, J + 1, k));
  }
  double noise(double side_m, double north, double east) const {
    double sum = 0, weight = 1;
    int k = 0;
    for (double wave = side_m / 8; wave >= 2 * cell_; wave *= 0.5, weight *= 1.08)
      sum += weight * wave * octave(north / wave, east / wave, k++);
    return sum;
  }
  double steepness() {
    std::vector<double> slopes;
    for (int a = 0; a + 1 < count_; a += 2)
      for (int b = 0; b + 1 < count_; b += 2)
        slopes.push_back(std::hypot(at(a + 1, b) - at(a, b), at(a, b + 1) - at(a, b)) / cell_);
    const auto place = slopes.begin() + static_cast<long>(slopes.size() * 995 / 1000);
    std::nth_element(slopes.begin(), place, slopes.end());
    return *place;
  }

  double cell_;
  int64_t half_;
  int count_;
  uint64_t seed_;
  RandomStream stream_{1, "terrain", "fractal"};
  std::vector<double> depth_;
};

inline CollisionShape shape_of(CollisionShape::Kind kind, const Vec3& size) {
  CollisionShape shape;
  shape.kind = kind;
  shape.size = size;
  return shape;
}

inline CollisionShape ball_of(double radius_m) {
  return shape_of(CollisionShape::Kind::kSphere, {radius_m, 0, 0});
}

// The convex hull of an octahedron whose corners are cut off: 24 vertices, 6 squares, 8 hexagons,
// stretched.
inline CollisionShape hull_of(const Vec3& size) {
  auto mesh = std::make_shared<geometry::TriangleMesh>();
  for (int axis = 0; axis < 3; ++axis)
    for (int other = 1; other < 3; ++other)
      for (const double long_side : {-1.0, 1.0})
        for (const double short_side : {-0.5, 0.5}) {
          Vec3 v = Vec3::Zero();
          v[axis] = long_side;
          v[(axis + other) % 3] = short_side;
          mesh->vertices.push_back(v);
        }
  std::vector<Vec3> normals;
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0}) normals.push_back(sign * Vec3::Unit(axis));
  for (int k = 0; k < 8; ++k) normals.emplace_back(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
  for (const Vec3& normal : normals) {
    double max = -1e9;
    for (const Vec3& v : mesh->vertices) max = std::max(max, v.dot(normal));
    std::vector<uint32_t> face;
    for (uint32_t i = 0; i < mesh->vertices.size(); ++i)
      if (mesh->vertices[i].dot(normal) > max - 1e-9) face.push_back(i);
    Vec3 centre = Vec3::Zero();
    for (const uint32_t i : face) centre += mesh->vertices[i] / static_cast<double>(face.size());
    const Vec3 u = (mesh->vertices[face[0]] - centre).normalized(),
               w = normal.normalized().cross(u);
    std::sort(face.begin(), face.end(), [&](uint32_t a, uint32_t b) {
      const Vec3 p = mesh->vertices[a] - centre, q = mesh->vertices[b] - centre;
      return std::atan2(p.dot(w), p.dot(u)) < std::atan2(q.dot(w), q.dot(u));
    });
    for (size_t i = 1; i + 1 < face.size(); ++i)
      mesh->triangles.push_back({face[0], face[i], face[i + 1]});
  }
  for (Vec3& v : mesh->vertices) v = v.cwiseProduct(size);
  CollisionShape shape;
  shape.kind = CollisionShape::Kind::kHull;
  shape.hull = mesh;
  return shape;
}

// All kinds at about the same size.
inline std::vector<CollisionShape> shapes_of_size(double a, double flatness = 1) {
  using Kind = CollisionShape::Kind;
  return {shape_of(Kind::kSphere, {a, 0, 0}),
          shape_of(Kind::kCapsule, {0.4 * a, 0.6 * a, 0}),
          shape_of(Kind::kBox, {a, 0.7 * a, 0.5 * a * flatness}),
          shape_of(Kind::kCylinder, {0.6 * a, 0.5 * a * flatness, 0}),
          shape_of(Kind::kEllipsoid, {a, 0.7 * a, 0.5 * a * flatness}),
          hull_of({a, 0.8 * a, 0.6 * a * flatness})};
}

}  // namespace hadal::dynamics::testing
