// A step allocates nothing after load. Counts every C++ allocation of the process.
#include <gtest/gtest.h>

#include <array>

#include "base/allocation_counter.h"
#include "hadal/simulator.h"
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

// What a user's own loop does: steps, reads and commands through handles.
TEST(NoAllocation, StepsReadsAndCommandsOfTheApi) {
  Simulator sim = Simulator::load_text(test::lively_world());
  const VehicleHandle one = sim.vehicle("one"), two = sim.vehicle("two");
  const SensorHandle imu = one.sensor("imu"), ins = two.sensor("ins");
  const ActuatorHandle thruster = one.actuator("t5");
  const LinkHandle hull = two.hull();
  const CurrentHandle current = sim.current("live");
  double sum = 0;
  const auto loop = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      sim.step();
      const VehicleState state = one.state();
      sum += state.depth_m + imu.values()[0] + ins.truth()[0] + hull.position_m()[2] +
             hull.wrench(0)[2] + one.thrust_n()[0] + static_cast<double>(one.mission().size()) +
             sim.contact_count();
      const std::array<double, 6> sticks{0.1, 0, 0, 0, 0, 0.2}, velocity{0.2, 0, 0, 0, 0, 0};
      const std::array<double, 6> push{1, 0, 0, 0, 0, 0};
      if (i % 4 == 0) thruster.set_command(0.2);
      if (i % 4 == 1) one.go_to(1, 2, 5, 30);
      if (i % 4 == 2) one.pilot(sticks, true, false);
      if (i % 4 == 3) one.set_mode("velocity");
      two.set_velocity(velocity);
      two.set_external_wrench(push);
      current.set(0.1, 0, 0);
    }
  };
  loop(4);
  EXPECT_EQ(allocations_of([&] { loop(1000); }), 0);
  EXPECT_NE(sum, 0);
}

// Packets, questions and answers under way, in a channel with echoes.
TEST(NoAllocation, StepsOfATalkingWorld) {
  const auto s = test::simulate(test::talking_world());
  const long before = allocations;
  for (int i = 0; i < 2000; ++i) s->step();
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(s->state().device_header[0].received, 5);
}

// Servos, coupled fingers, welds that close and open, an arm on its way.
TEST(NoAllocation, StepsOfAGrippingWorld) {
  const auto s = test::simulate(test::gripping_world());
  bool held = false;
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 2000; ++i) {
                s->step();
                held = held || s->state().coupling_counts[kCouplingMode] == 2;
              }
            }),
            0);
  EXPECT_TRUE(held);
}

}  // namespace no_allocation_test
}  // namespace hadal
