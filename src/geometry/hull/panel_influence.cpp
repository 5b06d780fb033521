#include "geometry/hull/panel_influence.h"

#include <algorithm>
#include <cmath>

namespace hadal::geometry {
namespace {

constexpr double kNearLengths = 3;  // exact formulas within so many longest edges

// Far field of every panel; what it gives for near panels is overwritten afterwards.
void far_row(const PanelSet& s, size_t i, InfluenceRow& row) {
  const double x = s.cx[i], y = s.cy[i], z = s.cz[i];
  const double ux = s.nx[i], uy = s.ny[i], uz = s.nz[i];
  const size_t n = s.size();
  double* potential = row.potential.data();
  double* velocity = row.normal_velocity.data();
  double* angle = row.solid_angle.data();
  double* distance = row.distance_squared.data();
  const double *cx = s.cx.data(), *cy = s.cy.data(), *cz = s.cz.data();
  const double *nx = s.nx.data(), *ny = s.ny.data(), *nz = s.nz.data(), *area = s.area.data();
  const double *qxx = s.qxx.data(), *qxy = s.qxy.data(), *qxz = s.qxz.data();
  const double *qyy = s.qyy.data(), *qyz = s.qyz.data(), *qzz = s.qzz.data();
#pragma GCC ivdep
  for (size_t j = 0; j < n; ++j) {
    const double dx = x - cx[j], dy = y - cy[j], dz = z - cz[j];
    const double r2 = dx * dx + dy * dy + dz * dz;
    const double ir2 = 1 / r2, ir = std::sqrt(ir2), ir3 = ir * ir2, ir5 = ir3 * ir2;
    const double px = qxx[j] * dx + qxy[j] * dy + qxz[j] * dz;
    const double py = qxy[j] * dx + qyy[j] * dy + qyz[j] * dz;
    const double pz = qxz[j] * dx + qyz[j] * dy + qzz[j] * dz;
    const double trace = qxx[j] + qyy[j] + qzz[j];
    const double quadratic = (dx * px + dy * py + dz * pz) * ir2;
    const double a = -area[j] * ir3 - 1.5 * ir5 * (5 * quadratic - trace), b = 3 * ir5;
    potential[j] = area[j] * ir + 0.5 * (3 * quadratic - trace) * ir3;
    velocity[j] = a * (ux * dx + uy * dy + uz * dz) + b * (ux * px + uy * py + uz * pz);
    angle[j] = a * (nx[j] * dx + ny[j] * dy + nz[j] * dz);  // Q n_j = 0: the panel is flat
    distance[j] = r2;
  }
}

}  // namespace

Panel panel_of(const TriangleMesh& mesh, size_t triangle) {
  Panel p;
  const Vec3 doubled = mesh.area_vector_doubled(triangle);
  const double length = doubled.norm();
  p.area = 0.5 * length;
  p.normal = doubled / length;
  for (int k = 0; k < 3; ++k) p.corner[k] = mesh.corner(triangle, k);
  p.centroid = (p.corner[0] + p.corner[1] + p.corner[2]) / 3;
  for (int k = 0; k < 3; ++k) {
    const Vec3 edge = p.corner[(k + 1) % 3] - p.corner[k];
    p.edge_length[k] = edge.norm();
    p.edge_normal[k] = edge.cross(p.normal) / p.edge_length[k];
  }
  return p;
}

PanelInfluence exact_influence(const Panel& panel, const Vec3& x) {
  std::array<Vec3, 3> r;
  std::array<double, 3> R;
  for (int k = 0; k < 3; ++k) {
    r[k] = panel.corner[k] - x;
    R[k] = r[k].norm();
  }
  const double numerator = r[0].dot(r[1].cross(r[2]));
  const double denominator =
      R[0] * R[1] * R[2] + r[0].dot(r[1]) * R[2] + r[0].dot(r[2]) * R[1] + r[1].dot(r[2]) * R[0];
  PanelInfluence out;
  out.solid_angle = 2 * std::atan2(numerator, denominator);
  for (int k = 0; k < 3; ++k) {
    const double sum = R[k] + R[(k + 1) % 3], length = panel.edge_length[k];
    const double gap = std::max(sum - length, 1e-15 * length);  // x on the edge
    const double logarithm = std::log((sum + length) / gap);
    out.potential += r[k].dot(panel.edge_normal[k]) * logarithm;
    out.gradient -= logarithm * panel.edge_normal[k];
  }
  out.potential -= std::abs(r[0].dot(panel.normal)) * std::abs(out.solid_angle);
  out.gradient += out.solid_angle * panel.normal;
  return out;
}

PanelSet::PanelSet(const TriangleMesh& mesh) {
  const size_t n = mesh.triangles.size();
  for (auto* column :
       {&cx, &cy, &cz, &nx, &ny, &nz, &area, &qxx, &qxy, &qxz, &qyy, &qyz, &qzz, &near_squared})
    column->resize(n);
  panels.reserve(n);
  for (size_t j = 0; j < n; ++j) {
    panels.push_back(panel_of(mesh, j));
    const Panel& p = panels.back();
    cx[j] = p.centroid.x(), cy[j] = p.centroid.y(), cz[j] = p.centroid.z();
    nx[j] = p.normal.x(), ny[j] = p.normal.y(), nz[j] = p.normal.z();
    area[j] = p.area;
    Mat3 Q = Mat3::Zero();
    for (const Vec3& corner : p.corner) {
      const Vec3 t = corner - p.centroid;
      Q += p.area / 12 * t * t.transpose();
    }
    qxx[j] = Q(0, 0), qxy[j] = Q(0, 1), qxz[j] = Q(0, 2);
    qyy[j] = Q(1, 1), qyz[j] = Q(1, 2), qzz[j] = Q(2, 2);
    const double reach =
        kNearLengths * *std::max_element(p.edge_length.begin(), p.edge_length.end());
    near_squared[j] = reach * reach;
  }
}

void influence_row(const PanelSet& set, size_t i, InfluenceRow& row) {
  far_row(set, i, row);
  const Vec3& x = set.panels[i].centroid;
  const Vec3& n = set.panels[i].normal;
  for (size_t j = 0; j < set.size(); ++j) {
    if (row.distance_squared[j] > set.near_squared[j]) continue;
    const PanelInfluence near = exact_influence(set.panels[j], x);
    row.potential[j] = near.potential;
    row.normal_velocity[j] = i == j ? 0 : n.dot(near.gradient);
    row.solid_angle[j] = i == j ? 0 : near.solid_angle;
  }
}

}  // namespace hadal::geometry
