// The configurations of an arm, alone or with the pose of its vehicle, that are clear of everything:
// of the arm itself, its vehicle, other bodies and the ground, each at least `clearance_m` away. The
// shapes, and which of them may meet, are those of the simulation's own contacts
// (dynamics/contact/contact_scene.h); all that the coordinates do not move is where a state has it.
//
// Coordinates: joints of the arm, base first, radians of hinges and metres of slides; with the vehicle
// before them north, east and down of the origin of its first link (m) and yaw about the vertical
// (rad, not wrapped), roll and pitch staying as they are in the state.
//
// How far one may go (free_space.h): along q + s d no point of link a comes nearer to link b than by
//   s sum_j |d_j| r_j,   over the coordinates j that move one of the two and not the other,
// r_j being 1 of a coordinate that shifts, and of one that turns the length of the stretched chain
// from its axis to the farthest point of the link. With distances (dynamics/contact/shape_distance.h)
// that never exceed the true ones, a line is thus shown to be free as a whole, whatever its length.
// Configurations that are looked at keep the clearance, those between them the clearance less
// kBetween_m. Links that are nearer than the clearance at the start only must not come nearer than
// kStartFraction of that; nearer than kBetween_m the start is not free.
//
// A hinge without limits may turn by kOpenTurn to either side of its start.
//
// All memory is taken by the constructor. The world and the scene must outlive the space.
#pragma once
#include <limits>
#include <span>
#include <vector>

#include "dynamics/contact/contact_scene.h"
#include "planning/free_space.h"
#include "world/arm.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::planning {

constexpr double kBetween_m = 0.001;
constexpr double kStartFraction = 0.9;
constexpr double kOpenTurn = 6.283185307179586;  // rad

struct ArmSpaceSettings {
  bool with_vehicle = false;
  double clearance_m = 0.02;  // above zero
  double room_m = 2;          // about the start and the goal, that the vehicle may use
};

// Two links, or a link and the ground, and how far they are apart.
struct LinkGap {
  double distance_m = 0;  // zero or below: they overlap
  int link_a = -1;        // -1: nothing within reach of the search
  int link_b = -1;        // -1: the ground
};

class ArmSpace : public FreeSpace {
 public:
  ArmSpace(const World& world, const dynamics::ContactScene& scene, const Arm& arm,
           const ArmSpaceSettings& settings = {});

  // Everything else is as in the state, and so is the start.
  void begin(const State& state, const MotionLimits& limits);
  const Configuration& start() const { return start_; }
  // The vehicle may go where start and goal are, and around.
  void open_for(const Configuration& goal);

  const Coordinates& coordinates() const override { return coordinates_; }
  double free_fraction(const Configuration& q, const Configuration& d) override;
  // The two that are nearest to each other, among those that the coordinates move against each other.
  LinkGap least_gap(const Configuration& q, double cap_m);
  // Of any link of the world at the configuration last looked at, for those that are moved; of the
  // state for others.
  const dynamics::LinkPose& pose(int link) const { return poses_[link]; }

  int vehicle_coordinates() const { return settings_.with_vehicle ? 4 : 0; }
  int coordinate_count() const { return vehicle_coordinates() + static_cast<int>(joints_.size()); }
  std::span<const int> joint_links() const { return joints_; }

 private:
  struct Mover {  // a link that the coordinates move
    int link = 0;
    double joint = 0;   // position of its joint, if that is none of the coordinates
    int coordinate = -1;  // of its joint
    std::array<double, kMaxCoordinates> reach{};  // of its points, by coordinate; 0: does not move it
    Vec3 centre_N = Vec3::Zero();
    double radius = -1;  // of the sphere about its shapes; below zero: none
    double travel = 0;   // at most, in this line
    double wanted_ground_m = 0;
  };
  struct Pair {
    int a = 0;       // into movers_
    int other = -1;  // into movers_; -1: a link that stays
    int link = 0;    // of b
    double wanted_m = 0;
  };
  struct Bystander {  // a link of another tree
    int link = 0;
    Vec3 centre_N = Vec3::Zero();
    double radius = 0;
    double wanted_m = 0;
  };
  // Calls f(mover, link of the other or -1, its mover or -1, wanted_m) for all that may meet.
  template <class F>
  void for_each_meeting(F&& f);

  void add_movers(const World& world);
  double length_to_parent(const Link& link) const;
  void find_reaches(Mover& mover) const;
  void add_pairs();
  void take_poses(const State& state);
  void take_start(const State& state);
  void set_bounds();
  void find_bystanders();
  void find_ground_top(const Vec3& low_N, const Vec3& high_N);
  void relax_at_start();
  void place(const Configuration& q);
  dynamics::LinkPose placed(const Mover& mover, const Configuration& q) const;
  double travel_between(const Mover& a, const Mover* b, const Configuration& d) const;
  double sphere_gap(const Mover& a, int link, const Mover* b) const;
  double gap(int link_a, int link_b, double cap_m) const;
  double ground_gap(int link, double cap_m);
  double ground_gap_of_shape(const dynamics::SceneShape& shape, const dynamics::LinkPose& pose,
                             double cap_m);

  const World* world_;
  const dynamics::ContactScene* scene_;
  ArmSpaceSettings settings_;
  int root_ = -1;            // first link of the vehicle
  std::vector<int> joints_;  // links
  std::vector<Mover> movers_;
  std::vector<int> mover_of_;  // per link of the world; -1: it stays
  std::vector<Pair> pairs_;    // within the tree of the arm
  std::vector<int> strangers_;  // links with shapes of other trees
  std::vector<Bystander> bystanders_;  // those of them within reach
  Coordinates coordinates_;
  Configuration start_;
  Mat3 R_level_;  // of the root without its yaw
  std::vector<dynamics::LinkPose> poses_;
  double ground_top_m_ = -std::numeric_limits<double>::infinity();  // near the arm
  std::vector<double> window_;  // depths of a block of the ground
};

}  // namespace hadal::planning
