#include "geometry/rock.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/check.h"
#include "geometry/geodesic.h"
#include "geometry/mass_properties.h"
#include "geometry/smooth_noise.h"

namespace hadal::geometry {
namespace {

constexpr int kBreaks = 24, kOctaves = 5;
constexpr double kBreakDepth = 0.4;      // of the radius, deepest
constexpr double kNoiseAmplitude = 0.1;  // of the radius, standard deviation
constexpr double kLongestWave = 1.8;     // of the radius
constexpr double kMinRadius = 0.3;

struct Break {
  Vec3 normal;
  double distance;
};

std::vector<Break> draw_breaks(const RandomStream& random, double roughness) {
  std::vector<Break> breaks;
  for (int i = 0; i < kBreaks; ++i)
    breaks.push_back(
        {random_direction(random, i), 1 - roughness * kBreakDepth * random.uniform(i, 2)});
  return breaks;
}

// Distance to the surface along a unit vector, cut off by the breaks.
double broken_radius(const std::vector<Break>& breaks, const Vec3& direction) {
  double radius = 1;
  for (const Break& b : breaks) {
    const double along = direction.dot(b.normal);
    if (along > b.distance / radius) radius = b.distance / along;
  }
  return radius;
}

}  // namespace

TriangleMesh rock(uint64_t seed, double radius_m, double roughness, int target_faces) {
  HADAL_CHECK(std::isfinite(radius_m) && radius_m > 0);
  roughness = std::clamp(roughness, 0.0, 1.0);
  const std::vector<Break> breaks = draw_breaks({seed, "rock", "breaks"}, roughness);
  const FractalNoise noise({seed, "rock", "noise"}, kOctaves, kLongestWave);
  TriangleMesh mesh = geodesic(target_faces);
  for (Vec3& direction : mesh.vertices) {
    const double lumps = 1 + roughness * kNoiseAmplitude * noise(direction);
    direction *= std::max(kMinRadius, broken_radius(breaks, direction) * lumps);
  }
  const double factor = std::cbrt(4.0 / 3 * std::numbers::pi / signed_volume(mesh));
  for (Vec3& vertex : mesh.vertices) vertex *= factor * radius_m;
  return mesh;
}

}  // namespace hadal::geometry
