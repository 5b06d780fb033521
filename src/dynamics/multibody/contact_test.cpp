// Contact against closed forms: slopes, rolling, bouncing, springs, stacks, steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "dynamics/contact/convex_shape.h"
#include "dynamics/contact/test_terrain.h"
#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics {
namespace contact_test {

using Kind = CollisionShape::Kind;
using testing::make;
using testing::step;

constexpr double kGravity = 9.81;
constexpr double kMass = 10;
constexpr double kSlopeAngle = 25 * std::numbers::pi / 180;
const Vec3 kSlopeNormal(std::sin(kSlopeAngle), 0, -std::cos(kSlopeAngle));
const Vec3 kDownhill(std::cos(kSlopeAngle), 0, std::sin(kSlopeAngle));

MaterialTable material(const Friction& friction, double restitution = 0, double stiffness = 0,
                       double damping = 0) {
  MaterialTable table;
  Material& m = table.materials.emplace_back();
  m.restitution = restitution;
  m.contact_stiffness_n_m = stiffness;
  m.contact_damping_ns_m = damping;
  table.pairs = {friction};
  return table;
}

LinkSpec body(const CollisionShape& shape, const std::string& name = "body", double mass = kMass) {
  LinkSpec link;
  link.name = name;
  link.mass_kg = mass;
  const Vec3 reach = ConvexShape(shape).support(Vec3::Ones()).cwiseAbs();
  link.inertia_G = shape.kind == Kind::kSphere
                       ? Mat3(0.4 * mass * shape.size[0] * shape.size[0] * Mat3::Identity())
                       : testing::box_inertia(mass, 2 * reach.x(), 2 * reach.y(), 2 * reach.z());
  link.collisions = {shape};
  return link;
}

// Standing on the slope on its lower side, or a little above it.
LinkSpec on_slope(const CollisionShape& shape, double gap_m = 1e-5) {
  LinkSpec link = body(shape);
  link.pose_PL.q = Eigen::AngleAxisd(-kSlopeAngle, Vec3::UnitY());
  link.pose_PL.p = (ConvexShape(shape).support(Vec3::UnitZ()).z() + gap_m) * kSlopeNormal;
  return link;
}

MultibodySpec world(std::vector<LinkSpec> links, std::shared_ptr<const TerrainSource> terrain,
                    const Friction& friction, double step_s = 0.002) {
  MultibodySpec spec;
  spec.links = std::move(links);
  spec.terrain = std::move(terrain);
  spec.materials = material(friction);
  spec.step_s = step_s;
  return spec;
}

void run(Multibody& bodies, double time_s, const testing::Force& force = {}) {
  for (int n = 0; n < std::lround(time_s / bodies.step_s()); ++n)
    if (const StepStatus status = step(bodies, n * bodies.step_s(), force); !status.ok())
      FAIL() << status.message << " in step " << n;
}

double downhill_speed(const Multibody& bodies) {
  const LinkKinematics& kin = bodies.kinematics()[0];
  return kDownhill.dot(kin.R_NL * kin.nu_L.head<3>());
}

double downhill_acceleration(MultibodySpec spec) {
  Multibody bodies = make(spec);
  run(bodies, 0.5);
  const double before = downhill_speed(bodies);
  run(bodies, 1.5);
  return (downhill_speed(bodies) - before) / 1.5;
}

TEST(Contact, SlidesDownASlopeAsCoulombSays) {
  constexpr double kTolerance = 0.005;  // relative
  const double mu = std::tan(15 * std::numbers::pi / 180);
  const double expected = kGravity * (std::sin(kSlopeAngle) - mu * std::cos(kSlopeAngle));
  for (const double cell : {0.05, 1.0})
    for (const int k : {2, 3, 5})  // box, upright cylinder, hull
      for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
        MultibodySpec spec = world({on_slope(testing::shapes_of_size(0.3)[k])},
                                   testing::slope(cell, kSlopeAngle), {mu, mu, 0});
        spec.integrator = integrator;
        EXPECT_NEAR(downhill_acceleration(spec) / expected, 1, kTolerance) << k << " cell " << cell;
      }
}

TEST(Contact, DynamicFrictionActsOnceItSlides) {
  const double expected = kGravity * (std::sin(kSlopeAngle) - 0.2 * std::cos(kSlopeAngle));
  const MultibodySpec spec = world({on_slope(testing::shapes_of_size(0.3)[2])},
                                   testing::slope(0.25, kSlopeAngle), {0.4, 0.2, 0});
  EXPECT_NEAR(downhill_acceleration(spec) / expected, 1, 0.01);
}

