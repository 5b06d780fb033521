// Wear and growth: things that have been dropped, crushed or overgrown.
//
// distorted() cuts the surface finely, then moves its vertices:
//   - dents: at random places of the surface a bowl-shaped part of space, of radius R, is pushed
//     inwards by h (1 - r^2/R^2)^2 with h <= R/3;
//   - a bend of the whole by smooth waves about as long as the thing;
//   - a fine unevenness along the normal, at most a tenth of the thickness of a wall.
// Dents and bend move space, not faces, and the slope of each stays below one: both sides of a thin
// wall move together and smooth surfaces do not cut themselves. Vertices at one place move alike,
// so a closed mesh stays closed.
//
// No vertex moves farther than extent * kMaxDistortion times the middle one of the bounding box's
// three sides. A pure function of its arguments.
#pragma once
#include <cstdint>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

constexpr double kMaxDistortion = 0.2;

// extent from 0 (the mesh itself, bit for bit) to 1; values outside are taken as the nearer end.
TriangleMesh distorted(const TriangleMesh& mesh, double extent, uint64_t seed,
                       size_t max_faces = 20'000);

struct FouledMesh {
  TriangleMesh mesh;
  std::vector<double> growth_m;  // per vertex, 0 where nothing grows
};

// Fouling: patches that cover a fraction of the surface grow along the normal, lumpy, up to
// thickness_m, never inwards. coverage from 0 to 1, thickness 0 or more; without either the mesh
// itself.
FouledMesh grow_fouling(const TriangleMesh& mesh, double coverage, double thickness_m,
                        uint64_t seed, size_t max_faces = 20'000);

}  // namespace hadal::geometry
