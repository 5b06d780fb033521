#include "sensors/optical/camera/port.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "math/units.h"

namespace hadal::sensors::camera {
namespace {

constexpr double kUnitError = 1e-9;
constexpr int kMaxHalvings = 200;

// Snell's law in vectors; the normal points along the ray. Nothing on total reflection.
std::optional<Vec3> refract(const Vec3& direction, const Vec3& normal, double from, double to) {
  const double ratio = from / to, cosine = direction.dot(normal);
  const double square = 1 - ratio * ratio * (1 - cosine * cosine);
  if (square < 0) return std::nullopt;
  return Vec3(ratio * direction + (std::sqrt(square) - ratio * cosine) * normal);
}

// Where a ray from inside leaves a sphere.
Vec3 leave_sphere(const Vec3& origin, const Vec3& direction, const Vec3& centre, double radius) {
  const Vec3 from_centre = origin - centre;
  const double along = from_centre.dot(direction);
  const double square = along * along - from_centre.squaredNorm() + radius * radius;
  return origin + direction * (std::sqrt(std::max(square, 0.0)) - along);
}

// Lateral way of the invariant s = n sin(angle) through the three layers, and its slope.
struct Layers {
  std::array<double, 3> length, index;
  double lateral(double s, double& slope) const {
    double sum = 0;
    slope = 0;
    for (int i = 0; i < 3; ++i) {
      const double square = index[i] * index[i], c2 = square - s * s, c = std::sqrt(c2);
      sum += length[i] * s / c;
      slope += length[i] * square / (c2 * c);
    }
    return sum;
  }
};

void add_index_problems(const RefractiveIndices& n, Problems& problems) {
  for (const double index : {n.air, n.glass, n.water})
    if (!(index >= 1 && index <= 3))
      problems.add("refractive index " + std::to_string(index) + "; expected 1 to 3");
}

Problems problems_of(const NoPort&) {
  return {};
}

Problems problems_of(const FlatPort& port) {
  Problems problems;
  add_index_problems(port.index, problems);
  if (!(port.distance_m >= 0) || !(port.thickness_m >= 0))
    problems.add("flat port: distance and thickness must not be negative");
  if (!(std::abs(port.normal_C.norm() - 1) < kUnitError) || !(port.normal_C.z() > 0))
    problems.add("flat port: the normal must be a unit vector that points ahead");
  return problems;
}

Problems problems_of(const DomePort& port) {
  Problems problems;
  add_index_problems(port.index, problems);
  if (!(port.inner_radius_m > 0) || !(port.thickness_m >= 0))
    problems.add("dome port: the radius must be positive, the thickness not negative");
  if (!(port.centre_C.norm() < port.inner_radius_m))
    problems.add("dome port: the camera is outside of the dome, " +
                 std::to_string(port.centre_C.norm()) + " m from its centre");
  return problems;
}

}  // namespace

Problems check_port(const Port& port) {
  return std::visit([](const auto& one) { return problems_of(one); }, port);
}

std::optional<WaterRay> ray_in_water(const FlatPort& port, const Vec3& direction_air_C) {
  const Vec3& n = port.normal_C;
  const double cosine = direction_air_C.dot(n);
  if (!(cosine > 0)) return std::nullopt;
  const auto glass = refract(direction_air_C, n, port.index.air, port.index.glass);
  const auto water = refract(direction_air_C, n, port.index.air, port.index.water);
  if (!glass || !water) return std::nullopt;
  const Vec3 inner = direction_air_C * (port.distance_m / cosine);
  return WaterRay{inner + *glass * (port.thickness_m / glass->dot(n)), water->normalized()};
}

std::optional<WaterRay> ray_in_water(const DomePort& port, const Vec3& direction_air_C) {
  const double inner_radius = port.inner_radius_m, outer_radius = inner_radius + port.thickness_m;
  const Vec3 inner = leave_sphere(Vec3::Zero(), direction_air_C, port.centre_C, inner_radius);
  const auto glass = refract(direction_air_C, (inner - port.centre_C) / inner_radius,
                             port.index.air, port.index.glass);
  if (!glass) return std::nullopt;
  const Vec3 outer = leave_sphere(inner, *glass, port.centre_C, outer_radius);
  const auto water =
      refract(*glass, (outer - port.centre_C) / outer_radius, port.index.glass, port.index.water);
  if (!water) return std::nullopt;
  return WaterRay{outer, water->normalized()};
}

std::optional<WaterRay> ray_in_water(const Port& port, const Vec3& direction_air_C) {
  if (const auto* flat = std::get_if<FlatPort>(&port)) return ray_in_water(*flat, direction_air_C);
  if (const auto* dome = std::get_if<DomePort>(&port)) return ray_in_water(*dome, direction_air_C);
  return WaterRay{Vec3::Zero(), direction_air_C};
}

std::optional<Vec3> direction_in_air(const FlatPort& port, const Vec3& p_C) {
  const Vec3& n = port.normal_C;
  const double ahead = p_C.dot(n), in_water = ahead - port.distance_m - port.thickness_m;
  if (!(in_water >= 0)) return std::nullopt;
  const Vec3 across = p_C - ahead * n;
  const double target = across.norm();
  if (target == 0) return n;
  const Layers layers{{port.distance_m, port.thickness_m, in_water},
                      {port.index.air, port.index.glass, port.index.water}};
  double below = 0, above = *std::min_element(layers.index.begin(), layers.index.end());
  double slope = 0, s = above * target / std::hypot(target, ahead);
  for (int i = 0; i < kMaxHalvings && below < above; ++i) {
    const double error = layers.lateral(s, slope) - target;
    if (error == 0) break;
    (error > 0 ? above : below) = s;
    double next = s - error / slope;
    if (!(next > below && next < above)) next = 0.5 * (below + above);
    if (next == s || next == below || next == above) break;
    s = next;
  }
  // Without air in between, the widest rays in water stay inside the critical angle.
  const double sine = s / port.index.air;
  if (!(sine < 1) || std::abs(layers.lateral(s, slope) - target) > 1e-9 * (target + ahead))
    return std::nullopt;
  return Vec3(across * (sine / target) + std::sqrt(1 - sine * sine) * n);
}

std::optional<Vec3> direction_in_air(const DomePort& port, const Vec3& p_C) {
  if ((p_C - port.centre_C).norm() < port.inner_radius_m + port.thickness_m) return std::nullopt;
  const Vec3 straight = p_C.normalized();
  const Vec3 off = port.centre_C - port.centre_C.dot(straight) * straight;
  if (off.norm() < 1e-15) return straight;
  const Vec3 side = off.normalized(), normal = straight.cross(side);
  const auto turned = [&](double angle) {
    return Vec3(std::cos(angle) * straight + std::sin(angle) * side);
  };
  // Signed distance by which the ray in water misses the point; a ray that does not pass misses it
  // on the side it was turned to.
  const auto miss = [&](double angle) {
    const auto ray = ray_in_water(port, turned(angle));
    if (!ray) return angle > 0 ? kInfinity : -kInfinity;
    return -normal.dot(ray->direction_C.cross(p_C - ray->origin_C));
  };
  double below = -0.3, above = 0.3;
  while (miss(below) > 0 && below > -1.5) below *= 1.5;
  while (miss(above) < 0 && above < 1.5) above *= 1.5;
  double low = miss(below), high = miss(above);
  if (low > 0 || high < 0) return std::nullopt;
  for (int i = 0; i < kMaxHalvings; ++i) {
    // Halve every third time, else go where the chord crosses zero.
    double middle = below + (above - below) * (low / (low - high));
    if (i % 3 == 2 || !(middle > below && middle < above)) middle = 0.5 * (below + above);
    if (!(middle > below && middle < above)) break;
    const double value = miss(middle);
    if (value == 0) return turned(middle);
    (value > 0 ? above : below) = middle;
    (value > 0 ? high : low) = value;
  }
  return turned(std::abs(low) < std::abs(high) ? below : above);
}

std::optional<Vec3> direction_in_air(const Port& port, const Vec3& p_C) {
  if (const auto* flat = std::get_if<FlatPort>(&port)) return direction_in_air(*flat, p_C);
  if (const auto* dome = std::get_if<DomePort>(&port)) return direction_in_air(*dome, p_C);
  return p_C.normalized();
}

double view_in_water_rad(double view_in_air_rad, const RefractiveIndices& index) {
  return 2 * std::asin(index.air / index.water * std::sin(view_in_air_rad / 2));
}

std::optional<double> view_in_air_rad(double view_in_water_rad, const RefractiveIndices& index) {
  const double sine = index.water / index.air * std::sin(view_in_water_rad / 2);
  if (!(sine <= 1)) return std::nullopt;
  return 2 * std::asin(sine);
}

double view_in_water_paraxial_rad(double view_in_air_rad, const RefractiveIndices& index) {
  return 2 * std::atan(index.air / index.water * std::tan(view_in_air_rad / 2));
}

}  // namespace hadal::sensors::camera
