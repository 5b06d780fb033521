#include "dynamics/contact/terrain_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "dynamics/contact/terrain_patch.h"

namespace hadal::dynamics {
namespace {

using Scratch = TerrainContactFinder::Scratch;
constexpr int kTiles = TerrainContactFinder::kTiles;
constexpr int kBlock = 8;           // cells
constexpr int kManyFaces = 12;      // from here on, a hull's faces are sorted out block by block
constexpr int kManyTriangles = 72;  // from here on, round shapes follow the ground from seeds
constexpr double kFlat = 1e-3;      // of a cell: neighbours this little below are level
constexpr double kConcave = 0.15;   // of a cell: a vertex with a neighbour so far above is none
constexpr double kBulge = 0.05;     // of a cell: a vertex with no neighbour so far below is flat
constexpr double kSmallestCosine = 0.3;  // between the normal used and the way out of the shape
constexpr double kUpright = 0.02;        // sine of the tilt below which a rim touches all round
constexpr double kDeep = 0.25;           // of a cell
constexpr int kReach = 6;                // cells searched for the nearest surface point
constexpr int kBisections = 18;
constexpr int kLineBisections = 10;
constexpr double kLine = 0.05;        // of the shape's size: shorter lines are points
constexpr double kTouching_m = 1e-7;  // depth of a contact that only just touches
constexpr double kAboutAsDeep = 0.8;
constexpr double kLeastWeight = 0.1;
constexpr double kBetter = 1.05;  // on a lattice many are about as good; the first stays

enum Feature : uint64_t { kVertex = 1, kEdge = 2, kCorner = 3, kFace = 4 };

uint64_t feature_of(Feature kind, int64_t i, int64_t j, int k) {
  constexpr uint64_t kMask = (uint64_t{1} << 28) - 1;
  return (uint64_t{kind} << 60) | ((static_cast<uint64_t>(i) & kMask) << 32) |
         ((static_cast<uint64_t>(j) & kMask) << 4) | static_cast<uint64_t>(k);
}

// One shape on one window. Coordinates are north, east and down from the window's first node at
// depth zero.
class Search {
 public:
  Search(const ConvexShape& shape, const ShapePose& pose, const geometry::HeightWindow& window,
         Scratch& scratch);
  int run(std::span<TerrainContact> out);

 private:
  struct Range {
    int a0, a1, b0, b1;  // nodes, both ends included
  };
  Vec3 to_shape(const Vec3& w) const { return Rt_ * (w - p_); }
  SurfaceDistance distance(const Vec3& p_S) const {
    return all_faces_ ? shape_.distance(p_S) : shape_.distance_to_faces(p_S, scratch_.faces);
  }
  bool clear_tables();
  void blocks();
  bool reaches(const Range& block);
  void choose_faces(const Vec3& centre_S, double radius);
  void measure(const Range& block);
  void vertex(int a, int b, const SurfaceDistance& d);
  double way_out(const Vec3& w, const Vec3& normal, double depth) const;
  void edges(const Range& block);
  void edge(int a, int b, int direction);
  struct LowestPoint {
    double at, value;
    Vec3 gradient;
  };
  void line_ends(const TerrainContact& deepest, const Vec3& start_S, const Vec3& along, double at,
                 double length);
  LowestPoint lowest_on_edge(const Vec3& start_S, const Vec3& along_S, double length,
                             SurfaceDistance at_low, SurfaceDistance at_high) const;
  bool edge_may_pierce(int a, int b, int a2, int b2, const Vec3& along, double length) const;
  void corners();
  void corner(const Vec3& w, uint64_t feature);
  void round_parts();
  void round_on_triangles(const Vec3& centre_S, bool rim);
  void round_from_seeds(const Vec3& centre_S, bool rim);
  bool round_support(const Vec3& centre_S, bool rim, const Vec3& normal, Vec3& w) const;
  void keep_deepest(TerrainContact* tiles, int a, int b, const TerrainContact& c);
  void add(const TerrainContact& c);
  int reduce(std::span<TerrainContact> out);