TEST(Contact, SphereRollsWithoutSlipping) {
  const MultibodySpec spec = world({on_slope(testing::shapes_of_size(0.3)[0])},
                                   testing::slope(0.25, kSlopeAngle), {0.8, 0.8, 0});
  EXPECT_NEAR(downhill_acceleration(spec) / (5.0 / 7 * kGravity * std::sin(kSlopeAngle)), 1, 0.005);
}

TEST(Contact, HoldsBelowTheFrictionAngleWithLittleCreep) {
  constexpr double kCreep_m_s = 1e-5;
  for (const double cell : {0.05, 1.0})
    for (const int k : {2, 3, 5}) {
      Multibody bodies =
          make(world({on_slope(testing::shapes_of_size(0.3)[k])}, testing::slope(cell, kSlopeAngle),
                     {std::tan(1.1 * kSlopeAngle), std::tan(1.05 * kSlopeAngle), 0}));
      run(bodies, 1);
      const Vec3 before = bodies.kinematics()[0].p_NL_N;
      run(bodies, 5);
      EXPECT_LT((bodies.kinematics()[0].p_NL_N - before).norm(), 5 * kCreep_m_s) << k;
    }
}

// Placed on the slope without a gap, a body is held by static friction alone: once it slid, the
// dynamic one would not stop it. Pushed loose, it slides.
TEST(Contact, StaticFrictionAloneHolds) {
  constexpr double kCreep_m_s = 1e-5, kPushed_s = 0.1, kTouch_m = 1e-6;
  const Friction friction{std::tan(1.1 * kSlopeAngle), 0.5 * std::tan(kSlopeAngle), 0};
  for (const double cell : {0.05, 1.0})
    for (const int k : {2, 3, 5}) {
      const MultibodySpec spec = world({on_slope(testing::shapes_of_size(0.3)[k], -kTouch_m)},
                                       testing::slope(cell, kSlopeAngle), friction);
      Multibody bodies = make(spec);
      run(bodies, 1);
      const Vec3 before = bodies.kinematics()[0].p_NL_N;
      run(bodies, 5);
      EXPECT_LT((bodies.kinematics()[0].p_NL_N - before).norm(), 5 * kCreep_m_s) << k;
      run(bodies, kPushed_s,
          [](Multibody& b, double) { b.loads()[0].tau_L[0] = kMass * kGravity; });
      run(bodies, 1, [](Multibody& b, double) { b.loads()[0].tau_L[0] = 0; });
      const double expected =
          kGravity * (std::sin(kSlopeAngle) - friction.dynamic_coefficient * std::cos(kSlopeAngle));
      EXPECT_GT(downhill_speed(bodies), 0.9 * expected) << k;
    }
}

// Laid on sand without being pressed in, a body sinks until the sand carries it. What it moves
// downhill meanwhile is the sand, not the body on it: it stays up to the static friction angle.
TEST(Contact, StaticFrictionHoldsOnCompliantGroundToo) {
  constexpr double kStiffness = 1e5, kDamping = 4000, kTouch_m = 1e-6, kHeld_m_s = 5e-4;
  for (const double mass : {2.0, 30.0, 100.0})
    for (const double h : {0.002, 0.01})
      for (const int k : {2, 3})
        for (const double angles : {1.06, 0.96}) {  // of static friction over the slope
          LinkSpec link = on_slope(testing::shapes_of_size(0.3, 0.5)[k], -kTouch_m);
          link.inertia_G *= mass / link.mass_kg;
          link.mass_kg = mass;
          MultibodySpec spec =
              world({link}, testing::slope(0.25, kSlopeAngle), {}, h);
          const Friction friction{std::tan(angles * kSlopeAngle), std::tan(0.8 * kSlopeAngle), 0};
          spec.materials = material(friction, 0, kStiffness, kDamping);
          Multibody bodies = make(spec);
          run(bodies, 2);
          const Vec3 before = bodies.kinematics()[0].p_NL_N;
          run(bodies, 2);
          const double speed = kDownhill.dot(bodies.kinematics()[0].p_NL_N - before) / 2;
          if (angles > 1)
            EXPECT_LT(std::abs(speed), kHeld_m_s) << mass << " kg, shape " << k << ", " << h;
          else
            EXPECT_GT(speed, 0.3) << mass << " kg, shape " << k << ", " << h;
        }
}

