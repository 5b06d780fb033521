// Everything `hadal mesh` tells of a hull, computed once for text, JSON and the page.
// Frame: x forward, y right, z down from the origin of the file.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "geometry/hull/drag_estimate.h"
#include "geometry/hull/fit.h"
#include "geometry/hull/hull_hydrodynamics.h"
#include "geometry/hull/righting.h"
#include "geometry/mass_properties.h"
#include "hadal/mesh.h"

namespace hadal::hull_analysis {

struct HullAnalysis {
  std::string path, unit, up, forward;  // as asked for
  std::vector<std::string> notes, warnings;
  geometry::TriangleMesh mesh;  // repaired and closed, with inner parts
  size_t parts = 0;
  geometry::Bounds bounds;
  double water_density_kg_m3 = 1025;
  // The outer surface: what displaces water.
  double area_m2 = 0, volume_m3 = 0;
  Vec3 center_of_buoyancy = Vec3::Zero();
  // The body.
  bool mass_given = false, even_body = true;  // even: the centre of gravity follows from the shape
  double mass_kg = 0;
  Vec3 center_of_gravity = Vec3::Zero();
  Mat3 inertia_kg_m2 = Mat3::Zero();  // about the centre of gravity, of an even body of this mass
  geometry::FittedEllipsoid ellipsoid;
  geometry::FittedCylinder cylinder;
  // About the origin, kg, kg m, kg m^2.
  bool has_panels = false;
  geometry::HullHydrodynamics panels;
  Mat6 added_mass_panels = Mat6::Zero(), added_mass_ellipsoid = Mat6::Zero(),
       added_mass_cylinder = Mat6::Zero();
  geometry::DragEstimate drag;
  geometry::FloatingPosition upright;
  double metacentric_by_slope_m = 0;
  std::vector<geometry::FloatingPosition> righting;  // heel 0 .. 180 degrees
  std::vector<double> resting_heels_rad;

  // Shorter than three times its breadth or height, or open: the flow round it separates, and most
  // of the Munk moment of potential flow does not arise (docs/dynamics.md).
  bool bluff() const {
    const Vec3 size = bounds.size();
    return size.x() < 3 * std::max(size.y(), size.z()) || volume_m3 < 0.25 * size.prod();
  }
  // The best there is.
  const Mat6& added_mass() const { return has_panels ? added_mass_panels : added_mass_ellipsoid; }
};

// Fails on files that cannot be read, meshes that are not closed, and impossible options.
Result<HullAnalysis> analyse_hull(const std::string& path, const MeshOptions& options,
                                  ThreadArena& arena);

}  // namespace hadal::hull_analysis
