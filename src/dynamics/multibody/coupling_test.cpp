// Couplings of joints and links against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"
#include "math/rotation.h"

namespace hadal::dynamics {
namespace coupling_test {

using testing::make;
using testing::step;

LinkSpec free_body(const std::string& name, double mass, const Vec3& p_N) {
  LinkSpec link;
  link.name = name;
  link.mass_kg = mass;
  link.inertia_G = testing::box_inertia(mass, 0.3, 0.2, 0.2);
  link.pose_PL.p = p_N;
  return link;
}

// Two bodies one metre apart; S in the middle of the first, P on the second where S is.
MultibodySpec two_bodies(double step_s, int bystanders = 0) {
  MultibodySpec spec;
  spec.gravity_N = Vec3::Zero();
  spec.step_s = step_s;
  spec.links = {free_body("a", 20, Vec3::Zero()), free_body("b", 2, Vec3(1, 0, 0))};
  CouplingSpec weld;
  weld.kind = CouplingSpec::Kind::kWeld;
  weld.link_a = 0;
  weld.link_b = 1;
  weld.X_AS.p = Vec3(0.3, 0, 0);
  weld.X_BP.p = Vec3(-0.7, 0, 0);
  spec.couplings = {weld};
  for (int i = 0; i < bystanders; ++i)
    spec.links.push_back(free_body("by" + std::to_string(i), 1, Vec3(0, 10.0 + i, 0)));
  return spec;
}

void run(Multibody& bodies, double time_s, const testing::Force& force = {}) {
  for (int n = 0; n < std::lround(time_s / bodies.step_s()); ++n)
    ASSERT_TRUE(step(bodies, n * bodies.step_s(), force).ok());
}

// Of P in S.
Vec3 offset_S(const Multibody& bodies, const CouplingSpec& weld) {
  const auto frame = [&](int link, const Pose& X) {
    const LinkKinematics& kin = bodies.kinematics()[link];
    return Pose{kin.p_NL_N, kin.q_NL} * X;
  };
  const Pose X_NS = frame(weld.link_a, weld.X_AS), X_NP = frame(weld.link_b, weld.X_BP);
  return X_NS.q.conjugate() * (X_NP.p - X_NS.p);
}

TEST(Coupling, OpenWeldChangesNoBit) {
  MultibodySpec with = two_bodies(0.002), without = with;
  without.couplings.clear();
  Multibody a = make(with), b = make(without);
  const auto push = [](Multibody& m, double) { m.loads()[0].tau_L << 3, 1, 2, 0.1, 0.2, 0.3; };
  run(a, 1, push);
  run(b, 1, push);
  for (size_t i = 0; i < a.qpos().size(); ++i) EXPECT_EQ(a.qpos()[i], b.qpos()[i]);
}

// A force in line with both: F / (m1 + m2), of which the weld carries m2's part; across, the weld
// also carries a torque, and momentum is that of one rigid body.
TEST(Coupling, WeldCarriesTheForceOfTheOtherBody) {
  for (const int bystanders : {0, 12})  // dense and sparse Jacobians
    for (const double h : {0.001, 0.005}) {
      Multibody bodies = make(two_bodies(h, bystanders));
      bodies.couplings()[0].active = true;
      run(bodies, 1, [](Multibody& m, double) { m.loads()[0].tau_L[0] = 44; });
      const double a = 44.0 / 22;
      EXPECT_NEAR(bodies.kinematics()[1].nu_L[0], a, 1e-4);
      EXPECT_NEAR(bodies.coupling_forces()[0].force_S.x(), 2 * a, 1e-4);
      EXPECT_NEAR(bodies.coupling_wrench_L(0)[0], -2 * a, 1e-4);
      EXPECT_NEAR(bodies.coupling_wrench_L(1)[0], 2 * a, 1e-4);
    }
}

TEST(Coupling, WrenchOfAWeldAcrossIsThatOfABeam) {
  // Held still at a's centre by what acts on a; 10 N down on b's centre, 0.7 m from P.
  MultibodySpec spec = two_bodies(0.002);
  spec.links[0].joint = JointKind::kFixed;
  Multibody bodies = make(spec);
  bodies.couplings()[0].active = true;
  run(bodies, 2, [](Multibody& m, double) { m.loads()[1].tau_L[2] = 10; });
  const CouplingForce& force = bodies.coupling_forces()[0];
  EXPECT_NEAR(force.force_S.z(), -10, 1e-3);
  EXPECT_NEAR(force.torque_S.y(), 7, 1e-3);  // the load's own is r x F = (0.7, 0, 0) x (0, 0, 10)
  EXPECT_NEAR(bodies.coupling_wrench_L(0)[2], 10, 1e-3);
  EXPECT_NEAR(bodies.coupling_wrench_L(0)[4], -10, 1e-2);  // 1 m from a's origin
  EXPECT_NEAR(bodies.coupling_wrench_L(1)[4], 0, 1e-3);    // at b's centre nothing turns
  EXPECT_LT(offset_S(bodies, spec.couplings[0]).norm(), 5e-5);
}

// A carrier of 20 kg with a palm of 3 kg welded to it, 0.5 m ahead, and a body of 2 kg and 1, 2 and 4 kg
// of added mass 0.3 m further, coupled to the palm. Pulled with F at the origin of the carrier, which is
// kept from turning: a = F / (M + m + A), and what the palm hangs on carries (m_palm + m_held + A) a
// and the moment of it.
TEST(Coupling, IsFeltByWhatTheHolderHangsOn) {
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    MultibodySpec spec;
    spec.step_s = 0.001;
    spec.integrator = integrator;
    spec.gravity_N = Vec3::Zero();
    LinkSpec rail = free_body("rail", 20, Vec3::Zero()), palm = free_body("palm", 3, Vec3(0.5, 0, 0)),
             held = free_body("held", 2, Vec3(0.8, 0, 0));
    rail.joint = JointKind::kSlide;
    rail.axis_L = Vec3::UnitZ();
    palm.parent = 0;
    palm.joint = JointKind::kFixed;
    held.added_mass_L.diagonal() << 1, 2, 4, 0.01, 0.01, 0.01;
    spec.links = {rail, palm, held};
    CouplingSpec weld;
    weld.kind = CouplingSpec::Kind::kWeld;
    weld.link_a = 1;
    weld.link_b = 2;
    weld.X_BP.p = Vec3(-0.3, 0, 0);
    spec.couplings = {weld};
    Multibody bodies = make(spec);
    bodies.measure_wrenches(true);
    bodies.couplings()[0].active = true;
    run(bodies, 1, [](Multibody& m, double) { m.loads()[0].tau_L[2] = 58; });
    const double a = 58.0 / (20 + 3 + 2 + 4);
    EXPECT_NEAR(bodies.kinematics()[2].nu_L[2], a, 1e-3 * a);
    const Vec6 wrench = bodies.transmitted_wrench_L(1);
    EXPECT_NEAR(wrench[2], (3 + 2 + 4) * a, 1e-3);
    EXPECT_NEAR(wrench[4], -0.3 * (2 + 4) * a, 1e-3);
  }
}

TEST(Coupling, MomentumOfTwoWeldedBodiesIsKept) {
  for (const int bystanders : {0, 12}) {
    Multibody bodies = make(two_bodies(0.002, bystanders));
    bodies.couplings()[0].active = true;
    Vec6 twist;
    twist << 0, 0, 0, 0, 0, 2;
    bodies.set_twist(0, twist);
    twist << 0, 2, 0, 0, 0, 2;  // as one body
    bodies.set_twist(1, twist);
    bodies.refresh();
    const auto momenta = [&] {
      Vec3 p = Vec3::Zero(), l = Vec3::Zero();
      for (const int i : {0, 1}) {
        const LinkKinematics& kin = bodies.kinematics()[i];
        const double m = i == 0 ? 20 : 2;
        const Vec3 v = kin.R_NL * kin.nu_L.head<3>();
        p += m * v;
        l += kin.p_NL_N.cross(m * v) +
             kin.R_NL * (testing::box_inertia(m, 0.3, 0.2, 0.2) * kin.nu_L.tail<3>());
      }
      return std::pair(p, l);
    };
    const auto [p0, l0] = momenta();
    run(bodies, 10);
    const auto [p1, l1] = momenta();
    EXPECT_LT((p1 - p0).norm() / p0.norm(), 1e-9);
    EXPECT_LT((l1 - l0).norm() / l0.norm(), 1e-5);
    EXPECT_LT(offset_S(bodies, two_bodies(0.002).couplings[0]).norm(), 2e-5);
  }
}

TEST(Coupling, SlidesAlongItsAxisOnlyAndRestsOnTheStop) {
  constexpr double kPlay_m = 5e-5;
  for (const int bystanders : {0, 12})
    for (const double h : {0.001, 0.002, 0.005}) {
      MultibodySpec spec = two_bodies(h, bystanders);
      spec.links[1].pose_PL.p = Vec3(1.05, 0, 0);  // 50 mm above the stop
      spec.links[0].joint = JointKind::kFixed;
      Multibody bodies = make(spec);
      bodies.couplings()[0] = {.active = true, .slides = true};
      double play = 0;
      const auto push = [&](double axial_N) {
        return [&, axial_N](Multibody& m, double t) {
          play = std::max(play, offset_S(m, spec.couplings[0]).tail<2>().norm());
          m.loads()[1].tau_L.setZero();
          m.loads()[1].tau_L[0] = axial_N;
          m.loads()[1].tau_L[1] = 10 * std::sin(2 * t);
        };
      };
      run(bodies, 0.2, push(1));  // nothing but its inertia is in the way
      EXPECT_NEAR(offset_S(bodies, spec.couplings[0]).x(), 0.05 + 0.5 * 0.5 * 0.04, 1e-5);
      EXPECT_NEAR(bodies.coupling_forces()[0].force_S.x(), 0, 1e-9);
      run(bodies, 3, push(-20));
      EXPECT_NEAR(offset_S(bodies, spec.couplings[0]).x(), 0, 1e-4);
      EXPECT_NEAR(bodies.coupling_forces()[0].force_S.x(), 20, 0.01);
      run(bodies, 0.2, push(1));  // the stop does not pull
      EXPECT_NEAR(offset_S(bodies, spec.couplings[0]).x(), 0.5 * 0.5 * 0.04, 2e-4);
      EXPECT_LT(play, kPlay_m) << h;
    }
}

TEST(Coupling, JointsFollowTheirRatio) {
  for (const int bystanders : {0, 12}) {
    MultibodySpec spec;
    spec.gravity_N = Vec3::Zero();
    spec.step_s = 0.005;
    spec.links = {free_body("palm", 5, Vec3::Zero())};
    for (const char* name : {"left", "right"}) {
      LinkSpec& finger = spec.links.emplace_back(free_body(name, 0.2, Vec3::Zero()));
      finger.parent = 0;
      finger.joint = JointKind::kHinge;
      finger.p_LG_L = Vec3(0.1, 0, 0);
    }
    spec.couplings = {{.link_a = 2, .link_b = 1, .ratio = -2, .offset = 0.1}};
    for (int i = 0; i < bystanders; ++i)
      spec.links.push_back(free_body("by" + std::to_string(i), 1, Vec3(0, 10.0 + i, 0)));
    Multibody bodies = make(spec);
    bodies.qpos()[bodies.qpos_address(2)] = 0.1;
    bodies.refresh();
    run(bodies, 2, [&](Multibody& m, double t) {
      m.joint_effort()[m.dof_address(1)] = 0.02 * std::sin(3 * t);
    });
    const double left = bodies.qpos()[bodies.qpos_address(1)],
                 right = bodies.qpos()[bodies.qpos_address(2)];
    EXPECT_GT(std::abs(left), 0.01);
    EXPECT_NEAR(right, 0.1 - 2 * left, 2e-5);
  }
}

TEST(Coupling, BadOnesAreRefused) {
  const auto problem = [](const CouplingSpec& coupling) {
    MultibodySpec spec = two_bodies(0.002);
    spec.couplings = {coupling};
    const Problems problems = check_spec(spec);
    return problems.empty() ? std::string() : problems.list().front().message;
  };
  EXPECT_EQ(problem({.link_a = 1, .link_b = 1}), "needs two different links");
  EXPECT_EQ(problem({.link_a = 0, .link_b = 1}), "needs two links with a hinge or slide");
  EXPECT_EQ(problem({.kind = CouplingSpec::Kind::kWeld, .link_a = 0, .link_b = 7}),
            "names a link that does not exist");
  EXPECT_EQ(problem({.kind = CouplingSpec::Kind::kWeld, .link_a = 0, .link_b = 1, .ratio = NAN}),
            "ratio and offset must be finite");
}

}  // namespace coupling_test
}  // namespace hadal::dynamics
