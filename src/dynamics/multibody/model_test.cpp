// One model under many multibodies; worlds of many trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "dynamics/contact/test_terrain.h"
#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics {
namespace model_test {

using testing::step;

// A vehicle with an arm, and boxes that fall on each other and on the ground.
MultibodySpec world() {
  MultibodySpec spec = testing::vehicle_with_arm(4, true);
  for (LinkSpec& link : spec.links)
    link.collisions = {testing::ball_of(0.03)};
  for (int i = 0; i < 4; ++i) {
    LinkSpec box;
    box.name = "box" + std::to_string(i);
    box.mass_kg = 5;
    box.inertia_G = testing::box_inertia(5, 0.4, 0.4, 0.4);
    box.pose_PL.p = Vec3(4 + 0.05 * i, 0, 1.4 - 0.45 * i);
    box.collisions = {testing::shape_of(CollisionShape::Kind::kBox, {0.2, 0.2, 0.2})};
    spec.links.push_back(box);
  }
  spec.terrain = testing::flat(0.25, 1.7);
  return spec;
}

std::shared_ptr<const MultibodyModel> model_of(const MultibodySpec& spec) {
  return MultibodyModel::create(spec).value();
}

void push(Multibody& bodies, double time_s) {
  bodies.loads()[0].tau_L = Vec6::Constant(20 * std::sin(5 * time_s));
  bodies.joint_effort()[bodies.dof_address(2)] = 0.3;
}

// Everything that a run leaves behind.
std::vector<double> trace(Multibody& bodies, int steps) {
  std::vector<double> out;
  const auto add = [&](std::span<const double> numbers) {
    out.insert(out.end(), numbers.begin(), numbers.end());
  };
  for (int n = 0; n < steps; ++n) {
    EXPECT_TRUE(step(bodies, n * bodies.step_s(), push).ok());
    out.push_back(static_cast<double>(bodies.contacts().size()));
  }
  add(bodies.qpos());
  add(bodies.qvel());
  add(bodies.qacc());
  add(bodies.warmstart());
  add(bodies.start_velocity());
  for (const ContactForce& contact : bodies.contacts())
    out.insert(out.end(), contact.force_N.data(), contact.force_N.data() + 3);
  for (const LinkKinematics& kin : bodies.kinematics())
    out.insert(out.end(), kin.p_NL_N.data(), kin.p_NL_N.data() + 3);
  return out;
}

TEST(MultibodyModel, SharedOrNotTheStepsAreTheSame) {
  const MultibodySpec spec = world();
  Multibody alone = Multibody::create(spec).value();
  const std::vector<double> expected = trace(alone, 300);
  EXPECT_GT(*std::max_element(expected.begin(), expected.begin() + 300), 8);  // contacts
  const auto model = model_of(spec);
  Multibody first(model), second(model);
  second.set_kinematic(7, true);  // of its own: the first does not feel it
  second.set_twist(7, Vec6::Constant(0.1));
  step(second);
  EXPECT_EQ(trace(first, 300), expected);
  EXPECT_FALSE(first.kinematic(7));
}

TEST(MultibodyModel, AHundredMultibodiesInThreads) {
  const auto model = model_of(world());
  Multibody alone(model);
  const std::vector<double> expected = trace(alone, 100);
  std::vector<std::vector<double>> traces(100);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (size_t i = t; i < traces.size(); i += 4) {
        Multibody bodies(model);
        if (i % 3 == 0) bodies.set_kinematic(0, true);
        bodies.reset();
        traces[i] = trace(bodies, 100);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& each : traces) EXPECT_EQ(each, expected);
}

TEST(MultibodyModel, ResetEqualsFresh) {
  const auto model = model_of(world());
  Multibody fresh(model), used(model);
  trace(used, 250);
  used.set_kinematic(0, true);
  used.set_kinematic(8, true);
  used.set_twist(0, Vec6::Constant(0.3));
  trace(used, 50);
  used.qpos()[0] = NAN;  // and a step that fails
  step(used);
  used.reset();
  EXPECT_TRUE(used.contacts().empty());
  EXPECT_FALSE(used.kinematic(0));
  EXPECT_EQ(used.loads()[0].tau_L, Vec6::Zero());
  EXPECT_EQ(used.contact_wrench_L(7), Vec6::Zero());
  EXPECT_EQ(used.acceleration(3).a_NL_N, fresh.acceleration(3).a_NL_N);
  EXPECT_EQ(trace(used, 300), trace(fresh, 300));
}

// Singular trees among many are all named, and only they.
TEST(MultibodyModel, IndefiniteTreesAmongManyAreNamed) {
  MultibodySpec spec;
  testing::Draws draws("trees");
  for (int i = 0; i < 300; ++i)
    spec.links.push_back(testing::vehicle(draws, "v" + std::to_string(i)));
  spec.links[120].inertia_G.setZero();
  spec.links[120].added_mass_L.setZero();
  LinkSpec arm = testing::arm_link(draws, 250, "wrist", JointKind::kHinge, 1e-9);
  arm.p_LG_L.setZero();
  arm.inertia_G.setZero();
  arm.added_mass_L.setZero();
  spec.links.push_back(arm);
  const auto model = MultibodyModel::create(spec);
  ASSERT_FALSE(model.ok());
  ASSERT_EQ(model.problems().size(), 2u);
  EXPECT_EQ(model.problems().list()[0].key, "links[120]");
  EXPECT_EQ(model.problems().list()[1].key, "links[300]");
  EXPECT_NE(model.problems().text().find("'wrist'"), std::string::npos);
}

MultibodySpec balls(int count) {
  MultibodySpec spec;
  for (int i = 0; i < count; ++i) {
    LinkSpec& ball = spec.links.emplace_back();
    ball.name = "ball" + std::to_string(i);
    ball.mass_kg = 2;
    ball.inertia_G = 0.4 * 2 * 0.04 * Mat3::Identity();
    ball.pose_PL.p = Vec3(3.0 * i, 0, -5);
    ball.collisions = {testing::ball_of(0.2)};
  }
  return spec;
}

// Softness of contacts and limits follows from inverse inertias at load: those of a tree do not
// depend on the trees before and after it, so that it lands and meets its limits alike.
TEST(MultibodyModel, ATreeMovesAlikeAloneAndAmongOthers) {
  MultibodySpec alone = balls(1);
  alone.terrain = testing::flat(0.5);
  alone.links[0].pose_PL.p = Vec3(0.13, 0.2, -0.25);
  testing::Draws draws("others");
  LinkSpec pole = testing::arm_link(draws, -1, "pole", JointKind::kHinge, 2);
  pole.pose_PL.p = Vec3(-20, 0, -20);
  pole.range = {-0.3, 0.3};
  alone.links.push_back(pole);
  MultibodySpec among = alone;
  for (int i = 0; i < 5; ++i) {
    LinkSpec other = testing::vehicle(draws, "other" + std::to_string(i));
    other.pose_PL.p = Vec3(100 + 10 * i, 0, -50);
    among.links.insert(among.links.begin() + (i % 2 == 0 ? 0 : 1), other);
  }
  Multibody a = Multibody::create(alone).value(), b = Multibody::create(among).value();
  const auto at = [&](const std::string& name) {
    const auto found = std::find_if(among.links.begin(), among.links.end(),
                                    [&](const LinkSpec& link) { return link.name == name; });
    return static_cast<int>(found - among.links.begin());
  };
  double widest = 0;
  for (int n = 0; n < 400; ++n) {
    ASSERT_TRUE(step(a).ok());
    ASSERT_TRUE(step(b).ok());
    const double angle = a.qpos()[a.qpos_address(1)];
    widest = std::max(widest, std::abs(angle));
    EXPECT_NEAR(angle, b.qpos()[b.qpos_address(at("pole"))], 1e-6) << n;
    EXPECT_NEAR(a.kinematics()[0].p_NL_N.z(), b.kinematics()[at("ball0")].p_NL_N.z(), 1e-6) << n;
  }
  EXPECT_FALSE(a.contacts().empty());
  EXPECT_GT(widest, 0.3);  // the limit acts
}

// Beyond the room of Newton's method conjugate gradients solve: a ball at rest on the ground among
// hundreds that fall is carried by its weight.
TEST(MultibodyModel, ContactInALargeWorldCarriesTheWeight) {
  MultibodySpec spec = balls(810);
  spec.terrain = testing::flat(0.5);
  spec.step_s = 0.01;
  for (const int link : {3, 700}) spec.links[link].pose_PL.p.z() = -0.2;
  Multibody bodies = Multibody::create(spec).value();
  ASSERT_GT(bodies.nv(), 4800);
  for (int n = 0; n < 60; ++n) ASSERT_TRUE(step(bodies).ok());
  for (const int link : {3, 700})
    EXPECT_NEAR(bodies.contact_wrench_L(link).head<3>().norm(), 2 * 9.81, 0.02);
  EXPECT_NEAR(bodies.kinematics()[5].nu_L.z(), 9.81 * 60 * 0.01, 1e-9);
}

TEST(MultibodyModel, MoreBodiesThanTheEngineHoldsAreRefused) {
  const auto model = MultibodyModel::create(balls(kMaxDofs / 6 + 1));
  ASSERT_FALSE(model.ok());
  EXPECT_NE(model.problems().text().find("60006 degrees of freedom"), std::string::npos)
      << model.problems().text();
}

}  // namespace model_test
}  // namespace hadal::dynamics
