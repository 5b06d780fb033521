// The convex pieces that stand for a shape in contact. Simple kinds stay what they are; a torus
// becomes a ring of capsules, a tube a ring of boxes along its wall, a body of revolution one hull
// between each pair of waists, everything else its convex hull: holes and hollows of those are
// closed, and a shape that needs them is to be given in several parts.
#pragma once
#include <vector>

#include "base/result.h"
#include "scenario/shape_config.h"
#include "world/shape.h"

namespace hadal::inline world {

constexpr int kRingPieces = 12;  // of a torus or a tube: chords 3.4 % off the circle at most
constexpr int kHullFaces = 96;   // aimed at when a smooth kind becomes a hull
constexpr int kHullVertices = 64;

// Material is left at 0. Poses are in the link frame.
//   mesh: of the shape in S, for the kinds that become its hull.
Result<std::vector<CollisionShape>> convex_pieces(const AnyConfig& config,
                                                  const geometry::TriangleMesh& mesh);

// The hull of points given in the link frame.
Result<CollisionShape> hull_of(const std::vector<Vec3>& points_L);

// How far the shape reaches in a direction, from the origin of the link: max of d . p over its
// points p. The direction is a unit vector in link axes.
double support(const CollisionShape& shape, const Vec3& direction_L);

}  // namespace hadal::world
