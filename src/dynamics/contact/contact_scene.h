// All collision shapes of a world and which of them may meet. Constant after load, so that any
// number of searches (contact_search.h) may share one scene.
//
// Which pairs of links may meet: not within one rigid group (links joined by fixed joints), not
// groups joined by a joint, not two links of one tree that overlap at the start, and not two that
// cannot move.
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "dynamics/contact/convex_shape.h"
#include "dynamics/contact/terrain_source.h"

namespace hadal::dynamics {

// A link as the scene sees it.
struct ContactLink {
  int parent = -1;
  bool rigid_joint = false;  // fixed to its parent, or to the world
  std::span<const CollisionShape> shapes;
};

struct SceneShape {
  int link = 0;
  int index = 0;  // among the shapes of the link
  int material = 0;
  Vec3 p_LS = Vec3::Zero();
  Mat3 R_LS = Mat3::Identity();
  Vec3 centre_L = Vec3::Zero();  // of its bounding sphere and box
  ConvexShape convex;
};

struct LinkPose {
  Vec3 p_NL = Vec3::Zero();
  Mat3 R_NL = Mat3::Identity();
};

// False only if the two shapes are surely farther apart than the gap: their spheres are, or one of
// seven axes separates the rounded boxes about them (their faces, and the line between their
// centres).
bool shapes_near(const SceneShape& a, const LinkPose& pose_a, const SceneShape& b,
                 const LinkPose& pose_b, double gap_m = 0);

class ContactScene {
 public:
  ContactScene() = default;
  ContactScene(std::span<const ContactLink> links, std::shared_ptr<const TerrainSource> terrain);

  int link_count() const { return static_cast<int>(bounds_.size()); }
  std::span<const SceneShape> shapes() const { return shapes_; }
  std::span<const SceneShape> shapes_of(int link) const;
  int first_shape(int link) const { return first_shape_[link]; }  // of the link, in shapes()
  const TerrainSource* terrain() const { return terrain_.get(); }
  bool empty() const { return shapes_.empty(); }

  // A sphere about the shapes of a link.
  struct Bound {
    Vec3 centre_L = Vec3::Zero();
    double radius = -1;  // below zero: no shapes
    double half_thickness = 0;  // of the thinnest shape, along the axes of its frame
  };
  const Bound& bound(int link) const { return bounds_[link]; }
  int root(int link) const { return root_[link]; }
  bool can_move(int link) const { return can_move_[link]; }
  bool may_meet(int a, int b) const;
  // The pairs a < b of links of one tree that may meet, in order.
  std::vector<std::pair<int, int>> pairs_within_trees() const;
  // Two links of one tree that shall not meet after all. For the load only.
  void exclude(int a, int b);
  std::span<const std::pair<int, int>> excluded() const { return excluded_; }
  // Room for contacts that any pose of the world needs, within reason.
  int contact_room() const;

 private:
  void add_link(int link, const ContactLink& spec);

  std::shared_ptr<const TerrainSource> terrain_;
  std::vector<SceneShape> shapes_;
  std::vector<int> first_shape_;  // per link, and one past the last
  std::vector<Bound> bounds_;     // per link
  std::vector<int> root_, group_;
  std::vector<int> parent_group_;  // of the group's parent link; -1 for none
  std::vector<char> can_move_;
  std::vector<std::pair<int, int>> excluded_;  // sorted
};

}  // namespace hadal::dynamics
