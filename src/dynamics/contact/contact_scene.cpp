#include "dynamics/contact/contact_scene.h"

#include <algorithm>
#include <cmath>

namespace hadal::dynamics {
namespace {

constexpr int kMostContacts = 512;
constexpr int kContactsPerPair = 8;
constexpr int kPairsPerShape = 4;    // that touch at the same time
constexpr int kClearanceCells = 24;  // around the bounding sphere
constexpr int kWidestSquare = 160;   // cells
constexpr double kFarthest_m = 1e8;  // lattice indices beyond are not asked for
constexpr int kRowPart = 1024;       // nodes of a row fetched at once when only some are used

}  // namespace

ContactScene::ContactScene(std::span<const ContactLink> links,
                           std::shared_ptr<const TerrainSource> terrain)
    : terrain_(std::move(terrain)),
      kinematic_(links.size(), 0),
      clearance_(links.size()),
      centre_N_(links.size()) {
  for (size_t i = 0; i < links.size(); ++i) add_link(static_cast<int>(i), links[i]);
  first_shape_.push_back(static_cast<int>(shapes_.size()));
  make_pairs(links);
  for (size_t i = 0; i < links.size(); ++i)
    if (terrain_ && can_move_[i] && bounds_[i].radius >= 0)
      grounded_links_.push_back(static_cast<int>(i));
  reserve();
}

void ContactScene::add_link(int link, const ContactLink& spec) {
  root_.push_back(spec.parent < 0 ? link : root_[spec.parent]);
  group_.push_back(spec.parent >= 0 && spec.rigid_joint ? group_[spec.parent] : link);
  can_move_.push_back(!spec.rigid_joint || (spec.parent >= 0 && can_move_[spec.parent]));
  first_shape_.push_back(static_cast<int>(shapes_.size()));
  Bound bound;
  for (size_t k = 0; k < spec.shapes.size(); ++k) {
    const CollisionShape& shape = spec.shapes[k];
    shapes_.push_back({link, static_cast<int>(k), shape.material, shape.X_LS.p,
                       shape.X_LS.q.normalized().toRotationMatrix(), ConvexShape(shape)});
    const SceneShape& made = shapes_.back();
    bound.centre_L += made.p_LS + made.R_LS * made.convex.bound_centre_S();
  }
  if (!spec.shapes.empty()) bound.centre_L /= static_cast<double>(spec.shapes.size());
  for (size_t k = first_shape_.back(); k < shapes_.size(); ++k) {
    const SceneShape& made = shapes_[k];
    const Vec3 centre = made.p_LS + made.R_LS * made.convex.bound_centre_S();
    bound.radius =
        std::max(bound.radius, (centre - bound.centre_L).norm() + made.convex.bound_radius());
  }
  bounds_.push_back(bound);
}

void ContactScene::make_pairs(std::span<const ContactLink> links) {
  const auto parent_group = [&](int link) {
    const int parent = links[group_[link]].parent;
    return parent < 0 ? -1 : group_[parent];
  };
  const int n = static_cast<int>(links.size());
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b) {
      if (bounds_[a].radius < 0 || bounds_[b].radius < 0) continue;
      if (!can_move_[a] && !can_move_[b]) continue;
      if (group_[a] == group_[b] || parent_group(a) == group_[b] || parent_group(b) == group_[a])
        continue;
      pairs_.push_back({a, b, root_[a] == root_[b]});
    }
}

void ContactScene::reserve() {
  near_pairs_.reserve(pairs_.size());
  near_ground_.reserve(grounded_links_.size());
  if (!terrain_) return;
  size_t corners = 0, faces = 0, side = 0;
  for (const SceneShape& shape : shapes_) {
    corners = std::max(corners, shape.convex.corners().size());
    faces = std::max(faces, shape.convex.faces().size());
    const double cells = 2 * shape.convex.bound_radius() / terrain_->cell_m();
    side = std::max(side, static_cast<size_t>(std::min(cells, static_cast<double>(kMaxSide))) + 8);
  }
  window_.resize(std::max<size_t>(side * side, kRowPart));
  finder_.reserve(side * side, corners, faces);
}

std::span<const SceneShape> ContactScene::shapes_of(int link) const {
  return std::span(shapes_).subspan(first_shape_[link],
                                    first_shape_[link + 1] - first_shape_[link]);
}

void ContactScene::exclude(int a, int b) {
  std::erase_if(pairs_, [&](const LinkPair& pair) {
    return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
  });
}

int ContactScene::contact_room() const {
  int moving = 0, meetings = 0;
  for (const SceneShape& shape : shapes_) moving += can_move_[shape.link];
  for (const LinkPair& pair : pairs_)
    meetings += static_cast<int>(shapes_of(pair.a).size() * shapes_of(pair.b).size());
  const int ground = terrain_ ? kMaxTerrainContacts * moving : 0;
  return std::min(kMostContacts,
                  ground + kContactsPerPair * std::min(meetings, kPairsPerShape * moving));
}

