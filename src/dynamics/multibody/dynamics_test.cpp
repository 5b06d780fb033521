// The equations of motion against an independent algorithm and against closed forms.
#include <gtest/gtest.h>

#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"
#include "oracle/articulated_body.h"

namespace hadal::dynamics {
namespace dynamics_test {

using testing::Draws;
using testing::make;
using testing::vehicle_with_arm;

constexpr int kStates = 1000;
constexpr double kAccelerationTolerance = 1e-12;  // relative to the largest acceleration
constexpr double kMassTolerance = 1e-13;          // relative to the largest entry

// Largest relative difference to the oracle over random states, forces and (if asked) currents.
double worst_difference(MultibodySpec spec, bool current) {
  spec.integrator = Integrator::kRkmk4;  // its first stage stands exactly at the state
  Multibody bodies = make(spec);
  oracle::ArticulatedBody oracle(spec);
  EXPECT_EQ(bodies.nq(), oracle.positions());
  EXPECT_EQ(bodies.nv(), oracle.velocities());
  double worst = 0;
  for (int n = 0; n < kStates; ++n) {
    Draws draws("state", n);
    testing::randomise(bodies, spec, draws);
    for (LinkLoad& load : bodies.loads()) {
      for (double& x : load.tau_L) x = 10 * draws.normal();
      load.v_water_N = current ? Vec3(0.5 * draws.vector()) : Vec3(Vec3::Zero());
    }
    for (double& x : bodies.joint_effort()) x = 10 * draws.normal();
    const Eigen::Map<const Eigen::VectorXd> q(bodies.qpos().data(), bodies.nq());
    const Eigen::Map<const Eigen::VectorXd> v(bodies.qvel().data(), bodies.nv());
    const Eigen::Map<const Eigen::VectorXd> effort(bodies.joint_effort().data(), bodies.nv());
    const Eigen::VectorXd expected = oracle.accelerations(q, v, bodies.loads(), effort);
    bodies.update_kinematics(0);
    bodies.accelerate(0);
    const Eigen::Map<const Eigen::VectorXd> actual(bodies.qacc().data(), bodies.nv());
    worst =
        std::max(worst, (actual - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff());
  }
  return worst;
}

TEST(MultibodyDynamics, FreeBodyAgreesWithArticulatedBodyAlgorithm) {
  EXPECT_LT(worst_difference(vehicle_with_arm(0, false), false), kAccelerationTolerance);
  EXPECT_LT(worst_difference(vehicle_with_arm(0, false), true), kAccelerationTolerance);
}

TEST(MultibodyDynamics, SevenJointArmAgreesWithArticulatedBodyAlgorithm) {
  EXPECT_LT(worst_difference(vehicle_with_arm(7, false), false), kAccelerationTolerance);
  EXPECT_LT(worst_difference(vehicle_with_arm(7, false), true), kAccelerationTolerance);
}

TEST(MultibodyDynamics, ArmWithGripperAgreesWithArticulatedBodyAlgorithm) {
  EXPECT_LT(worst_difference(vehicle_with_arm(7, true), false), kAccelerationTolerance);
  EXPECT_LT(worst_difference(vehicle_with_arm(7, true), true), kAccelerationTolerance);
}

TEST(MultibodyDynamics, FixedBaseFixedLinksArmatureAndDampingAgreeWithArticulatedBodyAlgorithm) {
  MultibodySpec spec = vehicle_with_arm(5, true);
  spec.links[0].joint = JointKind::kFixed;
  spec.links[3].joint = JointKind::kFixed;
  spec.links[2].armature = 0.3;
  spec.links[4].damping = 0.7;
  spec.links[5].added_mass_momentum = false;
  EXPECT_LT(worst_difference(spec, true), kAccelerationTolerance);
}

TEST(MultibodyDynamics, TwoTreesAndABranchAgreeWithArticulatedBodyAlgorithm) {
  MultibodySpec spec = vehicle_with_arm(4, true);
  Draws draws("second tree");
  spec.links.push_back(testing::vehicle(draws, "second"));
  spec.links.push_back(testing::arm_link(draws, 7, "second arm", JointKind::kHinge, 3));
  EXPECT_LT(worst_difference(spec, true), kAccelerationTolerance);
}

// Jacobian of every link from the velocities that unit joint rates give.
std::vector<Eigen::MatrixXd> jacobians(Multibody& bodies) {
  std::vector<Eigen::MatrixXd> J(bodies.link_count(), Eigen::MatrixXd(6, bodies.nv()));
  for (int k = 0; k < bodies.nv(); ++k) {
    std::fill(bodies.qvel().begin(), bodies.qvel().end(), 0.0);
    bodies.qvel()[k] = 1;
    bodies.refresh();
    for (int i = 0; i < bodies.link_count(); ++i) J[i].col(k) = bodies.kinematics()[i].nu_L;
  }
  return J;
}

TEST(MultibodyDynamics, MassMatrixIsSumOfLinkInertias) {
  const MultibodySpec spec = vehicle_with_arm(7, true);
  Multibody bodies = make(spec);
  for (int n = 0; n < 50; ++n) {
    Draws draws("mass", n);
    testing::randomise(bodies, spec, draws);
    const auto J = jacobians(bodies);
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(bodies.nv(), bodies.nv());
    for (size_t i = 0; i < spec.links.size(); ++i) {
      const LinkSpec& link = spec.links[i];
      const Mat6 m =
          rigid_mass_matrix(link.mass_kg, link.p_LG_L, link.inertia_G) + link.added_mass_L;
      expected += J[i].transpose() * m * J[i];
    }
    const Eigen::MatrixXd actual = bodies.mass_matrix();
    EXPECT_LT((actual - expected).cwiseAbs().maxCoeff(),
              kMassTolerance * expected.cwiseAbs().maxCoeff());
  }
}

// The model that the engine uses for contacts is the same one: its own composite inertias agree.
TEST(MultibodyDynamics, EngineHasTheSameRigidModel) {
  MultibodySpec spec = vehicle_with_arm(7, true);
  for (LinkSpec& link : spec.links) link.added_mass_L.setZero();
  Multibody bodies = make(spec);
  for (int n = 0; n < 50; ++n) {
    Draws draws("engine", n);
    testing::randomise(bodies, spec, draws);
    const Eigen::MatrixXd ours = bodies.mass_matrix();
    const Eigen::MatrixXd engine = bodies.engine_rigid_mass_matrix();
    EXPECT_LT((ours - engine).cwiseAbs().maxCoeff(), kMassTolerance * ours.cwiseAbs().maxCoeff());
  }
}

// A body with added masses X, Y along x and y that translates at (u, v) feels the Munk moment
// N = -(Y - X) u v.
TEST(MultibodyDynamics, MunkMoment) {
  MultibodySpec spec;
  spec.gravity_N.setZero();
  spec.integrator = Integrator::kRkmk4;
  LinkSpec link;
  link.name = "body";
  link.mass_kg = 30;
  link.inertia_G = Vec3(1, 2, 3).asDiagonal();
  link.added_mass_L.diagonal() << 10, 60, 60, 1, 1, 1;
  spec.links.push_back(link);
  Multibody bodies = make(spec);
  bodies.qvel()[0] = 1;
  bodies.qvel()[1] = 0.5;
  bodies.refresh();
  bodies.update_kinematics(0);
  bodies.accelerate(0);
  EXPECT_NEAR(bodies.qacc()[5], -(60.0 - 10.0) * 1 * 0.5 / (3.0 + 1.0), 1e-14);
}

// A body with an isotropic added mass equal to its mass falls with half of gravity: added mass has
// inertia but no weight.
TEST(MultibodyDynamics, AddedMassHasNoWeight) {
  MultibodySpec spec;
  LinkSpec link;
  link.name = "ball";
  link.mass_kg = 2;
  link.inertia_G = 0.01 * Mat3::Identity();
  link.added_mass_L.diagonal() << 2, 2, 2, 0, 0, 0;
  spec.links.push_back(link);
  Multibody bodies = make(spec);
  for (int n = 0; n < 200; ++n) ASSERT_TRUE(testing::step(bodies).ok());
  EXPECT_NEAR(bodies.qvel()[2], 9.81 / 2, 1e-12);
  EXPECT_NEAR(bodies.acceleration(0).a_NL_N.z(), 9.81 / 2, 1e-12);
}

}  // namespace dynamics_test
}  // namespace hadal::dynamics
