#include "dynamics/contact/terrain_contact.h"

#include <algorithm>
#include <cmath>

#include "dynamics/contact/terrain_search.h"

namespace hadal::dynamics {

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
  return TerrainSearch(shape, pose, window, scratch_).run(out);
}

}  // namespace hadal::dynamics
