// Light bodies with heavy added mass, and damping far stiffer than the step.
#include <gtest/gtest.h>

#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics {
namespace stability_test {

using testing::make;
using testing::step;

// 1 kg with 8, 20 and 20 kg of added mass and coupling between sway and yaw, heave and pitch.
MultibodySpec light_body(double step_s) {
  MultibodySpec spec;
  spec.gravity_N.setZero();
  spec.step_s = step_s;
  LinkSpec link;
  link.name = "light";
  link.mass_kg = 1;
  link.inertia_G = testing::box_inertia(1, 0.4, 0.2, 0.1);
  link.added_mass_L.diagonal() << 8, 20, 20, 0.1, 0.3, 0.3;
  link.added_mass_L(1, 5) = link.added_mass_L(5, 1) = -0.5;
  link.added_mass_L(2, 4) = link.added_mass_L(4, 2) = 0.5;
  spec.links.push_back(link);
  return spec;
}

const Vec6 kLinear = (Vec6() << 5, 10, 10, 0.5, 0.5, 0.5).finished();
const Vec6 kQuadratic = (Vec6() << 20, 60, 60, 1, 1, 1).finished();

void drag_and_square_wave(Multibody& bodies, double time_s, bool implicit) {
  const Vec6 nu = bodies.kinematics()[0].nu_L;
  const Vec6 speed = nu.cwiseAbs();
  LinkLoad& load = bodies.loads()[0];
  load.tau_L = -(kLinear + kQuadratic.cwiseProduct(speed)).cwiseProduct(nu);
  load.tau_L[0] += static_cast<int>(time_s) % 2 ? 40 : -40;
  load.tau_L[2] += static_cast<int>(1.5 * time_s) % 2 ? 30 : -30;
  if (implicit) load.damping_L.diagonal() = kLinear + 2 * kQuadratic.cwiseProduct(speed);
}

// Speed along x after 20 s of tumbling, drag and square-wave thrust.
double speed_after_20_s(double step_s, bool implicit, Integrator integrator) {
  MultibodySpec spec = light_body(step_s);
  spec.integrator = integrator;
  Multibody bodies = make(spec);
  bodies.set_twist(0, (Vec6() << 1, 0.5, 0.1, 0.5, 0.2, 0.4).finished());
  const auto force = [&](Multibody& b, double t) { drag_and_square_wave(b, t, implicit); };
  double fastest = 0;
  for (int n = 0; n < std::lround(20 / step_s); ++n) {
    EXPECT_TRUE(step(bodies, n * step_s, force).ok());
    for (double v : bodies.qvel()) fastest = std::max(fastest, std::abs(v));
  }
  EXPECT_LT(fastest, 5) << "at step " << step_s;
  return bodies.kinematics()[0].nu_L[0];
}

TEST(MultibodyStability, LightBodyWithHeavyAddedMassStaysOnTheSameMotionAtEveryStep) {
  const double reference = speed_after_20_s(0.0005, false, Integrator::kRkmk4);
  for (const double h : {0.001, 0.002, 0.005, 0.01})
    for (const bool implicit : {false, true})
      EXPECT_NEAR(speed_after_20_s(h, implicit, Integrator::kLeapfrog), reference, 0.02)
          << h << (implicit ? " implicit" : " explicit");
}

// Linear drag from 1e2 to 1e4 N s/m on 1 kg + 1 kg, pushed by 20 N: v = F / D at the end, and the
// velocity never changes sign on the way from 0.5 m/s down.
TEST(MultibodyStability, StiffLinearDragReachesTerminalVelocityWithoutRinging) {
  constexpr double kForce = 20;
  for (const double D : {1e2, 1e3, 1e4})
    for (const double h : {0.001, 0.005, 0.01}) {
      MultibodySpec spec = light_body(h);
      spec.links[0].added_mass_L.setZero();
      spec.links[0].added_mass_L.diagonal() << 1, 1, 1, 0.01, 0.01, 0.01;
      Multibody bodies = make(spec);
      bodies.set_twist(0, (Vec6() << 0.5, 0, 0, 1, 0, 0).finished());
      Vec6 d;
      d << Vec3::Constant(D), Vec3::Constant(0.01 * D);
      bodies.loads()[0].damping_L = d.asDiagonal();
      for (int n = 0; n < std::lround(10 / h); ++n) {
        ASSERT_TRUE(step(bodies, 0, [&](Multibody& b, double) {
                      b.loads()[0].tau_L = -d.cwiseProduct(b.kinematics()[0].nu_L);
                      b.loads()[0].tau_L[0] += kForce;
                    }).ok());
        ASSERT_GE(bodies.kinematics()[0].nu_L[0], 0) << D << " " << h << " step " << n;
        ASSERT_GE(bodies.kinematics()[0].nu_L[3], -1e-12);
      }
      EXPECT_NEAR(bodies.kinematics()[0].nu_L[0], kForce / D, 1e-9 * kForce / D);
      EXPECT_NEAR(bodies.kinematics()[0].nu_L[3], 0, 1e-12);
    }
}

// Quadratic drag so strong that the first step stops the body almost completely.
TEST(MultibodyStability, StiffQuadraticDragReachesTerminalVelocity) {
  constexpr double kForce = 20, kDrag = 1e4, kStep = 0.01;
  MultibodySpec spec = light_body(kStep);
  Multibody bodies = make(spec);
  bodies.set_twist(0, (Vec6() << 3, 0, 0, 0, 0, 0).finished());
  const double terminal = std::sqrt(kForce / kDrag);
  double previous = 3;
  for (int n = 0; n < 2000; ++n) {
    ASSERT_TRUE(step(bodies, 0, [&](Multibody& b, double) {
                  const double u = b.kinematics()[0].nu_L[0];
                  b.loads()[0].tau_L[0] = kForce - kDrag * std::abs(u) * u;
                  b.loads()[0].damping_L(0, 0) = 2 * kDrag * std::abs(u);
                }).ok());
    const double u = bodies.kinematics()[0].nu_L[0];
    ASSERT_GT(u, 0) << n;
    ASSERT_LE(u, previous + 1e-12) << n;
    previous = u;
  }
  EXPECT_NEAR(previous, terminal, 1e-6 * terminal);
}

// Damping kept below twice the inertia per step is second order: the decay of a link with linear
// drag against exp(-D t / m).
TEST(MultibodyStability, ImplicitDampingIsSecondOrder) {
  const auto error = [](double h) {
    MultibodySpec spec = light_body(h);
    spec.links[0].added_mass_L.setZero();
    Multibody bodies = make(spec);
    bodies.set_twist(0, (Vec6() << 1, 0, 0, 0, 0, 0).finished());
    bodies.loads()[0].damping_L(0, 0) = 4;
    for (int n = 0; n < std::lround(1 / h); ++n)
      EXPECT_TRUE(step(bodies, 0, [](Multibody& b, double) {
                    b.loads()[0].tau_L[0] = -4 * b.kinematics()[0].nu_L[0];
                  }).ok());
    return std::abs(bodies.qvel()[0] - std::exp(-4.0));
  };
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 2, 0.05);
}

