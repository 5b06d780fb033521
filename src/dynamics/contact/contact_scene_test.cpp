#include "dynamics/contact/contact_scene.h"

#include <gtest/gtest.h>

#include "dynamics/contact/test_terrain.h"

namespace hadal::dynamics {
namespace contact_scene_test {

const std::vector<CollisionShape> kBall = {testing::ball_of(0.5)};

TEST(ContactScene, NeighboursInATreeAndRigidGroupsDoNotMeet) {
  // 0 free; 1 fixed on 0; 2 hinge on 1; 3 hinge on 2; 4 another free body; 5 fixed to the world.
  const std::vector<ContactLink> links = {{-1, false, kBall}, {0, true, kBall},
                                          {1, false, kBall},  {2, false, kBall},
                                          {-1, false, kBall}, {-1, true, kBall}};
  ContactScene scene(links, nullptr);
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < scene.link_count(); ++a)
    for (int b = a + 1; b < scene.link_count(); ++b)
      if (scene.may_meet(a, b)) pairs.emplace_back(a, b);
  const std::vector<std::pair<int, int>> expected = {{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5},
                                                     {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};
  EXPECT_EQ(pairs, expected);
  EXPECT_TRUE(scene.can_move(0));
  EXPECT_TRUE(scene.can_move(1));
  EXPECT_FALSE(scene.can_move(5));
  const std::vector<std::pair<int, int>> within = {{0, 3}, {1, 3}};
  EXPECT_EQ(scene.pairs_within_trees(), within);
  scene.exclude(3, 0);
  EXPECT_FALSE(scene.may_meet(0, 3));
  EXPECT_TRUE(scene.may_meet(1, 3));
}

}  // namespace contact_scene_test
}  // namespace hadal::dynamics
