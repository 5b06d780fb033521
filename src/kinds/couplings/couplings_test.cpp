// The state machines of couplings, sample by sample.
#include <gtest/gtest.h>

#include <cmath>

#include "kinds/couplings/holding.h"
#include "kinds/couplings/list.h"
#include "kinds/couplings/plug_socket.h"

namespace hadal::inline kinds {
namespace couplings_test {

constexpr double kStep_s = 0.1;
constexpr CouplingMode kFree = CouplingMode::kFree, kJoined = CouplingMode::kJoined,
                       kFixed = CouplingMode::kFixed;

// Feeds the same sample for a time; the mode afterwards.
template <class T>
CouplingMode feed(const T& rules, CouplingSample sample, double time_s, CouplingMemory& memory) {
  for (int n = 0; n < std::lround(time_s / kStep_s); ++n) rules.advance(sample, kStep_s, memory);
  return memory.mode;
}

const CouplingSample kAligned{.lateral_m = 0.005, .angle_rad = 0.05, .gap_m = 0.04};
const CouplingSample kAskew{.lateral_m = 0.005, .angle_rad = 0.1, .gap_m = 0.04};

CouplingSample with_force(double newtons) {
  CouplingSample sample = kAligned;
  sample.axial_n = newtons;
  return sample;
}

TEST(PlugSocket, JoinsAfterTwoSecondsInARow) {
  const PlugSocket rules;
  CouplingMemory memory;
  EXPECT_EQ(feed(rules, kAligned, 1.9, memory), kFree);
  EXPECT_EQ(feed(rules, kAskew, 0.1, memory), kFree);  // the clock starts anew
  EXPECT_EQ(feed(rules, kAligned, 1.9, memory), kFree);
  EXPECT_EQ(feed(rules, kAligned, 0.1, memory), kJoined);
}

TEST(PlugSocket, LocksAndComesLooseAtItsForces) {
  const PlugSocket rules;
  CouplingMemory memory;
  feed(rules, kAligned, 2, memory);
  EXPECT_EQ(feed(rules, with_force(49), 1, memory), kJoined);
  EXPECT_EQ(feed(rules, with_force(50), 0.1, memory), kFixed);
  EXPECT_EQ(feed(rules, with_force(-189), 1, memory), kFixed);
  EXPECT_EQ(feed(rules, with_force(-190), 0.1, memory), kFree);
  // The clock of alignment runs while it cools down, which takes three seconds.
  EXPECT_EQ(feed(rules, kAligned, 2.9, memory), kFree);
  EXPECT_EQ(feed(rules, kAligned, 0.1, memory), kJoined);
}

TEST(PlugSocket, LeavesWhenDrawnOutWithoutBeingLocked) {
  const PlugSocket rules;
  CouplingMemory memory;
  feed(rules, kAligned, 2, memory);
  CouplingSample out = kAskew;
  out.gap_m = 0.119;
  EXPECT_EQ(feed(rules, out, 0.1, memory), kJoined);
  out.gap_m = 0.121;
  EXPECT_EQ(feed(rules, out, 0.1, memory), kFree);
}

TEST(PlugSocket, OpensWhenNotEngagedAndWaitsWhenOccupied) {
  const PlugSocket rules;
  CouplingMemory memory;
  CouplingSample sample = kAligned;
  sample.occupied = true;
  EXPECT_EQ(feed(rules, sample, 5, memory), kFree);
  EXPECT_EQ(feed(rules, kAligned, 0.1, memory), kJoined);
  sample = with_force(60);
  EXPECT_EQ(feed(rules, sample, 0.1, memory), kFixed);
  sample.engaged = false;
  EXPECT_EQ(feed(rules, sample, 0.1, memory), kFree);
  EXPECT_EQ(feed(rules, sample, 10, memory), kFree);
}

TEST(Holding, AGraspIsFirmOnceAllFingersPress) {
  const GraspWeld rules;
  CouplingMemory memory;
  EXPECT_EQ(feed(rules, {.press_n = 7.9}, 2, memory), kFree);
  EXPECT_EQ(feed(rules, {.press_n = 8}, 0.1, memory), kFree);
  EXPECT_EQ(feed(rules, {.press_n = 8}, 0.1, memory), kFixed);
  EXPECT_EQ(feed(rules, {.axial_n = -1e4, .press_n = 2}, 1, memory), kFixed);
  EXPECT_EQ(feed(rules, {.press_n = 1.9}, 0.1, memory), kFree);
}

TEST(Holding, CupsAndMagnetsHaveALimit) {
  Suction cup;
  cup.area_m2 = 0.002;
  cup.pressure_difference_pa = 50000;
  Magnet magnet;
  magnet.max_force_n = 100;
  const auto try_out = [](const auto& rules) {
    CouplingMemory memory;
    EXPECT_EQ(feed(rules, {.press_n = 0}, 2, memory), kFree);
    EXPECT_EQ(feed(rules, {.press_n = 0.1}, 0.2, memory), kFixed);
    EXPECT_EQ(feed(rules, {.axial_n = -99}, 2, memory), kFixed);
    EXPECT_EQ(feed(rules, {.axial_n = -100}, 0.1, memory), kFree);
    EXPECT_EQ(feed(rules, {.press_n = 1}, 2.9, memory), kFree);  // cools down
    EXPECT_EQ(feed(rules, {.press_n = 1}, 0.1, memory), kFixed);
    EXPECT_EQ(feed(rules, {.engaged = false, .press_n = 1}, 0.1, memory), kFree);
  };
  try_out(cup);
  try_out(magnet);
}

}  // namespace couplings_test
}  // namespace hadal::kinds
