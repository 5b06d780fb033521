// Simple bodies that stand for a hull: the ellipsoid and the circular cylinder with the hull's
// volume, centroid, principal axes and ratios of second moments. Second moments, because they see
// the whole body; a bounding box sees its corners (for a torpedo of L/D 6 the ellipsoid by moments
// is 2 % off in sway added mass, the one in the box 20 %).
//   ellipsoid: variance along an axis a^2 / 5;   cylinder: L^2 / 12 along and R^2 / 4 across;
// both then scaled to the volume.
#pragma once
#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::geometry {

struct FittedEllipsoid {
  Pose X_ME;                        // centre and axes in the frame of the mesh
  Vec3 semi_axes_m = Vec3::Zero();  // along x, y, z of E
  double residual_m = 0;            // rms distance of the hull's surface along rays from the centre
};

struct FittedCylinder {
  Pose X_MC;  // the axis is z of C
  double radius_m = 0, length_m = 0;
  double residual_m = 0;  // rms distance of the hull's surface from the cylinder's
};

// The mesh must be closed, outward oriented and enclose a volume. The axes of E are numbered so
// that each is the one nearest to the axis of the same name of the mesh. Of the three principal
// axes the cylinder takes the one with the least residual.
FittedEllipsoid fit_ellipsoid(const TriangleMesh& mesh);
FittedCylinder fit_cylinder(const TriangleMesh& mesh);

// Added mass about the centre along C's axes, per unit density, of a flat-ended circular cylinder:
//   across:  pi R^2 L k_t,   along: 8/3 R^3 k_a,   about a diameter: (16/45 R^5 + pi R^2 L^3 / 12)
//   k_r,
// strip theory (Newman, Marine Hydrodynamics, sec. 4.13) and the disc at the two ends, joined by
// factors of L/D from this program's panels, extrapolated from 2000 and 6500 of them (1 %). DNV
// RP-H103, table A-2, has k_t = 0.62, 0.78, 0.90, 0.96 at L/D = 1.2, 2.5, 5, 9.
Vec6 cylinder_added_mass(double radius_m, double length_m);

// 6x6 about the origin of the mesh's frame, per unit density.
Mat6 added_mass(const FittedEllipsoid& ellipsoid);
Mat6 added_mass(const FittedCylinder& cylinder);

}  // namespace hadal::geometry
