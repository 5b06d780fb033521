// A step takes no memory from the heap.
#include <gtest/gtest.h>

#include "base/allocation_counter.h"
#include "dynamics/contact/test_terrain.h"
#include "dynamics/multibody/multibody.h"
#include "dynamics/multibody/test_models.h"

namespace hadal::dynamics {
namespace allocation_test {

void push(Multibody& bodies, double time_s) {
  for (int i = 0; i < bodies.link_count(); ++i) {
    bodies.loads()[i].tau_L.setConstant(std::sin(time_s));
    bodies.loads()[i].damping_L = 3 * Mat6::Identity();
  }
}

TEST(MultibodyAllocation, StepAllocatesNothing) {
  for (const Integrator integrator : {Integrator::kLeapfrog, Integrator::kRkmk4}) {
    MultibodySpec spec = testing::vehicle_with_arm(7, true);
    spec.integrator = integrator;
    for (size_t i = 1; i < spec.links.size(); ++i) spec.links[i].range = JointRange{-0.1, 0.1};
    Multibody bodies = testing::make(spec);
    const testing::Force force = push;
    ASSERT_TRUE(testing::step(bodies, 0, force).ok());
    const long before = allocations;
    EXPECT_GT(before, 0);
    for (int n = 0; n < 100; ++n) ASSERT_TRUE(testing::step(bodies, n * 0.005, force).ok());
    EXPECT_EQ(allocations - before, 0);
  }
}

TEST(MultibodyAllocation, StepWithContactsAllocatesNothing) {
  MultibodySpec spec;
  spec.terrain = std::make_shared<testing::FractalTerrain>(0.1, 10, 1.0, 2);
  for (int k = 0; k < 6; ++k) {
    LinkSpec link;
    link.name = "body" + std::to_string(k);
    link.mass_kg = 5;
    link.inertia_G = testing::box_inertia(5, 0.3, 0.3, 0.3);
    link.collisions = {testing::shapes_of_size(0.2)[k]};
    link.pose_PL.p = Vec3(0.2 * k, 0.1 * k, -3);
    spec.links.push_back(link);
  }
  Multibody bodies = testing::make(spec);
  ASSERT_TRUE(testing::step(bodies).ok());
  const long before = allocations;
  size_t touching = 0;
  for (int n = 0; n < 600; ++n) {
    ASSERT_TRUE(testing::step(bodies).ok());
    touching += bodies.contacts().size();
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(touching, 500u);
}

}  // namespace allocation_test
}  // namespace hadal::dynamics
