#include "kinds/actuators/proximity.h"

#include <algorithm>
#include <cmath>

#include "math/arrays.h"
#include "math/units.h"

namespace hadal::inline kinds {

namespace {

constexpr double kRangeDiameters = 4;
constexpr int kSearchSteps = 4, kMaxRefinements = 40;
constexpr double kDistanceTolerance = 1e-9;  // of the range

// R / z, z not below R / 2.
double radius_over(double distance_m, double radius_m) {
  return radius_m / std::max(distance_m, radius_m / 2);
}

}  // namespace

double jet_on_ground_factor(double distance_m, double radius_m) {
  const double ratio = radius_over(distance_m, radius_m) / 4;
  return 1 / (1 - ratio * ratio);
}

double inflow_at_ground_factor(double distance_m, double radius_m) {
  const double ratio = radius_over(distance_m, radius_m);
  return std::pow((1 + std::sqrt(1 + ratio * ratio / 8)) / 2, 2.0 / 3);
}

double seabed_distance(const extension::Sea& sea, const Vec3& p_N, const Vec3& direction_N,
                       double range_m) {
  // Above the ground; not finite without one.
  const auto clearance = [&](double z) {
    const Vec3 at = p_N + z * direction_N;
    return sea.seabed_depth_m(at.x(), at.y()) - at.z();
  };
  double outside = 0, clear_outside = clearance(0);
  if (clear_outside <= 0) return direction_N.z() > 0 ? 0 : kInfinity;
  double inside = 0, clear_inside = clear_outside;
  for (int i = 1; i <= kSearchSteps; ++i) {
    inside = range_m * i / kSearchSteps;
    clear_inside = clearance(inside);
    if (clear_inside <= 0) break;
    outside = inside;
    clear_outside = clear_inside;
  }
  if (!(clear_inside <= 0) || !std::isfinite(clear_outside)) return kInfinity;
  // Regula falsi, exact at once on a plane; the Illinois rule halves the end that stays.
  double z = inside;
  int side = 0;
  for (int i = 0; i < kMaxRefinements && inside - outside > kDistanceTolerance * range_m; ++i) {
    z = (outside * clear_inside - inside * clear_outside) / (clear_inside - clear_outside);
    const double clear = clearance(z);
    if (std::abs(clear) <= kDistanceTolerance * range_m) break;
    if (clear > 0) {
      outside = z;
      clear_outside = clear;
      if (side > 0) clear_inside /= 2;
      side = 1;
    } else {
      inside = z;
      clear_inside = clear;
      if (side < 0) clear_outside /= 2;
      side = -1;
    }
  }
  return z;
}

double proximity_factor(const extension::ActuatorSurroundings& surroundings, const Vec3& p_B,
                        const Vec3& thrust_B, double diameter_m) {
  const Quat q_NB = to_quat(surroundings.X_NB.q);
  const Vec3 p_N = to_vec3(surroundings.X_NB.p) + q_NB * p_B, thrust_N = q_NB * thrust_B;
  const extension::Sea& sea = surroundings.sea;
  if (p_N.z() + sea.surface_elevation_m(p_N.x(), p_N.y()) < 0) return 1;
  const double range = kRangeDiameters * diameter_m, radius = diameter_m / 2;
  const auto distance = [&](const Vec3& direction_N) {
    const double ground = seabed_distance(sea, p_N, direction_N, range);
    if (!surroundings.bodies) return ground;
    return std::min(ground, surroundings.bodies->distance_m(to_array(p_N), to_array(direction_N), range));
  };
  double factor = 1;
  if (const double z = distance(-thrust_N); z <= range) factor *= jet_on_ground_factor(z, radius);
  if (const double z = distance(thrust_N); z <= range) factor *= inflow_at_ground_factor(z, radius);
  return factor;
}

}  // namespace hadal::kinds
