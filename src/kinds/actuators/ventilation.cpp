#include "kinds/actuators/ventilation.h"

#include <algorithm>
#include <cmath>

#include "math/arrays.h"

namespace hadal::inline kinds {

namespace {
constexpr double kLoss = 0.675, kPerRadius = 0.769, kExponent = 1.258;
constexpr double kSteepest = 1;  // slope of the surface between the link and its propeller
}  // namespace

double emergence_factor(double depth_over_radius) {
  const double out = 1 - kPerRadius * depth_over_radius;
  if (out <= 0) return 1;
  return std::max(0.0, 1 - kLoss * std::pow(out, kExponent));
}

double emergence_factor(const extension::ActuatorSurroundings& surroundings,
                        const extension::ActuatorFlow& flow, const Vec3& p_B, double radius_m) {
  const double by_link = flow.depth_m + p_B.dot(Vec3(flow.down_B.data()));
  if (by_link - kSteepest * p_B.norm() > radius_m / kPerRadius) return 1;
  const Vec3 p_N = to_vec3(surroundings.X_NB.p) + to_quat(surroundings.X_NB.q) * p_B;
  const double depth = p_N.z() + surroundings.sea.surface_elevation_m(p_N.x(), p_N.y());
  return emergence_factor(depth / radius_m);
}

}  // namespace hadal::kinds