// Pushed to a speed that sand does not give way with, it slides on though static friction would hold.
TEST(Contact, SlidesOnAlongCompliantGround) {
  LinkSpec link = on_slope(testing::shapes_of_size(0.3)[2], -1e-6);
  MultibodySpec spec = world({link}, testing::slope(0.25, kSlopeAngle), {}, 0.002);
  const double dynamic = 0.5 * std::tan(kSlopeAngle);
  spec.materials = material({std::tan(1.1 * kSlopeAngle), dynamic, 0}, 0, 1e5, 4000);
  Multibody bodies = make(spec);
  run(bodies, 1);
  run(bodies, 0.1, [](Multibody& b, double) { b.loads()[0].tau_L[0] = 2 * kMass * kGravity; });
  run(bodies, 1, [](Multibody& b, double) { b.loads()[0].tau_L[0] = 0; });
  EXPECT_GT(downhill_speed(bodies),
            0.9 * kGravity * (std::sin(kSlopeAngle) - dynamic * std::cos(kSlopeAngle)));
}

TEST(Contact, RollingResistanceHoldsASphere) {
  const CollisionShape ball = testing::ball_of(0.2);
  Multibody held = make(world({on_slope(ball)}, testing::slope(0.25, kSlopeAngle),
                              {1, 1, 1.5 * 0.2 * std::tan(kSlopeAngle)}));
  run(held, 2);
  EXPECT_LT(std::abs(downhill_speed(held)), 1e-3);
  Multibody rolls = make(world({on_slope(ball)}, testing::slope(0.25, kSlopeAngle),
                               {1, 1, 0.5 * 0.2 * std::tan(kSlopeAngle)}));
  run(rolls, 2);
  EXPECT_GT(downhill_speed(rolls), 1);
}

// Heights of three bounces from 1 m.
TEST(Contact, BounceHeightIsTheSquareOfRestitution) {
  constexpr double kTolerance = 0.02, kRadius = 0.1;
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4})
    for (const double h : {0.002, 0.005})
      for (const double e : {0.5, 0.8, 1.0}) {
        LinkSpec ball = body(testing::ball_of(kRadius));
        ball.pose_PL.p = Vec3(0.013, 0.027, -1 - kRadius);
        MultibodySpec spec = world({ball}, testing::flat(0.1), {}, h);
        spec.materials = material({}, e);
        spec.integrator = integrator;
        Multibody bodies = make(spec);
        double from = 1, top = 0;
        bool rising = false;
        for (int n = 0, bounces = 0; bounces < 3 && n < 3000; ++n) {
          ASSERT_TRUE(step(bodies).ok());
          const double v = bodies.qvel()[2], height = -bodies.qpos()[2] - kRadius;
          if (v < 0) top = rising ? std::max(top, height) : height, rising = true;
          if (v < 0 || !rising) continue;
          EXPECT_NEAR(top / (e * e * from), 1, kTolerance)
              << "h " << h << " e " << e << " bounce " << bounces;
          from = top;
          rising = false;
          ++bounces;
        }
        EXPECT_LT(from, 1);
      }
}

// One of the two surfaces is a spring.
MaterialTable soft_body_on_rock(double stiffness, double damping) {
  MaterialTable table = material({0.5, 0.4, 0}, 0, 0, 0);
  Material& soft = table.materials.emplace_back();
  soft.contact_stiffness_n_m = stiffness;
  soft.contact_damping_ns_m = damping;
  table.pairs.assign(4, {0.5, 0.4, 0});
  return table;
}

TEST(Contact, CompliantSinkageIsWeightOverStiffness) {
  for (const double k : {1e4, 1e6})
    for (const int shape : {0, 2}) {
      CollisionShape spec_shape = testing::shapes_of_size(0.2)[shape];
      spec_shape.material = 1;
      LinkSpec link = body(spec_shape);
      const double low = ConvexShape(spec_shape).support(Vec3::UnitZ()).z();
      link.pose_PL.p = Vec3(0.013, 0.027, -low - 0.001);
      MultibodySpec spec = world({link}, testing::flat(0.1), {});
      spec.materials = soft_body_on_rock(k, 0.6 * std::sqrt(k * kMass));
      Multibody bodies = make(spec);
      run(bodies, 6);
      EXPECT_NEAR((bodies.qpos()[2] + low) / (kMass * kGravity / k), 1, shape == 0 ? 1e-6 : 0.03)
          << k << " " << shape;
    }
}

