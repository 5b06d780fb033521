// SurfaceBody::evaluate allocates nothing, in calm water or waves. Counts every C++ allocation.
#include <gtest/gtest.h>

#include "base/allocation_counter.h"
#include "dynamics/surface/test_support.h"
#include "geometry/primitives.h"

namespace hadal::dynamics {
namespace no_allocation_test {

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

}  // namespace no_allocation_test
}  // namespace hadal::dynamics
