#include "geometry/hull/fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "geometry/hull/lamb.h"
#include "geometry/mass_properties.h"
#include "math/symmetric.h"
#include "math/table.h"

namespace hadal::geometry {
namespace {

constexpr double kPi = std::numbers::pi;

// Volume, centre, and the variances along the principal axes (columns of a rotation).
struct Moments {
  double volume = 0;
  Vec3 center, variance;
  Mat3 axes;
};

// Columns in the order of the axes of the frame they are nearest to, as a rotation.
void order_axes(Mat3& axes, Vec3& values) {
  const Mat3 from = axes;
  const Vec3 old = values;
  Mat3 nearness = axes.cwiseAbs();
  for (int k = 0; k < 3; ++k) {
    Eigen::Index row = 0, column = 0;
    nearness.maxCoeff(&row, &column);
    axes.col(row) = from(row, column) < 0 ? Vec3(-from.col(column)) : Vec3(from.col(column));
    values[row] = old[column];
    nearness.row(row).setConstant(-1);
    nearness.col(column).setConstant(-1);
  }
  if (axes.determinant() < 0) axes.col(2) *= -1;
}

Moments moments_of(const TriangleMesh& mesh) {
  const MassProperties body = mass_properties(mesh, 1);
  HADAL_CHECK(body.volume_m3 > 0);
  const Mat3 covariance =
      (0.5 * body.inertia_kg_m2.trace() * Mat3::Identity() - body.inertia_kg_m2) / body.volume_m3;
  const SymmetricEigen3 eigen = symmetric_eigen(covariance);
  Moments out{body.volume_m3, body.centroid, eigen.values, eigen.vectors};
  order_axes(out.axes, out.variance);
  return out;
}

// Root mean square over the surface of distance(x) at the faces' centroids, x in the frame X_MB.
template <class Distance>
double surface_rms(const TriangleMesh& mesh, const Pose& X_MB, Distance distance) {
  double sum = 0, area = 0;
  const Mat3 R_BM = X_MB.q.toRotationMatrix().transpose();
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 center = (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3;
    const double weight = mesh.area_vector_doubled(t).norm();
    const double d = distance(Vec3(R_BM * (center - X_MB.p)));
    sum += weight * d * d;
    area += weight;
  }
  return std::sqrt(sum / area);
}

// Distance from the surface of a cylinder about z; inside too.
double cylinder_distance(const Vec3& x, double radius, double length) {
  const double across = std::hypot(x.x(), x.y()) - radius, along = std::abs(x.z()) - length / 2;
  if (across <= 0 || along <= 0) return std::abs(std::max(across, along));
  return std::hypot(across, along);
}

FittedCylinder cylinder_along(const TriangleMesh& mesh, const Moments& body, int axis) {
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  FittedCylinder out;
  out.length_m = std::sqrt(12 * body.variance[axis]);
  out.radius_m = std::sqrt(2 * (body.variance[j] + body.variance[k]));
  const double scale = std::cbrt(body.volume / (kPi * out.radius_m * out.radius_m * out.length_m));
  out.length_m *= scale;
  out.radius_m *= scale;
  Mat3 R;
  R << body.axes.col(j), body.axes.col(k), body.axes.col(axis);
  out.X_MC = {body.center, Quat(R)};
  out.residual_m = surface_rms(mesh, out.X_MC, [&](const Vec3& x) {
    return cylinder_distance(x, out.radius_m, out.length_m);
  });
  return out;
}

// The factors over s = r / (1 + r), r = L / D.
struct EndFactors {
  double across, along, turning;
};
EndFactors end_factors(double length_over_diameter) {
  static const std::vector<double> s = {0,         0.1 / 1.1, 0.2,       0.5 / 1.5, 0.5,
                                        1.2 / 2.2, 0.6,       2.0 / 3,   2.5 / 3.5, 0.75,
                                        5.0 / 6,   8.0 / 9,   12.0 / 13, 20.0 / 21, 1};
  static const LinearTable across(s, {0, 0.1419, 0.2716, 0.4133, 0.5788, 0.6223, 0.6733, 0.7343,
                                      0.7762, 0.8074, 0.8753, 0.9176, 0.9432, 0.9616, 1});
  static const LinearTable along(s, {1, 1.1445, 1.2300, 1.3049, 1.3779, 1.3959, 1.4160, 1.4400,
                                     1.4562, 1.4687, 1.4946, 1.5107, 1.5218, 1.5313, 1.54});
  static const LinearTable turning(s, {1, 1.1419, 1.0731, 0.6706, 0.3294, 0.3310, 0.3653, 0.4372,
                                       0.5006, 0.5531, 0.6868, 0.7840, 0.8474, 0.9008, 1});
  const double x = length_over_diameter / (1 + length_over_diameter);
  return {across(x), along(x), turning(x)};
}

}  // namespace

FittedEllipsoid fit_ellipsoid(const TriangleMesh& mesh) {
  const Moments body = moments_of(mesh);
  FittedEllipsoid out;
  out.X_ME = {body.center, Quat(body.axes)};
  out.semi_axes_m = (5 * body.variance).cwiseSqrt();
  out.semi_axes_m *= std::cbrt(body.volume / (4 * kPi / 3 * out.semi_axes_m.prod()));
  out.residual_m = surface_rms(mesh, out.X_ME, [&](const Vec3& x) {
    const double level = x.cwiseQuotient(out.semi_axes_m).norm();  // 1 on the ellipsoid
    return level > 0 ? x.norm() * (1 - 1 / level) : out.semi_axes_m.minCoeff();
  });
  return out;
}

FittedCylinder fit_cylinder(const TriangleMesh& mesh) {
  const Moments body = moments_of(mesh);
  FittedCylinder best = cylinder_along(mesh, body, 0);
  for (const int axis : {1, 2}) {
    const FittedCylinder other = cylinder_along(mesh, body, axis);
    if (other.residual_m < best.residual_m) best = other;
  }
  return best;
}

Vec6 cylinder_added_mass(double radius_m, double length_m) {
  HADAL_CHECK(radius_m > 0 && length_m > 0);
  const EndFactors k = end_factors(length_m / (2 * radius_m));
  const double volume = kPi * radius_m * radius_m * length_m;
  const double across = volume * k.across;
  const double turning =
      (16.0 / 45 * std::pow(radius_m, 5) + volume * length_m * length_m / 12) * k.turning;
  Vec6 out;
  out << across, across, 8.0 / 3 * std::pow(radius_m, 3) * k.along, turning, turning, 0;
  return out;
}

Mat6 added_mass(const FittedEllipsoid& ellipsoid) {
  return added_mass_in_frame(ellipsoid_added_mass(ellipsoid.semi_axes_m).asDiagonal(),
                             ellipsoid.X_ME);
}

Mat6 added_mass(const FittedCylinder& cylinder) {
  return added_mass_in_frame(cylinder_added_mass(cylinder.radius_m, cylinder.length_m).asDiagonal(),
                             cylinder.X_MC);
}

}  // namespace hadal::geometry