// A mass on a contact spring, pressed in by its weight: omega^2 = k / m.
TEST(Contact, CompliantContactOscillatesAtItsNaturalFrequency) {
  const double k = 4000;
  CollisionShape ball = testing::ball_of(0.2);
  ball.material = 1;
  LinkSpec link = body(ball);
  link.pose_PL.p = Vec3(0, 0, -0.2 + 1.5 * kMass * kGravity / k);
  MultibodySpec spec = world({link}, testing::flat(1), {}, 0.001);
  spec.materials = soft_body_on_rock(k, 0);
  Multibody bodies = make(spec);
  std::vector<double> crossings;
  for (int n = 0; n < 2000 && crossings.size() < 5; ++n) {
    const double before = bodies.qvel()[2];
    ASSERT_TRUE(step(bodies).ok());
    if (before < 0 && bodies.qvel()[2] >= 0)
      crossings.push_back(0.001 * (n + before / (before - bodies.qvel()[2])));
  }
  ASSERT_EQ(crossings.size(), 5u);
  EXPECT_NEAR((crossings[4] - crossings[0]) / 4, 2 * std::numbers::pi * std::sqrt(kMass / k),
              0.01 * 2 * std::numbers::pi * std::sqrt(kMass / k));
}

TEST(Contact, ForcesAndWrenchesCarryTheWeight) {
  LinkSpec box = body(testing::shape_of(Kind::kBox, {0.3, 0.2, 0.1}));
  box.pose_PL.p = Vec3(0.4, 0.1, -0.1);
  Multibody bodies = make(world({box}, testing::flat(0.25), {}));
  run(bodies, 2);
  ASSERT_FALSE(bodies.contacts().empty());
  Vec3 sum = Vec3::Zero();
  for (const ContactForce& contact : bodies.contacts()) {
    EXPECT_EQ(contact.link_a, 0);
    EXPECT_EQ(contact.link_b, -1);
    EXPECT_NEAR(contact.normal_N.z(), -1, 1e-9);
    EXPECT_GT(contact.depth_m, 0);
    sum += contact.force_N;
  }
  EXPECT_NEAR((sum - Vec3(0, 0, -kMass * kGravity)).norm(), 0, 1e-3 * kMass * kGravity);
  const Vec6 wrench = bodies.contact_wrench_L(0);
  EXPECT_NEAR((wrench.head<3>() - bodies.kinematics()[0].R_NL.transpose() * sum).norm(), 0,
              1e-6 * kMass * kGravity);
  EXPECT_LT(wrench.tail<3>().norm(), 1e-3 * kMass * kGravity);
  EXPECT_LT(bodies.qvel()[2], 1e-6);
}

// Pressed against a wall of half a metre: stops there, stays down and level.
TEST(Contact, BoxPushedAgainstAStepNeitherClimbsNorIsThrown) {
  for (const double cell : {0.05, 0.25}) {
    const auto wall = std::make_shared<testing::FunctionTerrain>(
        cell, [](double north, double) { return north > 1.999 ? -0.5 : 0.0; });
    LinkSpec box = body(testing::shape_of(Kind::kBox, {0.3, 0.2, 0.15}));
    box.pose_PL.p = Vec3(0.5, 0.03, -0.15);
    Multibody bodies = make(world({box}, wall, {0.3, 0.3, 0}));
    double highest = 0;
    for (int n = 0; n < 2500; ++n) {
      ASSERT_TRUE(step(bodies, 0, [](Multibody& b, double) { b.loads()[0].tau_L[0] = 60; }).ok());
      highest = std::min(highest, bodies.qpos()[2]);
    }
    EXPECT_LT(std::abs(bodies.qvel()[0]), 5e-3);
    EXPECT_GT(bodies.qpos()[0], 2 - cell - 0.3 - 0.01);
    EXPECT_LT(bodies.qpos()[0], 2 - 0.3 + 0.01);
    EXPECT_GT(highest, -0.15 - 0.08) << cell;  // of 0.5 m
    EXPECT_LT(bodies.kinematics()[0].R_NL.col(2).cross(Vec3::UnitZ()).norm(), 0.02);
  }
}

TEST(Contact, StackOfTwoBoxesStands) {
  LinkSpec lower = body(testing::shape_of(Kind::kBox, {0.3, 0.2, 0.1}), "lower");
  LinkSpec upper = body(testing::shape_of(Kind::kBox, {0.2, 0.2, 0.1}), "upper", 5);
  lower.pose_PL.p = Vec3(0.02, 0.03, -0.101);
  upper.pose_PL.p = Vec3(0.05, 0.04, -0.303);
  Multibody bodies = make(world({lower, upper}, testing::flat(0.25), {0.6, 0.5, 0}));
  run(bodies, 3);
  EXPECT_NEAR(bodies.kinematics()[0].p_NL_N.z(), -0.1, 1e-3);
  EXPECT_NEAR(bodies.kinematics()[1].p_NL_N.z(), -0.3, 1e-3);
  for (const double v : bodies.qvel()) EXPECT_LT(std::abs(v), 1e-3);
  Vec3 between = Vec3::Zero();
  for (const ContactForce& contact : bodies.contacts())
    if (contact.link_b >= 0) between += (contact.link_a == 1 ? 1 : -1) * contact.force_N;
  EXPECT_NEAR(between.z(), -5 * kGravity, 0.01 * 5 * kGravity);
}

