// A minute in the hand: how far an object creeps, for every kind of object and step.
#include <gtest/gtest.h>

#include "dynamics/multibody/grasp_scene.h"

namespace hadal::dynamics {
namespace grasp_long_test {

struct Object {
  const char* name;
  double creep_m;
};

class GraspLong : public ::testing::TestWithParam<Object> {};

TEST_P(GraspLong, HeldObjectsDoNotCreep) {
  for (const double step_s : {0.001, 0.002, 0.005})
    for (const bool swings : {false, true}) {
      testing::GraspScene scene(
          {.object = GetParam().name, .step_s = step_s, .swings = swings});
      EXPECT_LT(scene.creep(60).way_m, GetParam().creep_m)
          << GetParam().name << ", step " << step_s << (swings ? ", swinging" : ", still");
    }
}

INSTANTIATE_TEST_SUITE_P(Objects, GraspLong,
                         ::testing::Values(Object{"box", 5e-6}, Object{"cylinder", 1e-5},
                                           Object{"vase", 3e-5}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace grasp_long_test
}  // namespace hadal::dynamics
