// Bad specs are refused with every problem named.
#include <gtest/gtest.h>

#include <limits>

#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics {
namespace spec_test {

LinkSpec good_link(const std::string& name = "body") {
  LinkSpec link;
  link.name = name;
  link.mass_kg = 1;
  link.inertia_G = 0.1 * Mat3::Identity();
  return link;
}

// The problems of a world of one link, as text.
std::string problems_of(const LinkSpec& link) {
  MultibodySpec spec;
  spec.links = {link};
  const auto result = Multibody::create(spec);
  return result.ok() ? "" : result.problems().text();
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(MultibodySpec, GoodLinkIsAccepted) {
  EXPECT_EQ(problems_of(good_link()), "");
}

TEST(MultibodySpec, AllProblemsAreCollected) {
  MultibodySpec spec;
  spec.step_s = 0;
  LinkSpec heavy = good_link("twice"), child = good_link("twice");
  heavy.mass_kg = -1;
  child.joint = JointKind::kHinge;
  child.parent = 7;
  child.axis_L.setZero();
  child.range = JointRange{1, -1};
  spec.links = {heavy, child};
  const auto result = Multibody::create(spec);
  ASSERT_FALSE(result.ok());
  const std::string text = result.problems().text();
  for (const char* part : {"step_s", "links[0].mass_kg", "links[1].name", "links[1].parent",
                           "links[1].axis_L", "links[1].range"})
    EXPECT_TRUE(mentions(text, part)) << part << " not in\n" << text;
}

TEST(MultibodySpec, NonFiniteNumbersAreNamed) {
  LinkSpec link = good_link();
  link.p_LG_L.y() = std::numeric_limits<double>::quiet_NaN();
  link.pose_PL.p.x() = std::numeric_limits<double>::infinity();
  const std::string text = problems_of(link);
  EXPECT_TRUE(mentions(text, "links[0].p_LG_L"));
  EXPECT_TRUE(mentions(text, "links[0].pose_PL"));
}

TEST(MultibodySpec, AddedMassMustBeSymmetricAndKeepTheMassPositive) {
  LinkSpec skewed = good_link(), negative = good_link(), slightly = good_link();
  skewed.added_mass_L(0, 1) = 0.5;
  negative.added_mass_L(2, 2) = -2;
  slightly.added_mass_L(2, 2) = -0.5;
  EXPECT_TRUE(mentions(problems_of(skewed), "symmetric"));
  EXPECT_TRUE(mentions(problems_of(negative), "positive definite"));
  EXPECT_EQ(problems_of(slightly), "");
}

TEST(MultibodySpec, InertiaMayBreakTheTriangleInequalityButNotBeNegative) {
  LinkSpec flat = good_link(), negative = good_link();
  flat.inertia_G.diagonal() << 0.1, 0.1, 1.0;
  negative.inertia_G.diagonal() << 0.1, 0.1, -0.1;
  EXPECT_EQ(problems_of(flat), "");
  EXPECT_TRUE(mentions(problems_of(negative), "inertia_G"));
}

TEST(MultibodySpec, FreeLinkWithoutInertiaIsRefusedByName) {
  LinkSpec point = good_link("point");
  point.inertia_G.setZero();
  const std::string text = problems_of(point);
  EXPECT_TRUE(mentions(text, "'point'")) << text;
  EXPECT_TRUE(mentions(text, "positive definite")) << text;
}

TEST(MultibodySpec, FreeLinkOnALinkIsRefused) {
  MultibodySpec spec;
  spec.links = {good_link("a"), good_link("b")};
  spec.links[1].parent = 0;
  const auto result = Multibody::create(spec);
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(mentions(result.problems().text(), "links[1].joint"));
}

TEST(MultibodySpec, VerySmallMassesAreAccepted) {
  LinkSpec link = good_link();
  link.mass_kg = 1e-9;
  link.inertia_G = 1e-12 * Mat3::Identity();
  EXPECT_EQ(problems_of(link), "");
}

// Deeper nesting than the engine's reader takes comes back as a problem, not as an exit.
TEST(MultibodySpec, EngineErrorsBecomeProblems) {
  MultibodySpec spec;
  for (int i = 0; i < 200; ++i) {
    spec.links.push_back(good_link("link " + std::to_string(i)));
    spec.links.back().parent = i - 1;
    if (i > 0) spec.links.back().joint = JointKind::kHinge;
  }
  const auto result = Multibody::create(spec);
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(mentions(result.problems().text(), "engine"));
}

TEST(MultibodySpec, NamesMayHoldAnyCharacter) {
  LinkSpec link = good_link("<\"&'\n\xc3\xa9");
  EXPECT_EQ(problems_of(link), "");
}

}  // namespace spec_test
}  // namespace hadal::dynamics
