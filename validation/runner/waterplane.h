// Hydrostatics of a floating body in calm water: what a naval architect reads off the waterplane.
//
// All from the wet faces, without tracing the waterline: the wet surface and the waterplane close
// each other, so that for any function f of the horizontal position Int f dA over the waterplane is
// Int f n_z dA over the wet faces (z down, n outward).
// Stiffness of heave, roll and pitch about a point G, for axes along N (Newman, Marine
// Hydrodynamics, 1977, sec. 6.16; here z is down), with A, S, T the area and its first and second
// moments about G, V the volume and b_z the depth of its centroid below G:
//   K_zz = rho g A,  K_zr = rho g S_y,  K_zp = -rho g S_x,
//   K_rr = rho g (T_yy - V b_z),  K_pp = rho g (T_xx - V b_z),  K_rp = -rho g T_xy.
// Small motions about equilibrium. With G the centre of gravity the weight adds nothing.
#pragma once
#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::validation {

struct Waterplane {
  double area_m2 = 0;
  Vec3 center_N = Vec3::Zero();       // of flotation, on the surface z = 0
  Mat3 second_moment = Mat3::Zero();  // about the vertical through center_N; horizontal part, m4
  double volume_m3 = 0;
  Vec3 buoyancy_center_N = Vec3::Zero();

  // Of heave, roll and pitch about a point: symmetric, N/m, N/rad and N m/rad.
  Mat3 stiffness(const Vec3& point_N, double density_kg_m3, double gravity_m_s2) const;
  // Height of the metacentre above the centre of gravity, for roll about the north axis.
  double metacentric_height_m(const Vec3& gravity_center_N) const;
};

// mesh_N: closed, in N, the still surface at z = 0.
Waterplane waterplane(const geometry::TriangleMesh& mesh_N);

}  // namespace hadal::validation
