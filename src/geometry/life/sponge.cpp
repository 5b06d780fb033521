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
constexpr double kBore = 0.6;        // of the radius
constexpr double kBoreDepth = 0.55;  // of the length

Limb sponge_axis(const RandomStream& random, const TubeSpongeShape& shape, int tube, int pieces) {
  const auto draw = [&](uint32_t index) { return random.uniform(tube, index); };
  const double azimuth = 2 * pi * (tube + 0.5 * draw(0)) / shape.tubes;
  const double tilt = 0.1 + 0.35 * draw(1);
  const double length = shape.height_m * (tube == 0 ? 1 : 0.45 + 0.55 * draw(2));
  const double radius = shape.radius_m * (0.75 + 0.4 * draw(3));
  const Vec3 out(std::cos(azimuth), std::sin(azimuth), 0);
  Limb axis;
  for (int k = 0; k <= pieces; ++k) {
    const double x = double(k) / pieces;
    // From one foot, first outwards, then up.
    const double away = shape.radius_m * 0.8 + length * tilt * x * (1.6 - 0.6 * x);
    axis.points.push_back(away * out - (length * x - 0.1 * shape.radius_m) * Vec3::UnitZ());
    const double bulge = 0.8 + 0.35 * std::sin(pi * std::min(1.0, 0.15 + 0.8 * x));
    axis.radii_m.push_back(radius * bulge);
  }
  return axis;
}

// Up outside, over the rounded lip, down into the bore.
std::vector<LoftRing> hollow(const std::vector<LoftRing>& outer, size_t bore_end) {
  std::vector<LoftRing> rings = outer;
  const LoftRing top = outer.back();
  const Vec3 up = top.u.cross(top.v).normalized();
  LoftRing lip = top;
  lip.centre += 0.15 * top.u.norm() * up;
  lip.u *= 0.5 * (1 + kBore);
  lip.v *= 0.5 * (1 + kBore);
  rings.push_back(lip);
  for (size_t i = outer.size(); i-- > bore_end;) {
    LoftRing ring = outer[i];
    ring.u *= kBore;
    ring.v *= kBore;
    rings.push_back(ring);
  }
  return rings;
}

}  // namespace

TriangleMesh tube_sponge(uint64_t seed, const TubeSpongeShape& shape, int target_faces) {
  HADAL_CHECK(shape.height_m > 0 && shape.radius_m > 0 && shape.tubes > 0);
  const RandomStream random(seed, "life", "tube_sponge");
  constexpr struct {
    int sides, pieces;
  } kLevels[] = {{24, 16}, {16, 12}, {12, 10}, {10, 8}, {8, 6}, {6, 4}, {5, 3}};
  auto level = kLevels[0];
  const auto bore_start = [](int pieces) {
    return std::max(1, static_cast<int>(std::ceil((1 - kBoreDepth) * pieces)));
  };
  for (const auto& candidate : kLevels) {
    level = candidate;
    const int rings = 2 * level.pieces + 3 - bore_start(level.pieces);
    if (shape.tubes * loft_faces(static_cast<size_t>(rings), level.sides) <= target_faces) break;
  }
  const SmoothNoise knobs({seed, "life", "tube_sponge_knobs"}, 0, 1.1 * shape.radius_m);
  TriangleMesh mesh;
  for (int t = 0; t < shape.tubes; ++t) {
    const Limb axis = sponge_axis(random, shape, t, level.pieces);
    const auto rings = hollow(limb_rings(axis), static_cast<size_t>(bore_start(level.pieces)));
    add_loft(mesh, rings, axis.points.front(), rings.back().centre, level.sides);
  }
  for (Vec3& vertex : mesh.vertices) {
    const double amount = 0.05 * shape.radius_m * squashed(knobs(vertex));
    vertex += amount * Vec3(1, 1, 0.3);
  }
  return mesh;
}

}  // namespace hadal::geometry
