#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <thread>

#include "base/csv.h"
#include "base/test_folder.h"
#include "base/test_source_folder.h"
#include "dynamics/contact/convex_shape.h"
#include "hadal/plan.h"
#include "planning/arm_space.h"
#include "simulation/simulation.h"

namespace hadal::simulation {
namespace plan_motion_test {

using planning::Configuration;

// The arm of seven joints, stretched forward at depth 3.15 from 0.2 m, an upright post to its right,
// the ground 0.6 m below.
std::string scene(const std::string& start = "[0, 0, 0, 0, 0, 0, 0]",
                  const std::string& more = "") {
  return R"(
format: 1
step_s: 0.005
duration_s: 10
environment: {seabed: !flat {depth_m: 3.75}}
vehicles:
  - {name: rov, model: bluerov2_heavy, pose: {depth_m: 3},
     manipulators: [{name: arm, model: arm7, position_m: [0.2, 0, 0.15], start: )" +
         start + R"(}]}
objects:
  - {name: post, fixed: true, pose: {north_m: 0.75, east_m: 0.22, depth_m: 3.15}, links: [{name: body, mass_kg: 5,
     inertia_kg_m2: [1, 1, 1], volume_m3: 0.005, shapes: {collision: [!cylinder {radius_m: 0.05, length_m: 1.1}]}}]}
)" + more;
}

std::unique_ptr<Simulation> load(const std::string& yaml) {
  const Result<LoadedScenario> loaded =
      load_scenario_text(yaml, "test.yaml", {{}, {test::source_folder()}});
  if (!loaded) throw std::runtime_error(loaded.problems().text());
  auto created = Simulation::create(loaded.value());
  if (!created) throw std::runtime_error(created.problems().text());
  return std::move(created).value();
}

class PlanMotion : public ::testing::Test {
 protected:
  PlanMotion() {
    options_.model_folders = {test::source_folder()};
    query_.arm = "rov/arm";
    query_.goal = "1=0.9";
  }
  std::string write(const std::string& yaml) const {
    test::write_text(folder_.file("scenario.yaml"), yaml);
    return folder_.file("scenario.yaml");
  }
  PlanResult plan(const std::string& yaml) const {
    return plan_motion(write(yaml), query_, options_);
  }

  test::TestFolder folder_{"plan"};
  PlanQuery query_;
  RunOptions options_;
};

// Links of the space where the multibody has them, for the same positions of the joints.
TEST(ArmSpaceOfASimulation, PutsLinksWhereTheMultibodyDoes) {
  const auto still = load(scene()), bent = load(scene("[-0.9, 0.4, -1, 0.8, 2, -0.7, 0.5]"));
  planning::ArmSpace space(still->world(), still->shared().bodies->scene(),
                           still->world().arms[0]);
  space.begin(still->state(), {Configuration::Ones(7), Configuration::Ones(7)});
  Configuration q(7);
  q << -0.9, 0.4, -1, 0.8, 2, -0.7, 0.5;
  space.least_gap(q, 1);
  for (size_t link = 0; link < still->world().links.size(); ++link) {
    const dynamics::LinkPose& pose = space.pose(static_cast<int>(link));
    EXPECT_LT((pose.p_NL - bent->state().p_NL_N[link]).norm(), 1e-12);
    EXPECT_LT((pose.R_NL - bent->state().q_NL[link].toRotationMatrix()).norm(), 1e-12);
  }
}

// Least distance of a link of capsules to the shapes of another, by thirds along its axis.
double capsule_gap(const World& world, const planning::ArmSpace& space, int capsule, int other) {
  double least = 1e9;
  for (const CollisionShape& a : world.links[capsule].collisions)
    for (const CollisionShape& b : world.links[other].collisions) {
      const dynamics::ConvexShape shape(b);
      const auto& pose_a = space.pose(capsule);
      const auto& pose_b = space.pose(other);
      const auto gap = [&](double s) {
        const Vec3 p_L = a.X_LS.p + a.X_LS.q * Vec3(0, 0, (2 * s - 1) * a.size[1]),
                   p_N = pose_a.p_NL + pose_a.R_NL * p_L,
                   p_B = pose_b.R_NL.transpose() * (p_N - pose_b.p_NL);
        return shape.distance(b.X_LS.q.conjugate() * (p_B - b.X_LS.p)).value - a.size[0];
      };
      double low = 0, high = 1;
      for (int n = 0; n < 60; ++n) {
        const double first = low + (high - low) / 3, second = high - (high - low) / 3;
        if (gap(first) < gap(second))
          high = second;
        else
          low = first;
      }
      least = std::min(least, gap(0.5 * (low + high)));
    }
  return least;
}

// Every 5 ms of the motion: all links of the arm clear of post, hull and ground by the distances of
// points, which know nothing of the planner's.
TEST_F(PlanMotion, KeepsClearByAnIndependentMeasure) {
  query_.csv_path = folder_.file("path.csv");
  query_.sample_s = 0.005;
  const auto simulation = load(scene());
  const World& world = simulation->world();
  planning::ArmSpace space(world, simulation->shared().bodies->scene(), world.arms[0]);
  space.begin(simulation->state(), {Configuration::Ones(7), Configuration::Ones(7)});
  const int hull = world.vehicles[0].links.begin, post = world.vehicles[1].links.begin;
  for (const int64_t seed : {1, 2, 3}) {
    options_.seed = seed;
    const PlanResult result = plan(scene());
    ASSERT_EQ(result.exit_code, 0) << result.problems << result.reason;
    EXPECT_GE(result.clearance_m, 0.019);
    const Result<CsvTable> csv = read_csv(query_.csv_path);
    ASSERT_TRUE(csv);
    Problems problems;
    double last_s = -1, least = 1;
    for (const CsvRow& row : csv.value().rows) {
      Configuration q(7);
      for (int j = 0; j < 7; ++j) {
        q[j] = csv.value().number(row, 1 + j, problems);
        const double range = world.links[space.joint_links()[j]].joint_range->at(1);
        EXPECT_LE(std::abs(q[j]), range);
        EXPECT_LE(std::abs(csv.value().number(row, 8 + j, problems)), query_.joint_speed + 1e-12);
      }
      const double time_s = csv.value().number(row, 0, problems);
      EXPECT_GT(time_s, last_s);
      last_s = time_s;
      space.least_gap(q, 0);
      for (int j = 0; j < 7; ++j) {
        const int link = space.joint_links()[j];
        least = std::min(least, capsule_gap(world, space, link, post));
        if (j > 0) least = std::min(least, capsule_gap(world, space, link, hull));
        const auto& pose = space.pose(link);
        const Vec3 end = pose.p_NL + pose.R_NL * Vec3(0.095, 0, 0);
        least = std::min(least, 3.75 - 0.025 - std::max(pose.p_NL.z(), end.z()));
      }
    }
    EXPECT_TRUE(problems.empty());
    EXPECT_NEAR(last_s, result.duration_s, 1e-12);
    EXPECT_GT(least, 0.0189);
    EXPECT_LT(least, result.clearance_m + 1e-3);
  }
}

bool same_points(const PlanResult& a, const PlanResult& b) {
  return std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                    [](const PlanPoint& p, const PlanPoint& q) {
                      return p.time_s == q.time_s && p.position == q.position;
                    });
}

TEST_F(PlanMotion, TheSameSeedGivesTheSamePathInAnyThread) {
  const std::string path = write(scene());
  const PlanResult first = plan_motion(path, query_, options_);
  PlanResult again[2];
  std::thread one([&] { again[0] = plan_motion(path, query_, options_); }),
      two([&] { again[1] = plan_motion(path, query_, options_); });
  one.join();
  two.join();
  EXPECT_GT(first.points.size(), 2u);
  EXPECT_TRUE(same_points(first, again[0]));
  EXPECT_TRUE(same_points(first, again[1]));
  options_.seed = 99;
  EXPECT_FALSE(same_points(first, plan_motion(path, query_, options_)));
}

// A plate on either side of the arm, which ends near its shoulder.
std::string plate(const std::string& name, double east_m) {
  return "  - {name: " + name + ", fixed: true, pose: {north_m: 0.85, east_m: " +
         std::to_string(east_m) +
         ", depth_m: 2.7}, links: [{name: body, mass_kg: 5, inertia_kg_m2: [1, 1, 1], volume_m3: "
         "0.005, shapes: {collision: [!box {size_m: [1, 0.02, 2]}]}}]}\n";
}

TEST_F(PlanMotion, SaysSoWhenItIsWalledIn) {
  query_.goal = "1=0.9";
  query_.iterations = 300;
  const std::string in = scene("[0, 0, 0, 0, 0, 0, 0]", plate("left", -0.1) + plate("right", 0.1));
  const PlanResult walled = plan(in);
  EXPECT_EQ(walled.exit_code, 1) << walled.problems;
  EXPECT_EQ(walled.reason, "no path found with 300 samples");
  EXPECT_EQ(walled.iterations, 300);
  EXPECT_TRUE(walled.points.empty());
  query_.goal = "1=0.2";
  EXPECT_EQ(plan(in).reason.find("the goal is in collision: rov/arm_"), 0u);
}

TEST_F(PlanMotion, TheVehicleMovesWhereItsPoseIsNamed) {
  query_.goal = "1=0.9,north_m=1.6,east_m=0.2,heading_deg=90";
  const PlanResult result = plan(scene());
  ASSERT_EQ(result.exit_code, 0) << result.problems << result.reason;
  ASSERT_EQ(result.coordinates.size(), 11u);
  EXPECT_EQ(result.coordinates[3], "heading_rad");
  EXPECT_EQ(result.points.back().position[0], 1.6);
  EXPECT_EQ(result.points.back().position[1], 0.2);
  EXPECT_EQ(result.points.back().position[2], 3);
  EXPECT_NEAR(result.points.back().position[3], M_PI / 2, 1e-12);
  EXPECT_GT(result.way_m, 1.6);
  EXPECT_GE(result.clearance_m, 0.019);
}

TEST_F(PlanMotion, BadInputIsTold) {
  const auto problem_of = [&](const std::string& goal) {
    query_.goal = goal;
    const PlanResult result = plan(scene());
    EXPECT_EQ(result.exit_code, 2) << goal;
    return result.problems;
  };
  EXPECT_NE(problem_of("1=").find("expected NAME=VALUE"), std::string::npos);
  EXPECT_NE(problem_of("").find("expected NAME=VALUE"), std::string::npos);
  EXPECT_NE(problem_of("1=nan").find("expected NAME=VALUE"), std::string::npos);
  EXPECT_NE(problem_of("1=1,1=2").find("given twice"), std::string::npos);
  EXPECT_NE(problem_of("1=1,arm_1_deg=2").find("given twice"), std::string::npos);
  EXPECT_NE(problem_of("1=2.5").find("goes from -2 to 2 rad"), std::string::npos);
  EXPECT_NE(problem_of("arm_8=1").find("unknown joint 'arm_8'"), std::string::npos);
  query_.arm = "rov/leg";
  EXPECT_NE(problem_of("1=1").find("unknown arm 'rov/leg'"), std::string::npos);
}

}  // namespace plan_motion_test
}  // namespace hadal::simulation
