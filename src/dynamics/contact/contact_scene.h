// All collision shapes of a world: which may meet, which are near each other or the ground, and
// where they touch the ground. Shapes against shapes is left to the engine.
//
// Which pairs of links may meet: not within one rigid group (links joined by fixed joints), not
// groups joined by a joint, not two links of one tree that overlap at the start, and not two that
// cannot move.
//
// Near the ground: a link whose bounding sphere is above the shallowest node of a square about it
// is left alone, and the square is kept until the link leaves it. What is kept only saves time; the
// contacts do not depend on it.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "dynamics/contact/contact_law.h"
#include "dynamics/contact/terrain_contact.h"
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
  ConvexShape convex;
};

struct LinkPose {
  Vec3 p_NL = Vec3::Zero();
  Mat3 R_NL = Mat3::Identity();
};

class ContactScene {
 public:
  ContactScene() = default;
  ContactScene(std::span<const ContactLink> links, std::shared_ptr<const TerrainSource> terrain);

  std::span<const SceneShape> shapes() const { return shapes_; }
  std::span<const SceneShape> shapes_of(int link) const;
  const TerrainSource* terrain() const { return terrain_.get(); }
  bool empty() const { return shapes_.empty(); }

  struct LinkPair {
    int a = 0, b = 0;
    bool same_tree = false;
  };
  std::span<const LinkPair> pairs() const { return pairs_; }
  void exclude(int a, int b);
  // Room for contacts that any pose of the world needs, within reason.
  int contact_room() const;

  // Whether the link can be moved by a contact at all. Links under a root that is set kinematic
  // cannot.
  bool movable(int link) const { return can_move_[link] && !kinematic_[root_[link]]; }
  void set_kinematic(int root, bool on) { kinematic_[root] = on; }

  // Broad phase: takes note of links near the ground and of pairs near each other; false if none.
  bool find_near(std::span<const LinkPose> poses);
  std::span<const int> near_ground() const { return near_ground_; }
  std::span<const LinkPair> near_pairs() const { return near_pairs_; }
  bool shapes_near(const SceneShape& a, const LinkPose& pose_a, const SceneShape& b,
                   const LinkPose& pose_b) const;

  // Contacts of one shape with the ground; valid until the next call.
  std::span<const TerrainContact> ground_contacts(const SceneShape& shape, const LinkPose& pose);

 private:
  struct Bound {
    Vec3 centre_L = Vec3::Zero();
    double radius = -1;  // below zero: no shapes
  };
  struct Clearance {
    double north_low = 0, north_high = -1, east_low = 0, east_high = -1;
    double top_m = 0;  // depth of the shallowest node in the square
  };
  void add_link(int link, const ContactLink& spec);
  void make_pairs(std::span<const ContactLink> links);
  void reserve();
  bool clear_of_ground(int link, const Vec3& centre_N, double radius);
  bool renew(Clearance& square, const Vec3& centre_N, double radius);
  void fetch(const Footprint& footprint);

  std::shared_ptr<const TerrainSource> terrain_;
  std::vector<SceneShape> shapes_;
  std::vector<int> first_shape_;  // per link, and one past the last
  std::vector<Bound> bounds_;     // per link
  std::vector<int> root_, group_;
  std::vector<char> can_move_, kinematic_;
  std::vector<LinkPair> pairs_, near_pairs_;
  std::vector<int> grounded_links_, near_ground_;
  std::vector<Clearance> clearance_;
  std::vector<Vec3> centre_N_;
  std::vector<double> window_;
  TerrainContactFinder finder_;
  TerrainContact found_[kMaxTerrainContacts];
};

}  // namespace hadal::dynamics
