#include "geometry/hull/drag_estimate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"
#include "math/table.h"

namespace hadal::geometry {
namespace {

// Mean of cos^2 between the normals and a direction, over projected area, front and rear.
double bluntness(const TriangleMesh& mesh, const Vec3& direction) {
  double sum[2] = {0, 0}, weight[2] = {0, 0};
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 doubled = mesh.area_vector_doubled(t);
    const double area = doubled.norm();
    if (!(area > 0)) continue;
    const double cosine = doubled.dot(direction) / area;
    const int side = cosine > 0 ? 0 : 1;
    sum[side] += area * std::pow(std::abs(cosine), 3);
    weight[side] += area * std::abs(cosine);
  }
  if (weight[0] == 0 || weight[1] == 0) return 1;
  return 0.5 * (sum[0] / weight[0] + sum[1] / weight[1]);
}

double friction_coefficient(double length_m, const DragOptions& options) {
  const double reynolds = options.speed_m_s * length_m / options.viscosity_m2_s;
  constexpr double kMin = 1e4;  // the line is for turbulent boundary layers
  return 0.075 / std::pow(std::log10(std::max(reynolds, kMin)) - 2, 2);
}

DirectionalDrag along(const TriangleMesh& mesh, const Vec3& direction, double wetted_area,
                      const DragOptions& options) {
  DirectionalDrag out;
  out.silhouette = silhouette(mesh, direction);
  const double area = out.silhouette.area_m2;
  if (!(area > 0)) return out;
  const double diameter = std::sqrt(4 * area / std::numbers::pi);
  out.bluntness = bluntness(mesh, direction);
  out.friction = friction_coefficient(out.silhouette.depth_m, options) * wetted_area / area;
  out.coefficient = out.friction + shape_drag(out.bluntness, out.silhouette.aspect,
                                              out.silhouette.depth_m / diameter);
  out.drag_area_m2 = out.coefficient * area;
  return out;
}

// M_kj = 1/2 sum A |n_k|^3 n_j^2: what coefficient j adds along axis k.
Mat3 face_sums(const TriangleMesh& mesh) {
  Mat3 out = Mat3::Zero();
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 doubled = mesh.area_vector_doubled(t);
    const double area = doubled.norm();
    if (!(area > 0)) continue;
    const Vec3 n = doubled / area;
    out += 0.25 * area * n.cwiseAbs().array().pow(3).matrix() * n.cwiseAbs2().transpose();
  }
  return out;
}

// M C = wanted with C >= 0, by sweeps; the largest entries of M are on its diagonal.
Vec3 solve_positive(const Mat3& M, const Vec3& wanted) {
  constexpr int kSweeps = 200;
  Vec3 C = Vec3::Zero();
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (int k = 0; k < 3; ++k) {
      const double rest = wanted[k] - M.row(k).dot(C) + M(k, k) * C[k];
      C[k] = M(k, k) > 0 ? std::max(0.0, rest / M(k, k)) : 0;
    }
  return C;
}

// Moment of the faces at a unit rate about an axis through the point, mean of both senses: every
// face meets the water in one of them.
Vec3 turning_drag(const TriangleMesh& mesh, const Vec3& coefficients, const Vec3& point) {
  Vec3 out = Vec3::Zero();
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 doubled = mesh.area_vector_doubled(t);
    const double length = doubled.norm();
    if (!(length > 0)) continue;
    const Vec3 n = doubled / length;
    const Vec3 r = (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3 - point;
    const double C = coefficients.dot(n.cwiseAbs2());
    out += 0.25 * length * C * r.cross(n).cwiseAbs().array().pow(3).matrix();
  }
  return out;
}

}  // namespace

double shape_drag(double bluntness, double aspect, double depth_ratio) {
  static const LinearTable round({0, 0.25, 0.5, 2.0 / 3, 1}, {0, 0.1, 0.47, 0.63, 1.17});
  // Over 1 / aspect, down to the infinitely long body.
  static const LinearTable cylinder(
      {0, 1.0 / 40, 1.0 / 20, 0.1, 0.2, 0.5, 1},
      {1.2 / 0.63, 0.98 / 0.63, 0.91 / 0.63, 0.82 / 0.63, 0.74 / 0.63, 0.68 / 0.63, 1});
  static const LinearTable plate({0, 1.0 / 20, 0.1, 0.2, 0.5, 1},
                                 {1.98 / 1.17, 1.5 / 1.17, 1.3 / 1.17, 1.2 / 1.17, 1.18 / 1.17, 1});
  static const LinearTable behind({0, 0.5, 0.9, 1, 2, 4}, {1, 0.98, 0.9, 0.85, 0.72, 0.74});
  const double flatness = std::clamp(3 * bluntness - 2, 0.0, 1.0);  // 0 cylinder, 1 plate
  const double inverse = 1 / std::max(aspect, 1.0);
  const double across = (1 - flatness) * cylinder(inverse) + flatness * plate(inverse);
  const double settled = (1 - flatness) + flatness * behind(depth_ratio);
  return round(bluntness) * across * settled;
}

DragEstimate estimate_drag(const TriangleMesh& mesh, const DragOptions& options) {
  DragEstimate out;
  const double wetted = surface_area(mesh);
  Vec3 wanted;
  for (int k = 0; k < 3; ++k) {
    out.directions[2 * k] = along(mesh, Vec3::Unit(k), wetted, options);
    out.directions[2 * k + 1] = along(mesh, -Vec3::Unit(k), wetted, options);
    wanted[k] = 0.5 * (out.directions[2 * k].drag_area_m2 + out.directions[2 * k + 1].drag_area_m2);
  }
  const Mat3 M = face_sums(mesh);
  out.face_coefficients = solve_positive(M, wanted);
  out.face_match = (M * out.face_coefficients).cwiseQuotient(wanted);
  out.quadratic << wanted, turning_drag(mesh, out.face_coefficients, options.point);
  return out;
}

}  // namespace hadal::geometry
