#include "dynamics/contact/contact_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hadal::dynamics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kListMove_m = 0.499 * kListGap_m;  // of one link; both of a pair may move
constexpr double kMoveRoom = 1.5;                      // so that a link may gain speed
constexpr size_t kPairsPerLink = 16, kPairRoom = 4096;
constexpr int kClearanceCells = 24;  // around the bounding sphere
constexpr int kWidestSquare = 160;   // cells
constexpr double kFarthest_m = 1e8;  // lattice indices beyond are not asked for
constexpr int kRowPart = 1024;       // nodes of a row fetched at once when only some are used

}  // namespace

ContactSearch::ContactSearch(const ContactScene& scene)
    : scene_(&scene),
      kinematic_(scene.link_count(), 0),
      centre_N_(scene.link_count(), Vec3::Zero()),
      listed_at_N_(scene.link_count(), Vec3::Zero()),
      listed_move_m_(scene.link_count(), 0.0),
      clearance_(scene.link_count()) {
  for (int link = 0; link < scene.link_count(); ++link) {
    if (scene.bound(link).radius < 0) continue;
    shaped_links_.push_back(link);
    extents_.push_back({link});
    if (scene.terrain() && scene.can_move(link)) grounded_links_.push_back(link);
  }
  reserve();
}

void ContactSearch::reserve() {
  const size_t links = shaped_links_.size(), all = links * (links - std::min<size_t>(1, links)) / 2;
  const size_t room = std::min(all, std::max(kPairRoom, kPairsPerLink * links));
  listed_pairs_.reserve(room);
  near_pairs_.reserve(room);
  near_ground_.reserve(grounded_links_.size());
  size_t corners = 0, faces = 0, side = 0;
  for (const int link : grounded_links_)
    for (const SceneShape& shape : scene_->shapes_of(link)) {
      corners = std::max(corners, shape.convex.corners().size());
      faces = std::max(faces, shape.convex.faces().size());
      const double cells = 2 * shape.convex.bound_radius() / scene_->terrain()->cell_m();
      side =
          std::max(side, static_cast<size_t>(std::min(cells, static_cast<double>(kMaxSide))) + 8);
    }
  if (grounded_links_.empty()) return;
  window_.resize(std::max<size_t>(side * side, kRowPart));
  finder_.reserve(side * side, corners, faces);
}

bool ContactSearch::find_near(std::span<const LinkPose> poses,
                              std::span<const double> moves_m) {
  near_ground_.clear();
  near_pairs_.clear();
  spheres_overlap_ = false;
  for (const int link : shaped_links_)
    centre_N_[link] = poses[link].p_NL + poses[link].R_NL * scene_->bound(link).centre_L;
  find_near_ground();
  if (shaped_links_.size() > 1) find_near_pairs(poses, moves_m);
  return !near_ground_.empty() || !near_pairs_.empty();
}

void ContactSearch::find_near_ground() {
  for (const int link : grounded_links_)
    if (movable(link) && !clear_of_ground(link, centre_N_[link], scene_->bound(link).radius))
      near_ground_.push_back(link);
}

void ContactSearch::find_near_pairs(std::span<const LinkPose> poses,
                                    std::span<const double> moves_m) {
  bool listed = listed_;
  for (const int link : shaped_links_)
    listed &= (centre_N_[link] - listed_at_N_[link]).squaredNorm() <= kListMove_m * kListMove_m &&
              moves_m[link] <= listed_move_m_[link];
  if (!listed) list_pairs(moves_m);
  for (const auto& [a, b] : listed_pairs_) {
    const double gap = moves_m[a] + moves_m[b],
                 reach = scene_->bound(a).radius + scene_->bound(b).radius + gap;
    if ((centre_N_[a] - centre_N_[b]).squaredNorm() > reach * reach) continue;
    if (!movable(a) && !movable(b)) continue;
    spheres_overlap_ = true;
    if (any_shapes_near(a, b, poses, gap)) near_pairs_.emplace_back(a, b);
  }
}

// A link at a place that is not finite is taken to be everywhere.
void ContactSearch::list_pairs(std::span<const double> moves_m) {
  for (size_t i = 0; i < moves_m.size(); ++i) listed_move_m_[i] = kMoveRoom * moves_m[i];
  Vec3 low = Vec3::Constant(kInfinity), high = -low;
  for (const int link : shaped_links_) {
    if (!centre_N_[link].allFinite()) continue;
    low = low.cwiseMin(centre_N_[link]);
    high = high.cwiseMax(centre_N_[link]);
  }
  int axis = 0;
  (high - low).maxCoeff(&axis);
  for (Extent& extent : extents_) {
    const Vec3& centre = centre_N_[extent.link];
    const double reach = scene_->bound(extent.link).radius + listed_move_m_[extent.link] + 0.5 * kListGap_m;
    const bool finite = centre.allFinite();
    extent.low = finite ? centre[axis] - reach : -kInfinity;
    extent.high = finite ? centre[axis] + reach : kInfinity;
  }
  std::sort(extents_.begin(), extents_.end(),
            [](const Extent& a, const Extent& b) { return a.low < b.low; });
  listed_pairs_.clear();
  for (size_t i = 0; i < extents_.size(); ++i)
    for (size_t j = i + 1; j < extents_.size() && extents_[j].low <= extents_[i].high; ++j) {
      const auto [a, b] = std::minmax(extents_[i].link, extents_[j].link);
      const double reach = scene_->bound(a).radius + scene_->bound(b).radius + listed_move_m_[a] +
                           listed_move_m_[b] + kListGap_m;
      if ((centre_N_[a] - centre_N_[b]).squaredNorm() > reach * reach) continue;
      if (scene_->may_meet(a, b)) listed_pairs_.emplace_back(a, b);
    }
  std::sort(listed_pairs_.begin(), listed_pairs_.end());
  listed_at_N_ = centre_N_;
  listed_ = true;
}

