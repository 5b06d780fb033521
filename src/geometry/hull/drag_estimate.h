// A first guess at the quadratic drag of a hull from its shape alone, F = 1/2 rho C_D A v^2 along
// each axis both ways, A the area of the silhouette. Good to perhaps 30 % on simple bodies;
// separation, appendages and roughness decide the rest, so measured numbers go first.
//
// C_D = friction + shape. Friction: ITTC-1957 line, C_f = 0.075 / (log10 Re - 2)^2 on the wetted
// area. Shape: by the bluntness of the sides turned to and from the flow, the mean of cos^2 between
// normal and flow over their projected area: 0 for a needle, 1/2 a sphere, 2/3 a cylinder across, 1
// a plate. At aspect 1 (Hoerner, Fluid-Dynamic Drag, 1965, ch. 3): 0.47 sphere, 0.63 cylinder of
// L/D 1 across, 1.17 disc; 0.1 at 1/4, between streamlined bodies and blunt ones.
//   - Longer across the flow (aspect L/D): cylinders 0.68, 0.74, 0.82, 0.91, 0.98, 1.2 at 2, 5, 10,
//   20,
//     40, infinity; plates 1.18, 1.20, 1.30, 1.50, 1.98 at 2, 5, 10, 20, infinity.
//   - Longer along the flow: what is torn off a flat face settles again on the sides; times 1,
//   0.98,
//     0.78, 0.72, 0.74 at a depth of 0, 0.5, 1, 2, 4 diameters for a round front, 0.9 at 1 for a
//     cube.
//
// The geometry-based drag of faces (C per face n^T diag(C) n, faces turned to the flow) sums to
// Q_k = 1/2 sum A |n_k|^3 n^T diag(C) n along axis k, mean of both ways; `face_coefficients` are
// the C >= 0 for which Q_k is C_D A along all three axes.
#pragma once
#include <array>

#include "geometry/hull/silhouette.h"
#include "math/types.h"

namespace hadal::geometry {

struct DirectionalDrag {
  Silhouette silhouette;
  double bluntness = 0;     // of front and rear, mean
  double friction = 0;      // fraction of C_D
  double coefficient = 0;   // C_D, on the area of the silhouette
  double drag_area_m2 = 0;  // C_D A
};

struct DragEstimate {
  // +x, -x, +y, -y, +z, -z: the way the body moves.
  std::array<DirectionalDrag, 6> directions;
  Vec3 face_coefficients = Vec3::Zero();
  // What the faces then give over what is wanted, per axis; 1 unless a coefficient would be
  // negative.
  Vec3 face_match = Vec3::Ones();
  // Quadratic damping about the point, per unit of 1/2 rho: C_D A for translations (m^2), and for
  // rotations the moment of the faces at unit rate (m^5), mean of both ways.
  Vec6 quadratic = Vec6::Zero();
};

struct DragOptions {
  double speed_m_s = 1;          // for the Reynolds number
  double viscosity_m2_s = 1e-6;  // kinematic
  Vec3 point = Vec3::Zero();     // for the rotations
};

// Shape part of C_D.  aspect: of the silhouette; depth_ratio: extent along the flow over the
// diameter of a circle with the silhouette's area.
double shape_drag(double bluntness, double aspect, double depth_ratio);

// The mesh must be closed and outward oriented.
DragEstimate estimate_drag(const TriangleMesh& mesh, const DragOptions& options);

}  // namespace hadal::geometry
