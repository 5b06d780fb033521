#include "dynamics/near_bodies.h"

#include <algorithm>
#include <cmath>

namespace hadal::dynamics {
namespace {

constexpr double kRayMissed = std::numeric_limits<double>::infinity();
constexpr double kRayTolerance = 1e-10;  // of the range
constexpr int kRaySteps = 60;

ContactScene scene_of(const World& world) {
  std::vector<ContactLink> links;
  for (const Link& link : world.links)
    links.push_back({link.parent, link.joint == LinkJoint::kFixed, link.collisions});
  return {links, nullptr};
}

// Whether a sphere is nowhere near a ray of that length.
bool clear_of_ray(const Vec3& to_centre, double radius, const Vec3& direction, double range_m) {
  const double along = std::clamp(to_centre.dot(direction), 0.0, range_m);
  return (to_centre - along * direction).squaredNorm() > radius * radius;
}

}  // namespace

double ray_distance(const ConvexShape& shape, const Vec3& p_S, const Vec3& d_S, double range_m) {
  double along = 0;
  for (int i = 0; i < kRaySteps && along <= range_m; ++i) {
    const SurfaceDistance surface = shape.distance(p_S + along * d_S);
    if (surface.value <= kRayTolerance * range_m) return along;
    const double slope = surface.gradient.dot(d_S);
    if (slope >= 0) return kRayMissed;
    along -= surface.value / slope;
  }
  return kRayMissed;
}

NearBodies::NearBodies(const World& world) : scene_(scene_of(world)) {
  for (size_t i = 0; i < world.links.size(); ++i) {
    vehicle_of_.push_back(world.links[i].vehicle);
    if (scene_.bound(static_cast<int>(i)).radius >= 0) shaped_links_.push_back(static_cast<int>(i));
  }
}

double NearBodies::distance_m(std::span<const LinkKinematics> links, int without_vehicle,
                              const Vec3& p_N, const Vec3& direction_N, double range_m) const {
  double nearest = kRayMissed;
  for (const int link : shaped_links_) {
    if (vehicle_of_[link] == without_vehicle) continue;
    const LinkKinematics& k = links[link];
    const ContactScene::Bound& bound = scene_.bound(link);
    const Vec3 from_link = p_N - k.p_NL_N;
    if (clear_of_ray(k.R_NL * bound.centre_L - from_link, bound.radius, direction_N, range_m)) continue;
    const Vec3 p_L = k.R_NL.transpose() * from_link, d_L = k.R_NL.transpose() * direction_N;
    for (const SceneShape& shape : scene_.shapes_of(link))
      nearest = std::min(nearest, ray_distance(shape.convex, shape.R_LS.transpose() * (p_L - shape.p_LS),
                                               shape.R_LS.transpose() * d_L, range_m));
  }
  return nearest <= range_m ? nearest : kRayMissed;
}

}  // namespace hadal::dynamics
