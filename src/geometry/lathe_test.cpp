#include "geometry/lathe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "geometry/mass_properties.h"

namespace hadal::geometry {
namespace lathe_test {

using std::numbers::pi;
using Points = std::vector<ProfilePoint>;
constexpr double kTolerance = 1e-12;  // relative

TEST(Lathe, PolygonHasTheAreaOfTheCircle) {
  for (int n : {3, 12, 100}) {
    const double r = equal_area_factor(n);
    EXPECT_NEAR(n / 2.0 * r * r * std::sin(2 * pi / n), pi, kTolerance);
  }
}

// Two cones base to base: 2/3 pi r^2 h.
TEST(Lathe, SolidFromAxisToAxis) {
  const TriangleMesh mesh = lathe(Points{{0, -1}, {0.5, 0}, {0, 1}}, 0, 500).value();
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(signed_volume(mesh) / (2.0 / 3 * pi * 0.25), 1, kTolerance);
}

// Either direction of the profile gives a mesh that is the right side out.
TEST(Lathe, DirectionOfTheProfileDoesNotMatter) {
  const TriangleMesh down = lathe(Points{{0, -1}, {0.5, -1}, {0.2, 1}, {0, 1}}, 0).value();
  const TriangleMesh up = lathe(Points{{0, 1}, {0.2, 1}, {0.5, -1}, {0, -1}}, 0).value();
  EXPECT_NEAR(signed_volume(down) / signed_volume(up), 1, kTolerance);
  EXPECT_GT(signed_volume(up), 0);
}

// A beaker of radius 0.5, depth 1 and wall 0.1, open at the top: outside less inside.
TEST(Lathe, BeakerWithAWall) {
  const double volume = pi * 0.25 * 1 - pi * 0.16 * 0.9;
  for (const Points& profile :
       {Points{{0, 1}, {0.5, 1}, {0.5, 0}}, Points{{0.5, 0}, {0.5, 1}, {0, 1}}}) {
    const TriangleMesh mesh = lathe(profile, 0.1, 2000).value();
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(signed_volume(mesh) / volume, 1, kTolerance);
    EXPECT_NEAR(bounding_box(mesh).size().z(), 1, kTolerance);
  }
}

// A cone's shell, open at both ends: mitred square to the wall.
TEST(Lathe, OpenShell) {
  const TriangleMesh mesh = lathe(Points{{1, 0}, {1, 2}}, 0.25, 2000).value();
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_NEAR(signed_volume(mesh) / (2 * pi * (1 - 0.5625)), 1, kTolerance);
}

void expect_problem(const Points& profile, double wall, const std::string& words) {
  const auto result = lathe(profile, wall);
  ASSERT_FALSE(result.ok()) << words;
  EXPECT_NE(result.problems().text().find(words), std::string::npos) << result.problems().text();
}

TEST(Lathe, BadProfilesAreExplained) {
  expect_problem({{0, 0}}, 0, "has 1 points");
  expect_problem({{0, 0}, {-1, 1}, {0, 2}}, 0, "point 2: has radius -1");
  expect_problem({{0, 0}, {1, 1}, {0, 2}, {1, 3}, {0, 4}}, 0, "point 3: has radius 0");
  expect_problem({{0, 0}, {std::nan(""), 1}, {0, 2}}, 0, "not finite");
  expect_problem({{0, 0}, {1, 1}, {1, 1}, {0, 2}}, 0, "same as the point before");
  expect_problem({{1, 0}, {1, 1}}, 0, "is open");
  expect_problem({{0, 0}, {0, 1}}, 0, "lies on the axis");
  expect_problem({{0, 0}, {1, 1}, {0, 2}}, 0.1, "cavity");
  expect_problem({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 0, "crosses itself");
  expect_problem({{1, 0}, {1, 1}}, 1.5, "thicker");
  expect_problem({{1, 0}, {1, 1}}, -1, "thickness");
  expect_problem({{0, 0}, {1, 0}, {0, 0}}, 0, "encloses no volume");
}

}  // namespace lathe_test
}  // namespace hadal::geometry
