// What every kind of step needs of its vehicle, and that each is complete.
#include "kinds/steps/mission_step.h"

#include <gtest/gtest.h>

#include "kinds/steps/test_step.h"

namespace hadal::inline kinds {
namespace mission_step_test {

constexpr ControlMode kCourseOnly[] = {ControlMode::kCourse};
constexpr ControlMode kAll[] = {ControlMode::kPosition, ControlMode::kVelocity,
                                ControlMode::kEffort};

TEST(MissionStep, EveryKindGuidesOrCommandsAndEnds) {
  EXPECT_EQ(mission_step_list().kinds().size(), 15u);
  for (const MissionStepKind* kind : mission_step_list().kinds()) {
    const std::string& name = kind->schema().name;
    EXPECT_EQ((kind->guide != nullptr) + (kind->command != nullptr) + (kind->guide_arm != nullptr), 1)
        << name;
    EXPECT_NE(kind->duration_s == nullptr, kind->timeout_s == nullptr) << name;
    EXPECT_NE(kind->schema().find("vehicle"), nullptr) << name;
  }
}

TEST(MissionStep, NeedsAControllerButForCommands) {
  const TestVehicle without;
  for (const MissionStepKind* kind : mission_step_list().kinds()) {
    const std::string& name = kind->schema().name;
    if (kind->guide_arm) continue;  // an arm has a controller of its own: arm_steps_test.cpp
    EXPECT_EQ(TestStep(name).prepare(without),
              name == "commands" ? ""
                                 : ": vehicle 'auv' has no controller for !" + name + "\n");
  }
}

TEST(MissionStep, VelocityAndEffortNeedTheirMode) {
  const extension::ControllerKind course = test_controller(kCourseOnly);
  const extension::ControllerKind all = test_controller(kAll);
  TestVehicle vehicle;
  for (const char* name : {"velocity", "effort"}) {
    vehicle.with_controller = &course;
    EXPECT_EQ(TestStep(name).prepare(vehicle),
              std::string(": !") + name + " needs a !body controller\n");
    vehicle.with_controller = &all;
    EXPECT_EQ(TestStep(name).prepare(vehicle), "");
  }
  vehicle.with_controller = nullptr;
  vehicle.is_kinematic = true;
  EXPECT_EQ(TestStep("velocity").prepare(vehicle), "");
  EXPECT_EQ(TestStep("effort").prepare(vehicle),
            ": vehicle 'auv' has no controller for !effort\n");
}

TEST(MissionStep, AltitudeNeedsASeabedAndAVehicleThatDives) {
  const extension::ControllerKind flat = test_controller(kCourseOnly, false);
  TestVehicle vehicle;
  vehicle.with_controller = &flat;
  vehicle.with_seabed = false;
  for (const char* name : {"cruise", "go_to", "follow"}) {
    TestStep step(name);
    EXPECT_EQ(step.prepare(vehicle), "") << name;
    step.set("altitude_m", 4);
    EXPECT_EQ(step.prepare(vehicle),
              "altitude_m: needs a seabed: environment.seabed is missing\n"
              "altitude_m: the !tiller controller of 'auv' cannot dive\n")
        << name;
  }
}

}  // namespace mission_step_test
}  // namespace hadal::kinds
