// Objects in a hand of two fingers: they do not creep, the grip has a limit, and what is let go is
// free. A minute of it, for all objects: grasp_long_test.cpp.
#include "dynamics/multibody/grasp_scene.h"

#include <gtest/gtest.h>

namespace hadal::dynamics {
namespace grasp_test {

using testing::GraspScene;

TEST(Grasp, AMovingArmDoesNotLoseWhatItHolds) {
  constexpr double kTime_s = 20, kCreep_m = 5e-6;
  for (const double step_s : {0.002, 0.005}) {
    GraspScene still({.step_s = step_s}), swinging({.step_s = step_s, .swings = true});
    EXPECT_LT(still.creep(kTime_s).way_m, kCreep_m);
    EXPECT_LT(swinging.creep(kTime_s).way_m, kCreep_m);
  }
}

TEST(Grasp, ManyDegreesOfFreedomDoNotChangeTheGrasp) {
  GraspScene scene({.object = "cylinder", .step_s = 0.005, .swings = true, .bystanders = 8});
  ASSERT_GT(scene.bodies().nv(), 60);
  EXPECT_LT(scene.creep(10).way_m, 1e-5);
}

// 2 N of weight and 0.83 N of current: 2.16 N against 2 mu N.
TEST(Grasp, TheGripHasASharpLimit) {
  for (const auto& [grip_n, held] : {std::pair(1.15, true), std::pair(1.0, false)}) {
    GraspScene scene({.step_s = 0.005});
    scene.run(4);
    scene.grip(grip_n);
    const Pose before = scene.held();
    scene.run(5);
    if (held)
      EXPECT_LT((scene.held().p - before.p).norm(), 1e-5) << grip_n;
    else
      EXPECT_GT((scene.held().p - before.p).norm(), 0.02) << grip_n;
  }
}

TEST(Grasp, WhatIsLetGoIsFree) {
  GraspScene scene({.step_s = 0.005});
  scene.run(4);
  scene.grip(-5);
  scene.run(0.5);
  for (const ContactForce& contact : scene.bodies().contacts())
    EXPECT_NE(contact.link_a == GraspScene::kObject || contact.link_b == GraspScene::kObject, true);
  const Vec3 before = scene.held().p;
  scene.run(1);
  EXPECT_GT((scene.held().p - before).norm(), 0.2);
}

}  // namespace grasp_test
}  // namespace hadal::dynamics
