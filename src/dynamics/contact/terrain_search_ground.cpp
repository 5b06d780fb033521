#include <algorithm>
#include <cmath>

#include "dynamics/contact/terrain_search.h"

namespace hadal::dynamics {
namespace {

constexpr double kFlat = 1e-3;     // of a cell: neighbours this little below are level
constexpr double kConcave = 0.15;  // of a cell: a vertex with a neighbour so far above is none
constexpr double kBulge = 0.05;    // of a cell: a vertex with no neighbour so far below is flat
constexpr double kSmallestCosine = 0.3;  // between the normal used and the way out of the shape
constexpr int kBisections = 18;
constexpr int kLineBisections = 10;
constexpr double kLine = 0.05;        // of the shape's size: shorter lines are points
constexpr double kTouching_m = 1e-7;  // depth of a contact that only just touches

}  // namespace

void TerrainSearch::vertex(int a, int b, const SurfaceDistance& d) {
  if (!ground_.surrounded(a, b)) return;
  const double c = ground_.cell();
  const Vec3 w = ground_.node(a, b), smooth = ground_.vertex_normal(a, b);
  Vec3 normal = -(R_ * d.gradient);
  bool in_cone = normal.dot(smooth) > 0.05;
  double above = 0, below = 0;
  for (const auto& [da, db] : TerrainPatch::kNeighbours) {
    const Vec3 e = ground_.node(a + da, b + db) - w;
    if (normal.dot(e) > kFlat * c) in_cone = false;
    above = std::max(above, smooth.dot(e));
    below = std::min(below, smooth.dot(e));
  }
  double depth = -d.value;
  if (!in_cone) {
    if (above > kConcave * c || below > -kBulge * c) return;
    const double cosine = normal.dot(smooth);
    if (std::abs(cosine) < kSmallestCosine) return;
    depth = cosine > 0 ? depth / cosine : path_out(w, smooth, depth);
    normal = smooth;
  }
  keep_deepest(scratch_.vertex_tile, a, b,
               {w - 0.5 * depth * normal, normal, depth,
                feature_of(kVertex, ground_.i(a), ground_.j(b), 0)});
}

// How far the shape must move along the normal to leave a vertex that is nearer to its far side.
double TerrainSearch::path_out(const Vec3& w, const Vec3& normal, double depth) const {
  const Vec3 p_S = to_shape(w), n_S = Rt_ * normal;
  double low = 0, high = 3 * depth;
  if (!(distance(p_S - high * n_S).value > 0)) return high;
  for (int n = 0; n < 12; ++n) {
    const double middle = 0.5 * (low + high);
    (distance(p_S - middle * n_S).value < 0 ? low : high) = middle;
  }
  return high;
}

void TerrainSearch::edges(const Range& block) {
  for (int a = block.a0; a < block.a1 + (block.a1 == range_.a1); ++a)
    for (int b = block.b0; b < block.b1 + (block.b1 == range_.b1); ++b)
      for (int direction = 0; direction < 3; ++direction) edge(a, b, direction);
}

// The distance is convex along the edge: its tangents at the ends bound it from below.
bool TerrainSearch::edge_may_pierce(int a, int b, int a2, int b2, const Vec3& along,
                                    double length) const {
  const SurfaceDistance& d = scratch_.node[ground_.index(a, b)];
  const SurfaceDistance& d2 = scratch_.node[ground_.index(a2, b2)];
  if (d.value < 0 && d2.value < 0) return false;  // the vertices speak for it
  if (d.value + d2.value >= length) return false;
  const Vec3 along_S = Rt_ * along;
  const double slope = d.gradient.dot(along_S), slope2 = d2.gradient.dot(along_S);
  if (slope >= 0 || slope2 <= 0) return false;
  const double crossing = (d2.value - d.value - slope2 * length) / (slope - slope2);
  return d.value + slope * crossing < 0;
}

// Bisection of the slope. Where it jumps, at an edge of the shape, the two gradients are mixed so
// that nothing is left along the terrain's edge: that is the normal to both edges, and the way out
// along it is value / |gradient|.
TerrainSearch::LowestPoint TerrainSearch::lowest_on_edge(const Vec3& start_S, const Vec3& along_S,
                                                         double length, SurfaceDistance at_low,
                                                         SurfaceDistance at_high) const {
  double low = 0, high = length;
  for (int n = 0; n < kBisections; ++n) {
    const double middle = 0.5 * (low + high);
    const SurfaceDistance d = distance(start_S + middle * along_S);
    const bool rising = d.gradient.dot(along_S) > 0;
    (rising ? high : low) = middle;
    (rising ? at_high : at_low) = d;
  }
  const double fall = -at_low.gradient.dot(along_S), rise = at_high.gradient.dot(along_S);
  const double fraction = rise / (rise + fall);
  return {0.5 * (low + high), std::min(at_low.value, at_high.value),
          fraction * at_low.gradient + (1 - fraction) * at_high.gradient};
}

void TerrainSearch::edge(int a, int b, int direction) {
  const auto& spec = TerrainPatch::kEdges[direction];
  const int a2 = a + spec.da, b2 = b + spec.db;
  if (a2 > range_.a1 || b2 > range_.b1) return;
  if (!scratch_.measured[ground_.index(a, b)] || !scratch_.measured[ground_.index(a2, b2)]) return;
  const Vec3 start = ground_.node(a, b);
  Vec3 along = ground_.node(a2, b2) - start;
  const double length = along.norm();
  along /= length;
  if (!edge_may_pierce(a, b, a2, b2, along, length)) return;
  const int al = a + spec.left_a, bl = b + spec.left_b, ar = a + spec.right_a,
            br = b + spec.right_b;
  if (!ground_.known(al, bl) || !ground_.known(ar, br)) return;
  const Vec3 left = ground_.node(al, bl) - start, right = ground_.node(ar, br) - start;
  const auto upward = [](const Vec3& n) { return Vec3((n.z() > 0 ? -n : n).normalized()); };
  const Vec3 left_normal = upward(along.cross(left)), right_normal = upward(along.cross(right));
  if (left_normal.dot(right) > -kFlat * ground_.cell()) return;  // flat or concave
  const LowestPoint lowest =
      lowest_on_edge(to_shape(start), Rt_ * along, length, scratch_.node[ground_.index(a, b)],
                     scratch_.node[ground_.index(a2, b2)]);
  const double steepness = lowest.gradient.norm();
  if (lowest.value >= 0 || lowest.at < 1e-4 * length || lowest.at > (1 - 1e-4) * length ||
      steepness < 0.05)
    return;
  const Vec3 out = -(R_ * lowest.gradient) / steepness;
  const bool past_left = out.dot(left - along * along.dot(left)) > 0,
             past_right = out.dot(right - along * along.dot(right)) > 0;
  Vec3 normal = out;
  if (past_left && past_right)
    normal = (left_normal + right_normal).normalized();
  else if (past_left || past_right)
    normal = past_left ? left_normal : right_normal;
  const double cosine = normal.dot(out);
  if (cosine < kSmallestCosine) return;
  const double depth = -lowest.value / (steepness * cosine), at = lowest.at;
  const TerrainContact deepest{start + at * along - 0.5 * depth * normal, normal, depth,
                               feature_of(kEdge, ground_.i(a), ground_.j(b), direction)};
  keep_deepest(scratch_.edge_tile, a, b, deepest);
  line_ends(deepest, to_shape(start), along, at, length);
}

// An edge that lies along a straight side of the shape holds it at both ends of the common line,
// not at the one point that happens to be deepest; there the depth is zero.
void TerrainSearch::line_ends(const TerrainContact& deepest, const Vec3& start_S, const Vec3& along,
                              double at, double length) {
  if (shape_.kind() == ConvexShape::Kind::kSphere || shape_.kind() == ConvexShape::Kind::kEllipsoid)
    return;
  const Vec3 along_S = Rt_ * along;
  int end = 0;
  for (double out : {0.0, length}) {
    ++end;
    if (std::abs(out - at) < kLine * size_ || distance(start_S + out * along_S).value < 0) continue;
    double in = at;
    for (int n = 0; n < kLineBisections; ++n) {
      const double middle = 0.5 * (in + out);
      (distance(start_S + middle * along_S).value < 0 ? in : out) = middle;
    }
    if (std::abs(in - at) < kLine * size_) continue;
    add({deepest.p_N + (in - at) * along + 0.5 * deepest.depth_m * deepest.normal_N,
         deepest.normal_N, kTouching_m, deepest.feature + 4 * static_cast<uint64_t>(end)});
  }
}

}  // namespace hadal::dynamics
