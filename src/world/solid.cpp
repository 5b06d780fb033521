#include "world/solid.h"

#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"

namespace hadal::inline world {
namespace {

constexpr double kPi = std::numbers::pi;

Solid symmetric(double volume, const Vec3& moments) {
  return {volume, Vec3::Zero(), moments.asDiagonal()};
}

// Inertia about another point from that about the centroid, per unit mass: |d|^2 1 - d d^T.
Mat3 parallel_axis(const Vec3& d) {
  return d.squaredNorm() * Mat3::Identity() - d * d.transpose();
}

}  // namespace

Solid solid_box(const Vec3& size_m) {
  const Vec3 squares = size_m.cwiseProduct(size_m);
  const double volume = size_m.prod();
  return symmetric(volume, volume / 12 * (Vec3::Constant(squares.sum()) - squares));
}

Solid solid_ellipsoid(const Vec3& radii_m) {
  const Vec3 squares = radii_m.cwiseProduct(radii_m);
  const double volume = 4 * kPi / 3 * radii_m.prod();
  return symmetric(volume, volume / 5 * (Vec3::Constant(squares.sum()) - squares));
}

Solid solid_cylinder(double r, double length_m) {
  const double volume = kPi * r * r * length_m;
  const double across = volume * (3 * r * r + length_m * length_m) / 12;
  return symmetric(volume, {across, across, volume * r * r / 2});
}

Solid solid_capsule(double r, double h) {
  const double middle = kPi * r * r * h, ends = 4 * kPi / 3 * r * r * r;
  const double across =
      middle * (h * h / 12 + r * r / 4) + ends * (2 * r * r / 5 + h * h / 4 + 3 * h * r / 8);
  return symmetric(middle + ends, {across, across, middle * r * r / 2 + ends * 2 * r * r / 5});
}

Solid solid_frustum(double lower_radius_m, double upper_radius_m, double length_m) {
  // Every integrand is a polynomial in z of degree 4: three Gauss points are exact.
  constexpr double kNodes[] = {-0.774596669241483377, 0, 0.774596669241483377};
  constexpr double kWeights[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  double volume = 0, moment = 0, along = 0, across = 0;
  for (int i = 0; i < 3; ++i) {
    const double z = kNodes[i] * length_m / 2, weight = kWeights[i] * length_m / 2;
    const double r =
        (lower_radius_m + upper_radius_m) / 2 + (lower_radius_m - upper_radius_m) * z / length_m;
    const double area = kPi * r * r;
    volume += weight * area;
    moment += weight * area * z;
    along += weight * area * r * r / 2;
    across += weight * area * (r * r / 4 + z * z);
  }
  Solid out{volume, Vec3(0, 0, moment / volume), Vec3(across, across, along).asDiagonal()};
  out.inertia -= volume * parallel_axis(out.centroid);
  return out;
}

Solid solid_torus(double R, double r) {
  const double volume = 2 * kPi * kPi * R * r * r;
  const double across = volume * (R * R / 2 + 5 * r * r / 8);
  return symmetric(volume, {across, across, volume * (R * R + 3 * r * r / 4)});
}

Solid solid_tube(double outer_radius_m, double inner_radius_m, double length_m) {
  return difference(solid_cylinder(outer_radius_m, length_m),
                    solid_cylinder(inner_radius_m, length_m));
}

Solid solid_mesh(const geometry::TriangleMesh& mesh) {
  const geometry::MassProperties p = geometry::mass_properties(mesh, 1);
  return {p.volume_m3, p.centroid, p.inertia_kg_m2};
}

Solid thin_shell(const geometry::TriangleMesh& mesh, double thickness_m) {
  // Exact over flat triangles: Int x dA = A s / 3, Int x x^T dA = A (s s^T + sum a a^T) / 12.
  double area = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const double a = mesh.area_vector_doubled(i).norm() / 2;
    Vec3 s = Vec3::Zero();
    Mat3 squares = Mat3::Zero();
    for (int k = 0; k < 3; ++k) {
      s += mesh.corner(i, k);
      squares += mesh.corner(i, k) * mesh.corner(i, k).transpose();
    }
    area += a;
    first += a / 3 * s;
    second += a / 12 * (s * s.transpose() + squares);
  }
  if (area == 0) return {};
  const Mat3 about_origin = second.trace() * Mat3::Identity() - second;
  Solid out{thickness_m * area, first / area, thickness_m * about_origin};
  out.inertia -= out.volume_m3 * parallel_axis(out.centroid);
  return out;
}

Solid transformed(const Solid& solid, const Pose& X_AB) {
  const Mat3 R = X_AB.q.toRotationMatrix();
  return {solid.volume_m3, R * solid.centroid + X_AB.p, R * solid.inertia * R.transpose()};
}

Solid sum(std::span<const Solid> parts) {
  Solid out;
  Vec3 moment = Vec3::Zero();
  for (const Solid& part : parts) {
    out.volume_m3 += part.volume_m3;
    moment += part.volume_m3 * part.centroid;
  }
  if (out.volume_m3 != 0) out.centroid = moment / out.volume_m3;
  for (const Solid& part : parts)
    out.inertia += part.inertia + part.volume_m3 * parallel_axis(part.centroid - out.centroid);
  return out;
}

Solid difference(const Solid& whole, const Solid& part) {
  const Solid parts[] = {whole, part.scaled(-1)};
  return sum(parts);
}

}  // namespace hadal::world
