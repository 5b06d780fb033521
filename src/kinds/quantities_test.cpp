#include "kinds/quantities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hadal::inline kinds {
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

TEST(Quantities, EveryOneHasANameAndARangeAboutWhatIsUsual) {
  namespace q = quantity;
  const struct {
    const Quantity& quantity;
    double usual;
  } rows[] = {
      {q::kCurrentFactor, 1}, {q::kCurrentVelocity, 0.5}, {q::kWaveFactor, 1},
      {q::kWindFactor, 1},    {q::kTurbidity, 5},         {q::kSkyOffset, 3600},
      {q::kLampLevel, 1},     {q::kHealth, 1},            {q::kSwitch, 1},
      {q::kWrench, -100},     {q::kEffort, 50},           {q::kVelocity, 1.5},
      {q::kPlace, -250},      {q::kQuaternion, 1},        {q::kHeading, 359},
      {q::kStick, -1},        {q::kGain, 300},            {q::kThrusterCommand, 1900},
      {q::kFinAngle, 0.5},    {q::kBallastContent, 4},    {q::kMassOffset, 0.1},
      {q::kJointEffort, 20},
  };
  for (const auto& row : rows) {
    const Bounds& b = row.quantity.bounds;
    EXPECT_STRNE(row.quantity.name, "");
    EXPECT_LT(b.min, b.max) << row.quantity.name;
    EXPECT_TRUE(std::isfinite(b.min) && std::isfinite(b.max)) << row.quantity.name;
    EXPECT_FALSE(b.above_min) << row.quantity.name << ": range_problem() takes both ends";
    EXPECT_EQ(range_problem(row.quantity, row.usual), "") << row.quantity.name;
    EXPECT_EQ(range_problem(row.quantity, b.min), "") << row.quantity.name;
    EXPECT_EQ(range_problem(row.quantity, b.max), "") << row.quantity.name;
    EXPECT_NE(range_problem(row.quantity, std::nextafter(b.min, -INFINITY)), "");
    EXPECT_NE(range_problem(row.quantity, std::nextafter(b.max, INFINITY)), "");
  }
}

}  // namespace quantities_test
}  // namespace hadal::kinds
