// State, failures, kinematic trees, limits, independence of trees.
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"
#include "math/rotation.h"

namespace hadal::dynamics {
namespace state_test {

using testing::Draws;
using testing::make;
using testing::step;
using testing::vehicle_with_arm;

constexpr int kArmLinks = 10;  // vehicle, seven hinges, two slides

// Drag with its derivative, and efforts of the arm that change in time.
void work(Multibody& bodies, double time_s) {
  for (int i = 0; i < bodies.link_count(); ++i) {
    const Vec6 nu = bodies.kinematics()[i].nu_L;
    bodies.loads()[i].tau_L = -3 * nu.cwiseAbs().cwiseProduct(nu);
    bodies.loads()[i].damping_L.diagonal() = 6 * nu.cwiseAbs();
    bodies.loads()[i].v_water_N = Vec3(0.2, -0.1, 0);
    const int dof = bodies.dof_address(i);
    if (i > 0 && i < kArmLinks && dof >= 0) bodies.joint_effort()[dof] = std::sin(3 * time_s + i);
  }
}

std::vector<double> save(const Multibody& bodies) {
  std::vector<double> out;
  for (const auto part :
       {bodies.qpos(), bodies.qvel(), bodies.qacc(), bodies.warmstart(), bodies.start_velocity()})
    out.insert(out.end(), part.begin(), part.end());
  return out;
}

void restore(Multibody& bodies, const std::vector<double>& saved) {
  auto from = saved.begin();
  for (const auto part :
       {bodies.qpos(), bodies.qvel(), bodies.qacc(), bodies.warmstart(), bodies.start_velocity()}) {
    std::copy_n(from, part.size(), part.begin());
    from += static_cast<long>(part.size());
  }
  bodies.refresh();
}

TEST(MultibodyState, ContinuesBitForBitAfterRestore) {
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    MultibodySpec spec = vehicle_with_arm(7, true);
    spec.integrator = integrator;
    for (size_t i = 1; i < spec.links.size(); ++i) spec.links[i].range = JointRange{-0.1, 0.1};
    Multibody first = make(spec);
    for (int n = 0; n < 200; ++n) ASSERT_TRUE(step(first, n * spec.step_s, work).ok());
    const std::vector<double> saved = save(first);
    Multibody second = make(spec);
    restore(second, saved);
    EXPECT_EQ(first.acceleration(3).a_NL_N, second.acceleration(3).a_NL_N);
    for (int n = 200; n < 400; ++n) {
      ASSERT_TRUE(step(first, n * spec.step_s, work).ok());
      ASSERT_TRUE(step(second, n * spec.step_s, work).ok());
    }
    EXPECT_EQ(save(first), save(second));
    EXPECT_NE(save(first), saved);
  }
}

TEST(MultibodyState, KinematicsAfterAStepAreThoseOfItsEnd) {
  Multibody bodies = make(vehicle_with_arm(7, false));
  for (int n = 0; n < 20; ++n) ASSERT_TRUE(step(bodies, n * 0.005, work).ok());
  const std::vector<LinkKinematics> before(bodies.kinematics().begin(), bodies.kinematics().end());
  bodies.refresh();
  for (int i = 0; i < bodies.link_count(); ++i) {
    EXPECT_EQ(before[i].p_NL_N, bodies.kinematics()[i].p_NL_N);
    EXPECT_EQ(before[i].nu_L, bodies.kinematics()[i].nu_L);
  }
}

TEST(MultibodyState, TreesDoNotInfluenceEachOther) {
  const MultibodySpec arm = vehicle_with_arm(7, true);
  MultibodySpec body;
  Draws draws("other");
  body.links.push_back(testing::vehicle(draws, "other"));
  body.links[0].pose_PL.p = Vec3(3, 2, 1);
  MultibodySpec both = arm;
  both.links.push_back(body.links[0]);
  Multibody separate_arm = make(arm), separate_body = make(body), together = make(both);
  for (int n = 0; n < 300; ++n)
    for (Multibody* bodies : {&separate_arm, &separate_body, &together})
      ASSERT_TRUE(step(*bodies, n * 0.005, work).ok());
  for (int i = 0; i < separate_arm.nq(); ++i)
    EXPECT_EQ(together.qpos()[i], separate_arm.qpos()[i]) << i;
  for (int i = 0; i < separate_body.nq(); ++i)
    EXPECT_EQ(together.qpos()[separate_arm.nq() + i], separate_body.qpos()[i]) << i;
}

TEST(MultibodyState, NonFiniteForceNamesTheLinkAndKeepsTheState) {
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4})
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      MultibodySpec spec = vehicle_with_arm(7, false);
      spec.integrator = integrator;
      Multibody bodies = make(spec);
      ASSERT_TRUE(step(bodies).ok());
      const std::vector<double> start(bodies.qpos().begin(), bodies.qpos().end());
      bodies.loads()[5].tau_L[2] = bad;
      const StepStatus status = step(bodies);
      EXPECT_EQ(status.code, StepStatus::Code::kNonFinite);
      EXPECT_EQ(status.link, 5);
      EXPECT_TRUE(std::equal(start.begin(), start.end(), bodies.qpos().begin()));
      bodies.loads()[5].tau_L[2] = 0;
      EXPECT_TRUE(step(bodies).ok());
    }
}

