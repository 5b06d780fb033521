#include "dynamics/contact/contact_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/contact/terrain_contact.h"

namespace hadal::dynamics {
namespace {

constexpr int kMaxContacts = 512;
constexpr int kContactsPerPair = 8;
constexpr int kPairsPerShape = 4;  // that touch at the same time
// More than the rounding of poses 1e8 m from the origin, and than that of the vertices of hulls,
// which the engine keeps in single precision.
constexpr double kSeparation_m = 1e-6, kSeparation = 1e-6;

double half_thickness(const ConvexShape& shape) {
  double thinnest = std::numeric_limits<double>::infinity();
  for (const Vec3& axis : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY()), Vec3(Vec3::UnitZ())})
    thinnest = std::min(thinnest, 0.5 * (shape.support(axis) - shape.support(-axis)).dot(axis));
  return thinnest;
}

}  // namespace

bool shapes_near(const SceneShape& a, const LinkPose& pose_a, const SceneShape& b,
                 const LinkPose& pose_b, double gap_m) {
  const Vec3 between =
      pose_b.p_NL + pose_b.R_NL * b.centre_L - (pose_a.p_NL + pose_a.R_NL * a.centre_L);
  const double reach = a.convex.bound_radius() + b.convex.bound_radius() + gap_m,
               square = between.squaredNorm();
  if (square > reach * reach) return false;
  const Mat3 R_NA = pose_a.R_NL * a.R_LS, R_NB = pose_b.R_NL * b.R_LS;
  const Vec3 along_a = (R_NA.transpose() * between).cwiseAbs(),
             along_b = (R_NB.transpose() * between).cwiseAbs();
  const Mat3 R_AB = (R_NA.transpose() * R_NB).cwiseAbs();
  const Vec3 &half_a = a.convex.box_half_extents(), &half_b = b.convex.box_half_extents();
  const double rounding =
      gap_m + a.convex.rounding() + b.convex.rounding() + kSeparation_m + kSeparation * reach;
  const Vec3 reach_a = half_a + R_AB * half_b + Vec3::Constant(rounding),
             reach_b = half_b + R_AB.transpose() * half_a + Vec3::Constant(rounding);
  if ((along_a.array() > reach_a.array()).any() || (along_b.array() > reach_b.array()).any())
    return false;
  return !(square > along_a.dot(half_a) + along_b.dot(half_b) + rounding * std::sqrt(square));
}

ContactScene::ContactScene(std::span<const ContactLink> links,
                           std::shared_ptr<const TerrainSource> terrain)
    : terrain_(std::move(terrain)) {
  for (size_t i = 0; i < links.size(); ++i) add_link(static_cast<int>(i), links[i]);
  first_shape_.push_back(static_cast<int>(shapes_.size()));
  for (size_t i = 0; i < links.size(); ++i) {
    const int parent = links[group_[i]].parent;
    parent_group_.push_back(parent < 0 ? -1 : group_[parent]);
  }
}

void ContactScene::add_link(int link, const ContactLink& spec) {
  root_.push_back(spec.parent < 0 ? link : root_[spec.parent]);
  group_.push_back(spec.parent >= 0 && spec.rigid_joint ? group_[spec.parent] : link);
  can_move_.push_back(!spec.rigid_joint || (spec.parent >= 0 && can_move_[spec.parent]));
  first_shape_.push_back(static_cast<int>(shapes_.size()));
  Bound bound;
  for (size_t k = 0; k < spec.shapes.size(); ++k) {
    const CollisionShape& shape = spec.shapes[k];
    SceneShape& made = shapes_.emplace_back(
        SceneShape{link, static_cast<int>(k), shape.material, shape.X_LS.p,
                   shape.X_LS.q.normalized().toRotationMatrix(), Vec3::Zero(), ConvexShape(shape)});
    made.centre_L = made.p_LS + made.R_LS * made.convex.bound_centre_S();
    bound.centre_L += made.centre_L;
    const double thickness = half_thickness(made.convex);
    bound.half_thickness = k == 0 ? thickness : std::min(bound.half_thickness, thickness);
  }
  if (!spec.shapes.empty()) bound.centre_L /= static_cast<double>(spec.shapes.size());
  for (size_t k = first_shape_.back(); k < shapes_.size(); ++k)
    bound.radius = std::max(bound.radius, (shapes_[k].centre_L - bound.centre_L).norm() +
                                              shapes_[k].convex.bound_radius());
  bounds_.push_back(bound);
}

std::span<const SceneShape> ContactScene::shapes_of(int link) const {
  return std::span(shapes_).subspan(first_shape_[link],
                                    first_shape_[link + 1] - first_shape_[link]);
}

bool ContactScene::may_meet(int a, int b) const {
  if (bounds_[a].radius < 0 || bounds_[b].radius < 0) return false;
  if (!can_move_[a] && !can_move_[b]) return false;
  if (root_[a] != root_[b]) return true;
  if (group_[a] == group_[b] || parent_group_[a] == group_[b] || parent_group_[b] == group_[a])
    return false;
  return !std::binary_search(excluded_.begin(), excluded_.end(),
                             std::pair<int, int>(std::minmax(a, b)));
}

std::vector<std::pair<int, int>> ContactScene::pairs_within_trees() const {
  std::vector<std::vector<int>> trees(bounds_.size());
  for (int link = 0; link < link_count(); ++link) trees[root_[link]].push_back(link);
  std::vector<std::pair<int, int>> pairs;
  for (const std::vector<int>& tree : trees)
    for (size_t i = 0; i < tree.size(); ++i)
      for (size_t j = i + 1; j < tree.size(); ++j)
        if (may_meet(tree[i], tree[j])) pairs.emplace_back(tree[i], tree[j]);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

void ContactScene::exclude(int a, int b) {
  const std::pair<int, int> pair = std::minmax(a, b);
  excluded_.insert(std::lower_bound(excluded_.begin(), excluded_.end(), pair), pair);
}

int ContactScene::contact_room() const {
  int moving = 0, meetings = 0;
  for (const SceneShape& shape : shapes_) moving += can_move_[shape.link];
  const int enough = std::min(kMaxContacts, kPairsPerShape * moving);
  for (int a = 0; a < link_count() && meetings < enough; ++a)
    for (int b = a + 1; b < link_count() && meetings < enough; ++b)
      if (may_meet(a, b))
        meetings += static_cast<int>(shapes_of(a).size() * shapes_of(b).size());
  const int ground = terrain_ ? kMaxTerrainContacts * moving : 0;
  return std::min(kMaxContacts,
                  ground + kContactsPerPair * std::min(meetings, kPairsPerShape * moving));
}

}  // namespace hadal::dynamics