// Two boxes on a fixed tilted slab; the friction of each pair of materials decides which slides.
TEST(Contact, FrictionIsThatOfThePairOfMaterials) {
  MaterialTable table;
  table.materials.resize(3);  // slab, rubber, ice
  table.pairs.assign(9, {0.9, 0.9, 0});
  table.pairs[2] = table.pairs[6] = {0.1, 0.1, 0};
  LinkSpec slab = body(testing::shape_of(Kind::kBox, {4, 2, 0.1}), "slab");
  slab.joint = JointKind::kFixed;
  slab.pose_PL = {-0.1 * kSlopeNormal, Quat(Eigen::AngleAxisd(-kSlopeAngle, Vec3::UnitY()))};
  std::vector<LinkSpec> links = {slab};
  for (const int k : {1, 2}) {
    CollisionShape shape = testing::shape_of(Kind::kBox, {0.2, 0.2, 0.1});
    shape.material = k;
    LinkSpec box = body(shape, "box" + std::to_string(k));
    box.pose_PL = {0.1001 * kSlopeNormal - 2 * kDownhill + Vec3(0, 2.0 * k - 3, 0), slab.pose_PL.q};
    links.push_back(box);
  }
  MultibodySpec spec = world(links, nullptr, {});
  spec.materials = table;
  Multibody bodies = make(spec);
  run(bodies, 1);
  const auto speed = [&](int link) {
    const LinkKinematics& kin = bodies.kinematics()[link];
    return kDownhill.dot(kin.R_NL * kin.nu_L.head<3>());
  };
  EXPECT_LT(std::abs(speed(1)), 1e-4);
  const double expected = kGravity * (std::sin(kSlopeAngle) - 0.1 * std::cos(kSlopeAngle));
  EXPECT_NEAR(speed(2) / expected, 1, 0.01);
}

// However far it moves in a step, the ground holds it: it comes back up and lies there.
TEST(Contact, TheGroundHoldsWhateverFallsFast) {
  for (const auto& [speed, h] : {std::pair{5.0, 0.05}, {12.0, 0.02}, {30.0, 0.02}})
    for (const double stiffness : {0.0, 1e5})
      for (const double angle : {0.0, 0.3})
        for (int k = 0; k < 6; ++k) {
          LinkSpec link = body(testing::shapes_of_size(0.1)[k]);
          link.pose_PL.p = Vec3(0, 0, -0.5 * speed * h - 0.2);
          MultibodySpec spec = world({link}, testing::slope(0.25, angle), {}, h);
          spec.materials = material({2, 2, 0.05}, 0, stiffness, stiffness > 0 ? 4000 : 0);
          Multibody bodies = make(spec);
          bodies.qvel()[2] = speed;
          bodies.refresh();
          run(bodies, speed * h / 0.2 + 5);
          const Vec3 p = bodies.kinematics()[0].p_NL_N;
          const double above = std::tan(angle) * p.x() - p.z();
          EXPECT_GT(above, 0.04) << k << " at " << speed << " stiffness " << stiffness;
          EXPECT_LT(above, 0.15) << k << " at " << speed << " stiffness " << stiffness;
        }
}

// 0.24 m in a step against a plate 2 cm thick.
TEST(Contact, NothingFastPassesThroughAPlate) {
  constexpr double kSpeed = 12, kHalfThickness = 0.01;
  for (const double stiffness : {0.0, 1e5})
    for (const double gap : {0.13, 0.2, 0.31})
      for (int k = 0; k < 6; ++k) {
        LinkSpec plate = body(testing::shape_of(Kind::kBox, {1, 1, kHalfThickness}), "plate");
        plate.joint = JointKind::kFixed;
        const CollisionShape shape = testing::shapes_of_size(0.1)[k];
        LinkSpec link = body(shape);
        const double reach = ConvexShape(shape).support(Vec3::UnitZ()).z() + kHalfThickness;
        link.pose_PL.p = Vec3(0.1, 0.1, -reach - gap);
        MultibodySpec spec = world({plate, link}, nullptr, {}, 0.02);
        spec.materials = material({0.3, 0.3, 0}, 0, stiffness, stiffness > 0 ? 4000 : 0);
        spec.gravity_N = Vec3::Zero();
        Multibody bodies = make(spec);
        bodies.qvel()[2] = kSpeed;
        bodies.refresh();
        run(bodies, 0.4);
        EXPECT_LT(bodies.qpos()[2], 0) << k << " from " << gap << " stiffness " << stiffness;
        EXPECT_LT(bodies.qvel()[2], 0.5) << k << " from " << gap << " stiffness " << stiffness;
      }
}