TEST(MultibodyState, NonFiniteJointEffortNamesTheLink) {
  Multibody bodies = make(vehicle_with_arm(7, false));
  bodies.joint_effort()[bodies.dof_address(4)] = std::numeric_limits<double>::quiet_NaN();
  const StepStatus status = step(bodies);
  EXPECT_EQ(status.code, StepStatus::Code::kNonFinite);
  EXPECT_EQ(status.link, 4);
}

// A torque that is finite but leads to a rotation that no vehicle has.
TEST(MultibodyState, MotionBeyondTheBoundsNamesTheLink) {
  MultibodySpec spec;
  Draws draws("overflow");
  spec.links = {testing::vehicle(draws, "calm"), testing::vehicle(draws, "thrown")};
  Multibody bodies = make(spec);
  bodies.loads()[1].tau_L[3] = 1e200;
  const StepStatus status = step(bodies);
  EXPECT_EQ(status.code, StepStatus::Code::kOutOfBounds);
  EXPECT_EQ(status.link, 1);
  EXPECT_EQ(bodies.qpos()[3], 1);
}

// A twist constant in body axes is motion on a helix: after a full turn about z the body stands
// where v_z alone took it.
TEST(MultibodyState, KinematicTreeFollowsItsTwist) {
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    MultibodySpec spec = vehicle_with_arm(2, false);
    spec.integrator = integrator;
    spec.step_s = 0.01;
    Multibody bodies = make(spec);
    bodies.set_kinematic(0, true);
    const double turn_rate = 2 * std::numbers::pi / 4;
    bodies.set_twist(0, (Vec6() << 1, 0.5, 0.25, 0, 0, turn_rate).finished());
    bodies.set_joint_rate(1, 0.1);
    bodies.loads()[0].tau_L.setConstant(1e3);
    for (int n = 0; n < 200; ++n) ASSERT_TRUE(step(bodies).ok());
    // Half a turn: the chord of the circle that (1, 0.5) draws, turned by a quarter turn.
    const double diameter = 2 * std::hypot(1, 0.5) / turn_rate;
    EXPECT_NEAR(bodies.kinematics()[0].p_NL_N.head<2>().norm(), diameter, 1e-12);
    const Vec3 centripetal(-turn_rate * -0.5, -turn_rate * 1.0, 0);
    EXPECT_LT((bodies.acceleration(0).a_NL_N - centripetal).norm(), 0.02);
    for (int n = 0; n < 200; ++n) ASSERT_TRUE(step(bodies).ok());
    EXPECT_LT((bodies.kinematics()[0].p_NL_N - Vec3(0, 0, 1)).norm(), 1e-12);
    EXPECT_NEAR(bodies.qpos()[bodies.qpos_address(1)], 0.4, 1e-12);
    EXPECT_NEAR(bodies.qpos()[bodies.qpos_address(2)], 0, 1e-15);
    EXPECT_NEAR(bodies.kinematics()[0].nu_L[1], 0.5, 1e-12);
  }
}

