#include "world/object_copies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace hadal::inline world {
namespace object_copies_test {

constexpr double kTolerance = 1e-9;

TEST(ObjectCopies, AnArrayLiesAboutThePoseAlongItsHeading) {
  ObjectConfig config;
  config.name = "can";
  config.seed = 40;
  config.pose.north_m = 100;
  config.pose.east_m = -7;
  config.pose.heading_deg = 90;
  config.array = ObjectArrayConfig{{3, 2}, {10, 4}};
  const std::vector<ObjectConfig> copies = object_copies(config).value();
  ASSERT_EQ(copies.size(), 6u);
  // Rows run east, columns to the right of that: south.
  const double expected[6][2] = {{102, -17}, {98, -17}, {102, -7}, {98, -7}, {102, 3}, {98, 3}};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(copies[i].pose.north_m, expected[i][0], kTolerance);
    EXPECT_NEAR(copies[i].pose.east_m, expected[i][1], kTolerance);
    EXPECT_EQ(copies[i].pose.heading_deg, 90);
    EXPECT_EQ(copies[i].name, "can_" + std::to_string(i + 1));
    EXPECT_EQ(copies[i].seed, 40 + static_cast<int64_t>(i));
  }
}

TEST(ObjectCopies, JitterAndTurnsAreBoundedAndSeeded) {
  ObjectConfig config;
  config.name = "rock";
  config.array = ObjectArrayConfig{{20, 20}, {5, 5}, 1.5, 30, 3};
  ObjectConfig plain = config, other = config;
  plain.array->jitter_m = plain.array->turn_deg = 0;
  other.array->seed = 4;
  const auto copies = object_copies(config).value(), again = object_copies(config).value(),
             grid = object_copies(plain).value(), seeded = object_copies(other).value();
  double farthest = 0, max = 0, sum = 0;
  int moved = 0;
  for (size_t i = 0; i < copies.size(); ++i) {
    const double dn = copies[i].pose.north_m - grid[i].pose.north_m;
    farthest =
        std::max({farthest, std::abs(dn), std::abs(copies[i].pose.east_m - grid[i].pose.east_m)});
    max = std::max(max, std::abs(copies[i].pose.heading_deg));
    sum += dn;
    EXPECT_EQ(copies[i].pose.north_m, again[i].pose.north_m);
    moved += copies[i].pose.north_m != seeded[i].pose.north_m;
  }
  EXPECT_LE(farthest, 1.5);
  EXPECT_GT(farthest, 1.4);
  EXPECT_LE(max, 30);
  EXPECT_GT(max, 28);
  EXPECT_NEAR(sum / 400, 0, 4 * 1.5 / std::sqrt(3.0 * 400));  // four standard errors
  EXPECT_EQ(moved, 400);
}

TEST(ObjectCopies, ScatterFillsItsRectangleAndKeepsTheGap) {
  ObjectConfig config;
  config.name = "rock";
  config.pose.heading_deg = 30;
  config.scatter = ObjectScatterConfig{200, {60, 20}, 1.2, 180, 9};
  const auto copies = object_copies(config).value();
  ASSERT_EQ(copies.size(), 200u);
  const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6);
  double along = 0, across = 0, square = 0;
  for (size_t i = 0; i < copies.size(); ++i) {
    const double n = copies[i].pose.north_m, e = copies[i].pose.east_m;
    along = std::max(along, std::abs(c * n + s * e));
    across = std::max(across, std::abs(c * e - s * n));
    square += std::pow(c * n + s * e, 2) / 200;
    for (size_t j = 0; j < i; ++j)
      EXPECT_GE(std::hypot(n - copies[j].pose.north_m, e - copies[j].pose.east_m), 1.2);
  }
  EXPECT_LE(along, 30);
  EXPECT_LE(across, 10);
  EXPECT_NEAR(std::sqrt(square), 60 / std::sqrt(12.0), 2);  // uniform
}

TEST(ObjectCopies, NoRoomIsAProblem) {
  ObjectConfig config;
  config.name = "rock";
  config.scatter = ObjectScatterConfig{100, {3, 3}, 1};
  const auto copies = object_copies(config);
  ASSERT_FALSE(copies.ok());
  EXPECT_NE(copies.problems().text().find("of 100 copies"), std::string::npos);
}

}  // namespace object_copies_test
}  // namespace hadal::world
