#include "outputs/picture/ticks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hadal::outputs {
namespace ticks_test {

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
      for (int max = 1; max < 12; ++max) {
        const Ticks ticks = nice_ticks(low, low + span, max);
        ASSERT_LE(ticks.values.size(), static_cast<size_t>(max));
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

}  // namespace ticks_test
}  // namespace hadal::outputs
