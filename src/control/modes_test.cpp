#include "control/modes.h"

#include <gtest/gtest.h>

namespace hadal::control {
namespace modes_test {

using Modes = std::vector<ControlMode>;

Vehicle with(ControllerKind kind, int thrusters, bool kinematic = false) {
  Vehicle vehicle;
  vehicle.controller.kind = kind;
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
  EXPECT_EQ(modes_of(with(ControllerKind::kBody, 6)), six);
  EXPECT_EQ(modes_of(with(ControllerKind::kAutopilot, 1)), course);
  EXPECT_EQ(modes_of(with(ControllerKind::kDifferential, 2)), course);
  EXPECT_EQ(modes_of(with(ControllerKind::kWeighted, 3)), course);
  EXPECT_EQ(modes_of(with(ControllerKind::kNone, 3)),
            (Modes{ControlMode::kManual, ControlMode::kOff}));
  EXPECT_EQ(modes_of(with(ControllerKind::kNone, 0)), Modes{});
  EXPECT_EQ(modes_of(with(ControllerKind::kAutopilot, 1, true)),
            (Modes{ControlMode::kPosition, ControlMode::kVelocity, ControlMode::kManual,
                   ControlMode::kOff}));
}

TEST(Modes, ObjectsOfferNone) {
  Vehicle box = with(ControllerKind::kNone, 1);
  box.is_object = true;
  EXPECT_TRUE(modes_of(box).empty());
}

}  // namespace modes_test
}  // namespace hadal::control
