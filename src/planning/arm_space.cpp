#include "planning/arm_space.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/contact/shape_distance.h"
#include "math/rotation.h"

namespace hadal::planning {
namespace {

using dynamics::LinkPose;
using dynamics::SceneShape;
using dynamics::ShapePose;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kBlockCells = 32;
constexpr double kGroundReach_m = 0.3;  // how far the ground is looked for, at least
constexpr int kGroundReachCells = 2;
constexpr double kMaxGroundNodes = 4e6;  // looked at for the shallowest place

// What one may rely on between configurations that keep the wanted distance.
double relied_on(double wanted_m) {
  return wanted_m - std::min(kBetween_m, 0.5 * wanted_m);
}

ShapePose shape_pose(const SceneShape& shape, const LinkPose& pose) {
  return {pose.p_NL + pose.R_NL * shape.p_LS, pose.R_NL * shape.R_LS};
}

bool turns(LinkJoint joint) {
  return joint == LinkJoint::kHinge;
}

}  // namespace

ArmSpace::ArmSpace(const World& world, const dynamics::ContactScene& scene, const Arm& arm,
                   const ArmSpaceSettings& settings)
    : world_(&world),
      scene_(&scene),
      settings_(settings),
      root_(world.vehicles[arm.vehicle].links.begin),
      mover_of_(world.links.size(), -1),
      poses_(world.links.size()),
      window_((kBlockCells + 1) * (kBlockCells + 1)) {
  for (const int actuator : arm.joints) joints_.push_back(world.actuators[actuator].link);
  add_movers(world);
  add_pairs();
  for (int link = 0; link < scene.link_count(); ++link)
    if (scene.root(link) != scene.root(root_) && scene.bound(link).radius >= 0)
      strangers_.push_back(link);
  bystanders_.reserve(strangers_.size());
}

// Links follow their parents in the list.
void ArmSpace::add_movers(const World& world) {
  for (size_t i = 0; i < world.links.size(); ++i) {
    const int link = static_cast<int>(i), parent = world.links[i].parent;
    const auto joint = std::find(joints_.begin(), joints_.end(), link);
    const bool moves = joint != joints_.end() || (parent >= 0 && mover_of_[parent] >= 0) ||
                       (settings_.with_vehicle && link == root_);
    if (!moves) continue;
    Mover mover;
    mover.link = link;
    if (joint != joints_.end())
      mover.coordinate = vehicle_coordinates() + static_cast<int>(joint - joints_.begin());
    mover.radius = scene_->bound(link).radius;
    mover_of_[link] = static_cast<int>(movers_.size());
    movers_.push_back(mover);
  }
  for (Mover& mover : movers_) find_reaches(mover);
}

double ArmSpace::length_to_parent(const Link& link) const {
  double length = link.pose_PL.p.norm();
  if (link.joint == LinkJoint::kSlide)
    length += link.joint_range ? std::max(std::abs((*link.joint_range)[0]),
                                          std::abs((*link.joint_range)[1]))
                               : kOpenTurn;
  return length;
}

// Of the farthest point of the link from the axis of each hinge between it and the root.
void ArmSpace::find_reaches(Mover& mover) const {
  const auto& bound = scene_->bound(mover.link);
  double length = bound.centre_L.norm() + std::max(0.0, bound.radius);
  for (int link = mover.link; link >= 0 && mover_of_[link] >= 0;
       link = world_->links[link].parent) {
    const Link& at = world_->links[link];
    const int coordinate = movers_[mover_of_[link]].coordinate;
    if (coordinate >= 0) mover.reach[coordinate] = turns(at.joint) ? length : 1;
    if (settings_.with_vehicle && link == root_) {
      std::fill_n(mover.reach.begin(), 3, 1.0);
      mover.reach[3] = length;
    }
    length += length_to_parent(at);
  }
}

void ArmSpace::add_pairs() {
  const auto moved_alike = [&](const Mover& a, int link) {
    const int b = mover_of_[link];
    for (int k = 0; k < kMaxCoordinates; ++k)
      if ((a.reach[k] > 0) != (b >= 0 && movers_[b].reach[k] > 0)) return false;
    return true;
  };
  for (size_t a = 0; a < movers_.size(); ++a)
    for (int link = 0; link < scene_->link_count(); ++link) {
      const int b = mover_of_[link];
      if (scene_->root(link) != scene_->root(root_) || (b >= 0 && b <= static_cast<int>(a)))
        continue;
      if (scene_->may_meet(movers_[a].link, link) && !moved_alike(movers_[a], link))
        pairs_.push_back({static_cast<int>(a), b, link});
    }
}

void ArmSpace::begin(const State& state, const MotionLimits& limits) {
  take_poses(state);
  take_start(state);
  coordinates_.limits = limits;
  set_bounds();
  open_for(start_);
}

void ArmSpace::take_poses(const State& state) {
  for (size_t i = 0; i < poses_.size(); ++i)
    poses_[i] = {state.p_NL_N[i], state.q_NL[i].toRotationMatrix()};
}

void ArmSpace::take_start(const State& state) {
  start_.resize(coordinate_count());
  const auto position = [&](int link) {
    const int address = world_->links[link].position_address;
    return address >= 0 ? state.position[address] : world_->links[link].joint_start;
  };
  if (settings_.with_vehicle) {
    const double yaw = euler_from(state.q_NL[root_]).yaw;
    start_.head<3>() = poses_[root_].p_NL;
    start_[3] = yaw;
    R_level_ = Eigen::AngleAxisd(-yaw, Vec3::UnitZ()) * poses_[root_].R_NL;
  }
  for (size_t k = 0; k < joints_.size(); ++k)
    start_[vehicle_coordinates() + static_cast<int>(k)] = position(joints_[k]);
  for (Mover& mover : movers_)
    if (mover.coordinate < 0 && world_->links[mover.link].joint != LinkJoint::kFree)
      mover.joint = position(mover.link);
}

// Stops of joints give way a little, so that a joint may start beyond its limit.
void ArmSpace::set_bounds() {
  coordinates_.lower = coordinates_.upper = start_;
  for (size_t k = 0; k < joints_.size(); ++k) {
    const auto& range = world_->links[joints_[k]].joint_range;
    const int i = vehicle_coordinates() + static_cast<int>(k);
    coordinates_.lower[i] = range ? std::min((*range)[0], start_[i]) : start_[i] - kOpenTurn;
    coordinates_.upper[i] = range ? std::max((*range)[1], start_[i]) : start_[i] + kOpenTurn;
  }
}

// The vehicle stays below the surface, unless it begins or ends above.
void ArmSpace::open_for(const Configuration& goal) {
  for (int i = 0; i < vehicle_coordinates(); ++i) {
    const double room = i == 3 ? std::numbers::pi : settings_.room_m,
                 low = std::min(start_[i], goal[i]), high = std::max(start_[i], goal[i]);
    coordinates_.lower[i] = i == 2 ? std::max(low - room, std::min(low, 0.0)) : low - room;
    coordinates_.upper[i] = high + room;
  }
  find_bystanders();
  relax_at_start();
}

// Links of other trees that the arm could come near to, wherever it goes within the bounds.
void ArmSpace::find_bystanders() {
  bystanders_.clear();
  if (movers_.empty()) return;
  place(start_);
  const Mover& first = movers_.front();
  Vec3 low = poses_[first.link].p_NL, high = low;
  if (settings_.with_vehicle) {
    low = coordinates_.lower.head<3>();
    high = coordinates_.upper.head<3>();
  }
  double reach = settings_.clearance_m;
  for (const Mover& mover : movers_) {
    double length = scene_->bound(mover.link).centre_L.norm() + std::max(0.0, mover.radius);
    for (int link = mover.link; link != first.link && link >= 0; link = world_->links[link].parent)
      length += length_to_parent(world_->links[link]);
    if (first.coordinate >= 0 && !turns(world_->links[first.link].joint))
      length += coordinates_.upper[first.coordinate] - coordinates_.lower[first.coordinate];
    reach = std::max(reach, length + settings_.clearance_m);
  }
  find_ground_top(low - Vec3::Constant(reach), high + Vec3::Constant(reach));
  for (const int link : strangers_) {
    const Vec3 centre = poses_[link].p_NL + poses_[link].R_NL * scene_->bound(link).centre_L;
    const double radius = scene_->bound(link).radius;
    if ((centre - centre.cwiseMax(low).cwiseMin(high)).norm() <= reach + radius)
      bystanders_.push_back({link, centre, radius, settings_.clearance_m});
  }
}

// The shallowest depth of the ground within a box.
void ArmSpace::find_ground_top(const Vec3& low_N, const Vec3& high_N) {
  if (!scene_->terrain()) return;
  const dynamics::TerrainSource& terrain = *scene_->terrain();
  ground_top_m_ = terrain.shallowest_m();
  const double cell = terrain.cell_m();
  const Vec3 first = (low_N / cell).array().floor(), last = (high_N / cell).array().ceil();
  const double nodes = (last.x() - first.x() + 1) * (last.y() - first.y() + 1);
  if (!(nodes <= kMaxGroundNodes)) return;
  double top = kInfinity;
  const int columns = static_cast<int>(last.y() - first.y()) + 1;
  for (auto i = static_cast<int64_t>(first.x()); i <= static_cast<int64_t>(last.x()); ++i)
    for (int begin = 0; begin < columns; begin += static_cast<int>(window_.size())) {
      const int count = std::min(columns - begin, static_cast<int>(window_.size()));
      const std::span<double> depth(window_.data(), count);
      terrain.nodes(i, static_cast<int64_t>(first.y()) + begin, 1, count, depth);
      for (const double depth_m : depth)
        if (std::isfinite(depth_m)) top = std::min(top, depth_m);
    }
  ground_top_m_ = std::max(ground_top_m_, top);
}

// What is nearer than the clearance at the start is allowed to be, and to stay.
void ArmSpace::relax_at_start() {
  const double clearance = settings_.clearance_m;
  const auto relaxed = [&](double gap_m) {
    if (gap_m >= clearance) return clearance;
    return gap_m >= kBetween_m ? kStartFraction * gap_m : 0;
  };
  place(start_);
  for (Pair& pair : pairs_)
    pair.wanted_m = relaxed(gap(movers_[pair.a].link, pair.link, 2 * clearance));
  for (Bystander& other : bystanders_) {
    double least = 2 * clearance;
    for (const Mover& mover : movers_)
      if (scene_->may_meet(mover.link, other.link))
        least = std::min(least, gap(mover.link, other.link, least));
    other.wanted_m = relaxed(least);
  }
  for (Mover& mover : movers_)
    mover.wanted_ground_m = relaxed(ground_gap(mover.link, 2 * clearance));
}

void ArmSpace::place(const Configuration& q) {
  for (Mover& mover : movers_) {
    poses_[mover.link] = placed(mover, q);
    mover.centre_N = poses_[mover.link].p_NL +
                     poses_[mover.link].R_NL * scene_->bound(mover.link).centre_L;
  }
}

LinkPose ArmSpace::placed(const Mover& mover, const Configuration& q) const {
  if (settings_.with_vehicle && mover.link == root_)
    return {q.head<3>(), Eigen::AngleAxisd(q[3], Vec3::UnitZ()) * R_level_};
  const Link& link = world_->links[mover.link];
  const double joint = mover.coordinate >= 0 ? q[mover.coordinate] : mover.joint;
  const Vec3 axis = link.axis_L.normalized();
  Quat q_PL = link.pose_PL.q.normalized();
  Vec3 p_PL = link.pose_PL.p;
  if (link.joint == LinkJoint::kSlide) p_PL += q_PL * axis * joint;
  if (link.joint == LinkJoint::kHinge)
    q_PL = q_PL * quaternion_from_rotation_vector(axis * joint);
  const LinkPose world_frame;
  const LinkPose& parent = link.parent < 0 ? world_frame : poses_[link.parent];
  return {parent.p_NL + parent.R_NL * p_PL, parent.R_NL * q_PL.toRotationMatrix()};
}

template <class F>
void ArmSpace::for_each_meeting(F&& f) {
  for (const Pair& pair : pairs_) f(movers_[pair.a], pair.link, pair.other, pair.wanted_m);
  for (const Mover& mover : movers_) {
    if (mover.radius < 0) continue;
    for (const Bystander& other : bystanders_)
      if (scene_->may_meet(mover.link, other.link)) f(mover, other.link, -1, other.wanted_m);
    if (scene_->terrain()) f(mover, -1, -1, mover.wanted_ground_m);
  }
}

// How far points of the two come nearer to each other at most, along d.
double ArmSpace::travel_between(const Mover& a, const Mover* b, const Configuration& d) const {
  if (!b) return a.travel;
  double sum = 0;
  for (int k = 0; k < d.size(); ++k)
    if ((a.reach[k] > 0) != (b->reach[k] > 0))
      sum += std::abs(d[k]) * std::max(a.reach[k], b->reach[k]);
  return sum;
}

// Between the spheres about the two links.
double ArmSpace::sphere_gap(const Mover& a, int link, const Mover* b) const {
  const auto& bound = scene_->bound(link);
  const Vec3 centre = b ? b->centre_N : Vec3(poses_[link].p_NL + poses_[link].R_NL * bound.centre_L);
  return (a.centre_N - centre).norm() - a.radius - bound.radius;
}

double ArmSpace::free_fraction(const Configuration& q, const Configuration& d) {
  place(q);
  for (Mover& mover : movers_) {
    mover.travel = 0;
    for (int k = 0; k < d.size(); ++k) mover.travel += std::abs(d[k]) * mover.reach[k];
  }
  const bool still = d.isZero(0);
  double fraction = 1;
  for_each_meeting([&](const Mover& a, int link, int other, double wanted_m) {
    const Mover* b = other >= 0 ? &movers_[other] : nullptr;
    const double travel = travel_between(a, b, d), kept = relied_on(wanted_m);
    if (fraction < 0 || (travel <= 0 && !still)) return;
    const double enough = std::max(wanted_m, kept + fraction * travel);
    if (link >= 0 && sphere_gap(a, link, b) >= enough) return;
    const double found = link >= 0 ? gap(a.link, link, enough) : ground_gap(a.link, enough);
    if (found < wanted_m || wanted_m <= 0)
      fraction = -1;
    else if (travel > 0)
      fraction = std::min(fraction, (found - kept) / travel);
  });
  return fraction;
}

LinkGap ArmSpace::least_gap(const Configuration& q, double cap_m) {
  place(q);
  LinkGap least{cap_m};
  for_each_meeting([&](const Mover& a, int link, int other, double) {
    const Mover* b = other >= 0 ? &movers_[other] : nullptr;
    if (link >= 0 && sphere_gap(a, link, b) >= least.distance_m) return;
    const double found = link >= 0 ? gap(a.link, link, least.distance_m)
                                   : ground_gap(a.link, least.distance_m);
    if (found < least.distance_m) least = {found, a.link, link};
  });
  return least;
}

// Of two links, and at most the cap.
double ArmSpace::gap(int link_a, int link_b, double cap_m) const {
  const LinkPose &pose_a = poses_[link_a], &pose_b = poses_[link_b];
  double least = cap_m;
  for (const SceneShape& a : scene_->shapes_of(link_a))
    for (const SceneShape& b : scene_->shapes_of(link_b)) {
      const double between = (pose_a.p_NL + pose_a.R_NL * a.centre_L - pose_b.p_NL -
                              pose_b.R_NL * b.centre_L)
                                 .norm();
      if (between - a.convex.bound_radius() - b.convex.bound_radius() >= least) continue;
      least = std::min(least, dynamics::shape_distance(a.convex, shape_pose(a, pose_a), b.convex,
                                                       shape_pose(b, pose_b), least));
    }
  return least;
}

// The ground is all that is below its surface. It is looked for within kGroundReach_m, or down to the
// shallowest place near the arm.
double ArmSpace::ground_gap(int link, double cap_m) {
  const dynamics::TerrainSource* terrain = scene_->terrain();
  if (!terrain) return cap_m;
  const auto& bound = scene_->bound(link);
  const double bottom = (poses_[link].p_NL + poses_[link].R_NL * bound.centre_L).z() + bound.radius,
               above = ground_top_m_ - bottom;
  double least = std::min(
      cap_m, std::max({above, kGroundReach_m, kGroundReachCells * terrain->cell_m()}));
  if (above >= least) return least;
  for (const SceneShape& shape : scene_->shapes_of(link))
    least = std::min(least, ground_gap_of_shape(shape, poses_[link], least));
  return least;
}

namespace {

// A block of the ground's lattice and a shape above it.
struct GroundBlock {
  const dynamics::ConvexShape& shape;
  const ShapePose& pose;
  const dynamics::ShapeBounds& bounds;
  double cell_m;
  int64_t i0, j0;
  int nj;
  std::span<const double> depth;