bool ContactSearch::any_shapes_near(int a, int b, std::span<const LinkPose> poses,
                                    double gap_m) const {
  for (const SceneShape& of_a : scene_->shapes_of(a))
    for (const SceneShape& of_b : scene_->shapes_of(b))
      if (shapes_near(of_a, poses[a], of_b, poses[b], gap_m)) return true;
  return false;
}

bool ContactSearch::clear_of_ground(int link, const Vec3& c, double radius) {
  const double bottom = c.z() + radius;
  if (bottom < scene_->terrain()->shallowest_m()) return true;
  if (!(c.cwiseAbs().maxCoeff() < kFarthest_m)) return true;
  Clearance& square = clearance_[link];
  const bool inside = c.x() - radius >= square.north_low && c.x() + radius <= square.north_high &&
                      c.y() - radius >= square.east_low && c.y() + radius <= square.east_high;
  if (!inside && !renew(square, c, radius)) return false;
  return bottom < square.top_m;
}

// False when the square would be too large to look at.
bool ContactSearch::renew(Clearance& square, const Vec3& c, double radius) {
  const double cell = scene_->terrain()->cell_m(), half = radius + kClearanceCells * cell;
  if (2 * half > kWidestSquare * cell) return false;
  const auto i0 = static_cast<int64_t>(std::floor((c.x() - half) / cell)),
             j0 = static_cast<int64_t>(std::floor((c.y() - half) / cell));
  const int count = static_cast<int>(std::ceil(2 * half / cell)) + 2;
  square.top_m = kInfinity;
  for (int row = 0; row < count; ++row) {
    const std::span<double> depths(window_.data(), count);
    scene_->terrain()->nodes(i0 + row, j0, 1, count, depths);
    for (const double depth : depths)
      if (std::isfinite(depth)) square.top_m = std::min(square.top_m, depth);
  }
  square.north_low = static_cast<double>(i0) * cell;
  square.north_high = static_cast<double>(i0 + count - 1) * cell;
  square.east_low = static_cast<double>(j0) * cell;
  square.east_high = static_cast<double>(j0 + count - 1) * cell;
  return true;
}

// The nodes of a footprint into window_.
void ContactSearch::fetch(const Footprint& f) {
  if (f.stride == 1) {
    scene_->terrain()->nodes(f.i0, f.j0, f.ni, f.nj,
                             std::span(window_).first(static_cast<size_t>(f.ni) * f.nj));
    return;
  }
  double part[kRowPart];
  const int step = std::max(1, (kRowPart - 1) / f.stride);  // nodes of the window per part
  for (int a = 0; a < f.ni; ++a)
    for (int b = 0; b < f.nj; b += step) {
      const int taken = std::min(step, f.nj - b), wide = (taken - 1) * f.stride + 1;
      scene_->terrain()->nodes((f.i0 + a) * f.stride, (f.j0 + b) * f.stride, 1, wide,
                               std::span(part).first(wide));
      for (int k = 0; k < taken; ++k)
        window_[static_cast<size_t>(a) * f.nj + b + k] = part[k * f.stride];
    }
}

std::span<const TerrainContact> ContactSearch::ground_contacts(const SceneShape& shape,
                                                               const LinkPose& pose) {
  const ShapePose shape_pose{pose.p_NL + pose.R_NL * shape.p_LS, pose.R_NL * shape.R_LS};
  const ShapeBounds bounds = bounds_of(shape.convex, shape_pose);
  if (bounds.high_N.z() < scene_->terrain()->shallowest_m()) return {};
  const Footprint f = footprint_of(bounds, scene_->terrain()->cell_m());
  fetch(f);
  const geometry::HeightWindow window{scene_->terrain()->cell_m() * f.stride,
                                      f.i0,
                                      f.j0,
                                      f.ni,
                                      f.nj,
                                      std::span(window_).first(static_cast<size_t>(f.ni) * f.nj)};
  const int count = finder_.find(shape.convex, shape_pose, window, found_);
  return std::span(found_).first(count);
}

}  // namespace hadal::dynamics