  const ConvexShape& shape_;
  TerrainPatch ground_;
  Scratch& scratch_;
  Vec3 p_;
  Mat3 R_, Rt_;
  ShapeBounds bounds_;
  Range range_;
  double size_;
  bool all_faces_ = true;
};

Search::Search(const ConvexShape& shape, const ShapePose& pose,
               const geometry::HeightWindow& window, Scratch& scratch)
    : shape_(shape),
      ground_(window),
      scratch_(scratch),
      p_(pose.p_NS - ground_.origin_N()),
      R_(pose.R_NS),
      Rt_(pose.R_NS.transpose()),
      bounds_(bounds_of(shape, {p_, R_})) {
  const double c = ground_.cell();
  const auto node = [c](double x, int count) {
    return static_cast<int>(std::clamp(x / c, 0.0, count - 1.0));
  };
  range_ = {node(bounds_.low_N.x(), ground_.rows()), node(bounds_.high_N.x() + c, ground_.rows()),
            node(bounds_.low_N.y(), ground_.columns()),
            node(bounds_.high_N.y() + c, ground_.columns())};
  size_ = 0.5 * (bounds_.high_N - bounds_.low_N).norm();
}

int Search::run(std::span<TerrainContact> out) {
  if (range_.a0 >= range_.a1 || range_.b0 >= range_.b1 || !clear_tables()) return 0;
  blocks();
  all_faces_ = true;
  for (const auto& tiles : {scratch_.vertex_tile, scratch_.edge_tile})
    for (int t = 0; t < kTiles * kTiles; ++t)
      if (tiles[t].depth_m > 0) add(tiles[t]);
  corners();
  round_parts();
  return reduce(out);
}

// False when all of the ground lies below the shape.
bool Search::clear_tables() {
  double top = std::numeric_limits<double>::infinity();
  for (int a = range_.a0; a <= range_.a1; ++a)
    for (int b = range_.b0; b <= range_.b1; ++b)
      top = std::min(top, ground_.depth_or_deepest(a, b));
  if (!(top < bounds_.high_N.z())) return false;
  scratch_.candidates.clear();
  std::fill_n(scratch_.measured.begin(), ground_.rows() * ground_.columns(), uint8_t{0});
  for (auto* tiles : {scratch_.vertex_tile, scratch_.edge_tile})
    for (int t = 0; t < kTiles * kTiles; ++t) tiles[t].depth_m = 0;
  return true;
}

void Search::blocks() {
  for (int a = range_.a0; a < range_.a1; a += kBlock)
    for (int b = range_.b0; b < range_.b1; b += kBlock) {
      const Range block{a, std::min(a + kBlock, range_.a1), b, std::min(b + kBlock, range_.b1)};
      if (!reaches(block)) continue;
      measure(block);
      edges(block);
    }
}

// Whether the sphere about the block's triangles can meet the shape; also picks the hull's faces.
bool Search::reaches(const Range& block) {
  double top = std::numeric_limits<double>::infinity(), bottom = -top;
  for (int a = block.a0; a <= block.a1; ++a)
    for (int b = block.b0; b <= block.b1; ++b) {
      if (!ground_.known(a, b)) continue;
      top = std::min(top, ground_.depth(a, b));
      bottom = std::max(bottom, ground_.depth(a, b));
    }
  if (!(top < bounds_.high_N.z())) return false;
  const Vec3 half(0.5 * ground_.cell() * (block.a1 - block.a0),
                  0.5 * ground_.cell() * (block.b1 - block.b0), 0.5 * (bottom - top));
  const Vec3 centre(ground_.cell() * block.a0 + half.x(), ground_.cell() * block.b0 + half.y(),
                    top + half.z());
  const Vec3 centre_S = to_shape(centre);
  const double radius = half.norm();
  all_faces_ = true;
  if (shape_.distance(centre_S).value > radius) return false;
  if (shape_.faces().size() >= kManyFaces) choose_faces(centre_S, radius);
  return true;
}

// The faces that can be the farthest somewhere within the radius.
void Search::choose_faces(const Vec3& centre_S, double radius) {
  const double least = shape_.distance(centre_S).value - 2 * radius;
  scratch_.faces.clear();
  for (size_t i = 0; i < shape_.faces().size(); ++i)
    if (shape_.faces()[i].normal.dot(centre_S) - shape_.faces()[i].offset >= least)
      scratch_.faces.push_back(static_cast<uint16_t>(i));
  all_faces_ = false;
}

void Search::measure(const Range& block) {
  for (int a = block.a0; a <= block.a1; ++a)
    for (int b = block.b0; b <= block.b1; ++b) {
      const int k = ground_.index(a, b);
      if (scratch_.measured[k] || !ground_.known(a, b)) continue;
      scratch_.measured[k] = 1;
      scratch_.node[k] = distance(to_shape(ground_.node(a, b)));
      if (scratch_.node[k].value < 0) vertex(a, b, scratch_.node[k]);
    }
}

void Search::vertex(int a, int b, const SurfaceDistance& d) {
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
    depth = cosine > 0 ? depth / cosine : way_out(w, smooth, depth);
    normal = smooth;
  }
  keep_deepest(scratch_.vertex_tile, a, b,
               {w - 0.5 * depth * normal, normal, depth,
                feature_of(kVertex, ground_.i(a), ground_.j(b), 0)});
}

// How far the shape must move along the normal to leave a vertex that is nearer to its far side.
double Search::way_out(const Vec3& w, const Vec3& normal, double depth) const {
  const Vec3 p_S = to_shape(w), n_S = Rt_ * normal;
  double low = 0, high = 3 * depth;
  if (!(distance(p_S - high * n_S).value > 0)) return high;
  for (int n = 0; n < 12; ++n) {
    const double middle = 0.5 * (low + high);
    (distance(p_S - middle * n_S).value < 0 ? low : high) = middle;
  }
  return high;
}

void Search::edges(const Range& block) {
  for (int a = block.a0; a < block.a1 + (block.a1 == range_.a1); ++a)
    for (int b = block.b0; b < block.b1 + (block.b1 == range_.b1); ++b)
      for (int direction = 0; direction < 3; ++direction) edge(a, b, direction);
}

// The distance is convex along the edge: its tangents at the ends bound it from below.
bool Search::edge_may_pierce(int a, int b, int a2, int b2, const Vec3& along, double length) const {
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
Search::LowestPoint Search::lowest_on_edge(const Vec3& start_S, const Vec3& along_S, double length,
                                           SurfaceDistance at_low, SurfaceDistance at_high) const {
  double low = 0, high = length;
  for (int n = 0; n < kBisections; ++n) {
    const double middle = 0.5 * (low + high);
    const SurfaceDistance d = distance(start_S + middle * along_S);
    const bool rising = d.gradient.dot(along_S) > 0;
    (rising ? high : low) = middle;
    (rising ? at_high : at_low) = d;
  }
  const double fall = -at_low.gradient.dot(along_S), rise = at_high.gradient.dot(along_S);
  const double share = rise / (rise + fall);
  return {0.5 * (low + high), std::min(at_low.value, at_high.value),
          share * at_low.gradient + (1 - share) * at_high.gradient};
}

void Search::edge(int a, int b, int direction) {
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
void Search::line_ends(const TerrainContact& deepest, const Vec3& start_S, const Vec3& along,
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

void Search::corners() {
  const double top = bounds_.high_N.z();
  for (size_t k = 0; k < shape_.corners().size(); ++k) {
    const Vec3 w = p_ + R_ * shape_.corners()[k];
    if (w.z() <= top) corner(w, (uint64_t{kCorner} << 60) | k);
  }
}

// A point of the shape against the ground.
void Search::corner(const Vec3& w, uint64_t feature) {
  GroundPoint ground;
  if (!ground_.under(w, ground)) return;
  double depth = -(w - ground.point).dot(ground.normal);
  if (depth <= 0) return;
  Vec3 normal = ground.normal;
  if (depth > kDeep * ground_.cell()) {
    const int reach = std::min(kReach, static_cast<int>(std::ceil(depth / ground_.cell())));
    const Vec3 nearest = ground_.nearest(w, ground, reach, depth);
    const double way = (nearest - w).norm();
    if (way < depth && way > 1e-9) {
      normal = (nearest - w) / way;
      depth = way;
    }
  }
  add({w + 0.5 * depth * normal, normal, depth, feature});
}

// Spheres, the two ends of a capsule, the two rims of a cylinder, ellipsoids.
void Search::round_parts() {
  using Kind = ConvexShape::Kind;
  const Kind kind = shape_.kind();
  if (kind == Kind::kBox || kind == Kind::kHull) return;
  const bool ends = kind == Kind::kCapsule || kind == Kind::kCylinder,
             rim = kind == Kind::kCylinder;
  const bool few = 2 * (range_.a1 - range_.a0) * (range_.b1 - range_.b0) <= kManyTriangles;
  for (int end = 0; end < (ends ? 2 : 1); ++end) {
    const Vec3 centre_S(0, 0, ends ? (end ? shape_.size()[1] : -shape_.size()[1]) : 0);
    if (few)
      round_on_triangles(centre_S, rim);
    else
      round_from_seeds(centre_S, rim);
  }
}

// The point of the part about centre_S that is deepest against a normal of the ground.
bool Search::round_support(const Vec3& centre_S, bool rim, const Vec3& normal, Vec3& w) const {
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

void Search::round_on_triangles(const Vec3& centre_S, bool rim) {
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

void Search::round_from_seeds(const Vec3& centre_S, bool rim) {
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

void Search::keep_deepest(TerrainContact* tiles, int a, int b, const TerrainContact& c) {
  const int row = (a - range_.a0) * kTiles / (range_.a1 - range_.a0 + 1),
            column = (b - range_.b0) * kTiles / (range_.b1 - range_.b0 + 1);
  TerrainContact& tile = tiles[row * kTiles + column];
  if (c.depth_m > tile.depth_m) tile = c;
}

void Search::add(const TerrainContact& c) {
  if (c.feature >> 60 == kFace)
    for (const TerrainContact& other : scratch_.candidates)
      if (other.feature == c.feature) return;
  if (scratch_.candidates.size() < scratch_.candidates.capacity()) scratch_.candidates.push_back(c);
}

// One of the deepest, then again and again the one farthest from those taken, in place and in
// normal, shallow ones counting less. Of those about as deep as the deepest the first feature is
// taken, so that a body at rest keeps its contacts.
int Search::reduce(std::span<TerrainContact> out) {
  std::vector<TerrainContact>& all = scratch_.candidates;
  const auto by_feature = [](const TerrainContact& a, const TerrainContact& b) {
    return a.feature < b.feature;
  };
  int count = 0;
  if (all.size() <= kMaxTerrainContacts) {
    for (const TerrainContact& c : all) out[count++] = c;
  } else {
    double deep = 0;
    for (const TerrainContact& c : all) deep = std::max(deep, c.depth_m);
    const TerrainContact* first = nullptr;
    for (const TerrainContact& c : all)
      if (c.depth_m >= kAboutAsDeep * deep && (!first || c.feature < first->feature)) first = &c;
    const double scale = 1 / (size_ * size_);
    scratch_.spread.assign(all.size(), std::numeric_limits<double>::infinity());
    out[count++] = *first;
    while (count < kMaxTerrainContacts) {
      size_t best = 0;
      double most = 0;
      for (size_t i = 0; i < all.size(); ++i) {
        const TerrainContact& last = out[count - 1];
        const double apart = scale * (all[i].p_N - last.p_N).squaredNorm() +
                             0.5 * (1 - all[i].normal_N.dot(last.normal_N));
        scratch_.spread[i] = std::min(scratch_.spread[i], apart);
        const double weight = std::clamp(all[i].depth_m / (0.3 * deep), kLeastWeight, 1.0);
        const double score = scratch_.spread[i] * weight * weight;
        if (score > kBetter * most) {
          most = score;
          best = i;
        }
      }
      if (most < 1e-6) break;
      out[count++] = all[best];
    }
  }
  std::sort(out.begin(), out.begin() + count, by_feature);
  for (int k = 0; k < count; ++k) out[k].p_N += ground_.origin_N();
  return count;
}

}  // namespace

ShapeBounds bounds_of(const ConvexShape& shape, const ShapePose& pose) {
  ShapeBounds out;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis_S = pose.R_NS.row(k).transpose();
    out.high_N[k] = pose.p_NS[k] + shape.support(axis_S).dot(axis_S);
    out.low_N[k] = pose.p_NS[k] + shape.support(-axis_S).dot(axis_S);
  }
  return out;
}

Footprint footprint_of(const ShapeBounds& bounds, double cell_m) {
  constexpr int64_t kMargin = 2;
  const double widest =
      std::max(bounds.high_N.x() - bounds.low_N.x(), bounds.high_N.y() - bounds.low_N.y());
  Footprint out;
  out.stride = std::max(1, static_cast<int>(std::ceil(widest / (cell_m * kMaxSide))));
  const double cell = cell_m * out.stride;
  out.i0 = static_cast<int64_t>(std::floor(bounds.low_N.x() / cell)) - kMargin;
  out.j0 = static_cast<int64_t>(std::floor(bounds.low_N.y() / cell)) - kMargin;
  out.ni = static_cast<int>(static_cast<int64_t>(std::ceil(bounds.high_N.x() / cell)) + kMargin -
                            out.i0 + 1);
  out.nj = static_cast<int>(static_cast<int64_t>(std::ceil(bounds.high_N.y() / cell)) + kMargin -
                            out.j0 + 1);
  return out;
}

void TerrainContactFinder::reserve(size_t nodes, size_t corners, size_t faces) {
  constexpr size_t kMore = 128;  // support points of round shapes, ends of lines
  scratch_.node.resize(std::max(nodes, scratch_.node.size()));
  scratch_.measured.resize(std::max(nodes, scratch_.measured.size()));
  scratch_.faces.reserve(faces);
  scratch_.candidates.reserve(2 * kTiles * kTiles + corners + kMore);
  scratch_.spread.reserve(scratch_.candidates.capacity());
}

int TerrainContactFinder::find(const ConvexShape& shape, const ShapePose& pose,
                               const geometry::HeightWindow& window,
                               std::span<TerrainContact> out) {
  return Search(shape, pose, window, scratch_).run(out);
}

}  // namespace hadal::dynamics