// What flies past without meeting it is not touched.
TEST(Contact, WhatPassesFastIsNotTouched) {
  LinkSpec plate = body(testing::shape_of(Kind::kBox, {0.2, 0.2, 0.01}), "plate");
  plate.joint = JointKind::kFixed;
  LinkSpec ball = body(testing::ball_of(0.05));
  ball.pose_PL.p = Vec3(-2, 0, -0.07);  // 1 cm above it
  MultibodySpec spec = world({plate, ball}, nullptr, {}, 0.02);
  spec.gravity_N = Vec3::Zero();
  Multibody bodies = make(spec);
  bodies.qvel()[0] = 30;
  bodies.refresh();
  run(bodies, 0.2);
  EXPECT_EQ(bodies.qvel()[0], 30);
  EXPECT_EQ(bodies.qvel()[2], 0);
}

TEST(Contact, EveryPairOfShapesStopsAFall) {
  for (int lower = 0; lower < 6; ++lower)
    for (int upper = 0; upper < 6; ++upper) {
      LinkSpec base = body(testing::shapes_of_size(0.3)[lower], "base");
      base.joint = JointKind::kFixed;
      LinkSpec falling = body(testing::shapes_of_size(0.2)[upper], "falling");
      const double touch = ConvexShape(base.collisions[0]).support(Vec3::UnitZ()).z() +
                           ConvexShape(falling.collisions[0]).support(Vec3::UnitZ()).z();
      falling.pose_PL.p = Vec3(0, 0, -touch - 0.05);
      Multibody bodies = make(world({base, falling}, nullptr, {}));
      double lowest = -1;
      for (int n = 0; n < 100; ++n) {
        ASSERT_TRUE(step(bodies).ok());
        lowest = std::max(lowest, bodies.qpos()[2]);
      }
      EXPECT_LT(lowest, -touch + 0.02) << lower << " under " << upper;
      EXPECT_GT(lowest, -touch - 1e-3) << lower << " under " << upper;
    }
}

TEST(Contact, KinematicBodyPushesAndIsNotPushed) {
  LinkSpec pusher = body(testing::shape_of(Kind::kBox, {0.1, 0.3, 0.1}), "pusher", 1);
  LinkSpec heavy = body(testing::shape_of(Kind::kBox, {0.2, 0.2, 0.2}), "heavy", 500);
  pusher.pose_PL.p = Vec3(-0.5, 0, -0.2);
  heavy.pose_PL.p = Vec3(0, 0, -0.2);
  Multibody bodies = make(world({pusher, heavy}, testing::flat(0.25), {0.3, 0.3, 0}));
  bodies.set_kinematic(0, true);
  bodies.set_twist(0, (Vec6() << 0.2, 0, 0, 0, 0, 0).finished());
  run(bodies, 3);
  EXPECT_NEAR(bodies.kinematics()[0].p_NL_N.x(), 0.1, 1e-9);
  EXPECT_NEAR(bodies.kinematics()[1].p_NL_N.x(), 0.4, 2e-3);
  EXPECT_NEAR(bodies.qvel()[bodies.dof_address(1)], 0.2, 1e-3);
  EXPECT_NEAR(bodies.contact_wrench_L(0)[0], -0.3 * 500 * kGravity, 0.02 * 0.3 * 500 * kGravity);
}

// A box rides on a turntable without slipping outwards: the term dJ/dt v of the constraint.
TEST(Contact, BoxRidesOnATurntable) {
  constexpr double kRate = 0.8, kArm = 0.8;
  LinkSpec table = body(testing::shape_of(Kind::kCylinder, {1.5, 0.05, 0}), "table", 1000);
  table.joint = JointKind::kHinge;
  LinkSpec box = body(testing::shape_of(Kind::kBox, {0.1, 0.1, 0.1}), "box");
  box.pose_PL.p = Vec3(kArm, 0, -0.15 - 1e-5);
  Multibody bodies = make(world({table, box}, nullptr, {0.8, 0.8, 0}));
  bodies.set_kinematic(0, true);
  bodies.set_joint_rate(0, kRate);
  const int dof = bodies.dof_address(1);
  bodies.qvel()[dof + 1] = kRate * kArm;
  bodies.qvel()[dof + 5] = kRate;
  bodies.refresh();
  run(bodies, 20);
  const Vec3 p = bodies.kinematics()[1].p_NL_N;
  EXPECT_NEAR(p.head<2>().norm(), kArm, 1e-3);
  EXPECT_NEAR(std::remainder(std::atan2(p.y(), p.x()) - 20 * kRate, 2 * std::numbers::pi), 0, 2e-3);
}

