#include "kinds/currents/stratified.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/test_source_folder.h"
#include "math/units.h"

namespace hadal::inline kinds {
namespace stratified_test {

constexpr double kTolerance = 1e-9;  // m/s

using Rows = std::vector<std::vector<double>>;

CsvTable csv(const char* text) {
  return parse_csv(text, "a.csv").value();
}

TEST(VelocityTable, LinearBetweenDepthsAndClamped) {
  const VelocityTable table(
      {{0, 0.5, 0.2}, {10, 0.35, 0.25}, {30, 0.1, 0.3, 0.01}, {100, -0.05, 0.1, 0}});
  const struct {
    double depth;
    Vec3 velocity;
  } rows[] = {{-5, {0.5, 0.2, 0}},
              {0, {0.5, 0.2, 0}},
              {2.5, {0.4625, 0.2125, 0}},
              {10, {0.35, 0.25, 0}},
              {17, {0.2625, 0.2675, 0.0035}},
              {29.9, {0.10125, 0.29975, 0.00995}},
              {55, {0.04642857143, 0.2285714286, 0.006428571429}},
              {100, {-0.05, 0.1, 0}},
              {150, {-0.05, 0.1, 0}}};
  for (const auto& row : rows)
    EXPECT_LT((table(row.depth) - row.velocity).norm(), kTolerance) << row.depth;
}

TEST(StratifiedCurrent, ReversesWithItsPeriod) {
  StratifiedCurrent current;
  EXPECT_EQ(current.factor(12345), 1);
  current.period_s = 100;
  EXPECT_NEAR(current.factor(50), -1, 1e-12);
  current.phase_rad = 90 * kDegree;
  EXPECT_NEAR(current.factor(0), 0, 1e-12);
  EXPECT_NEAR(current.factor(25), 1, 1e-12);
}

TEST(StratifiedFiles, ByHeaderAndByOrder) {
  const auto named =
      stratified_rows(csv("depth_m,down_m_s,east_m_s,north_m_s\n0,0.1,0.2,0.3\n5,0,0,1\n"));
  ASSERT_TRUE(named.ok()) << named.problems().text();
  EXPECT_EQ(named.value(), (Rows{{0, 0.3, 0.2, 0.1}, {5, 1, 0, 0}}));
  const auto plain = stratified_rows(csv("# north, east, depth\n0.3,0.2,0\n1,0,5\n"));
  ASSERT_TRUE(plain.ok()) << plain.problems().text();
  EXPECT_EQ(plain.value(), (Rows{{0, 0.3, 0.2}, {5, 1, 0}}));
  EXPECT_EQ(stratified_rows(csv("0.3,0.2,0,0.1\n")).value(), (Rows{{0, 0.3, 0.2, 0.1}}));
}

TEST(StratifiedFiles, ProblemsHavePlaces) {
  EXPECT_EQ(stratified_rows(csv("1,x,0\n1,2,10\n1,2,10\n")).problems().text(),
            "a.csv:1:3: 'x' is not a number\na.csv:3:5: depths must rise from row to row");
  EXPECT_FALSE(stratified_rows(csv("1,2\n")).ok());
  EXPECT_FALSE(stratified_rows(csv("depth_m,speed,x\n1,2,3\n")).ok());
  EXPECT_FALSE(stratified_rows(csv("")).ok());
  EXPECT_EQ(stratified_rows(csv("depth_m,north_m_s,east_m_s\n")).problems().text(),
            "a.csv:1:1: expected at least one row of numbers");
}

// The data that lies beside a development tree; a release archive has none.
std::string shared_data(const char* name) {
  return (std::filesystem::path(test::source_folder()) / ".." / "shared" / "data" / name).string();
}

TEST(StratifiedFiles, RealFile) {
  const std::string path = shared_data("stratified_current_example.csv");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no file " << path;
  const Rows rows = stratified_rows(read_csv(path).value()).value();
  ASSERT_EQ(rows.size(), 12u);
  EXPECT_EQ(rows.front(), (std::vector<double>{0, 0, 0.05}));
  EXPECT_EQ(rows.back()[0], 110);
}

}  // namespace stratified_test
}  // namespace hadal::kinds
