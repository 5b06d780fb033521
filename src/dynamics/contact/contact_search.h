// What is near what in a scene at given poses, and where shapes touch the ground. Shapes against
// shapes is left to the engine. One per simulation; holds nothing that a result depends on.
//
// Pairs: links whose bounding spheres come closer than kListGap_m are listed by sorting them along
// one axis; the list serves until a link has moved half that far. Of the listed pairs those are near
// of which two shapes are not surely apart.
//
// Fast links: the sphere of a link that moves far in a step is wider by that way, so that pairs which
// would pass through each other between two steps are near.
//
// Ground: a link whose bounding sphere is above the shallowest node of a square about it is left
// alone, and the square is kept until the link leaves it.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "dynamics/contact/contact_scene.h"
#include "dynamics/contact/terrain_contact.h"

namespace hadal::dynamics {

constexpr double kListGap_m = 0.5;
constexpr double kFarMove = 0.5;  // of half the thickness, in a step

class ContactSearch {
 public:
  explicit ContactSearch(const ContactScene& scene);  // which must outlive the search

  // Whether the link can be moved by a contact at all. Links under a root that is set kinematic
  // cannot.
  bool movable(int link) const { return scene_->can_move(link) && !kinematic_[scene_->root(link)]; }
  void set_kinematic(int root, bool on) { kinematic_[root] = on; }

  // Whether there is anything at all that could be near anything.
  bool can_find() const { return !grounded_links_.empty() || shaped_links_.size() > 1; }
  // Broad phase: takes note of links near the ground and of pairs near each other; false if none.
  // moves_m: how far each link moves in a step if that is far for it (far_move_m()), otherwise zero.
  // Allocates only if more pairs are near than there was ever room for (16 per link or 4096).
  bool find_near(std::span<const LinkPose> poses, std::span<const double> moves_m);
  double far_move_m(int link) const { return kFarMove * scene_->bound(link).half_thickness; }
  // Whether the bounding spheres of two links overlapped, which need not be near for that.
  bool spheres_overlap() const { return spheres_overlap_; }
  std::span<const int> near_ground() const { return near_ground_; }
  std::span<const std::pair<int, int>> near_pairs() const { return near_pairs_; }  // in order

  // Contacts of one shape with the ground; valid until the next call.
  std::span<const TerrainContact> ground_contacts(const SceneShape& shape, const LinkPose& pose);

 private:
  struct Clearance {
    double north_low = 0, north_high = -1, east_low = 0, east_high = -1;
    double top_m = 0;  // depth of the shallowest node in the square
  };
  struct Extent {  // of a link along the axis of the sort
    int link = 0;
    double low = 0, high = 0;
  };
  void reserve();
  void find_near_ground();
  void find_near_pairs(std::span<const LinkPose> poses, std::span<const double> moves_m);
  void list_pairs(std::span<const double> moves_m);
  bool any_shapes_near(int a, int b, std::span<const LinkPose> poses, double gap_m) const;
  bool clear_of_ground(int link, const Vec3& centre_N, double radius);
  bool renew(Clearance& square, const Vec3& centre_N, double radius);
  void fetch(const Footprint& footprint);

  const ContactScene* scene_;
  std::vector<char> kinematic_;  // per link; meaningful at roots
  std::vector<Vec3> centre_N_;   // per link with shapes
  std::vector<int> shaped_links_, grounded_links_, near_ground_;
  std::vector<Vec3> listed_at_N_;  // centres when the pairs were listed
  std::vector<double> listed_move_m_;
  std::vector<Extent> extents_;
  std::vector<std::pair<int, int>> listed_pairs_, near_pairs_;
  bool listed_ = false, spheres_overlap_ = false;
  std::vector<Clearance> clearance_;
  std::vector<double> window_;
  TerrainContactFinder finder_;
  TerrainContact found_[kMaxTerrainContacts];
};

}  // namespace hadal::dynamics