TEST(Contact, LinksOfOneTreeThatOverlapAtTheStartStayApart) {
  LinkSpec base = body(testing::ball_of(0.3), "base");
  LinkSpec middle = body(testing::ball_of(0.05), "middle", 1);
  LinkSpec tip = body(testing::ball_of(0.1), "tip", 1);
  middle.parent = 0;
  tip.parent = 1;
  middle.joint = tip.joint = JointKind::kHinge;
  tip.pose_PL.p = Vec3(0.2, 0, 0);  // inside the base
  MultibodySpec spec = world({base, middle, tip}, nullptr, {});
  spec.gravity_N.setZero();
  Multibody bodies = make(spec);
  run(bodies, 0.5);
  EXPECT_TRUE(bodies.contacts().empty());
  for (const double v : bodies.qvel()) EXPECT_EQ(v, 0);
}

// A body of 1 kg with 20 kg of added mass lands as softly as any: the solver knows the added mass.
TEST(Contact, AddedMassIsPartOfTheImpact) {
  LinkSpec ball = body(testing::ball_of(0.2), "ball", 1);
  ball.added_mass_L.diagonal() << 20, 20, 20, 0.1, 0.1, 0.1;
  ball.pose_PL.p = Vec3(0, 0, -0.5);
  Multibody bodies = make(world({ball}, testing::flat(0.25), {}));
  bodies.qvel()[2] = 1;
  double deepest = -1;
  for (int n = 0; n < 1500; ++n) {
    ASSERT_TRUE(step(bodies).ok());
    deepest = std::max(deepest, bodies.qpos()[2] + 0.2);
  }
  EXPECT_LT(deepest, 0.006);
  EXPECT_NEAR(bodies.qpos()[2], -0.2, 1e-4);
  EXPECT_NEAR(bodies.contact_wrench_L(0)[2], -kGravity, 1e-3 * kGravity);
}

// Rest, slide, roll and bounce: after a restore every bit is the same.
TEST(Contact, RestoredStateContinuesBitForBit) {
  const auto terrain = std::make_shared<testing::FractalTerrain>(0.25, 20, 1.0, 2);
  std::vector<LinkSpec> links;
  for (int k = 0; k < 6; ++k) {
    links.push_back(body(testing::shapes_of_size(0.3)[k], "body" + std::to_string(k)));
    links.back().pose_PL.p = Vec3(0.3 * k, 0.2 * k, -4 - 0.7 * k);
  }
  MultibodySpec spec = world(links, terrain, {0.6, 0.5, 0.01});
  Multibody one = make(spec);
  run(one, 2.5);
  Multibody two = make(spec);
  const auto copy = [](std::span<const double> from, std::span<double> to) {
    std::copy(from.begin(), from.end(), to.begin());
  };
  copy(std::as_const(one).qpos(), two.qpos());
  copy(std::as_const(one).qvel(), two.qvel());
  copy(std::as_const(one).qacc(), two.qacc());
  copy(std::as_const(one).warmstart(), two.warmstart());
  copy(std::as_const(one).start_velocity(), two.start_velocity());
  two.refresh();
  size_t touching = 0;
  for (int n = 0; n < 500; ++n) {
    ASSERT_TRUE(step(one).ok());
    ASSERT_TRUE(step(two).ok());
    touching += one.contacts().size();
    for (int i = 0; i < one.nq(); ++i) ASSERT_EQ(one.qpos()[i], two.qpos()[i]) << n;
    for (int i = 0; i < one.nv(); ++i) ASSERT_EQ(one.qvel()[i], two.qvel()[i]) << n;
    ASSERT_EQ(one.contacts().size(), two.contacts().size());
  }
  EXPECT_GT(touching, 1000u);
}

