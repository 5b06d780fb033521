#include "planning/arm_space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "base/rng.h"
#include "dynamics/contact/terrain_contact.h"
#include "planning/rrt_connect.h"
#include "world/test_world.h"

namespace hadal::planning {
namespace arm_space_test {

using dynamics::ContactLink;
using dynamics::ContactScene;
using dynamics::LinkPose;

class Ground : public dynamics::TerrainSource {
 public:
  using Depth = std::function<double(double north, double east)>;
  Ground(double cell, Depth depth) : cell_(cell), depth_(std::move(depth)) {}
  double cell_m() const override { return cell_; }
  void nodes(int64_t i0, int64_t j0, int ni, int nj, std::span<double> out) const override {
    for (int a = 0; a < ni; ++a)
      for (int b = 0; b < nj; ++b)
        out[static_cast<size_t>(a) * nj + b] =
            depth_(static_cast<double>(i0 + a) * cell_, static_cast<double>(j0 + b) * cell_);
  }
  int material(double, double) const override { return 0; }

 private:
  double cell_;
  Depth depth_;
};

// A pillar with three links of 0.5 m, capsules along x of 0.04 m radius (0.4 m long with their caps): yaw, pitch and a slide that
// carries a ball; and what stands about.
constexpr const char* kArm = R"(
vehicle_models:
  - name: post
    links:
      - {name: pillar, mass_kg: 20, inertia_kg_m2: [1, 2, 2], volume_m3: 0.02,
         shapes: {collision: [!capsule {radius_m: 0.05, length_m: 1, position_m: [0, 0, 0.6]}]}}
      - {name: yaw, parent: pillar, mass_kg: 1, inertia_kg_m2: [0.1, 0.1, 0.1], volume_m3: 0.001,
         joint: {kind: hinge, position_m: [0, 0, 0], axis: [0, 0, 1], lower: -3, upper: 3, effort_limit: 5},
         shapes: {collision: [!capsule {radius_m: 0.04, length_m: 0.4, position_m: [0.25, 0, 0], rpy_deg: [0, 90, 0]}]}}
      - {name: pitch, parent: yaw, mass_kg: 1, inertia_kg_m2: [0.1, 0.1, 0.1], volume_m3: 0.001,
         joint: {kind: hinge, position_m: [0.5, 0, 0], axis: [0, 1, 0], lower: -3, upper: 3, effort_limit: 5},
         shapes: {collision: [!capsule {radius_m: 0.04, length_m: 0.4, position_m: [0.25, 0, 0], rpy_deg: [0, 90, 0]}]}}
      - {name: reach, parent: pitch, mass_kg: 1, inertia_kg_m2: [0.1, 0.1, 0.1], volume_m3: 0.001,
         joint: {kind: slide, position_m: [0.5, 0, 0], axis: [1, 0, 0], lower: 0, upper: 0.3, effort_limit: 5},
         shapes: {collision: [!sphere {radius_m: 0.06}]}}
vehicles:
  - {name: post, model: post, pose: {depth_m: 5, heading_deg: 30}}
objects:
)";

std::string ball(const std::string& name, double north, double east, double depth, double radius) {
  return "  - {name: " + name + ", fixed: true, pose: {north_m: " + std::to_string(north) +
         ", east_m: " + std::to_string(east) + ", depth_m: " + std::to_string(depth) +
         "}, links: [{name: body, mass_kg: 5, inertia_kg_m2: [1, 1, 1], volume_m3: 0.005, shapes: "
         "{collision: [!sphere {radius_m: " +
         std::to_string(radius) + "}]}}]}\n";
}

// A world with its scene, an arm of all joints, and the state at the start.
struct Site {
  explicit Site(const std::string& objects, std::shared_ptr<dynamics::TerrainSource> ground = {})
      : world(test::world_of(kArm + objects)) {
    std::vector<ContactLink> links;
    for (const Link& link : world.links)
      links.push_back({link.parent, link.joint == LinkJoint::kFixed, link.collisions});
    scene = ContactScene(links, std::move(ground));
    arm.name = "arm";
    arm.path = "post/arm";
    for (int i = world.vehicles[0].joints.begin; i < world.vehicles[0].joints.end(); ++i)
      arm.joints.push_back(i);
    for (const Link& link : world.links) {
      const LinkPose parent = link.parent < 0 ? LinkPose{} : poses[link.parent];
      poses.push_back({parent.p_NL + parent.R_NL * link.pose_PL.p,
                       parent.R_NL * link.pose_PL.q.toRotationMatrix()});
      state.p_NL_N.push_back(poses.back().p_NL);
      state.q_NL.emplace_back(poses.back().R_NL);
    }
  }
  World world;
  ContactScene scene;
  Arm arm;
  std::vector<LinkPose> poses;
  State state;
};

MotionLimits unit_limits(int size) {
  return {Configuration::Ones(size), Configuration::Ones(size)};
}

Configuration point(std::initializer_list<double> values) {
  Configuration q(values.size());
  std::copy(values.begin(), values.end(), q.begin());
  return q;
}

// The arm's axis by hand: elbow and ball in the frame of the post, z down, pitch up positive.
Vec3 ball_in_post(const Configuration& q) {
  const Vec3 out(std::cos(q[0]), std::sin(q[0]), 0);
  const double beyond = 0.5 + q[2];
  return out * (0.5 + beyond * std::cos(q[1])) - Vec3(0, 0, beyond * std::sin(q[1]));
}

Vec3 in_north(const Vec3& p) {
  const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6);
  return {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z() + 5};
}

