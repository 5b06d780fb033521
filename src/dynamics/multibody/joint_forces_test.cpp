// Drives, friction and play of joints against closed forms.
#include "dynamics/multibody/joint_forces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics::testing {
namespace joint_forces_test {

constexpr double kInertia = 0.57;  // kg m2

// A hinge on the world, about the vertical, with the inertia rigid and added.
MultibodySpec hinge(double step_s, double damping = 0, Integrator integrator = Integrator::kLeapfrog) {
  MultibodySpec spec;
  LinkSpec link;
  link.name = "link";
  link.joint = JointKind::kHinge;
  link.mass_kg = 1;
  link.inertia_G = Vec3(1, 1, 0.35).asDiagonal();
  link.added_mass_L.diagonal() << 0, 0, 0, 0, 0, kInertia - 0.35;
  link.damping = damping;
  spec.links = {link};
  spec.step_s = step_s;
  spec.integrator = integrator;
  return spec;
}

struct Hinge {
  Hinge(const MultibodySpec& spec, const JointLaw& of) : bodies(make(spec)), law(of) {
    bodies.set_joint_law(0, &law);
  }
  void run(double time_s) {
    const auto steps = static_cast<int>(std::lround(time_s / bodies.step_s()));
    for (int n = 0; n < steps; ++n) ASSERT_TRUE(testing::step(bodies).ok());
  }
  double angle() { return bodies.qpos()[0]; }
  double rate() { return bodies.qvel()[0]; }
  Multibody bodies;
  JointLaw law;
};

JointLaw servo(double kp, double kd, double target) {
  JointLaw law;
  law.stiffness = kp;
  law.damping = kd;
  law.target = target;
  return law;
}

// Error of the angle after a step of the command, against the closed form.
double servo_error(double step_s, double time_s) {
  const double kp = 40, kd = 3, b = 0.6, target = 0.5;
  Hinge hinge_on(hinge(step_s, b), servo(kp, kd, target));
  hinge_on.run(time_s);
  const double wn = std::sqrt(kp / kInertia), zeta = (b + kd) / (2 * std::sqrt(kp * kInertia)),
               wd = wn * std::sqrt(1 - zeta * zeta);
  const double exact =
      target * (1 - std::exp(-zeta * wn * time_s) *
                        (std::cos(wd * time_s) + zeta * wn / wd * std::sin(wd * time_s)));
  return std::abs(hinge_on.angle() - exact);
}

TEST(JointForces, AServoIsSecondOrder) {
  const double coarse = servo_error(0.01, 0.2), fine = servo_error(0.005, 0.2);
  EXPECT_LT(fine, 2e-4);
  EXPECT_NEAR(coarse / fine, 4, 0.4);
}

// Undamped, theta = 1/2: the energy of the swing stays.
TEST(JointForces, AResolvedSpringLosesNothing) {
  Hinge hinge_on(hinge(0.01), servo(40, 0, 0));
  hinge_on.bodies.qpos()[0] = 0.5;
  hinge_on.bodies.refresh();
  const double energy = 0.5 * 40 * 0.25;
  hinge_on.run(20);
  const double now = 0.5 * kInertia * std::pow(hinge_on.rate(), 2) + 20 * std::pow(hinge_on.angle(), 2);
  EXPECT_NEAR(now, energy, 1e-9 * energy);
}

class StiffServo : public ::testing::TestWithParam<std::pair<double, double>> {};

// h sqrt(kp / J) from 13 to 13000 at 10 ms: goes to the command without ringing.
TEST_P(StiffServo, IsStableAtTenMilliseconds) {
  const auto [kp, kd] = GetParam();
  Hinge hinge_on(hinge(0.01), servo(kp, kd, 0.3));
  double overshoot = 0;
  for (int n = 0; n < 300; ++n) {
    hinge_on.run(0.01);
    overshoot = std::max(overshoot, hinge_on.angle() - 0.3);
  }
  EXPECT_LT(overshoot, 0.3);
  EXPECT_NEAR(hinge_on.angle(), 0.3, 1e-9);
  EXPECT_NEAR(hinge_on.rate(), 0, 1e-9);
}
INSTANTIATE_TEST_SUITE_P(Gains, StiffServo,
                         ::testing::Values(std::pair{1e6, 0.0}, std::pair{1e6, 1e3},
                                           std::pair{1e8, 1e4}, std::pair{1e12, 0.0},
                                           std::pair{1e8, 1e6}, std::pair{4e4, 300.0}));

// Cut to 8 N m: constant acceleration from rest at first, exactly.
TEST(JointForces, TheEffortLimitIsExact) {
  JointLaw law = servo(40, 3, 1.2);
  law.effort_limit = 8;
  Hinge hinge_on(hinge(0.01), law);
  hinge_on.run(0.1);
  EXPECT_NEAR(hinge_on.rate(), 8 * 0.1 / kInertia, 1e-12);
  EXPECT_NEAR(hinge_on.angle(), 0.5 * 8 * 0.01 / kInertia, 1e-12);
  EXPECT_EQ(hinge_on.bodies.joint_action(0).drive_effort, 8);
}

TEST(JointForces, ADriveDoesNotPushBeyondItsVelocityLimit) {
  JointLaw law;
  law.effort = 5;
  law.effort_limit = 100;
  law.velocity_limit = 0.8;
  Hinge hinge_on(hinge(0.01, 0.6), law);
  hinge_on.run(5);
  EXPECT_LT(hinge_on.rate(), 0.8);
  EXPECT_GT(hinge_on.rate(), 0.792);
  EXPECT_NEAR(hinge_on.bodies.joint_action(0).drive_effort, 0.6 * hinge_on.rate(), 1e-6);
}

TEST(JointForces, ADriveBrakesAtItsVelocityLimit) {
  JointLaw law;
  law.effort = 5;
  law.effort_limit = 100;
  law.velocity_limit = 0.8;
  Hinge hinge_on(hinge(0.01), law);
  hinge_on.bodies.joint_effort()[0] = 50;
  hinge_on.run(5);
  EXPECT_NEAR(hinge_on.rate(), 0.8 * 1.005, 1e-6);
  EXPECT_NEAR(hinge_on.bodies.joint_action(0).drive_effort, -50, 1e-6);
}

struct Friction {
  double tau_c = 0.8, b = 0.5, J = kInertia;
  double stop_s(double w0) const { return J / b * std::log(1 + b * w0 / tau_c); }
  double stop_angle(double w0) const {
    return J / b * (w0 - tau_c / b * std::log(1 + b * w0 / tau_c));
  }
};

class Coasting : public ::testing::TestWithParam<std::pair<double, Integrator>> {};

TEST_P(Coasting, StopsWhereItShouldAndStays) {
  const auto [step_s, integrator] = GetParam();
  const Friction friction;
  JointLaw law;
  law.friction = friction.tau_c;
  Hinge hinge_on(hinge(step_s, friction.b, integrator), law);
  hinge_on.bodies.qvel()[0] = 2;
  hinge_on.bodies.refresh();
  double stopped_s = 0;
  for (double t = 0; t < 2; t += step_s) {
    hinge_on.run(step_s);
    if (std::abs(hinge_on.rate()) > 1e-3) stopped_s = t + step_s;
  }
  EXPECT_NEAR(stopped_s, friction.stop_s(2), 2 * step_s);
  EXPECT_NEAR(hinge_on.angle(), friction.stop_angle(2), 2 * step_s * step_s + 1e-5);
  const double there = hinge_on.angle();
  hinge_on.run(10);
  EXPECT_NEAR(hinge_on.angle(), there, 1e-9);
}
INSTANTIATE_TEST_SUITE_P(Steps, Coasting,
                         ::testing::Values(std::pair{0.001, Integrator::kLeapfrog},
                                           std::pair{0.01, Integrator::kLeapfrog},
                                           std::pair{0.001, Integrator::kRkmk4}));

// Sticks up to tau_c, slides beyond: J/b many times, the rate of the closed form.
TEST(JointForces, FrictionHoldsUpToItsLimit) {
  const Friction friction;
  for (const double factor : {0.5, 0.95, 1.05, 2.0}) {
    JointLaw law;
    law.friction = friction.tau_c;
    law.effort = factor * friction.tau_c;
    Hinge hinge_on(hinge(0.005, friction.b), law);
    hinge_on.run(20);
    const double expected = factor < 1 ? 0 : (factor - 1) * friction.tau_c / friction.b;
    EXPECT_NEAR(hinge_on.rate(), expected, 2e-6) << factor;
    if (factor < 1) {
      EXPECT_LT(hinge_on.angle(), 20 * kStickRate) << factor;
    }
  }
}

// A chain of joints that stick, slide, run into their limits of effort and speed: the equations hold for
// every link, the laws as they are written, not as they were linearised.
TEST(JointForces, AChainObeysAllItsLawsAtOnce) {
  MultibodySpec spec = vehicle_with_arm(7, true);
  spec.step_s = 0.005;
  Multibody bodies = make(spec);
  Draws draws("joint laws");
  for (int trial = 0; trial < 200; ++trial) {
    randomise(bodies, spec, draws);
    std::vector<JointLaw> laws(spec.links.size());
    for (size_t i = 1; i < spec.links.size(); ++i) {
      JointLaw& law = laws[i];
      law.effort = 5 * draws.normal();
      law.stiffness = std::exp(4 * draws.normal());
      law.damping = std::exp(2 * draws.normal());
      law.target = draws.normal();
      law.effort_limit = std::exp(2 * draws.normal());
      if (trial % 2) law.velocity_limit = std::exp(draws.normal());
      if (trial % 3) law.friction = std::exp(2 * draws.normal());
      bodies.set_joint_law(static_cast<int>(i), &law);
    }
    const std::vector<double> q0(bodies.qpos().begin(), bodies.qpos().end()),
        v0(bodies.qvel().begin(), bodies.qvel().end());
    std::fill(bodies.qacc().begin(), bodies.qacc().end(), 0.0);
    ASSERT_TRUE(testing::step(bodies).ok());
    std::vector<double> v1(bodies.qvel().begin(), bodies.qvel().end());
    // The same step with what the laws did as plain efforts.
    for (size_t i = 1; i < spec.links.size(); ++i) {
      const JointAction& action = bodies.joint_action(static_cast<int>(i));
      const JointLaw& law = laws[i];
      const int dof = bodies.dof_address(static_cast<int>(i));
      EXPECT_LE(std::abs(action.drive_effort), law.effort_limit * (1 + 1e-12));
      EXPECT_LE(std::abs(action.friction), law.friction * (1 + 1e-12));
      if (law.friction > 0 && std::abs(v1[dof]) > 2 * kStickRate) {
        EXPECT_EQ(action.friction, v1[dof] > 0 ? -law.friction : law.friction);
      }
      bodies.set_joint_law(static_cast<int>(i), nullptr);
    }
    std::copy(q0.begin(), q0.end(), bodies.qpos().begin());
    std::copy(v0.begin(), v0.end(), bodies.qvel().begin());
    std::fill(bodies.qacc().begin(), bodies.qacc().end(), 0.0);
    bodies.refresh();
    std::vector<JointAction> actions(spec.links.size());
    Multibody plain = make(spec);
    std::copy(q0.begin(), q0.end(), plain.qpos().begin());
    std::copy(v0.begin(), v0.end(), plain.qvel().begin());
    plain.refresh();
    for (size_t i = 1; i < spec.links.size(); ++i)
      bodies.set_joint_law(static_cast<int>(i), &laws[i]);
    ASSERT_TRUE(testing::step(bodies).ok());
    for (size_t i = 1; i < spec.links.size(); ++i) {
      const JointAction& action = bodies.joint_action(static_cast<int>(i));
      plain.joint_effort()[plain.dof_address(static_cast<int>(i))] =
          action.drive_effort + action.friction;
      bodies.set_joint_law(static_cast<int>(i), nullptr);
    }
    ASSERT_TRUE(testing::step(plain).ok());
    for (size_t k = 0; k < v1.size(); ++k)
      EXPECT_NEAR(plain.qvel()[k], v1[k], 1e-7 * (1 + std::abs(v1[k]))) << trial << " " << k;
  }
}

// Drive and link meet across the gap: the drive runs freely, then carries the link along; the momentum
// of the two is that of the effort.
TEST(JointForces, AGapIsCrossedBeforeTheLinkMoves) {
  JointLaw law;
  law.effort = 0.2;
  law.gap = 0.1;
  law.gear_stiffness = 1e5;
  law.drive_inertia = 0.02;
  Hinge hinge_on(hinge(0.001), law);
  const auto follow = [&](double time_s) {
    for (int n = 0; n < std::lround(time_s / 0.001); ++n) {
      hinge_on.run(0.001);
      const JointAction& action = hinge_on.bodies.joint_action(0);
      hinge_on.law.drive_position = action.end_drive_position;
      hinge_on.law.drive_rate = action.end_drive_rate;
      hinge_on.bodies.set_joint_law(0, &hinge_on.law);
    }
  };
  // 0.05 rad at 10 rad/s2: 0.1 s.
  follow(0.09);
  EXPECT_EQ(hinge_on.angle(), 0);
  EXPECT_NEAR(hinge_on.law.drive_rate, 0.9, 1e-9);
  follow(0.91);
  EXPECT_NEAR(0.02 * hinge_on.law.drive_rate + kInertia * hinge_on.rate(), 0.2 * 1, 1e-3);
  EXPECT_NEAR(hinge_on.law.drive_rate, hinge_on.rate(), 0.05);
  EXPECT_GT(hinge_on.law.drive_position - hinge_on.angle(), 0.049);
}

}  // namespace joint_forces_test
}  // namespace hadal::dynamics::testing
