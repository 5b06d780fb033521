// Whether a lamp or a camera sits inside the shapes of a link, found at load by rays from its place.
// Only shapes that cameras see count.
#pragma once
#include <span>

#include "math/types.h"
#include "world/shape.h"

namespace hadal::inline world {

constexpr double kLargestHousing_m = 0.1;

struct Enclosure {
  bool inside = false;
  double housing_m = 0;  // distance of the farthest face that belongs to the housing
};

// Whether a lamp is shut in by its own link. A first face that is seen from behind shuts a ray in; a
// lamp all of whose rays are shut in lies inside. Faces nearer than the largest housing are the
// lamp's own housing and no hindrance. Rays fill a cone about the x axis of S; half_angle_rad up to
// pi, a whole sphere.
Enclosure enclosure(std::span<const VisualShape> shapes, const Pose& X_LS, double half_angle_rad,
                    double largest_housing_m);

// Whether a point lies inside a solid that is seen: a ray from there leaves one more closed mesh
// than it enters. Open frames do not hold it, however much of the view they take; of meshes that are
// not closed most rays decide.
bool is_inside(std::span<const VisualShape> shapes, const Vec3& p_L);

// Whether a point lies inside a shape that touches things: within the outline of a vehicle, whose
// visual shapes may leave it open.
bool is_inside(std::span<const CollisionShape> shapes, const Vec3& p_L);

}  // namespace hadal::world
