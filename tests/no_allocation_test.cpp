// A step allocates nothing after load. Counts every C++ allocation of the process.
#include <gtest/gtest.h>

#include "base/allocation_counter.h"
#include "small_world.h"

namespace hadal {
namespace no_allocation_test {

TEST(NoAllocation, CounterCounts) {
  const long before = allocations;
  auto* number = new int(1);
  EXPECT_EQ(allocations - before, 1);
  delete number;
}

TEST(NoAllocation, StepsOfALivelyWorld) {
  const auto s = test::simulate(test::lively_world());
  const long before = allocations;
  bool ok = true;
  for (int i = 0; i < 3000; ++i) ok &= s->step().ok;  // past every event and mission change
  const long after = allocations;
  EXPECT_TRUE(ok);
  EXPECT_EQ(after - before, 0);
}

TEST(NoAllocation, RungeKuttaStepsToo) {
  const auto s = test::simulate(test::lively_world() + "integrator: rkmk4\n");
  const long before = allocations;
  for (int i = 0; i < 500; ++i) s->step();
  EXPECT_EQ(allocations - before, 0);
}

// Packets, questions and answers under way, in a channel with echoes.
TEST(NoAllocation, StepsOfATalkingWorld) {
  const auto s = test::simulate(test::talking_world());
  const long before = allocations;
  for (int i = 0; i < 2000; ++i) s->step();
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(s->state().device_header[0].received, 5);
}

}  // namespace no_allocation_test
}  // namespace hadal
