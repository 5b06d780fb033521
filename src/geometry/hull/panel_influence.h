// Potential of a flat triangle of constant source strength, and its gradient.
//
// For a field point x, with the corners v_k, the edges' in-plane outward normals u_k, lengths l_k
// and R_k = |v_k - x| (Hess & Smith 1967; Wilton et al., IEEE Trans. Antennas Propag. 32, 1984):
//   L_k = ln((R_k + R_k+1 + l_k) / (R_k + R_k+1 - l_k)),   d_k = (v_k - x) . u_k
//   Omega = solid angle, positive where x is behind the panel (van Oosterom & Strackee 1983)
//   Int 1/r dA = sum d_k L_k - |h| |Omega|,     grad_x Int 1/r dA = -sum u_k L_k + Omega n.
// From three panel lengths on, monopole and quadrupole about the centroid do (the dipole vanishes):
//   Int 1/r dA ~ A/r + (3 d.Q.d / r^2 - tr Q) / (2 r^3),   Q = Int y y^T dA = A/12 sum t_k t_k^T,
// with t_k the corners seen from the centroid. The relative error is below 2e-4 there.
#pragma once
#include <array>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct Panel {
  std::array<Vec3, 3> corner, edge_normal;
  std::array<double, 3> edge_length;
  Vec3 centroid, normal;
  double area = 0;
};

Panel panel_of(const TriangleMesh& mesh, size_t triangle);

struct PanelInfluence {
  double potential = 0;  // Int 1/r dA
  Vec3 gradient = Vec3::Zero();
  double solid_angle = 0;
};
// Exact, also close to the panel. On the panel itself the normal gradient is taken as 0, half way
// between its two sides.
PanelInfluence exact_influence(const Panel& panel, const Vec3& x);

// All panels of a body, one array per quantity, for the far field.
struct PanelSet {
  explicit PanelSet(const TriangleMesh& mesh);
  size_t size() const { return panels.size(); }

  std::vector<Panel> panels;
  std::vector<double> cx, cy, cz, nx, ny, nz, area;
  std::vector<double> qxx, qxy, qxz, qyy, qyz, qzz;  // Q
  std::vector<double> near_squared;                  // exact formulas within this distance squared
};

// One collocation point (the centroid of panel `i`) against every panel, each array one per panel.
struct InfluenceRow {
  explicit InfluenceRow(size_t panels)
      : potential(panels), normal_velocity(panels), solid_angle(panels), distance_squared(panels) {}
  std::vector<double> potential;        // Int 1/r dA
  std::vector<double> normal_velocity;  // n_i . grad Int 1/r dA
  std::vector<double> solid_angle;      // Int d/dn_j (1/r) dA = Omega
  std::vector<double> distance_squared;
};
void influence_row(const PanelSet& set, size_t i, InfluenceRow& row);

}  // namespace hadal::geometry
