#include "geometry/hull/remesh.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "geometry/hull/collapse.h"
#include "geometry/hull/fit.h"
#include "geometry/hull/outer_parts.h"
#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace {

// Longest edge of the mesh.
double longest_edge(const TriangleMesh& mesh) {
  double squared = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      squared = std::max(squared, (mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k)).squaredNorm());
  return std::sqrt(squared);
}

// Side of the equilateral triangles that cover an area.
double even_edge(double area, size_t faces) {
  return std::sqrt(4 / std::sqrt(3.0) * area / static_cast<double>(faces));
}

// Already near enough to what is wanted: about the number, and no direction left coarse.
bool good_enough(const TriangleMesh& mesh, size_t target) {
  constexpr double kMin = 0.7, kMax = 1.15, kLongest = 4;
  const auto fraction = static_cast<double>(mesh.triangles.size()) / static_cast<double>(target);
  return fraction > kMin && fraction < kMax &&
         longest_edge(mesh) < kLongest * even_edge(surface_area(mesh), mesh.triangles.size());
}

// Cutting first spreads faces over long slivers; the surplus goes where edges are short, in a few
// rounds with better diagonals in between.
TriangleMesh with_even_faces(const TriangleMesh& mesh, size_t target) {
  constexpr double kLongest = 2;
  constexpr size_t kRound = 3;
  const double edge = kLongest * even_edge(surface_area(mesh), target);
  const size_t max = 4 * std::max(target, mesh.triangles.size());
  TriangleMesh out = with_better_diagonals(bisected(mesh, max, edge));
  while (out.triangles.size() > target) {
    const size_t before = out.triangles.size();
    out = with_better_diagonals(collapsed(out, std::max(target, before / kRound), edge));
    if (out.triangles.size() == before) break;
  }
  return with_better_diagonals(bisected(std::move(out), target));
}

// Squeezes a nearly ellipsoidal body to a ball; where the surface is far from the ellipsoid that
// fits (residual over a tenth of the least semi-axis: boxes, cylinders) it leaves the body alone,
// and in between it goes part of the way.
Mat3 squeeze(const TriangleMesh& mesh) {
  constexpr double kRound = 0.1, kStrongest = 20;
  const FittedEllipsoid fit = fit_ellipsoid(mesh);
  const double roundness = 1 - fit.residual_m / (kRound * fit.semi_axes_m.minCoeff());
  if (!(roundness > 0)) return Mat3::Identity();
  const double radius = std::cbrt(fit.semi_axes_m.prod());
  Vec3 scale;
  for (int i = 0; i < 3; ++i)
    scale[i] =
        std::clamp(std::pow(radius / fit.semi_axes_m[i], roundness), 1 / kStrongest, kStrongest);
  const Mat3 R_ME = fit.X_ME.q.toRotationMatrix();
  return R_ME * scale.asDiagonal() * R_ME.transpose();
}

void apply(const Mat3& map, TriangleMesh& mesh) {
  for (Vec3& vertex : mesh.vertices) vertex = map * vertex;
}

TriangleMesh repanelled(const TriangleMesh& mesh, size_t target) {
  const Mat3 to_ball = squeeze(mesh);
  TriangleMesh out = mesh;
  apply(to_ball, out);
  out = with_even_faces(out, target);
  apply(to_ball.inverse(), out);
  fit_to_surface(out, mesh);
  return out;
}

void scale_to_volume(TriangleMesh& mesh, double volume) {
  const MassProperties body = mass_properties(mesh, 1);
  const double scale = std::cbrt(volume / body.volume_m3);
  for (Vec3& x : mesh.vertices) x = body.centroid + scale * (x - body.centroid);
}

std::string parts_text(size_t count, const char* what) {
  return std::to_string(count) + (count == 1 ? " part " : " parts ") + what;
}

}  // namespace

Result<PanelMesh> panel_mesh(const TriangleMesh& mesh, size_t target_panels) {
  Result<OuterParts> outer = outer_parts(mesh);
  if (!outer) return outer.problems();
  PanelMesh out;
  const TriangleMesh& body = outer.value().mesh;
  if (outer.value().inside > 0)
    out.notes.push_back(parts_text(outer.value().inside, "inside another left out"));
  out.volume_before = signed_volume(body);
  constexpr double kFlat = 1e-9;
  if (!(out.volume_before > kFlat * std::pow(bounding_box(body).diagonal(), 3))) {
    Problems problems;
    problems.add("the mesh encloses no volume");
    return problems;
  }
  out.mesh = good_enough(body, target_panels) ? body : repanelled(body, target_panels);
  out.volume_after = signed_volume(out.mesh);
  if (!(out.volume_after > 0)) {
    Problems problems;
    problems.add("the mesh is too thin to be simplified to " + std::to_string(target_panels) +
                 " panels; ask for more");
    return problems;
  }
  scale_to_volume(out.mesh, out.volume_before);
  if (out.mesh.triangles.size() != mesh.triangles.size())
    out.notes.push_back("brought from " + std::to_string(mesh.triangles.size()) + " faces to " +
                        std::to_string(out.mesh.triangles.size()) + " panels");
  return out;
}

}  // namespace hadal::geometry
