#include "dynamics/contact/contact_scene.h"

#include <gtest/gtest.h>

#include "dynamics/contact/test_terrain.h"

namespace hadal::dynamics {
namespace contact_scene_test {

const std::vector<CollisionShape> kBall = {
    testing::shape_of(CollisionShape::Kind::kSphere, {0.5, 0, 0})};

// Counts how many nodes are asked for.
class CountingTerrain : public TerrainSource {
 public:
  double cell_m() const override { return 0.25; }
  int material(double, double) const override { return 0; }
  void nodes(int64_t, int64_t, int ni, int nj, std::span<double> out) const override {
    asked += static_cast<long>(ni) * nj;
    std::fill(out.begin(), out.end(), 10.0);
  }
  mutable long asked = 0;
};

TEST(ContactScene, NeighboursInATreeAndRigidGroupsDoNotMeet) {
  // 0 free; 1 fixed on 0; 2 hinge on 1; 3 hinge on 2; 4 another free body; 5 fixed to the world.
  const std::vector<ContactLink> links = {{-1, false, kBall}, {0, true, kBall},
                                          {1, false, kBall},  {2, false, kBall},
                                          {-1, false, kBall}, {-1, true, kBall}};
  const ContactScene scene(links, nullptr);
  std::vector<std::pair<int, int>> pairs;
  for (const auto& pair : scene.pairs()) pairs.emplace_back(pair.a, pair.b);
  const std::vector<std::pair<int, int>> expected = {{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5},
                                                     {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};
  EXPECT_EQ(pairs, expected);
  EXPECT_TRUE(scene.movable(0));
  EXPECT_TRUE(scene.movable(1));
  EXPECT_FALSE(scene.movable(5));
}

TEST(ContactScene, BroadPhaseFindsWhatOverlapsOnly) {
  const std::vector<ContactLink> links = {{-1, false, kBall}, {-1, false, kBall}};
  ContactScene scene(links, nullptr);
  std::vector<LinkPose> poses(2);
  poses[1].p_NL.x() = 1.001;
  EXPECT_FALSE(scene.find_near(poses));
  poses[1].p_NL.x() = 0.999;
  EXPECT_TRUE(scene.find_near(poses));
  scene.set_kinematic(0, true);
  EXPECT_TRUE(scene.find_near(poses));
  scene.set_kinematic(1, true);
  EXPECT_FALSE(scene.find_near(poses));
}

TEST(ContactScene, ABodyInMidWaterAsksForTheGroundOnlyNowAndThen) {
  const auto terrain = std::make_shared<CountingTerrain>();
  const std::vector<ContactLink> links = {{-1, false, kBall}};
  ContactScene scene(links, terrain);
  std::vector<LinkPose> poses(1);
  for (int n = 0; n < 10000; ++n) {
    poses[0].p_NL = Vec3(1e-3 * n, 0, 5);
    EXPECT_FALSE(scene.find_near(poses));
  }
  EXPECT_LT(terrain->asked, 10000);
  poses[0].p_NL.z() = 9.6;
  EXPECT_TRUE(scene.find_near(poses));
  const auto contacts = scene.ground_contacts(scene.shapes()[0], poses[0]);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].depth_m, 0.1, 1e-12);
}

TEST(ContactScene, PlacesOutOfThisWorldAreLeftAlone) {
  const std::vector<ContactLink> links = {{-1, false, kBall}};
  ContactScene scene(links, testing::flat(0.1));
  std::vector<LinkPose> poses(1);
  for (const double far : {1e300, -1e300, static_cast<double>(NAN)}) {
    poses[0].p_NL = Vec3(far, 0, 0);
    EXPECT_FALSE(scene.find_near(poses));
  }
}

}  // namespace contact_scene_test
}  // namespace hadal::dynamics
