#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"
#include "geometry/life/coral.h"
#include "geometry/smooth_noise.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;
constexpr int kPointsPerLimb = 7;
constexpr double kThinner = 0.9;  // of a branch against the one it grows from
constexpr double kShorter = 0.86;
constexpr double kTaper = 0.85;    // of the radius along one branch
constexpr double kOverlap = 0.92;  // a fork is as thick as what it grows from, nearly
constexpr double kTowardLight = 0.22;

struct Growth {
  const RandomStream& random;
  const BranchingCoralShape& shape;
  double limb_length_m;
  std::vector<Limb>& limbs;
  int64_t next_tick = 0;
};

Vec3 turned_away(const Vec3& direction, double angle, double around) {
  const Vec3 side = direction.unitOrthogonal();
  const Vec3 other = direction.cross(side);
  return std::cos(angle) * direction +
         std::sin(angle) * (std::cos(around) * side + std::sin(around) * other);
}

// Direction after one more piece: a little wandering, and up toward the light.
Vec3 grown_direction(const Growth& g, const Vec3& direction, int64_t tick) {
  const Vec3 wander = 0.16 * random_direction(g.random, tick);
  return (direction + wander - (kTowardLight / kPointsPerLimb) * 2 * Vec3::UnitZ()).normalized();
}

void grow(Growth& g, const Vec3& foot, Vec3 direction, double radius_m, double length_m,
          int forks_left) {
  const int64_t tick = 64 * g.next_tick++;
  const double own_length = length_m * (0.75 + 0.5 * g.random.uniform(tick, 4));
  Limb limb;
  Vec3 at = foot;
  for (int k = 0; k < kPointsPerLimb; ++k) {
    const double x = double(k) / (kPointsPerLimb - 1);
    limb.points.push_back(at);
    limb.radii_m.push_back(radius_m * (1 - (1 - kTaper) * x) * (forks_left == 0 ? 1 - 0.3 * x : 1));
    direction = grown_direction(g, direction, tick + 1 + k);
    at += own_length / (kPointsPerLimb - 1) * direction;
  }
  const Vec3 tip = limb.points.back();
  g.limbs.push_back(std::move(limb));
  if (forks_left == 0) return;
  const int children = g.random.uniform(tick, 5) < 0.35 ? 3 : 2;
  const double around = 2 * pi * g.random.uniform(tick, 6);
  for (int c = 0; c < children; ++c) {
    const double angle =
        (0.3 + 0.55 * g.shape.spread) * (0.7 + 0.6 * g.random.uniform(tick, 7 + c));
    grow(g, tip, turned_away(direction, angle, around + 2 * pi * c / children),
         radius_m * kTaper * kThinner / kOverlap, length_m * kShorter, forks_left - 1);
  }
}

// Brings the highest tip to the height asked for.
void scale_to_height(std::vector<Limb>& limbs, double height_m) {
  double top = 0;
  for (const Limb& limb : limbs)
    for (const Vec3& p : limb.points) top = std::max(top, -p.z());
  for (Limb& limb : limbs)
    for (Vec3& p : limb.points) p *= height_m / top;
}

}  // namespace

std::vector<Limb> branching_coral_limbs(uint64_t seed, const BranchingCoralShape& shape) {
  HADAL_CHECK(shape.height_m > 0 && shape.branch_radius_m > 0 && shape.stems > 0);
  const RandomStream random(seed, "life", "branching_coral");
  std::vector<Limb> limbs;
  Growth g{random, shape, shape.height_m / (shape.forks + 1), limbs};
  for (int s = 0; s < shape.stems; ++s) {
    const double azimuth = 2 * pi * (s + 0.6 * random.uniform(s, 100)) / shape.stems;
    const double tilt =
        (0.35 + 0.75 * shape.spread) * (s == 0 ? 0.1 : 0.6 + 0.4 * random.uniform(s, 101));
    const Vec3 direction(std::sin(tilt) * std::cos(azimuth), std::sin(tilt) * std::sin(azimuth),
                         -std::cos(tilt));
    g.next_tick = int64_t{s} << 20;
    const double away = s == 0 ? 0 : 0.16 * shape.height_m * std::sqrt(random.uniform(s, 102));
    const Vec3 foot(away * std::cos(azimuth), away * std::sin(azimuth), 0.05 * shape.height_m);
    grow(g, foot, direction, shape.branch_radius_m, g.limb_length_m, shape.forks);
  }
  scale_to_height(limbs, shape.height_m);
  return limbs;
}

TriangleMesh branching_coral(uint64_t seed, const BranchingCoralShape& shape, int target_faces) {
  return limbs_mesh(branching_coral_limbs(seed, shape), target_faces);
}

}  // namespace hadal::geometry
