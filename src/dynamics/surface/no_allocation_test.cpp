// SurfaceBody::evaluate allocates nothing, in calm water or waves. Counts every C++ allocation.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "dynamics/surface/test_support.h"
#include "geometry/primitives.h"

namespace {
long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
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

namespace hadal::dynamics {
namespace {

using namespace test;

TEST(SurfaceBodyNoAllocation, InCalmWaterAndInWaves) {
  const environment::WaveField calm,
      wave({{0.3, 0.5, std::sqrt(0.5 * kGravity), 0.4, 1}}, INFINITY, kGravity, kDensity);
  for (const environment::WaveField* water : {&calm, &wave}) {
    const long at_load = allocations;
    SurfaceBody body(surface_of(geometry::sphere(1, 5000)), *water);
    EXPECT_GT(allocations, at_load);
    const long before = allocations;
    for (const double depth : {-5.0, -0.5, 0.0, 0.5, 5.0, 500.0})
      body.evaluate(query_at(Mat3::Identity(), depth), nullptr);
    EXPECT_EQ(allocations, before);
  }
}

}  // namespace
}  // namespace hadal::dynamics