// A hinge with damping 1e4 N m s/rad under 20 N m: rate = torque / damping. Explicit damping would
// diverge: h c / I = 1e4.
TEST(MultibodyStability, StiffJointDamping) {
  MultibodySpec spec;
  spec.step_s = 0.01;
  spec.gravity_N.setZero();
  LinkSpec link;
  link.name = "lever";
  link.joint = JointKind::kHinge;
  link.mass_kg = 1;
  link.inertia_G = 0.01 * Mat3::Identity();
  link.damping = 1e4;
  spec.links.push_back(link);
  Multibody bodies = make(spec);
  bodies.qvel()[0] = 2;
  bodies.refresh();
  bodies.joint_effort()[0] = 20;
  for (int n = 0; n < 500; ++n) {
    ASSERT_TRUE(step(bodies).ok());
    ASSERT_GT(bodies.qvel()[0], 0);
  }
  EXPECT_NEAR(bodies.qvel()[0], 20 / 1e4, 1e-12);
}

// A damped link in a chain: implicit damping through the joints gives the same motion as a step a
// hundred times shorter without it.
TEST(MultibodyStability, ImplicitDampingOfAnArmConverges) {
  const auto run = [](double h, bool implicit) {
    MultibodySpec spec = testing::vehicle_with_arm(3, false);
    spec.step_s = h;
    spec.integrator = implicit ? Integrator::kLeapfrog : Integrator::kRkmk4;
    Multibody bodies = make(spec);
    Mat6 D = Mat6::Zero();
    D.diagonal() << 30, 40, 50, 1, 1.5, 2;
    D(0, 4) = D(4, 0) = 2;
    for (LinkLoad& load : bodies.loads()) load.damping_L = D;
    for (int n = 0; n < std::lround(1 / h); ++n)
      EXPECT_TRUE(step(bodies, 0, [&](Multibody& b, double) {
                    for (int i = 0; i < b.link_count(); ++i)
                      b.loads()[i].tau_L = -D * b.kinematics()[i].nu_L;
                  }).ok());
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(bodies.qpos().data(), bodies.nq()));
  };
  const Eigen::VectorXd reference = run(0.0002, false);
  const double coarse = (run(0.004, true) - reference).norm();
  const double fine = (run(0.002, true) - reference).norm();
  EXPECT_LT(fine, 1e-3);
  EXPECT_GT(std::log2(coarse / fine), 1.7);
}

}  // namespace stability_test
}  // namespace hadal::dynamics
