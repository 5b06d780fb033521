// Laying an object on the seabed. The seabed below it is taken as the plane through the ground
// under its origin: exact on flat ground, within the ground's curvature over the object's length
// otherwise.
#pragma once
#include "world/world.h"

namespace hadal::inline world {

// Poses of the links in the first link, joints at their start; one per link.
std::vector<Pose> start_poses(const World& world, const Vehicle& vehicle);

// How far the collision shapes of a vehicle or object reach in a direction from the origin of its
// first link, joints at their start. The unit direction is in the axes of the first link.
double reach(const World& world, const Vehicle& vehicle, const Vec3& direction_B);

// Objects are laid this deep into the ground, so that they touch it in the first step already. A
// body that falls for a step slips faster than static friction holds, and on a slope steeper than
// the dynamic friction it would never come to rest.
constexpr double kTouch_m = 1e-6;

// The pose of the first link that touches the ground, moved down by buried_m and kTouch_m. Uses
// north, east and attitude of its pose in the world.
//   depth_m: of the ground below it; up_N: unit normal of the ground.
Pose resting_pose(const World& world, const Vehicle& object, double depth_m, const Vec3& up_N);

}  // namespace hadal::world
