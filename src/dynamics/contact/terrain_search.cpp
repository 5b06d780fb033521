#include "dynamics/contact/terrain_search.h"

#include <algorithm>
#include <limits>

#include "dynamics/contact/contact_reduction.h"

namespace hadal::dynamics {
namespace {

constexpr int kTiles = TerrainContactFinder::kTiles;
constexpr int kBlock = 8;       // cells
constexpr int kManyFaces = 12;  // from here on, a hull's faces are sorted out block by block

}  // namespace

TerrainSearch::TerrainSearch(const ConvexShape& shape, const ShapePose& pose,
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

int TerrainSearch::run(std::span<TerrainContact> out) {
  if (range_.a0 >= range_.a1 || range_.b0 >= range_.b1 || !clear_tables()) return 0;
  blocks();
  all_faces_ = true;
  for (const auto& tiles : {scratch_.vertex_tile, scratch_.edge_tile})
    for (int t = 0; t < kTiles * kTiles; ++t)
      if (tiles[t].depth_m > 0) add(tiles[t]);
  corners();
  round_parts();
  const int count = reduce_contacts(scratch_.candidates, size_, scratch_.spread, out);
  for (int k = 0; k < count; ++k) out[k].p_N += ground_.origin_N();
  return count;
}

// False when all of the ground lies below the shape.
bool TerrainSearch::clear_tables() {
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

void TerrainSearch::blocks() {
  for (int a = range_.a0; a < range_.a1; a += kBlock)
    for (int b = range_.b0; b < range_.b1; b += kBlock) {
      const Range block{a, std::min(a + kBlock, range_.a1), b, std::min(b + kBlock, range_.b1)};
      if (!reaches(block)) continue;
      measure(block);
      edges(block);
    }
}

// Whether the sphere about the block's triangles can meet the shape; also picks the hull's faces.
bool TerrainSearch::reaches(const Range& block) {
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
void TerrainSearch::choose_faces(const Vec3& centre_S, double radius) {
  const double min = shape_.distance(centre_S).value - 2 * radius;
  scratch_.faces.clear();
  for (size_t i = 0; i < shape_.faces().size(); ++i)
    if (shape_.faces()[i].normal.dot(centre_S) - shape_.faces()[i].offset >= min)
      scratch_.faces.push_back(static_cast<uint16_t>(i));
  all_faces_ = false;
}

void TerrainSearch::measure(const Range& block) {
  for (int a = block.a0; a <= block.a1; ++a)
    for (int b = block.b0; b <= block.b1; ++b) {
      const int k = ground_.index(a, b);
      if (scratch_.measured[k] || !ground_.known(a, b)) continue;
      scratch_.measured[k] = 1;
      scratch_.node[k] = distance(to_shape(ground_.node(a, b)));
      if (scratch_.node[k].value < 0) vertex(a, b, scratch_.node[k]);
    }
}

void TerrainSearch::keep_deepest(TerrainContact* tiles, int a, int b, const TerrainContact& c) {
  const int row = (a - range_.a0) * kTiles / (range_.a1 - range_.a0 + 1),
            column = (b - range_.b0) * kTiles / (range_.b1 - range_.b0 + 1);
  TerrainContact& tile = tiles[row * kTiles + column];
  if (c.depth_m > tile.depth_m) tile = c;
}

void TerrainSearch::add(const TerrainContact& c) {
  if (c.feature >> 60 == kFace)
    for (const TerrainContact& other : scratch_.candidates)
      if (other.feature == c.feature) return;
  if (scratch_.candidates.size() < scratch_.candidates.capacity()) scratch_.candidates.push_back(c);
}

}  // namespace hadal::dynamics