TEST(MultibodyState, KinematicTreeDoesNotDisturbADynamicOne) {
  Draws draws("pair");
  MultibodySpec alone;
  alone.links = {testing::vehicle(draws, "dynamic")};
  MultibodySpec pair = alone;
  pair.links.push_back(testing::vehicle(draws, "kinematic"));
  Multibody single = make(alone), both = make(pair);
  both.set_kinematic(1, true);
  both.set_twist(1, (Vec6() << 1, 2, 3, 0.4, 0.5, 0.6).finished());
  for (int n = 0; n < 100; ++n) {
    ASSERT_TRUE(step(single, n * 0.005, work).ok());
    ASSERT_TRUE(step(both, n * 0.005, work).ok());
  }
  for (int i = 0; i < 7; ++i) EXPECT_EQ(single.qpos()[i], both.qpos()[i]);
}

// Where a lever with a torque against its stop at 0.5 rad comes to rest.
double rest_against_limit(double inertia, double added) {
  MultibodySpec spec;
  spec.gravity_N.setZero();
  LinkSpec link;
  link.name = "lever";
  link.joint = JointKind::kHinge;
  link.mass_kg = 1;
  link.inertia_G = inertia * Mat3::Identity();
  link.added_mass_L.bottomRightCorner<3, 3>() = added * Mat3::Identity();
  link.range = JointRange{-0.5, 0.5};
  spec.links.push_back(link);
  Multibody bodies = make(spec);
  bodies.joint_effort()[0] = 2;
  for (int n = 0; n < 4000; ++n) EXPECT_TRUE(step(bodies).ok());
  EXPECT_NEAR(bodies.qvel()[0], 0, 1e-9);
  return bodies.qpos()[0];
}

TEST(MultibodyState, JointLimitHolds) {
  EXPECT_NEAR(rest_against_limit(0.1, 0), 0.5, 0.02);
}

// The stop's softness is scaled by the inertia with added mass: only the sum matters.
TEST(MultibodyState, JointLimitIsAsStiffForAddedMassAsForMass) {
  const double rigid = rest_against_limit(2.1, 0) - 0.5;
  EXPECT_GT(rigid, 0);
  EXPECT_NEAR(rest_against_limit(0.1, 2.0) - 0.5, rigid, 1e-6 * rigid);
}

TEST(MultibodyState, FixedChildMovesWithItsParent) {
  MultibodySpec spec = vehicle_with_arm(1, false);
  spec.links[1].joint = JointKind::kFixed;
  Multibody bodies = make(spec);
  EXPECT_EQ(bodies.dof_address(1), -1);
  EXPECT_EQ(bodies.nv(), 6);
  for (int n = 0; n < 50; ++n) ASSERT_TRUE(step(bodies, n * 0.005, work).ok());
  const LinkKinematics &parent = bodies.kinematics()[0], &child = bodies.kinematics()[1];
  const Vec3 expected = parent.p_NL_N + parent.R_NL * spec.links[1].pose_PL.p;
  EXPECT_LT((child.p_NL_N - expected).norm(), 1e-14);
}

TEST(MultibodyState, EmptyWorldSteps) {
  Multibody bodies = make(MultibodySpec{});
  EXPECT_EQ(bodies.link_count(), 0);
  EXPECT_TRUE(step(bodies).ok());
}

}  // namespace state_test
}  // namespace hadal::dynamics