// Distance of a point from a line of the arm.
double to_line(const Vec3& p, const Vec3& a, const Vec3& b) {
  const double s = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - s * (b - a)).norm();
}

// Gap between the arm and a ball, in closed form.
double gap_to_ball(const Configuration& q, const Vec3& centre, double radius) {
  const Vec3 tip = in_north(ball_in_post(q)), shoulder = in_north(Vec3::Zero()),
             elbow = in_north(0.5 * Vec3(std::cos(q[0]), std::sin(q[0]), 0)),
             along = (in_north(ball_in_post(point({q[0], q[1], 0}))) - elbow) / 0.5,
             upper = (elbow - shoulder) / 0.5;
  const double first = to_line(centre, shoulder + 0.09 * upper, shoulder + 0.41 * upper) - 0.04,
               second = to_line(centre, elbow + 0.09 * along, elbow + 0.41 * along) - 0.04,
               third = (tip - centre).norm() - 0.06;
  return std::min({first, second, third}) - radius;
}

Configuration draw(const ArmSpace& space, const RandomStream& stream, int64_t tick) {
  const Coordinates& c = space.coordinates();
  Configuration q(c.size());
  for (int i = 0; i < c.size(); ++i)
    q[i] = c.lower[i] + stream.uniform(tick, static_cast<uint32_t>(i)) * (c.upper[i] - c.lower[i]);
  return q;
}

TEST(ArmSpace, PlacesLinksAndMeasuresGapsAsByHand) {
  const Vec3 centre(0.7, 0.6, 5.1);
  Site site(ball("stone", 0.7, 0.6, 5.1, 0.2));
  ArmSpace space(site.world, site.scene, site.arm);
  space.begin(site.state, unit_limits(3));
  const RandomStream stream(1, "test", "gaps");
  const int tip = site.world.vehicles[0].links.begin + 3;
  int seen = 0;
  for (int n = 0; n < 2000; ++n) {
    const Configuration q = draw(space, stream, n);
    const LinkGap gap = space.least_gap(q, 10);
    EXPECT_LT((space.pose(tip).p_NL - in_north(ball_in_post(q))).norm(), 1e-12);
    const double exact = gap_to_ball(q, centre, 0.2);
    if (gap.link_b != site.world.vehicles.back().links.begin) {
      EXPECT_LE(gap.distance_m, exact + 1e-9);  // something else is nearer
      continue;
    }
    ++seen;
    if (exact > 0) {
      EXPECT_NEAR(gap.distance_m, exact, 1e-5);
    }
  }
  EXPECT_GT(seen, 300);
}

// The ground is a plane: exact for every link, also below it.
TEST(ArmSpace, SeesTheGround) {
  for (const double cell : {0.1, 2.0}) {
    Site site("  []\n", std::make_shared<Ground>(cell, [](double, double) { return 5.3; }));
    ArmSpace space(site.world, site.scene, site.arm);
    space.begin(site.state, unit_limits(3));
    const RandomStream stream(1, "test", "ground");
    for (int n = 0; n < 300; ++n) {
      const Configuration q = draw(space, stream, n);
      const double tip_m = in_north(ball_in_post(q)).z() + 0.06;
      const LinkGap gap = space.least_gap(q, 0.25);
      EXPECT_LE(gap.distance_m, std::max(0.0, 5.3 - tip_m) + 1e-9);
      if (gap.link_b >= 0 || gap.distance_m <= 0) continue;
      if (gap.link_a >= 0) {
        EXPECT_NEAR(gap.distance_m, 5.3 - tip_m, 1e-5);
      }
    }
  }
}

// Whatever is promised to be free keeps nearly all of the clearance, by the closed form.
TEST(ArmSpace, WhatIsPromisedFreeIsFree) {
  const Vec3 centre(0.7, 0.6, 5.1);
  Site site(ball("stone", 0.7, 0.6, 5.1, 0.2));
  constexpr double kClearance = 0.03;
  ArmSpace space(site.world, site.scene, site.arm, {.clearance_m = kClearance});
  space.begin(site.state, unit_limits(3));
  const RandomStream stream(2, "test", "free"), other(2, "test", "direction");
  int free = 0;
  for (int n = 0; n < 3000; ++n) {
    const Configuration q = draw(space, stream, n), d = draw(space, other, n) - q;
    const double fraction = space.free_fraction(q, d), exact = gap_to_ball(q, centre, 0.2);
    if (fraction < 0) continue;
    ++free;
    EXPECT_GT(exact, kClearance - 1e-5);
    for (int k = 0; k <= 50; ++k)
      ASSERT_GT(gap_to_ball(q + fraction * k / 50 * d, centre, 0.2), kClearance - kBetween_m - 1e-5);
  }
  EXPECT_GT(free, 300);
}

