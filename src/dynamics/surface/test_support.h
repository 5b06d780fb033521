// Poses, motions and closed forms shared by the tests of wetted surfaces.
#pragma once
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>

#include "base/rng.h"
#include "dynamics/surface/surface_body.h"
#include "math/rotation.h"

namespace hadal::dynamics::test {

constexpr double kDensity = 1025, kGravity = 9.81;
constexpr double kPi = std::numbers::pi;

// Random numbers by a name and a running number.
class Draw {
 public:
  explicit Draw(const char* name) : stream_(7, "surface", name) {}
  double uniform(double low, double high) { return low + (high - low) * stream_.uniform(tick_++); }
  Vec3 vector(double size) {
    const double x = uniform(-size, size), y = uniform(-size, size);
    return {x, y, uniform(-size, size)};
  }
  Mat3 rotation() {
    const double w = stream_.normal(tick_++), x = stream_.normal(tick_++),
                 y = stream_.normal(tick_++);
    return Quat(w, x, y, stream_.normal(tick_++)).normalized().toRotationMatrix();
  }

 private:
  RandomStream stream_;
  int64_t tick_ = 0;
};

inline std::shared_ptr<const geometry::TriangleMesh> shared(geometry::TriangleMesh mesh) {
  return std::make_shared<const geometry::TriangleMesh>(std::move(mesh));
}

inline WettedSurface surface_of(geometry::TriangleMesh mesh) {
  WettedSurface surface;
  surface.mesh = shared(std::move(mesh));
  return surface;
}

inline SurfaceQuery query_at(const Mat3& R_NL, double depth_m) {
  SurfaceQuery query;
  query.R_NL = R_NL;
  query.p_NL_N.z() = depth_m;
  query.density_kg_m3 = kDensity;
  query.gravity_m_s2 = kGravity;
  return query;
}

// What is wet of a body, from its middle, in its own axes.
struct Displaced {
  double volume = 0;
  Vec3 first_moment = Vec3::Zero();
};

// A box of the given sides, its middle at depth_m, `down` the unit vector down in its own axes. The
// wet corner region of a plane with positive normal n is a sum of simplices over the corners:
// V = sum (-1)^|S| (d - n . L_S)_+^3 / (6 n1 n2 n3), moments alike.
inline Displaced wet_box(const Vec3& side, const Vec3& down, double depth_m) {
  const Vec3 n = down.cwiseAbs();
  const double d = depth_m + 0.5 * n.dot(side), product = n.prod();
  Displaced out;
  Vec3 moment = Vec3::Zero();  // from the deepest corner
  for (int S = 0; S < 8; ++S) {
    const Vec3 corner((S & 1) ? side.x() : 0, (S & 2) ? side.y() : 0, (S & 4) ? side.z() : 0);
    const double rest = d - n.dot(corner);
    if (rest <= 0) continue;
    const double sign = __builtin_popcount(S) % 2 ? -1 : 1, cube = rest * rest * rest;
    out.volume += sign * cube / (6 * product);
    moment +=
        sign * (cube * rest / (24 * product) * n.cwiseInverse() + cube / (6 * product) * corner);
  }
  for (int i = 0; i < 3; ++i)
    out.first_moment[i] = (down[i] > 0 ? 1 : -1) * (0.5 * side[i] * out.volume - moment[i]);
  return out;
}

// A sphere: the cap below the surface.
inline Displaced wet_sphere(double radius, const Vec3& down, double depth_m) {
  const double h = std::fmin(std::fmax(depth_m + radius, 0), 2 * radius);
  const double below = kPi / 4 * h * h * (2 * radius - h) * (2 * radius - h);
  return {kPi * h * h * (3 * radius - h) / 3, below * down};
}

// A cylinder along z, by slices across its axis, each a segment of a circle.
inline Displaced wet_cylinder(double radius, double length, const Vec3& down, double depth_m) {
  constexpr int kSlices = 20000;
  const double across = std::hypot(down.x(), down.y());
  Displaced out;
  for (int i = 0; i < kSlices; ++i) {
    const double z = length * ((i + 0.5) / kSlices - 0.5), thickness = length / kSlices;
    const double rise = depth_m + down.z() * z;  // head on the axis
    const double reach = std::fmin(std::fmax(rise / (across * radius), -1), 1);
    const double half = std::acos(-reach), c = std::sqrt(1 - reach * reach);
    const double area = radius * radius * (half + reach * c);
    const double moment = 2.0 / 3 * std::pow(radius * c, 3);
    out.volume += area * thickness;
    out.first_moment +=
        thickness * Vec3(moment * down.x() / across, moment * down.y() / across, area * z);
  }
  return out;
}

inline Vec6 buoyancy_of(const Displaced& wet, const Vec3& down) {
  const double weight = kDensity * kGravity;
  Vec6 wrench;
  wrench << -weight * wet.volume * down, -weight * wet.first_moment.cross(down);
  return wrench;
}

}  // namespace hadal::dynamics::test
