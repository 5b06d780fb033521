#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"
#include "geometry/geodesic.h"
#include "geometry/life/coral.h"
#include "geometry/smooth_noise.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;
constexpr double kBuried = 0.25;  // depth of the foot over the radius
constexpr int kLabyrinths = 3;    // noises of 12 waves each

// The unit sphere pressed to a dome that ends a little below the seabed.
Vec3 dome_point(const Vec3& direction, double radius_m, double dome) {
  const double z = direction.z() * radius_m * (direction.z() < 0 ? dome : kBuried);
  // The rim falls steeper than a sphere's.
  const double widen = direction.z() > 0 ? 1 : std::pow(1 - direction.z() * direction.z(), -0.12);
  return {direction.x() * radius_m * std::min(widen, 1.25),
          direction.y() * radius_m * std::min(widen, 1.25), z};
}

// -1 in the valleys, 1 on the ridges; a sum of plane waves of one length.
class Labyrinth {
 public:
  Labyrinth(const RandomStream& random, double wavelength_m) {
    for (int i = 0; i < kLabyrinths; ++i) parts_.emplace_back(random, i, wavelength_m);
  }
  double operator()(const Vec3& p) const {
    double sum = 0;
    for (const SmoothNoise& part : parts_) sum += part(p);
    return squashed(3 * sum / std::sqrt(double(kLabyrinths)));
  }

 private:
  std::vector<SmoothNoise> parts_;
};

struct Lobe {
  Vec3 direction;
  double reach, sharpness;
};

// Highest lobe in a direction, rounded where two meet (a p-norm).
double lobed_radius(const std::vector<Lobe>& lobes, const Vec3& direction) {
  constexpr double kNorm = 10;
  double sum = std::pow(0.84, kNorm);
  for (const Lobe& lobe : lobes) {
    const double away = 1 - direction.dot(lobe.direction);
    sum += std::pow(lobe.reach * std::exp(-lobe.sharpness * away), kNorm);
  }
  return std::pow(sum, 1 / kNorm);
}

}  // namespace

TriangleMesh brain_coral(uint64_t seed, const BrainCoralShape& shape, int target_faces) {
  HADAL_CHECK(shape.radius_m > 0 && shape.dome > 0 && shape.valley_m > 0);
  const RandomStream random(seed, "life", "brain_coral");
  const Labyrinth labyrinth(random, shape.valley_m);
  const SmoothNoise lumps({seed, "life", "brain_coral_lumps"}, 0, 1.3 * shape.radius_m);
  TriangleMesh mesh = geodesic(target_faces);
  for (Vec3& vertex : mesh.vertices) {
    const Vec3 direction = vertex;
    const Vec3 p = dome_point(direction, shape.radius_m, shape.dome);
    const double out =
        0.04 * squashed(lumps(p)) * shape.radius_m + 0.5 * shape.valley_depth_m * labyrinth(p);
    vertex = p + out * direction;
  }
  return mesh;
}

TriangleMesh boulder_coral(uint64_t seed, const BoulderCoralShape& shape, int target_faces) {
  HADAL_CHECK(shape.radius_m > 0 && shape.dome > 0 && shape.lobes >= 0);
  const RandomStream random(seed, "life", "boulder_coral");
  std::vector<Lobe> lobes;
  for (int i = 0; i < shape.lobes; ++i) {
    Vec3 direction = random_direction(random, i);
    direction.z() = -std::abs(direction.z());
    lobes.push_back({direction, 0.9 + 0.25 * random.uniform(i, 2), 2 + 4 * random.uniform(i, 3)});
  }
  const SmoothNoise lumps({seed, "life", "boulder_coral_lumps"}, 0, 0.25);
  TriangleMesh mesh = geodesic(target_faces);
  for (Vec3& vertex : mesh.vertices) {
    const double radius = lobed_radius(lobes, vertex) * (1 + 0.02 * squashed(lumps(vertex)));
    vertex = dome_point(vertex, shape.radius_m, shape.dome) * radius;
  }
  return mesh;
}

}  // namespace hadal::geometry
