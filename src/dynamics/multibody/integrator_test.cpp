// Convergence and conservation of the two integrators.
#include <gtest/gtest.h>

#include <numbers>

#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/spatial.h"
#include "dynamics/multibody/test_models.h"
#include "math/solve.h"

namespace hadal::dynamics {
namespace integrator_test {

using testing::Draws;
using testing::make;
using testing::step;

const Vec6 kStartTwist = (Vec6() << 0.8, 0.3, -0.2, 0.4, -0.6, 0.9).finished();

MultibodySpec tumbling_body(double step_s, Integrator integrator) {
  MultibodySpec spec = testing::vehicle_with_arm(0, false);
  spec.gravity_N.setZero();
  spec.step_s = step_s;
  spec.integrator = integrator;
  return spec;
}

Mat6 total_mass(const LinkSpec& link) {
  return rigid_mass_matrix(link.mass_kg, link.p_LG_L, link.inertia_G) + link.added_mass_L;
}

// Kirchhoff's equations M dnu = -nu x* (M nu) in R^13 with the classical fourth-order Runge-Kutta
// method at a step so small that rounding is all that remains.
struct Kirchhoff {
  using State = Eigen::Matrix<double, 13, 1>;
  Mat6 mass, inverse;

  State rate(const State& s) const {
    const Quat q(s[3], s[4], s[5], s[6]);
    const Vec6 nu = s.tail<6>();
    State out;
    out.head<3>() = q.normalized() * nu.head<3>();
    const Quat turning = q * Quat(0, nu[3], nu[4], nu[5]);
    out.segment<4>(3) << 0.5 * turning.w(), 0.5 * turning.vec();
    out.tail<6>() = -inverse * cross_force(nu, mass * nu);
    return out;
  }
  State run(State s, double duration, int steps) const {
    const double h = duration / steps;
    for (int n = 0; n < steps; ++n) {
      const State a = rate(s), b = rate(s + 0.5 * h * a), c = rate(s + 0.5 * h * b),
                  d = rate(s + h * c);
      s += h / 6 * (a + 2 * b + 2 * c + d);
    }
    return s;
  }
};

constexpr double kTumble_s = 10;

Vec3 reference_position() {
  Kirchhoff kirchhoff;
  kirchhoff.mass = total_mass(tumbling_body(0.01, Integrator::kRkmk4).links[0]);
  kirchhoff.inverse = inverse(kirchhoff.mass);
  Kirchhoff::State s = Kirchhoff::State::Zero();
  s[3] = 1;
  s.tail<6>() = kStartTwist;
  return kirchhoff.run(s, kTumble_s, 100000).head<3>();
}

double tumble_error(double step_s, Integrator integrator, const Vec3& reference) {
  Multibody bodies = make(tumbling_body(step_s, integrator));
  bodies.set_twist(0, kStartTwist);
  const int steps = static_cast<int>(std::lround(kTumble_s / step_s));
  for (int n = 0; n < steps; ++n) EXPECT_TRUE(step(bodies).ok());
  return (bodies.kinematics()[0].p_NL_N - reference).norm();
}

double order(double coarse, double fine) {
  return std::log2(coarse / fine);
}

TEST(MultibodyIntegrator, LeapfrogIsSecondOrderOnKirchhoffTumble) {
  const Vec3 reference = reference_position();
  const double a = tumble_error(0.01, Integrator::kLeapfrog, reference);
  const double b = tumble_error(0.005, Integrator::kLeapfrog, reference);
  const double c = tumble_error(0.0025, Integrator::kLeapfrog, reference);
  EXPECT_NEAR(order(a, b), 2, 0.1);
  EXPECT_NEAR(order(b, c), 2, 0.1);
  EXPECT_LT(b, 1e-3);  // metres, after 10 s at 5 ms
}

TEST(MultibodyIntegrator, RungeKuttaMuntheKaasIsFourthOrderOnKirchhoffTumble) {
  const Vec3 reference = reference_position();
  const double a = tumble_error(0.02, Integrator::kRkmk4, reference);
  const double b = tumble_error(0.01, Integrator::kRkmk4, reference);
  const double c = tumble_error(0.005, Integrator::kRkmk4, reference);
  EXPECT_NEAR(order(a, b), 4, 0.2);
  EXPECT_NEAR(order(b, c), 4, 0.2);
  EXPECT_LT(b, 1e-7);
}

// Energy and the impulse of the fluid and body together, in N and about its origin.
struct Invariants {
  double energy;
  Vec3 momentum, angular;
};

Invariants invariants(const Multibody& bodies, const LinkSpec& link) {
  const LinkKinematics& kin = bodies.kinematics()[0];
  const Vec6 h = total_mass(link) * kin.nu_L;
  const Vec3 momentum = kin.R_NL * h.head<3>();
  return {0.5 * kin.nu_L.dot(h), momentum, kin.R_NL * h.tail<3>() + kin.p_NL_N.cross(momentum)};
}

TEST(MultibodyIntegrator, RungeKuttaMuntheKaasConservesEnergyAndImpulse) {
  const MultibodySpec spec = tumbling_body(0.002, Integrator::kRkmk4);
  Multibody bodies = make(spec);
  bodies.set_twist(0, kStartTwist);
  const Invariants start = invariants(bodies, spec.links[0]);
  for (int n = 0; n < 5000; ++n) ASSERT_TRUE(step(bodies).ok());
  const Invariants end = invariants(bodies, spec.links[0]);
  EXPECT_NEAR(end.energy / start.energy, 1, 1e-11);
  EXPECT_LT((end.momentum - start.momentum).norm() / start.momentum.norm(), 1e-10);
  EXPECT_LT((end.angular - start.angular).norm() / start.angular.norm(), 1e-9);
}

// Leapfrog on the whole arm: the same energy after 5 s, with an error that falls as h^2.
TEST(MultibodyIntegrator, LeapfrogEnergyErrorOfAnArmFallsWithTheSquareOfTheStep) {
  const auto energy_error = [](double h) {
    MultibodySpec spec = testing::vehicle_with_arm(7, false);
    spec.gravity_N.setZero();
    spec.step_s = h;
    Multibody bodies = make(spec);
    for (int i = 0; i < bodies.nv(); ++i) bodies.qvel()[i] = 0.3 * std::cos(1.7 * i);
    bodies.refresh();
    const auto energy = [&] {
      const Eigen::Map<const Eigen::VectorXd> v(bodies.qvel().data(), bodies.nv());
      return 0.5 * v.dot(bodies.mass_matrix() * v);
    };
    const double start = energy();
    for (int n = 0; n < std::lround(5 / h); ++n) EXPECT_TRUE(step(bodies).ok());
    return std::abs(energy() / start - 1);
  };
  const double coarse = energy_error(0.002), fine = energy_error(0.001);
  EXPECT_GT(order(coarse, fine), 1.7);
  EXPECT_LT(fine, 1e-3);
}

// The nutation of a free top, w' = i W w, grows with leapfrog at the rate h^3 W^4 / 4 of the
// Adams-Bashforth method, and hardly with the fourth-order one: the limit that multibody.h states.
TEST(MultibodyIntegrator, UndampedNutationGrowsAsStated) {
  const auto growth_rate = [](double spin, double h, Integrator integrator) {
    MultibodySpec spec;
    spec.gravity_N.setZero();
    spec.step_s = h;
    spec.integrator = integrator;
    LinkSpec top;
    top.name = "top";
    top.mass_kg = 1;
    top.inertia_G = Vec3(1, 1, 2).asDiagonal();
    spec.links.push_back(top);
    Multibody bodies = make(spec);
    bodies.set_twist(0, (Vec6() << 0, 0, 0, 1e-3, 0, spin).finished());
    const auto run = [&](double duration) {
      for (int n = 0; n < std::lround(duration / h); ++n) EXPECT_TRUE(step(bodies).ok());
      return std::hypot(bodies.qvel()[3], bodies.qvel()[4]);
    };
    const double early = run(1), late = run(5);
    return std::log(late / early) / 5;
  };
  const double h = 0.0025, spin = 40, expected = h * h * h * std::pow(spin, 4) / 4;
  EXPECT_NEAR(growth_rate(spin, h, Integrator::kLeapfrog) / expected, 1, 0.05);
  EXPECT_LT(std::abs(growth_rate(spin, h, Integrator::kRkmk4)), 0.01 * expected);
}

// In water that moves as a whole the motion is the same, carried along. Weight, added mass and a
// wrench in body axes included.
TEST(MultibodyIntegrator, UniformCurrentOnlyCarriesTheBodyAlong) {
  constexpr double kPosition_m = 1e-12;
  const Vec3 current(0.7, -0.4, 0.2);
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    const MultibodySpec spec = tumbling_body(0.002, integrator);
    Multibody still = make(spec), carried = make(spec);
    still.set_twist(0, kStartTwist);
    carried.set_twist(0, kStartTwist);
    for (int k = 0; k < 3; ++k) carried.qvel()[k] += current[k];
    carried.refresh();
    carried.loads()[0].v_water_N = current;
    for (Multibody* bodies : {&still, &carried}) bodies->loads()[0].tau_L[0] = 5;
    for (int n = 0; n < 1000; ++n) {
      ASSERT_TRUE(step(still).ok());
      ASSERT_TRUE(step(carried).ok());
    }
    const Vec3 difference =
        carried.kinematics()[0].p_NL_N - still.kinematics()[0].p_NL_N - 2.0 * current;
    EXPECT_LT(difference.norm(), kPosition_m);
  }
}

// Two point masses of 1 kg on massless rods of 1 m, hanging from the world: gravity is down (+z).
MultibodySpec double_pendulum(double step_s, Integrator integrator) {
  MultibodySpec spec;
  spec.step_s = step_s;
  spec.integrator = integrator;
  for (int i = 0; i < 2; ++i) {
    LinkSpec link;
    link.name = "rod" + std::to_string(i);
    link.parent = i - 1;
    link.joint = JointKind::kHinge;
    link.pose_PL.p = Vec3(0, 0, i == 0 ? 0 : 1);
    link.axis_L = Vec3::UnitY();
    link.mass_kg = 1;
    link.p_LG_L = Vec3(0, 0, 1);
    spec.links.push_back(link);
  }
  return spec;
}

double pendulum_energy(Multibody& bodies) {
  const double a = bodies.qpos()[0], b = a + bodies.qpos()[1];
  const double da = bodies.qvel()[0], db = da + bodies.qvel()[1];
  const double kinetic = 0.5 * da * da + 0.5 * (da * da + db * db + 2 * da * db * std::cos(a - b));
  return kinetic - 9.81 * (2 * std::cos(a) + std::cos(b));
}

TEST(MultibodyIntegrator, DoublePendulumOfPointMassesConservesEnergy) {
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    Multibody bodies = make(double_pendulum(0.001, integrator));
    bodies.qpos()[0] = 1.2;
    bodies.qpos()[1] = 0.7;
    bodies.refresh();
    const double start = pendulum_energy(bodies);
    double worst = 0;
    for (int n = 0; n < 10000; ++n) {
      ASSERT_TRUE(step(bodies).ok());
      worst = std::max(worst, std::abs(pendulum_energy(bodies) - start));
    }
    EXPECT_LT(worst, integrator == Integrator::kRkmk4 ? 1e-7 : 1e-2);  // of 40 J of exchange
  }
}

TEST(MultibodyIntegrator, SmallPendulumHasItsNaturalPeriod) {
  MultibodySpec spec = double_pendulum(0.002, Integrator::kLeapfrog);
  spec.links.pop_back();
  Multibody bodies = make(spec);
  bodies.qpos()[0] = 1e-3;
  bodies.refresh();
  const double period = 2 * std::numbers::pi / std::sqrt(9.81);
  for (int n = 0; n < std::lround(period / 0.002); ++n) ASSERT_TRUE(step(bodies).ok());
  EXPECT_NEAR(bodies.qpos()[0], 1e-3, 1e-8);
}

}  // namespace integrator_test
}  // namespace hadal::dynamics
