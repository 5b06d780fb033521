// Corals, sea fans and sponges as closed meshes. Frame S: the foot on the seabed at the origin, z
// down, growing toward -z, a little of each below z = 0 so that it never hovers on a slope. Pure
// functions of seed and shape; target_faces is met from below where the form allows (a branching
// form loses its thinnest twigs last).
#pragma once
#include <cstdint>

#include "geometry/life/loft.h"
#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

// Staghorn to bush (Acropora, Pocillopora): branches that fork, bend toward the light and taper.
struct BranchingCoralShape {
  double height_m = 0.4;
  double spread = 0.6;             // 0 a tight bush .. 1 wide open arms
  double branch_radius_m = 0.016;  // of the main branches
  int stems = 6;
  int forks = 4;  // forks from foot to tip
};
TriangleMesh branching_coral(uint64_t seed, const BranchingCoralShape& shape = {},
                             int target_faces = 6000);

// Brain coral (Diploria): a low dome with winding valleys. The valleys are a sum of plane waves of
// one length, cut off softly: a labyrinth like that of a Turing pattern.
struct BrainCoralShape {
  double radius_m = 0.3;
  double dome = 0.75;       // height over radius
  double valley_m = 0.034;  // from ridge to ridge
  double valley_depth_m = 0.012;
};
TriangleMesh brain_coral(uint64_t seed, const BrainCoralShape& shape = {},
                         int target_faces = 20000);

// Boulder coral (Porites): a heap of rounded lobes.
struct BoulderCoralShape {
  double radius_m = 0.5;
  double dome = 0.8;
  int lobes = 14;
};
TriangleMesh boulder_coral(uint64_t seed, const BoulderCoralShape& shape = {},
                           int target_faces = 5120);

// Sea fan (Gorgonia): twigs that fill a flat fan, standing in the plane x-z across the flow. Grown
// by space colonisation (Runions, Lane & Prusinkiewicz, Modeling Trees with a Space Colonization
// Algorithm, 2007); a twig is as thick as those it carries, r^n = sum r_i^n.
struct SeaFanShape {
  double height_m = 0.6;
  double width_m = 0.7;
  double twig_radius_m = 0.0013;
  int twigs = 1400;  // points the twigs grow toward
};
TriangleMesh sea_fan(uint64_t seed, const SeaFanShape& shape = {}, int target_faces = 24000);

// A group of tube sponges (Aplysina), hollow and open at the top.
struct TubeSpongeShape {
  double height_m = 0.4;
  double radius_m = 0.04;
  int tubes = 6;
};
TriangleMesh tube_sponge(uint64_t seed, const TubeSpongeShape& shape = {}, int target_faces = 3000);

// The branches of the corals above before they get a surface.
std::vector<Limb> branching_coral_limbs(uint64_t seed, const BranchingCoralShape& shape);
std::vector<Limb> sea_fan_limbs(uint64_t seed, const SeaFanShape& shape);

}  // namespace hadal::geometry
