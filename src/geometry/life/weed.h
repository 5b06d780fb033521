// Seagrass and kelp: plants of blades (geometry/life/blades.h) that sway with the water.
//
// Leaves are sheets without thickness, to be seen from both sides; stems and floats are closed.
// Frame S: the root on the seabed at the origin, growing toward -z. Pure functions of seed and
// shape. target_faces is met from below: first with fewer rows along a leaf, then with fewer and
// wider leaves that cover the same area.
#pragma once
#include <cstdint>

#include "geometry/life/blades.h"

namespace hadal::geometry {

// A clump of ribbon leaves, like eelgrass (Zostera) or Posidonia.
struct SeagrassShape {
  int leaves = 40;
  double length_m = 0.45;  // of the longest leaf
  double width_m = 0.008;
  double spread_m = 0.12;  // radius of the clump
  double lean_rad = 0.6;   // most that a leaf leans outwards at rest
};
BladedMesh seagrass(uint64_t seed, const SeagrassShape& shape = {}, int target_faces = 920);

// One plant of giant kelp (Macrocystis): stipes with a float and a crinkled leaf every
// leaf_spacing_m, densest near the top.
struct KelpShape {
  int stipes = 3;
  double length_m = 6;
  double stipe_radius_m = 0.008;
  double leaf_spacing_m = 0.16;
  double leaf_length_m = 0.65;
  double leaf_width_m = 0.10;
  double spread_m = 0.25;  // radius of the holdfast
};
BladedMesh kelp(uint64_t seed, const KelpShape& shape = {}, int target_faces = 12000);

}  // namespace hadal::geometry