bool ContactScene::find_near(std::span<const LinkPose> poses) {
  near_ground_.clear();
  near_pairs_.clear();
  for (size_t i = 0; i < bounds_.size(); ++i)
    if (bounds_[i].radius >= 0) centre_N_[i] = poses[i].p_NL + poses[i].R_NL * bounds_[i].centre_L;
  for (const int link : grounded_links_)
    if (movable(link) && !clear_of_ground(link, centre_N_[link], bounds_[link].radius))
      near_ground_.push_back(link);
  for (const LinkPair& pair : pairs_) {
    const double reach = bounds_[pair.a].radius + bounds_[pair.b].radius;
    if ((centre_N_[pair.a] - centre_N_[pair.b]).squaredNorm() > reach * reach) continue;
    if (movable(pair.a) || movable(pair.b)) near_pairs_.push_back(pair);
  }
  return !near_ground_.empty() || !near_pairs_.empty();
}

bool ContactScene::shapes_near(const SceneShape& a, const LinkPose& pose_a, const SceneShape& b,
                               const LinkPose& pose_b) const {
  const auto centre = [](const SceneShape& s, const LinkPose& pose) {
    return Vec3(pose.p_NL + pose.R_NL * (s.p_LS + s.R_LS * s.convex.bound_centre_S()));
  };
  const double reach = a.convex.bound_radius() + b.convex.bound_radius();
  return (centre(a, pose_a) - centre(b, pose_b)).squaredNorm() <= reach * reach;
}

bool ContactScene::clear_of_ground(int link, const Vec3& c, double radius) {
  const double bottom = c.z() + radius;
  if (bottom < terrain_->shallowest_m()) return true;
  if (!(c.cwiseAbs().maxCoeff() < kFarthest_m)) return true;
  Clearance& square = clearance_[link];
  const bool inside = c.x() - radius >= square.north_low && c.x() + radius <= square.north_high &&
                      c.y() - radius >= square.east_low && c.y() + radius <= square.east_high;
  if (!inside && !renew(square, c, radius)) return false;
  return bottom < square.top_m;
}

// False when the square would be too large to look at.
bool ContactScene::renew(Clearance& square, const Vec3& c, double radius) {
  const double cell = terrain_->cell_m(), half = radius + kClearanceCells * cell;
  if (2 * half > kWidestSquare * cell) return false;
  const auto i0 = static_cast<int64_t>(std::floor((c.x() - half) / cell)),
             j0 = static_cast<int64_t>(std::floor((c.y() - half) / cell));
  const int count = static_cast<int>(std::ceil(2 * half / cell)) + 2;
  square.top_m = std::numeric_limits<double>::infinity();
  for (int row = 0; row < count; ++row) {
    const std::span<double> depths(window_.data(), count);
    terrain_->nodes(i0 + row, j0, 1, count, depths);
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
void ContactScene::fetch(const Footprint& f) {
  if (f.stride == 1) {
    terrain_->nodes(f.i0, f.j0, f.ni, f.nj,
                    std::span(window_).first(static_cast<size_t>(f.ni) * f.nj));
    return;
  }
  double part[kRowPart];
  const int step = std::max(1, (kRowPart - 1) / f.stride);  // nodes of the window per part
  for (int a = 0; a < f.ni; ++a)
    for (int b = 0; b < f.nj; b += step) {
      const int taken = std::min(step, f.nj - b), wide = (taken - 1) * f.stride + 1;
      terrain_->nodes((f.i0 + a) * f.stride, (f.j0 + b) * f.stride, 1, wide,
                      std::span(part).first(wide));
      for (int k = 0; k < taken; ++k)
        window_[static_cast<size_t>(a) * f.nj + b + k] = part[k * f.stride];
    }
}

std::span<const TerrainContact> ContactScene::ground_contacts(const SceneShape& shape,
                                                              const LinkPose& pose) {
  const ShapePose shape_pose{pose.p_NL + pose.R_NL * shape.p_LS, pose.R_NL * shape.R_LS};
  const ShapeBounds bounds = bounds_of(shape.convex, shape_pose);
  if (bounds.high_N.z() < terrain_->shallowest_m()) return {};
  const Footprint f = footprint_of(bounds, terrain_->cell_m());
  fetch(f);
  const geometry::HeightWindow window{terrain_->cell_m() * f.stride,
                                      f.i0,
                                      f.j0,
                                      f.ni,
                                      f.nj,
                                      std::span(window_).first(static_cast<size_t>(f.ni) * f.nj)};
  const int count = finder_.find(shape.convex, shape_pose, window, found_);
  return std::span(found_).first(count);
}

}  // namespace hadal::dynamics
