// How a body floats in still water, and how it rights itself.
//
// Attitude R_NM = Ry(trim) Rx(heel) turns the frame of the mesh (x forward, y right, z down) into
// the level frame; with d the plumb line and e_x, e_y the level axes, all in M,
//   volume below the surface = mass / density,    trim: e_x . (B - G) = 0,
//   righting arm             GZ = e_y . (B - G)   (positive where a heel to the right is opposed),
//   metacentric heights      GM_T = e_y^T J e_y / V - d . (B - G),   GM_L with e_x,
// G centre of gravity, B of buoyancy, J second moment of the waterplane about its centre. A body
// with more mass than its water sinks; then the arm is that of the whole body, under water.
#pragma once
#include <optional>
#include <vector>

#include "base/arena.h"
#include "geometry/hull/submerged.h"

namespace hadal::geometry {

struct Loading {
  double mass_kg = 0;
  Vec3 center_of_gravity_m = Vec3::Zero();  // in M
  double density_kg_m3 = 1025;              // of the water
};

struct FloatingPosition {
  bool floats = false;  // false: as heavy as the water of its whole volume, or heavier
  bool settled = true;  // false: no trim within 80 degrees balances it; as at trim_rad
  double heel_rad = 0, trim_rad = 0;
  WaterSurface surface;  // as seen from the body
  Submerged wet;
  double draught_m = 0;    // deepest point below the surface
  double freeboard_m = 0;  // highest point above the surface
  double righting_arm_m = 0;
  double metacentric_transverse_m = 0, metacentric_longitudinal_m = 0;
};

// Level axes in M: columns north (forward), east (right), down.
Mat3 level_axes(double heel_rad, double trim_rad);

// The depth at which the volume below the surface is that of the water displaced by the mass.
// volume_m3 > 0 and below that of the mesh.
double floating_depth(const TriangleMesh& mesh, const Vec3& down, double volume_m3);

// Sinkage and trim at a given heel. Trim starts from trim_guess_rad.
FloatingPosition float_at_heel(const TriangleMesh& mesh, const Loading& loading, double heel_rad,
                               double trim_guess_rad = 0);

// d GZ / d heel about the level forward axis by differences, sinkage balanced anew: equal to
// metacentric_transverse_m but for rounding.
double metacentric_by_slope(const TriangleMesh& mesh, const Loading& loading,
                            const FloatingPosition& position);

// Positions at heels 0 .. 180 degrees, `count` of them, trim free. Any arena gives the same bits.
std::vector<FloatingPosition> righting_curve(const TriangleMesh& mesh, const Loading& loading,
                                             int count, ThreadArena& arena);

// Heels at which the curve rises through zero: there the body can rest.
std::vector<double> resting_heels_rad(const std::vector<FloatingPosition>& curve);

}  // namespace hadal::geometry
