#include "outputs/report/svg_plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "outputs/report/html.h"

namespace hadal::outputs {
namespace svg_plot_test {

constexpr double kRounding = 1e-12;

TEST(NiceTicks, AreMultiplesOfOneTwoOrFive) {
  const Ticks ticks = nice_ticks(0.3, 9.7, 6);
  EXPECT_EQ(ticks.step, 2);
  EXPECT_EQ(ticks.values, (std::vector<double>{2, 4, 6, 8}));
  EXPECT_EQ(nice_ticks(-1, 1, 5).values, (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
}

TEST(NiceTicks, NeverExceedTheNumberAskedForAndStayInside) {
  for (const double low : {-1e6, -3.7, 0.0, 1e-7, 123.4}) {
    for (const double span : {1e-6, 0.013, 1.0, 99.0, 4.2e7}) {
      for (int most = 1; most < 12; ++most) {
        const Ticks ticks = nice_ticks(low, low + span, most);
        ASSERT_LE(ticks.values.size(), static_cast<size_t>(most));
        for (const double value : ticks.values) {
          EXPECT_GE(value, low - 1e-6 * span);
          EXPECT_LE(value, low + span * (1 + 1e-6));
        }
        const double mantissa =
            ticks.step / std::pow(10, std::floor(std::log10(ticks.step * (1 + kRounding))));
        EXPECT_TRUE(std::abs(mantissa - 1) < 1e-9 || std::abs(mantissa - 2) < 1e-9 ||
                    std::abs(mantissa - 5) < 1e-9)
            << mantissa;
      }
    }
  }
}

TEST(NiceTicks, SurviveRangesThatCannotBeDrawn) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(nice_ticks(1, 1, 5).values.empty());
  EXPECT_TRUE(nice_ticks(0, infinity, 5).values.empty());
  EXPECT_TRUE(nice_ticks(std::nan(""), 1, 5).values.empty());
}

TEST(NiceTicks, AnglesUseQuarterTurns) {
  EXPECT_EQ(nice_angle_ticks(-10, 370, 5).step, 90);
  EXPECT_EQ(nice_angle_ticks(0, 100, 5).step, 30);
  EXPECT_EQ(nice_angle_ticks(0, 8, 5).step, 2);
}

TEST(TickLabel, HasTheDecimalsOfItsStep) {
  EXPECT_EQ(tick_label(0.25, 0.05), "0.25");
  EXPECT_EQ(tick_label(-5, 5), "-5");
  EXPECT_EQ(tick_label(-1e-17, 0.1), "0");
  EXPECT_EQ(tick_label(2e6, 1e6), "2e+06");
}

TEST(TickLabel, CountsHeadingsWithinATurn) {
  EXPECT_EQ(tick_label(450, 90, 360), "90");
  EXPECT_EQ(tick_label(-90, 90, 360), "270");
  EXPECT_EQ(tick_label(360, 90, 360), "0");
}

TEST(FormatNumber, HasNoNegativeZero) {
  EXPECT_EQ(format_number("%.2f", -1e-9), "0.00");
  EXPECT_EQ(format_number("%.2f m", -0.0), "0.00 m");
  EXPECT_EQ(format_number("%.2f", -0.25), "-0.25");
  EXPECT_EQ(format_number("%.2f", std::nan("")), "n/a");
}

TEST(EscapeHtml, LeavesNoMarkup) {
  EXPECT_EQ(escape_html("<b a=\"1\" c='2'>&"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
  EXPECT_EQ(escape_html("m\xC2\xB3"), "m\xC2\xB3");
}

TEST(EscapeHtml, ReplacesControlCharactersAndBrokenUtf8) {
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(escape_html(std::string("a\x1B\x00z", 4)), "a" + replacement + replacement + "z");
  EXPECT_EQ(escape_html("\xC3"), replacement);                                      // cut short
  EXPECT_EQ(escape_html("\xC0\xAF"), replacement + replacement);                    // overlong
  EXPECT_EQ(escape_html("\xED\xA0\x80"), replacement + replacement + replacement);  // surrogate
}

Plot hostile_plot() {
  Plot plot;
  plot.title = "<script>alert(1)</script>";
  plot.note = "<i>";
  plot.x.label = "\"><x>";
  plot.y.label = "</text>";
  plot.series = {{"\" onload=\"x", {0, 1, 2}, {0, 1, 0}}};
  plot.marks = {{1, 1, "<mark>", MarkShape::mark}};
  return plot;
}

TEST(Figure, EscapesEveryName) {
  const std::string html = figure(hostile_plot());
  for (const char* raw : {"<script", "<i>", "<x>", "\" onload", "<mark>"})
    EXPECT_EQ(html.find(raw), std::string::npos) << raw;
  EXPECT_NE(html.find("&lt;script&gt;"), std::string::npos);
  EXPECT_NE(html.find("&lt;mark&gt;"), std::string::npos);
}

TEST(Figure, DrawsTheDataWithinTheFrameAndBreaksAtMissingValues) {
  Plot plot;
  plot.x = {.low = 0.0, .high = 4.0};
  plot.y = {.low = 0.0, .high = 1.0};
  plot.series = {{"a", {0, 1, 2, 3, 4}, {0, 1, std::nan(""), 1e200, 0.5}}};
  const std::string html = figure(plot);
  const size_t begin = html.find(" d=\"", html.find("data-name=\"a\"")) + 4;
  const std::string path = html.substr(begin, html.find('"', begin) - begin);
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);  // the gap and the number out of range
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("inf"), std::string::npos);
}

TEST(Figure, EqualAxesHaveOneScale) {
  Plot plot;
  plot.equal_axes = true;
  plot.series = {{"track", {0, 100}, {0, 1}}};
  const std::string html = figure(plot);
  double box[4], x[2], y[2];
  ASSERT_EQ(std::sscanf(html.c_str() + html.find("data-box=") + 10, "%lf %lf %lf %lf", &box[0],
                        &box[1], &box[2], &box[3]),
            4);
  ASSERT_EQ(std::sscanf(html.c_str() + html.find("data-x=") + 8, "%lf %lf", &x[0], &x[1]), 2);
  ASSERT_EQ(std::sscanf(html.c_str() + html.find("data-y=") + 8, "%lf %lf", &y[0], &y[1]), 2);
  constexpr double kPixelRounding = 2e-3;
  EXPECT_NEAR((x[1] - x[0]) / (box[2] - box[0]), (y[1] - y[0]) / (box[3] - box[1]), kPixelRounding);
}

TEST(Figure, AnEmptyPlotIsStillAFigure) {
  EXPECT_TRUE(is_empty(Plot{}));
  EXPECT_NE(figure(Plot{}).find("</svg>"), std::string::npos);
}

}  // namespace svg_plot_test
}  // namespace hadal::outputs
