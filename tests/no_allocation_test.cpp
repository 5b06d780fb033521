// A step allocates nothing after load. Counts every C++ allocation of the process.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "small_world.h"

namespace {
std::atomic<long> allocations{0};
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto align = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace hadal {
namespace {

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

}  // namespace
}  // namespace hadal
