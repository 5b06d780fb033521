#include "geometry/life/animals.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/check.h"
#include "base/rng.h"
#include "geometry/life/loft.h"
#include "geometry/rock.h"
#include "geometry/smooth_noise.h"

namespace hadal::geometry {
namespace {

using std::numbers::pi;
constexpr double kTaperNorm = 1.8;

// Distance of the outline from the middle in the direction of an angle, over the radius.
double starfish_reach(const RandomStream& random, const StarfishShape& shape, double angle) {
  const double turns = angle / (2 * pi) * shape.arms;
  const int arm = static_cast<int>(std::floor(turns + 0.5));
  const double off = std::abs(turns - arm);  // 0 on an arm, 0.5 between two
  const double length = 0.88 + 0.12 * random.uniform((arm % shape.arms + shape.arms) % shape.arms);
  // An arm of even width that tapers: 1 / r is a norm of the two limits.
  const double side =
      std::sin(2 * pi * off / shape.arms) / (shape.waist * std::sin(pi / shape.arms));
  return std::pow(std::pow(side, kTaperNorm) + std::pow(length, -kTaperNorm), -1 / kTaperNorm);
}

// Height of the back at a fraction of the reach; arms are ridges.
double starfish_back(const StarfishShape& shape, double fraction, double reach) {
  const double round = std::sqrt(std::max(0.0, 1 - fraction * fraction));
  return shape.thickness * round * (0.45 + 0.55 * (1 - fraction)) * (0.5 + 0.5 * reach);
}

}  // namespace

TriangleMesh starfish(uint64_t seed, const StarfishShape& shape, int target_faces) {
  HADAL_CHECK(shape.radius_m > 0 && shape.arms >= 3 && shape.waist > 0 && shape.waist < 1);
  const RandomStream random(seed, "life", "starfish");
  const int per_arm =
      std::clamp(static_cast<int>(std::sqrt(target_faces / (2.0 * shape.arms) / 0.8)), 4, 40);
  const int sectors = per_arm * shape.arms;
  const int rings = std::max(2, target_faces / (2 * sectors));  // the last is the outline
  TriangleMesh mesh;
  mesh.vertices.push_back({0, 0, -shape.thickness * shape.radius_m});
  for (int r = 1; r <= rings; ++r)
    for (int k = 0; k < sectors; ++k) {
      const double angle = 2 * pi * k / sectors, fraction = double(r) / rings;
      const double reach = starfish_reach(random, shape, angle);
      // Near the middle the rings are round.
      const double radius =
          fraction * (fraction * reach + (1 - fraction) * std::min(reach, shape.waist * 1.5));
      mesh.vertices.push_back(shape.radius_m * Vec3(radius * std::cos(angle),
                                                    radius * std::sin(angle),
                                                    -starfish_back(shape, fraction, reach)));
    }
  const auto bottom = static_cast<uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back({0, 0, 0.02 * shape.radius_m});
  const auto at = [&](int r, int k) {
    return 1 + static_cast<uint32_t>((r - 1) * sectors + k % sectors);
  };
  for (int k = 0; k < sectors; ++k) {
    mesh.triangles.push_back({0, at(1, k + 1), at(1, k)});
    for (int r = 1; r < rings; ++r) {
      mesh.triangles.push_back({at(r, k), at(r, k + 1), at(r + 1, k + 1)});
      mesh.triangles.push_back({at(r, k), at(r + 1, k + 1), at(r + 1, k)});
    }
    mesh.triangles.push_back({bottom, at(rings, k), at(rings, k + 1)});
  }
  return mesh;
}

namespace {

// From the inner roof over the rim to the top: rings follow one another toward -z outside, so u x v
// is -z.
std::vector<LoftRing> bell_rings(const JellyfishShape& shape, int rows) {
  const double squeeze = 1 - 0.35 * shape.contraction, height = 0.62 + 0.5 * shape.contraction;
  std::vector<LoftRing> rings;
  const auto add = [&](double angle, double scale, double turn_in) {
    const double r = shape.radius_m * squeeze * scale * (std::sin(angle) - turn_in);
    const double z = -shape.radius_m * height * scale * std::cos(angle);
    rings.push_back({{0, 0, z}, {0, r, 0}, {r, 0, 0}});
  };
  for (int k = 1; k <= rows; ++k) add(0.53 * pi * k / rows, 0.86, k == rows ? 0.02 : 0);
  for (int k = rows; k >= 1; --k) add(0.53 * pi * k / rows, 1, 0);
  return rings;
}

// Hanging from the rim, drifting outwards and waving.
Limb tentacle(const RandomStream& random, const Vec3& root, double length_m, double radius_m,
              int64_t tick) {
  constexpr int kPieces = 16;
  Limb limb;
  const double phase = 2 * pi * random.uniform(tick, 0), waves = 1 + random.uniform(tick, 1);
  const double own = length_m * (0.5 + 0.5 * random.uniform(tick, 2));
  for (int k = 0; k <= kPieces; ++k) {
    const double x = double(k) / kPieces;
    const double swing = 0.06 * own * x, a = phase + 2 * pi * waves * x;
    limb.points.push_back(root + Vec3(swing * std::cos(a), swing * std::sin(a), own * x));
    limb.radii_m.push_back(radius_m * (1 - 0.8 * x));
  }
  return limb;
}

}  // namespace

TriangleMesh jellyfish(uint64_t seed, const JellyfishShape& shape, int target_faces) {
  HADAL_CHECK(shape.radius_m > 0 && shape.tentacles >= 0);
  const RandomStream random(seed, "life", "jellyfish");
  const int sides = std::clamp(static_cast<int>(std::sqrt(target_faces / 4.0)), 8, 48);
  const int rows = std::max(2, sides / 4);
  const std::vector<LoftRing> rings = bell_rings(shape, rows);
  TriangleMesh mesh;
  const double height = shape.radius_m * (0.62 + 0.5 * shape.contraction);
  add_loft(mesh, rings, {0, 0, -0.86 * height}, {0, 0, -height}, sides);
  std::vector<Limb> limbs;
  const double rim = 0.9 * rings[static_cast<size_t>(rows)].u.norm();
  for (int i = 0; i < shape.tentacles; ++i) {
    const double a = 2 * pi * (i + 0.4 * random.uniform(i, 9)) / shape.tentacles;
    limbs.push_back(tentacle(random, {rim * std::cos(a), rim * std::sin(a), 0},
                             shape.tentacle_length_m, 0.012 * shape.radius_m, i));
  }
  for (int i = 0; i < 4; ++i) {
    const double a = 0.5 * pi * i + 0.3, r = 0.16 * shape.radius_m;
    limbs.push_back(tentacle(random, {r * std::cos(a), r * std::sin(a), -0.7 * height},
                             0.7 * shape.tentacle_length_m + height, 0.06 * shape.radius_m,
                             1000 + i));
  }
  append(mesh, limbs_mesh(limbs, std::max(0, target_faces - loft_faces(rings.size(), sides))));
  return mesh;
}

TriangleMesh pebble(uint64_t seed, double radius_m, int target_faces) {
  const RandomStream random(seed, "life", "pebble");
  const double flat = 0.5 + 0.3 * random.uniform(0), oblong = 0.75 + 0.25 * random.uniform(1);
  TriangleMesh mesh = rock(seed, radius_m, 0.25 + 0.2 * random.uniform(2), target_faces);
  for (Vec3& p : mesh.vertices) p = p.cwiseProduct(Vec3(1, oblong, flat));
  return mesh;
}

}  // namespace hadal::geometry
