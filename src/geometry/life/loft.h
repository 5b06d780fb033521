// Closed surfaces through rings: stems, branches, bodies of fish, bells.
//
// A ring is an ellipse centre + u cos a + v sin a. A loft joins each ring with the next and closes
// the first and the last with a pole. Normals point outwards where the rings follow one another
// along u x v; a loft may turn back inside itself (a hollow sponge), its faces turn with it.
#pragma once
#include <span>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

struct LoftRing {
  Vec3 centre = Vec3::Zero();
  Vec3 u = Vec3::Zero(), v = Vec3::Zero();  // semi-axes, m
};

// Adds 2 sides * rings.size() faces. Needs at least one ring and three sides.
void add_loft(TriangleMesh& mesh, std::span<const LoftRing> rings, const Vec3& first_pole,
              const Vec3& last_pole, int sides);
inline int loft_faces(size_t rings, int sides) {
  return 2 * sides * static_cast<int>(rings);
}

// A limb: a line with a radius at each point, from its foot to its tip.
struct Limb {
  std::vector<Vec3> points;
  std::vector<double> radii_m;
};

// Rings along a limb, not twisted (parallel transport).
std::vector<LoftRing> limb_rings(const Limb& limb);

// The limbs as closed tubes with flat feet and rounded tips, in at most target_faces where that is
// possible: first with fewer sides and fewer points along each limb, then without the thinnest
// limbs. Sides and points are the same for all limbs, so that levels of detail look alike. Limbs
// overlap where they join; each is closed.
TriangleMesh limbs_mesh(std::span<const Limb> limbs, int target_faces);

}  // namespace hadal::geometry
