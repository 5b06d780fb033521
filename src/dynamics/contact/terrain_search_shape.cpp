#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/contact/terrain_search.h"

namespace hadal::dynamics {
namespace {

constexpr int kManyTriangles = 72;  // from here on, round shapes follow the ground from seeds
constexpr double kUpright = 0.02;   // sine of the tilt below which a rim touches all round
constexpr double kDeep = 0.25;      // of a cell
constexpr int kReach = 6;           // cells searched for the nearest surface point

}  // namespace

void TerrainSearch::corners() {
  const double top = bounds_.high_N.z();
  for (size_t k = 0; k < shape_.corners().size(); ++k) {
    const Vec3 w = p_ + R_ * shape_.corners()[k];
    if (w.z() <= top) corner(w, (uint64_t{kCorner} << 60) | k);
  }
}

// A point of the shape against the ground.
void TerrainSearch::corner(const Vec3& w, uint64_t feature) {
  GroundPoint ground;
  if (!ground_.under(w, ground)) return;
  double depth = -(w - ground.point).dot(ground.normal);
  if (depth <= 0) return;
  Vec3 normal = ground.normal;
  if (depth > kDeep * ground_.cell()) {
    const int reach = std::min(kReach, static_cast<int>(std::ceil(depth / ground_.cell())));
    const Vec3 nearest = ground_.nearest(w, ground, reach, depth);
    const double path = (nearest - w).norm();
    if (path < depth && path > 1e-9) {
      normal = (nearest - w) / path;
      depth = path;
    }
  }
  add({w + 0.5 * depth * normal, normal, depth, feature});
}

// Spheres, the two ends of a capsule, the two rims of a cylinder, ellipsoids.
void TerrainSearch::round_parts() {
  using Kind = ConvexShape::Kind;
  const Kind kind = shape_.kind();
  if (kind == Kind::kBox || kind == Kind::kHull) return;
  const bool ends = kind == Kind::kCapsule || kind == Kind::kCylinder,
             rim = kind == Kind::kCylinder;
  const bool few = 2 * (range_.a1 - range_.a0) * (range_.b1 - range_.b0) <= kManyTriangles;
  for (int end = 0; end < (ends ? 2 : 1); ++end) {
    const Vec3 centre_S(0, 0, ends ? (end ? shape_.size()[1] : -shape_.size()[1]) : 0);
    const size_t before = scratch_.candidates.size();
    if (few)
      round_on_triangles(centre_S, rim);
    else
      round_from_seeds(centre_S, rim);
    // The corners of a rim are held at any depth.
    if (!rim && scratch_.candidates.size() == before) sunken(centre_S);
  }
}

// A round part that touches no triangle any more, as its centre is below the ground: the ground is a
// half-space, whatever the depth.
void TerrainSearch::sunken(const Vec3& centre_S) {
  const Vec3 centre = p_ + R_ * centre_S;
  GroundPoint ground;
  Vec3 w;
  if (!ground_.under(centre, ground) || centre.z() < ground.point.z()) return;
  if (round_support(centre_S, false, ground.normal, w))
    corner(w, feature_of(kFace, ground_.i(ground.a), ground_.j(ground.b),
                         ground.half + (centre_S.z() > 0 ? 6 : 4)));
}

// The point of the part about centre_S that is deepest against a normal of the ground.
bool TerrainSearch::round_support(const Vec3& centre_S, bool rim, const Vec3& normal,
                                  Vec3& w) const {
  const Vec3 down_S = -(Rt_ * normal);
  Vec3 reach;
  if (rim) {
    const double r = std::sqrt(down_S.x() * down_S.x() + down_S.y() * down_S.y());
    if (r < kUpright) return false;
    reach = shape_.size()[0] / r * Vec3(down_S.x(), down_S.y(), 0);
  } else if (shape_.kind() == ConvexShape::Kind::kEllipsoid) {
    reach = shape_.support(down_S);
  } else {
    reach = shape_.size()[0] * down_S;
  }
  w = p_ + R_ * (centre_S + reach);
  return true;
}

void TerrainSearch::round_on_triangles(const Vec3& centre_S, bool rim) {
  for (int a = range_.a0; a < range_.a1; ++a)
    for (int b = range_.b0; b < range_.b1; ++b)
      for (int half = 0; half < 2; ++half) {
        GroundPoint ground;
        Vec3 w;
        if (!ground_.triangle_plane(a, b, half, ground)) continue;
        if (!round_support(centre_S, rim, ground.normal, w)) continue;
        const double depth = -(w - ground.point).dot(ground.normal);
        if (depth <= 0 || depth > size_) continue;
        GroundPoint over;
        if (!ground_.under(w + depth * ground.normal, over) || over.a != a || over.b != b ||
            over.half != half)
          continue;
        add({w + 0.5 * depth * ground.normal, ground.normal, depth,
             feature_of(kFace, ground_.i(a), ground_.j(b), half + (centre_S.z() > 0 ? 2 : 0))});
      }
}

void TerrainSearch::round_from_seeds(const Vec3& centre_S, bool rim) {
  constexpr std::array<std::array<double, 2>, 5> kSeeds = {
      {{0, 0}, {0.2, 0.2}, {-0.2, 0.2}, {0.2, -0.2}, {-0.2, -0.2}}};
  const Vec3 centre = p_ + R_ * centre_S, extent = bounds_.high_N - bounds_.low_N;
  for (const auto& seed : kSeeds) {
    Vec3 w = centre + Vec3(seed[0] * extent.x(), seed[1] * extent.y(), 0);
    GroundPoint ground;
    bool found = true;
    for (int n = 0; n < 4 && found; ++n)
      found = ground_.under(w, ground) && round_support(centre_S, rim, ground.normal, w);
    if (!found || !ground_.under(w, ground)) continue;
    corner(w, feature_of(kFace, ground_.i(ground.a), ground_.j(ground.b),
                         ground.half + (centre_S.z() > 0 ? 2 : 0)));
  }
}

}  // namespace hadal::dynamics
