#include "outputs/report/decimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hadal::outputs {
namespace decimate_test {

std::vector<PlotPoint> wave(size_t count) {
  std::vector<PlotPoint> line;
  for (size_t i = 0; i < count; ++i)
    line.push_back({static_cast<double>(i), std::sin(0.001 * static_cast<double>(i))});
  return line;
}

TEST(Decimate, KeepsSpikesEndsAndOrder) {
  std::vector<PlotPoint> line = wave(100'000);
  line[51'234].y = 40;  // one sample wide
  line[51'300].y = -30;
  const std::vector<PlotPoint> kept = decimate(line, 200);
  EXPECT_LE(kept.size(), 400u);
  const auto holds = [&](size_t i) {
    return std::any_of(kept.begin(), kept.end(),
                       [&](const PlotPoint& p) { return p.x == line[i].x && p.y == line[i].y; });
  };
  EXPECT_TRUE(holds(51'234));
  EXPECT_TRUE(holds(51'300));
  EXPECT_TRUE(holds(0));
  EXPECT_TRUE(holds(99'999));
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(),
                             [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; }));
}

TEST(Decimate, LeavesShortLinesAlone) {
  const std::vector<PlotPoint> line = wave(50);
  EXPECT_EQ(decimate(line, 25).size(), 50u);
  EXPECT_TRUE(decimate({}, 25).empty());
}

TEST(SplitLines, BreaksAtMissingValuesAndGaps) {
  const double none = std::nan("");
  const std::vector<double> x{0, 1, 2, 3, 4, 20, 21}, y{0, 1, none, 3, 4, 5, 1e300};
  const PlotLines lines = split_lines(x, y, gap_of(x));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].size(), 2u);
  EXPECT_EQ(lines[1].size(), 2u);
  EXPECT_EQ(lines[2].size(), 1u);
  EXPECT_EQ(split_lines(x, y).size(), 2u);
}

TEST(ThinPath, KeepsTheEndsAndTheLimit) {
  std::vector<PlotPoint> circle;
  for (int i = 0; i <= 10'000; ++i)
    circle.push_back({100 * std::cos(0.001 * i), 100 * std::sin(0.001 * i)});
  const std::vector<PlotPoint> kept = thin_path(circle, 0.5, 300);
  EXPECT_LE(kept.size(), 300u);
  EXPECT_GT(kept.size(), 100u);
  EXPECT_EQ(kept.front().x, circle.front().x);
  EXPECT_EQ(kept.back().y, circle.back().y);
}

}  // namespace decimate_test
}  // namespace hadal::outputs
