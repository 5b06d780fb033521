// Distances along rays to the collision shapes of vehicles and objects, for actuators that act on what is
// near them. One per simulation, constant; what moves is the kinematics that a view is given.
//
// A ray meets a convex shape where its signed distance (contact/convex_shape.h), a convex function along
// the ray, first becomes zero: Newton's method from outside comes to that point without passing it, on a
// plane face in one step. A ray that moves away from a shape, or ends before it, misses it.
#pragma once
#include <limits>
#include <span>

#include "dynamics/contact/contact_scene.h"
#include "dynamics/multibody/link_state.h"
#include "hadal/extension/actuator.h"
#include "world/world.h"

namespace hadal::dynamics {

// p and the unit vector d in the frame of the shape; infinite if it is not met within the range.
double ray_distance(const ConvexShape& shape, const Vec3& p_S, const Vec3& d_S, double range_m);

class NearBodies {
 public:
  explicit NearBodies(const World& world);
  bool empty() const { return scene_.empty(); }

  // To the shapes of all vehicles and objects but one.
  double distance_m(std::span<const LinkKinematics> links, int without_vehicle, const Vec3& p_N,
                    const Vec3& direction_N, double range_m) const;

 private:
  ContactScene scene_;
  std::vector<int> shaped_links_, vehicle_of_;
};

// What a vehicle has around it. Any thread may ask.
class BodiesAround final : public extension::Bodies {
 public:
  BodiesAround(const NearBodies& all, std::span<const LinkKinematics> links, int vehicle)
      : all_(all), links_(links), vehicle_(vehicle) {}
  double distance_m(const extension::Vector3& p_N, const extension::Vector3& direction_N,
                    double range_m) const override {
    return all_.distance_m(links_, vehicle_, Vec3(p_N.data()), Vec3(direction_N.data()), range_m);
  }

 private:
  const NearBodies& all_;
  std::span<const LinkKinematics> links_;
  int vehicle_;
};

}  // namespace hadal::dynamics
