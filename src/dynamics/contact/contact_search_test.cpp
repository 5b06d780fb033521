#include "dynamics/contact/contact_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/contact/test_terrain.h"

namespace hadal::dynamics {
namespace contact_search_test {

// With each link moving as far in a step.
bool find_near(ContactSearch& search, const std::vector<LinkPose>& poses, double move_m = 0) {
  return search.find_near(poses, std::vector<double>(poses.size(), move_m));
}

const std::vector<CollisionShape> kBall = {testing::ball_of(0.5)};

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

// Every pair whose spheres overlap, one by one.
std::vector<std::pair<int, int>> overlapping(std::span<const LinkPose> poses,
                                             const std::vector<double>& radius) {
  std::vector<std::pair<int, int>> pairs;
  for (size_t a = 0; a < poses.size(); ++a)
    for (size_t b = a + 1; b < poses.size(); ++b)
      if ((poses[a].p_NL - poses[b].p_NL).norm() <= radius[a] + radius[b])
        pairs.emplace_back(static_cast<int>(a), static_cast<int>(b));
  return pairs;
}

TEST(ContactSearch, PairsOfAWanderingCloudAreThoseFoundOneByOne) {
  testing::Draws draws("search", 0, "contact");
  std::vector<std::vector<CollisionShape>> balls;
  std::vector<double> radius;
  std::vector<LinkPose> poses(150);
  for (LinkPose& pose : poses) {
    radius.push_back(std::exp(draws.normal() - 1.5));
    balls.push_back({testing::ball_of(radius.back())});
    pose.p_NL = 4 * draws.vector();
  }
  std::vector<ContactLink> links;
  for (const auto& ball : balls) links.push_back({-1, false, ball});
  const ContactScene scene(links, nullptr);
  ContactSearch search(scene);
  size_t found = 0;
  for (int step = 0; step < 200; ++step) {
    find_near(search, poses);
    const std::vector<std::pair<int, int>> near(search.near_pairs().begin(),
                                                search.near_pairs().end());
    EXPECT_EQ(near, overlapping(poses, radius)) << step;
    found += near.size();
    for (LinkPose& pose : poses) pose.p_NL += 0.03 * draws.vector();
    if (step % 50 == 49) poses[step % poses.size()].p_NL = 4 * draws.vector();  // a teleport
  }
  EXPECT_GT(found, 2000u);
}

TEST(ContactSearch, ALinkThatIsNowhereHidesNoOtherPair) {
  const std::vector<ContactLink> links = {
      {-1, false, kBall}, {-1, false, kBall}, {-1, false, kBall}};
  const ContactScene scene(links, nullptr);
  ContactSearch search(scene);
  std::vector<LinkPose> poses(3);
  poses[0].p_NL.x() = NAN;
  poses[1].p_NL.x() = 7;
  poses[2].p_NL.x() = 7.5;
  EXPECT_TRUE(find_near(search, poses));
  EXPECT_EQ(search.near_pairs().back(), std::pair(1, 2));
}

CollisionShape random_shape(testing::Draws& draws) {
  static const CollisionShape::Kind kKinds[] = {
      CollisionShape::Kind::kSphere, CollisionShape::Kind::kCapsule, CollisionShape::Kind::kBox,
      CollisionShape::Kind::kCylinder, CollisionShape::Kind::kEllipsoid};
  const Vec3 size = (0.5 * draws.vector()).array().exp() * 0.3;
  CollisionShape shape =
      testing::shape_of(kKinds[static_cast<size_t>(std::abs(10 * draws.normal())) % 5], size);
  shape.X_LS = {0.2 * draws.vector(), draws.attitude()};
  return shape;
}

// Whether the point of B that is farthest along a random direction, or a point on the way there
// from its centre, lies in A: shapes that share a point must be near.
bool share_a_point(const SceneShape& a, const LinkPose& pose_a, const SceneShape& b,
                   const LinkPose& pose_b, testing::Draws& draws) {
  for (int n = 0; n < 40; ++n) {
    const Vec3 p_S = b.convex.support(draws.vector()) * (n % 2 == 0 ? 1.0 : 0.5);
    const Vec3 p_N = pose_b.p_NL + pose_b.R_NL * (b.p_LS + b.R_LS * p_S);
    const Vec3 p_A = a.R_LS.transpose() *
                     (pose_a.R_NL.transpose() * (p_N - pose_a.p_NL) - a.p_LS);
    if (a.convex.distance(p_A).value < 0) return true;
  }
  return false;
}

TEST(ContactSearch, ShapesThatShareAPointAreNeverApart) {
  testing::Draws draws("search", 0, "contact");
  int shared = 0, apart = 0, spheres_meet = 0;
  for (int n = 0; n < 20000; ++n) {
    const std::vector<CollisionShape> one = {random_shape(draws)}, two = {random_shape(draws)};
    const std::vector<ContactLink> links = {{-1, false, one}, {-1, false, two}};
    const ContactScene scene(links, nullptr);
    std::vector<LinkPose> poses(2);
    for (LinkPose& pose : poses)
      pose = {0.4 * draws.vector(), draws.attitude().toRotationMatrix()};
    const SceneShape &a = scene.shapes()[0], &b = scene.shapes()[1];
    const bool near = shapes_near(a, poses[0], b, poses[1]);
    const Vec3 between = poses[1].p_NL + poses[1].R_NL * b.centre_L -
                         (poses[0].p_NL + poses[0].R_NL * a.centre_L);
    if (share_a_point(a, poses[0], b, poses[1], draws)) {
      ++shared;
      EXPECT_TRUE(near) << n;
    } else if (between.norm() < a.convex.bound_radius() + b.convex.bound_radius()) {
      ++spheres_meet;
      apart += !near;
    }
  }
  EXPECT_GT(shared, 3000);
  EXPECT_GT(apart, spheres_meet / 2);  // the boxes tell apart what the spheres do not
}

TEST(ContactSearch, BroadPhaseFindsWhatOverlapsOnly) {
  const std::vector<ContactLink> links = {{-1, false, kBall}, {-1, false, kBall}};
  const ContactScene scene(links, nullptr);
  ContactSearch search(scene);
  std::vector<LinkPose> poses(2);
  poses[1].p_NL.x() = 1.001;
  EXPECT_FALSE(find_near(search, poses));
  poses[1].p_NL.x() = 0.999;
  EXPECT_TRUE(find_near(search, poses));
  search.set_kinematic(0, true);
  EXPECT_TRUE(find_near(search, poses));
  search.set_kinematic(1, true);
  EXPECT_FALSE(find_near(search, poses));
}

// What moves far in a step is near what it would pass; the list of pairs follows its speed.
TEST(ContactSearch, FastLinksReachAhead) {
  const std::vector<ContactLink> links = {{-1, false, kBall}, {-1, false, kBall}};
  const ContactScene scene(links, nullptr);
  ContactSearch search(scene);
  EXPECT_DOUBLE_EQ(search.far_move_m(0), 0.25);  // half of a radius of 0.5 m
  std::vector<LinkPose> poses(2);
  poses[1].p_NL.x() = 4;
  EXPECT_FALSE(find_near(search, poses));
  EXPECT_FALSE(find_near(search, poses, 1.4));
  EXPECT_TRUE(find_near(search, poses, 1.6));
  EXPECT_FALSE(find_near(search, poses));
}

TEST(ContactSearch, ABodyInMidWaterAsksForTheGroundOnlyNowAndThen) {
  const auto terrain = std::make_shared<CountingTerrain>();
  const std::vector<ContactLink> links = {{-1, false, kBall}};
  const ContactScene scene(links, terrain);
  ContactSearch search(scene);
  std::vector<LinkPose> poses(1);
  for (int n = 0; n < 10000; ++n) {
    poses[0].p_NL = Vec3(1e-3 * n, 0, 5);
    EXPECT_FALSE(find_near(search, poses));
  }
  EXPECT_LT(terrain->asked, 10000);
  poses[0].p_NL.z() = 9.6;
  EXPECT_TRUE(find_near(search, poses));
  const auto contacts = search.ground_contacts(scene.shapes()[0], poses[0]);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].depth_m, 0.1, 1e-12);
}

TEST(ContactSearch, PlacesOutOfThisWorldAreLeftAlone) {
  const std::vector<ContactLink> links = {{-1, false, kBall}};
  const ContactScene scene(links, testing::flat(0.1));
  ContactSearch search(scene);
  std::vector<LinkPose> poses(1);
  for (const double far : {1e300, -1e300, static_cast<double>(NAN)}) {
    poses[0].p_NL = Vec3(far, 0, 0);
    EXPECT_FALSE(find_near(search, poses));
  }
}

}  // namespace contact_search_test
}  // namespace hadal::dynamics