TEST(Contact, TooManyContactsEndTheStepWithAStatus) {
  std::vector<LinkSpec> links;
  for (int k = 0; k < 90; ++k) {
    links.push_back(
        body(testing::shape_of(Kind::kBox, {0.3, 0.3, 0.3}), "box" + std::to_string(k)));
    links.back().pose_PL.p =
        Vec3(0.01 * k, 0.013 * k, -0.2);  // all in one heap, far inside each other
  }
  Multibody bodies = make(world(links, testing::flat(0.1), {}));
  const StepStatus status = step(bodies);
  EXPECT_EQ(status.code, StepStatus::Code::kContactOverflow);
  EXPECT_STRNE(status.message, "");
}

TEST(Contact, BadShapesAndMaterialsAreRefusedTogether) {
  LinkSpec link = body(testing::ball_of(0.2));
  link.collisions[0].material = 3;
  link.collisions.push_back(testing::shape_of(Kind::kBox, {1, 0, 1}));
  const Result<Multibody> bodies = Multibody::create(world({link}, nullptr, {}));
  ASSERT_FALSE(bodies);
  EXPECT_EQ(bodies.problems().size(), 2u);
}

// Distance between two segments from -z to z in their frames: a convex function of the two places,
// found by ternary search in one of the other's closed form.
double segment_distance(const LinkKinematics& a, const LinkKinematics& b, double half_m) {
  const auto nearest = [&](double s) {
    const Vec3 p_L = b.R_NL.transpose() * (a.p_NL_N + a.R_NL * Vec3(0, 0, s) - b.p_NL_N);
    return (p_L - Vec3(0, 0, std::clamp(p_L.z(), -half_m, half_m))).norm();
  };
  double low = -half_m, high = half_m;
  for (int n = 0; n < 100; ++n) {
    const double left = (2 * low + high) / 3, right = (low + 2 * high) / 3;
    (nearest(left) < nearest(right) ? high : low) = nearest(left) < nearest(right) ? right : left;
  }
  return nearest(0.5 * (low + high));
}

// Two arms of seven capsules in random poses: links touch exactly where their axes are closer than
// two radii, so that no search before the engine's own leaves a contact out.
TEST(Contact, ArmsInAnyPoseTouchWhereTheirAxesAreClose) {
  constexpr double kRadius = 0.05, kHalf = 0.1;
  const CollisionShape capsule = testing::shape_of(Kind::kCapsule, {kRadius, kHalf, 0});
  std::vector<LinkSpec> links;
  for (int arm = 0; arm < 2; ++arm)
    for (int i = 0; i < 7; ++i) {
      LinkSpec link = body(capsule, std::to_string(arm) + "_" + std::to_string(i), 1);
      link.pose_PL.p = i == 0 ? Vec3(0, 5.0 * arm, 0) : Vec3(0, 0, 2 * kHalf + 2.5 * kRadius);
      if (i > 0) {
        link.parent = 7 * arm + i - 1;
        link.joint = JointKind::kHinge;
        link.axis_L = i % 2 == 0 ? Vec3::UnitX() : Vec3::UnitY();
      }
      links.push_back(link);
    }
  const MultibodySpec spec = world(links, nullptr, {});
  Multibody bodies = make(spec);
  testing::Draws draws("arms");
  size_t touching = 0, free = 0;
  for (int n = 0; n < 500; ++n) {
    testing::randomise(bodies, spec, draws);
    for (double& q : bodies.qpos()) q *= 2;  // joints; the quaternions are normalised again
    for (const int root : {0, 7})
      for (int k = 0; k < 3; ++k) bodies.qpos()[bodies.qpos_address(root) + k] *= 0.1;
    std::fill(bodies.qvel().begin(), bodies.qvel().end(), 0.0);
    std::fill(bodies.qacc().begin(), bodies.qacc().end(), 0.0);
    bodies.refresh();
    const std::vector<LinkKinematics> at(bodies.kinematics().begin(), bodies.kinematics().end());
    ASSERT_TRUE(step(bodies).ok());
    for (int a = 0; a < 14; ++a)
      for (int b = a + 1; b < 14; ++b) {
        if (b == a + 1 && b != 7) continue;  // neighbours
        const double depth = 2 * kRadius - segment_distance(at[a], at[b], kHalf);
        if (std::abs(depth) < 1e-9) continue;
        const bool found = std::any_of(
            bodies.contacts().begin(), bodies.contacts().end(), [&](const ContactForce& contact) {
              return std::minmax(contact.link_a, contact.link_b) == std::minmax(a, b);
            });
        EXPECT_EQ(found, depth > 0) << n << " " << a << " " << b << " " << depth;
        (depth > 0 ? touching : free) += 1;
      }
  }
  EXPECT_GT(touching, 500u);
  EXPECT_GT(free, 10000u);
}

}  // namespace contact_test
}  // namespace hadal::dynamics
