#include "scenario/quantities.h"

#include <gtest/gtest.h>

#include <limits>

namespace hadal::inline scenario {
namespace quantities_test {

TEST(Quantities, BoundsThemselvesFit) {
  EXPECT_EQ(range_problem(quantity::kWrench, 1e7), "");
  EXPECT_EQ(range_problem(quantity::kWrench, -1e7), "");
  EXPECT_EQ(range_problem(quantity::kWaveFactor, 0), "");
}

TEST(Quantities, WhatIsBeyondThemIsNamedWithItsUnit) {
  EXPECT_EQ(range_problem(quantity::kWrench, 1e39),
            "wrench: expected -1e+07 to 1e+07 N or N m, found 1e+39");
  EXPECT_EQ(range_problem(quantity::kHealth, -0.5), "health: expected 0 to 1, found -0.5");
}

TEST(Quantities, NothingThatIsNotFiniteFits) {
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()})
    EXPECT_EQ(range_problem(quantity::kTurbidity, value),
              "turbidity: expected 0 to 1000 NTU, found one that is not finite");
}

}  // namespace quantities_test
}  // namespace hadal::scenario