  Vec3 node(int a, int b) const {
    return {static_cast<double>(i0 + a) * cell_m, static_cast<double>(j0 + b) * cell_m,
            depth[static_cast<size_t>(a) * nj + b]};
  }
  // Whether the middle of the shape is below the triangle.
  bool covers(const std::array<Vec3, 3>& triangle) const {
    const Vec3 middle = pose.p_NS + pose.R_NS * shape.bound_centre_S();
    const auto side = [&](const Vec3& a, const Vec3& b) {
      return (b.x() - a.x()) * (middle.y() - a.y()) - (b.y() - a.y()) * (middle.x() - a.x());
    };
    const double s0 = side(triangle[0], triangle[1]), s1 = side(triangle[1], triangle[2]),
                 s2 = side(triangle[2], triangle[0]);
    if (!((s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0))) return false;
    const double sum = s0 + s1 + s2;
    const double depth_m =
        (s1 * triangle[0].z() + s2 * triangle[1].z() + s0 * triangle[2].z()) / sum;
    return sum != 0 && middle.z() > depth_m;
  }
  double gap(const std::array<Vec3, 3>& triangle, double cap_m) const {
    const double top = std::min({triangle[0].z(), triangle[1].z(), triangle[2].z()});
    if (!std::isfinite(triangle[0].z() + triangle[1].z() + triangle[2].z())) return cap_m;
    if (top - bounds.high_N.z() >= cap_m) return cap_m;
    if (covers(triangle)) return 0;
    return dynamics::triangle_distance(shape, pose, triangle, cap_m);
  }
};

}  // namespace

double ArmSpace::ground_gap_of_shape(const SceneShape& shape, const LinkPose& pose, double cap_m) {
  const dynamics::TerrainSource& terrain = *scene_->terrain();
  const ShapePose at = shape_pose(shape, pose);
  const dynamics::ShapeBounds bounds = dynamics::bounds_of(shape.convex, at);
  if (bounds.high_N.z() + cap_m < ground_top_m_) return cap_m;
  const double cell = terrain.cell_m();
  const auto lattice = [&](double x) { return static_cast<int64_t>(std::floor(x / cell)); };
  const int64_t i0 = lattice(bounds.low_N.x() - cap_m), i1 = lattice(bounds.high_N.x() + cap_m),
                j0 = lattice(bounds.low_N.y() - cap_m), j1 = lattice(bounds.high_N.y() + cap_m);
  double least = cap_m;
  for (int64_t i = i0; i <= i1; i += kBlockCells)
    for (int64_t j = j0; j <= j1; j += kBlockCells) {
      const int ni = static_cast<int>(std::min<int64_t>(kBlockCells, i1 - i + 1)) + 1,
                nj = static_cast<int>(std::min<int64_t>(kBlockCells, j1 - j + 1)) + 1;
      const std::span<double> depth(window_.data(), static_cast<size_t>(ni) * nj);
      terrain.nodes(i, j, ni, nj, depth);
      const GroundBlock block{shape.convex, at, bounds, cell, i, j, nj, depth};
      for (int a = 0; a + 1 < ni; ++a)
        for (int b = 0; b + 1 < nj; ++b) {
          const Vec3 near = block.node(a, b), far = block.node(a + 1, b + 1);
          least = std::min(least, block.gap({near, block.node(a + 1, b), far}, least));
          least = std::min(least, block.gap({near, block.node(a, b + 1), far}, least));
        }
    }
  return least;
}

}  // namespace hadal::planning
