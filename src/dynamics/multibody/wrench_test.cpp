// What joints and welds transmit, and what a vehicle with an arm keeps.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/multibody/test_models.h"
#include "oracle/articulated_body.h"

namespace hadal::dynamics::testing {
namespace wrench_test {

Eigen::VectorXd as_vector(std::span<const double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

// An arm with a welded tool, all of it in a current and under loads of its own.
MultibodySpec arm_with_tool() {
  MultibodySpec spec = vehicle_with_arm(4, true);
  LinkSpec tool = spec.links[4];
  tool.name = "tool";
  tool.parent = 4;
  tool.joint = JointKind::kFixed;
  spec.links.push_back(tool);
  spec.step_s = 0.002;
  spec.implicit_damping = false;  // as the oracle has it
  return spec;
}

TEST(TransmittedWrench, IsThatOfTheArticulatedBodyAlgorithm) {
  const MultibodySpec spec = arm_with_tool();
  Multibody bodies = make(spec);
  bodies.measure_wrenches(true);
  oracle::ArticulatedBody oracle(spec);
  Draws draws("wrench");
  double worst = 0;
  for (int trial = 0; trial < 100; ++trial) {
    randomise(bodies, spec, draws);
    std::fill(bodies.qacc().begin(), bodies.qacc().end(), 0.0);
    std::vector<LinkLoad> loads(spec.links.size());
    Eigen::VectorXd q, v, effort;
    const Vec3 current(draws.normal(), draws.normal(), draws.normal());
    for (LinkLoad& load : loads) {
      for (int k = 0; k < 6; ++k) load.tau_L[k] = 10 * draws.normal();
      load.v_water_N = current;
    }
    ASSERT_TRUE(step(bodies, 0, [&](Multibody& b, double) {
                  std::copy(loads.begin(), loads.end(), b.loads().begin());
                  for (size_t i = 1; i < spec.links.size(); ++i)
                    if (const int dof = b.dof_address(static_cast<int>(i)); dof >= 0)
                      b.joint_effort()[dof] = draws.normal();
                  q = as_vector(std::as_const(b).qpos());
                  v = as_vector(std::as_const(b).qvel());
                  effort = as_vector(b.joint_effort());
                }).ok());
    oracle.accelerations(q, v, loads, effort);
    for (size_t i = 0; i < spec.links.size(); ++i) {
      const Vec6 expected = oracle.transmitted_wrench(i),
                 found = bodies.transmitted_wrench_L(static_cast<int>(i));
      if (i == 0) {  // a free link hangs on nothing
        EXPECT_LT(found.norm(), 1e-9 * oracle.transmitted_wrench(1).norm() + 1e-9);
        continue;
      }
      worst = std::max(worst, (found - expected).norm() / expected.norm());
    }
  }
  EXPECT_LT(worst, 1e-9);
}

// A body that lies on another one: what the weld transmits is the weight and the contact force.
TEST(TransmittedWrench, HoldsTheContactForce) {
  MultibodySpec spec;
  LinkSpec stand, plate, ball;
  stand.name = "stand";
  stand.joint = JointKind::kFixed;
  plate.name = "plate";
  plate.parent = 0;
  plate.joint = JointKind::kFixed;
  plate.mass_kg = 3;
  plate.p_LG_L = Vec3(0.2, 0, 0);
  plate.inertia_G = Mat3::Identity();
  CollisionShape box;
  box.kind = CollisionShape::Kind::kBox;
  box.size = Vec3(1, 1, 0.1);
  plate.collisions = {box};
  ball.name = "ball";
  ball.mass_kg = 2;
  ball.inertia_G = 0.02 * Mat3::Identity();
  CollisionShape sphere;
  sphere.kind = CollisionShape::Kind::kSphere;
  sphere.size = Vec3(0.1, 0, 0);
  ball.collisions = {sphere};
  ball.pose_PL.p = Vec3(0.5, 0, -0.2);
  spec.links = {stand, plate, ball};
  spec.step_s = 0.002;
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    spec.integrator = integrator;
    Multibody bodies = make(spec);
    bodies.measure_wrenches(true);
    for (int n = 0; n < 3000; ++n) ASSERT_TRUE(step(bodies).ok());
    const Vec6 wrench = bodies.transmitted_wrench_L(1);
    EXPECT_NEAR(wrench[2], -5 * 9.81, 1e-3);
    EXPECT_NEAR(wrench[4], 3 * 9.81 * 0.2 + 2 * 9.81 * 0.5, 2e-3);
  }
}

struct Invariants {
  Vec3 P = Vec3::Zero(), H = Vec3::Zero();
  double energy = 0;
};

Invariants invariants_of(const Multibody& bodies, const MultibodySpec& spec) {
  Invariants out;
  for (size_t i = 0; i < spec.links.size(); ++i) {
    const LinkSpec& link = spec.links[i];
    const LinkKinematics& k = bodies.kinematics()[i];
    const Vec6 h = (rigid_mass_matrix(link.mass_kg, link.p_LG_L, link.inertia_G) + link.added_mass_L) *
                   k.nu_L;
    const Vec3 P = k.R_NL * h.head<3>();
    out.P += P;
    out.H += k.R_NL * h.tail<3>() + k.p_NL_N.cross(P);
    out.energy += 0.5 * k.nu_L.dot(h);
  }
  return out;
}

Multibody tumbling_arm(MultibodySpec& spec, double step_s, Integrator integrator) {
  spec = vehicle_with_arm(3, false);
  for (LinkSpec& link : spec.links) link.damping = 0;
  spec.gravity_N.setZero();
  spec.step_s = step_s;
  spec.integrator = integrator;
  Multibody bodies = make(spec);
  Draws draws("tumbling");
  for (double& v : bodies.qvel()) v = 0.3 * draws.normal();
  bodies.refresh();
  return bodies;
}

TEST(FreeArm, KeepsMomentumAndEnergyForAMinute) {
  MultibodySpec spec;
  Multibody bodies = tumbling_arm(spec, 0.0008, Integrator::kRkmk4);
  const Invariants before = invariants_of(bodies, spec);
  for (int n = 0; n < 75000; ++n) ASSERT_TRUE(step(bodies).ok());
  const Invariants after = invariants_of(bodies, spec);
  EXPECT_LT((after.P - before.P).norm() / before.P.norm(), 1e-9);
  EXPECT_LT((after.H - before.H).norm() / before.H.norm(), 1e-9);
  EXPECT_NEAR(after.energy / before.energy, 1, 1e-9);
}

double leapfrog_error(double step_s) {
  MultibodySpec spec;
  Multibody bodies = tumbling_arm(spec, step_s, Integrator::kLeapfrog),
            exact = tumbling_arm(spec, 0.001, Integrator::kRkmk4);
  for (int n = 0; n < std::lround(5 / step_s); ++n) EXPECT_TRUE(step(bodies).ok());
  for (int n = 0; n < 5000; ++n) EXPECT_TRUE(step(exact).ok());
  double error = 0;
  for (size_t k = 0; k < bodies.qpos().size(); ++k)
    error = std::max(error, std::abs(bodies.qpos()[k] - exact.qpos()[k]));
  return error;
}

TEST(FreeArm, LeapfrogIsSecondOrder) {
  const double coarse = leapfrog_error(0.004), fine = leapfrog_error(0.002);
  EXPECT_NEAR(coarse / fine, 4, 0.5);
}

// Two fingers that a gear couples: a push on one moves both alike, and both share the load.
TEST(CoupledJoints, MoveTogether) {
  MultibodySpec spec;
  LinkSpec stand, left, right;
  stand.name = "stand";
  stand.joint = JointKind::kFixed;
  left.name = "left";
  left.parent = 0;
  left.joint = JointKind::kSlide;
  left.axis_L = Vec3::UnitY();
  left.mass_kg = 0.2;
  left.inertia_G = 1e-4 * Mat3::Identity();
  left.damping = 5;
  right = left;
  right.name = "right";
  right.mass_kg = 0.6;
  spec.links = {stand, left, right};
  spec.couplings = {{.link_a = 2, .link_b = 1, .ratio = -1, .offset = 0.05}};
  spec.step_s = 0.005;
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    spec.integrator = integrator;
    Multibody bodies = make(spec);
    const int a = bodies.dof_address(1), b = bodies.dof_address(2);
    bodies.qpos()[bodies.qpos_address(2)] = 0.05;
    bodies.refresh();
    bodies.joint_effort()[a] = 2;
    double worst = 0;
    for (int n = 0; n < 400; ++n) {
      ASSERT_TRUE(step(bodies).ok());
      worst = std::max(worst, std::abs(bodies.qpos()[bodies.qpos_address(2)] +
                                       bodies.qpos()[bodies.qpos_address(1)] - 0.05));
    }
    EXPECT_LT(worst, 1e-5);
    // Terminal speed of 2 N against both dampers. The stages of RKMK4 know no constraints.
    const double tolerance = integrator == Integrator::kLeapfrog ? 1e-4 : 5e-3;
    EXPECT_NEAR(bodies.qvel()[a], 0.2, tolerance);
    EXPECT_NEAR(bodies.qvel()[b], -0.2, tolerance);
  }
}

}  // namespace wrench_test
}  // namespace hadal::dynamics::testing
