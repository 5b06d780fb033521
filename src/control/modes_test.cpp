#include "control/modes.h"

#include <gtest/gtest.h>

#include "kinds/controllers/list.h"

namespace hadal::control {
namespace modes_test {

using Modes = std::vector<ControlMode>;

Vehicle with(const char* kind, int thrusters, bool kinematic = false) {
  Vehicle vehicle;
  for (const extension::ControllerKind* one : controller_list().kinds())
    if (one->schema().name == kind) vehicle.controller.kind = one;
  vehicle.thrusters.count = thrusters;
  vehicle.kinematic = kinematic;
  return vehicle;
}

TEST(Modes, GoByTheirNames) {
  for (int i = 0; i < kControlModes; ++i) {
    const auto mode = static_cast<ControlMode>(i);
    EXPECT_EQ(control_mode_named(control_mode_name(mode)), mode);
  }
  EXPECT_FALSE(control_mode_named("drift"));
}

TEST(Modes, EveryControllerOffersWhatItCanDo) {
  const Modes six{ControlMode::kPosition, ControlMode::kVelocity, ControlMode::kEffort,
                  ControlMode::kManual, ControlMode::kOff};
  const Modes course{ControlMode::kManual, ControlMode::kCourse, ControlMode::kOff};
  EXPECT_EQ(modes_of(with("body", 6)), six);
  EXPECT_EQ(modes_of(with("autopilot", 1)), course);
  EXPECT_EQ(modes_of(with("differential", 2)), course);
  EXPECT_EQ(modes_of(with("weighted", 3)), course);
  EXPECT_EQ(modes_of(with("none", 3)),
            (Modes{ControlMode::kManual, ControlMode::kOff}));
  EXPECT_EQ(modes_of(with("none", 0)), Modes{});
  EXPECT_EQ(modes_of(with("autopilot", 1, true)),
            (Modes{ControlMode::kPosition, ControlMode::kVelocity, ControlMode::kManual,
                   ControlMode::kOff}));
}

TEST(Modes, ObjectsOfferNone) {
  Vehicle box = with("none", 1);
  box.is_object = true;
  EXPECT_TRUE(modes_of(box).empty());
}

}  // namespace modes_test
}  // namespace hadal::control
