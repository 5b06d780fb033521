#include "base/text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

namespace hadal::inline base {
namespace text_test {

TEST(Text, NumbersReadBackToTheSameBits) {
  for (const double value : {0.1, -1.0 / 3, 1e300, -std::numeric_limits<double>::denorm_min(),
                             -std::numeric_limits<double>::max(), 12345678901234567.0})
    EXPECT_EQ(std::strtod(shortest_text(value).c_str(), nullptr), value);
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(2), "2");
  EXPECT_EQ(shortest_text(1e-4), "0.0001");
  EXPECT_EQ(shortest_text(1e5), "100000");
  EXPECT_EQ(shortest_text(1e20), "1e+20");
}

TEST(Text, HashesHaveSixteenDigits) {
  EXPECT_EQ(hex_text(0xbeef), "000000000000beef");
  EXPECT_EQ(hex_text(~uint64_t{0}), "ffffffffffffffff");
}

TEST(Text, FormattedNumbersHaveNoNegativeZero) {
  EXPECT_EQ(format_number("%.2f", -1e-9), "0.00");
  EXPECT_EQ(format_number("%.2f m", -0.0), "0.00 m");
  EXPECT_EQ(format_number("%.2f", -0.25), "-0.25");
  EXPECT_EQ(format_number("%.2f", std::numeric_limits<double>::quiet_NaN()), "n/a");
}

}  // namespace text_test
}  // namespace hadal::base
