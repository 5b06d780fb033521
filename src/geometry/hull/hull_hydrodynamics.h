// What a hull's shape alone says about how water moves with it: the added mass of a deeply
// submerged, closed mesh. Results are kept in the mesh cache under the hash of the mesh and the
// options, so that a model is worked out once.
#pragma once
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "geometry/triangle_mesh.h"
#include "math/types.h"

namespace hadal::geometry {

enum class AddedMassSource { kPanels, kEllipsoid, kCylinder };

struct HullOptions {
  AddedMassSource added_mass_from = AddedMassSource::kPanels;
  int panels = 2000;      // aimed at, for kPanels
  bool use_cache = true;  // the result is the same without
};

struct HullHydrodynamics {
  // 6x6 about the origin of the mesh's frame along its axes, per unit of water density
  // (multiply by kg/m^3): m^3, m^4, m^5. Symmetric, positive semidefinite.
  Mat6 added_mass = Mat6::Zero();
  // Estimated error relative to the largest terms; 0 where there is no estimate (fitted bodies).
  double relative_error = 0;
  int panels = 0;                     // used; 0 for a fitted body
  std::vector<std::string> warnings;  // for the user: what was simplified, what to doubt
};

// Fails on a mesh that is open, empty, flat, or whose parts overlap. The mesh is taken as it is:
// metres, outward normals. Any arena gives the same bits.
Result<HullHydrodynamics> hull_hydrodynamics(const TriangleMesh& mesh, const HullOptions& options,
                                             ThreadArena& arena);
Result<HullHydrodynamics> hull_hydrodynamics(const TriangleMesh& mesh, const HullOptions& options);

}  // namespace hadal::geometry
