#include "control/stick_hold.h"

#include <gtest/gtest.h>

#include <array>

namespace hadal::control {
namespace stick_hold_test {

constexpr double kStep_s = 0.1;

class StickHold : public ::testing::Test {
 protected:
  extension::StickHold update(double stick, double value, double rate, bool on = true) {
    return stick_hold({}, {on, stick, value, rate, kStep_s}, state_);
  }
  std::array<double, kStickHoldStateSize> state_{};
};

TEST_F(StickHold, OffKeepsNothing) {
  EXPECT_EQ(update(0, 1, 0, false).phase, HoldPhase::kOff);
  EXPECT_FALSE(update(0.5, 1, 0, false).keeps());
}

TEST_F(StickHold, AtRestItHoldsAtOnceAndTheValueStays) {
  EXPECT_EQ(update(0, 1.5, 0).phase, HoldPhase::kHolding);
  const extension::StickHold later = update(0, 1.9, 0.3);
  EXPECT_EQ(later.phase, HoldPhase::kHolding);
  EXPECT_EQ(later.value, 1.5);
}

TEST_F(StickHold, AfterATurnItSettlesUntilTheRateIsSmall) {
  EXPECT_EQ(update(0.4, 1, 0.5).phase, HoldPhase::kSteered);
  const extension::StickHold first = update(0, 1.1, 0.3);
  EXPECT_EQ(first.phase, HoldPhase::kSettling);
  EXPECT_TRUE(first.released);
  EXPECT_EQ(first.value, 1.1);
  const extension::StickHold stopped = update(0, 1.2, 0.01);
  EXPECT_EQ(stopped.phase, HoldPhase::kHolding);
  EXPECT_FALSE(stopped.released);
  EXPECT_EQ(update(0, 1.3, 0).value, 1.2);
}

TEST_F(StickHold, AVehicleThatDoesNotStopIsHeldAfterHalfASecond) {
  update(1, 0, 0.5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(update(0, 0.1 * i, 0.5).phase, HoldPhase::kSettling) << i;
  const extension::StickHold held = update(0, 0.5, 0.5);
  EXPECT_EQ(held.phase, HoldPhase::kHolding);
  EXPECT_EQ(held.value, 0.5);
}

TEST_F(StickHold, AStickWithinItsNeutralBandDoesNotLetGo) {
  update(0, 2, 0);
  EXPECT_EQ(update(0.019, 2.5, 0).value, 2);
  EXPECT_EQ(update(0.021, 2.5, 0).phase, HoldPhase::kSteered);
}

TEST_F(StickHold, SwitchedOffAndOnItTakesTheValueOfThatMoment) {
  update(0, 1, 0);
  update(0, 1, 0, false);
  EXPECT_EQ(update(0, 7, 0).value, 7);
}

}  // namespace stick_hold_test
}  // namespace hadal::control
