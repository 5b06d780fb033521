#include "world/seabed_placement.h"

#include <cmath>
#include <limits>

#include "base/check.h"
#include "math/rotation.h"
#include "world/convex_pieces.h"

namespace hadal::inline world {
namespace {

// Pose of a link in its parent with its joint at the start.
Pose start_pose(const Link& link) {
  Pose pose = link.pose_PL;
  if (link.joint == LinkJoint::kHinge)
    pose.q = pose.q * Quat(Eigen::AngleAxisd(link.joint_start, link.axis_L));
  if (link.joint == LinkJoint::kSlide) pose.p += pose.q * (link.joint_start * link.axis_L);
  return pose;
}

}  // namespace

std::vector<Pose> start_poses(const World& world, const Vehicle& vehicle) {
  std::vector<Pose> X_BL(vehicle.links.count);  // B: the first link
  for (int i = 1; i < vehicle.links.count; ++i) {
    const Link& link = world.links[vehicle.links.begin + i];
    X_BL[i] = X_BL[link.parent - vehicle.links.begin] * start_pose(link);
  }
  return X_BL;
}

double reach(const World& world, const Vehicle& vehicle, const Vec3& direction_B) {
  double farthest = -std::numeric_limits<double>::infinity();
  const std::vector<Pose> X_BL = start_poses(world, vehicle);
  for (int i = 0; i < vehicle.links.count; ++i) {
    const Link& link = world.links[vehicle.links.begin + i];
    const Vec3 direction_L = X_BL[i].q.conjugate() * direction_B;
    for (const CollisionShape& shape : link.collisions)
      farthest = std::max(farthest, direction_B.dot(X_BL[i].p) + support(shape, direction_L));
  }
  return std::isfinite(farthest) ? farthest : 0;  // a point when nothing of it touches
}

Pose resting_pose(const World& world, const Vehicle& object, double depth_m, const Vec3& up_N) {
  HADAL_CHECK(object.on_seabed.has_value() && up_N.z() < 0);
  Pose pose = world.links[object.links.begin].pose_PL;
  if (object.on_seabed->tilt_to_slope) pose.q = rotation_between(Vec3(0, 0, -1), up_N) * pose.q;
  const Vec3 down_B = pose.q.conjugate() * Vec3(-up_N);
  // The plane through the ground is touched when the origin lies `reach` above it along its normal;
  // straight up that is reach / cos(slope).
  pose.p.z() =
      depth_m - reach(world, object, down_B) / -up_N.z() + object.on_seabed->buried_m + kTouch_m;
  return pose;
}

}  // namespace hadal::world