TEST(ArmSpace, AJointMayStartBeyondItsStop) {
  Site site("  []\n");
  site.world.links[site.world.vehicles[0].links.begin + 1].joint_start = 3.001;
  ArmSpace space(site.world, site.scene, site.arm);
  space.begin(site.state, unit_limits(3));
  RrtConnect planner;
  EXPECT_EQ(planner.plan(space, space.start(), point({2, 0, 0}), 1, "post/arm"),
            PlanOutcome::kFound);
}

TEST(ArmSpace, WithTheVehicleMovesEverything) {
  Site site(ball("stone", 0.7, 0.6, 5.1, 0.2));
  ArmSpace space(site.world, site.scene, site.arm, {.with_vehicle = true});
  space.begin(site.state, unit_limits(7));
  EXPECT_NEAR(space.start()[3], M_PI / 6, 1e-12);
  const Configuration goal = point({1, 2, 6, M_PI / 6 + 1, 0.2, 0.3, 0.1});
  space.open_for(goal);
  EXPECT_TRUE(space.coordinates().contains(goal));
  EXPECT_FALSE(space.coordinates().contains(goal + point({3, 0, 0, 0, 0, 0, 0})));
  space.least_gap(goal, 1);
  const int first = site.world.vehicles[0].links.begin;
  EXPECT_LT((space.pose(first).p_NL - Vec3(1, 2, 6)).norm(), 1e-12);
  const Vec3 in_post = ball_in_post(goal.tail<3>());
  const double c = std::cos(goal[3]), s = std::sin(goal[3]);
  EXPECT_LT((space.pose(first + 3).p_NL -
             Vec3(1 + c * in_post.x() - s * in_post.y(), 2 + s * in_post.x() + c * in_post.y(),
                  6 + in_post.z()))
                .norm(),
            1e-12);
}

// Two balls of 2 m leave a gap of 20 cm, whose middle is 4 cm above the shoulder, for the tip of 12 cm
// and 1 cm of clearance; the straight way is blocked, and so is every way about them. Found for every
// seed, and free by the closed form at 5000 places of every line.
TEST(ArmSpace, PathsPassThroughTheGapBetweenTwoBalls) {
  const Vec3 above(0, 0.8, 4.96 - 2.1), below(0, 0.8, 4.96 + 2.1);
  Site site(ball("above", above.x(), above.y(), above.z(), 2) +
            ball("below", below.x(), below.y(), below.z(), 2));
  ArmSpace space(site.world, site.scene, site.arm, {.clearance_m = 0.01});
  space.begin(site.state, unit_limits(3));
  RrtConnect planner;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    ASSERT_EQ(planner.plan(space, point({-1, 0, 0}), point({2.8, 0, 0}), seed, "post/arm"),
              PlanOutcome::kFound)
        << seed;
    const auto path = planner.path();
    EXPECT_GT(path.size(), 2u);
    for (size_t i = 1; i < path.size(); ++i)
      for (int k = 0; k <= 5000; ++k) {
        const Configuration q = path[i - 1] + k / 5000.0 * (path[i] - path[i - 1]);
        ASSERT_GT(gap_to_ball(q, above, 2), 0.0089);
        ASSERT_GT(gap_to_ball(q, below, 2), 0.0089);
      }
  }
}

TEST(ArmSpace, ABallAtTheStartIsACollisionAndNamed) {
  Site site(ball("stone", 0.7, 0.4, 5, 0.2));
  ArmSpace space(site.world, site.scene, site.arm);
  space.begin(site.state, unit_limits(3));
  RrtConnect planner;
  EXPECT_EQ(planner.plan(space, space.start(), point({1, 0, 0}), 1, "post/arm"),
            PlanOutcome::kStartBlocked);
  EXPECT_EQ(space.least_gap(space.start(), 1).link_b, site.world.vehicles.back().links.begin);
}

// 5 mm from the start: it may leave, and does not come nearer.
TEST(ArmSpace, WhatIsCloseAtTheStartMayStayClose) {
  const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6), beside = 0.04 + 0.005 + 0.1;
  Site site(ball("stone", 0.7 * c - beside * s, 0.7 * s + beside * c, 5, 0.1));
  const Vec3 centre(0.7 * c - beside * s, 0.7 * s + beside * c, 5);
  ArmSpace space(site.world, site.scene, site.arm);
  space.begin(site.state, unit_limits(3));
  EXPECT_NEAR(gap_to_ball(space.start(), centre, 0.1), 0.005, 1e-9);
  RrtConnect planner;
  ASSERT_EQ(planner.plan(space, space.start(), point({1.5, 0, 0}), 1, "post/arm"),
            PlanOutcome::kFound);
  for (const Configuration& q : planner.path())
    EXPECT_GT(gap_to_ball(q, centre, 0.1), 0.0044);
}

}  // namespace arm_space_test
}  // namespace hadal::planning
