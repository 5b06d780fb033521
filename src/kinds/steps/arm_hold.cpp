// `!arm_hold`: an arm keeps what it is asked for; one that nobody has asked for anything, the
// positions of its joints.
#include "kinds/phrases.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {

struct ArmHoldStep : ArmStepConfig {
  double duration_s = 10;

  static const StructSchema& schema() {
    static const StructSchema s =
        arm_step_schema<ArmHoldStep>("arm_hold", "An arm stays as it is.")
            .number("duration_s", &ArmHoldStep::duration_s, "How long.", kNotNegative);
    return s;
  }
  void prepare(const StepSetting&) const {}
  ArmStepResult guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const {
    if (wanted.mode == ArmMode::kJointPosition || wanted.mode == ArmMode::kToolPose) {
      wanted.velocity.setZero();
      wanted.joint_velocity.fill(0);
    } else {
      wanted.mode = ArmMode::kJointPosition;
      wanted.position = now.wanted_position;
      wanted.joint_velocity.fill(0);
    }
    wanted.measures_error = false;
    return ArmStepResult::kGoesOn;
  }
  std::string text() const { return printed("arm: hold for %.4g s", duration_s); }
};

template <>
MissionStepKind built_in_step<ArmHoldStep>() {
  return mission_step_kind<ArmHoldStep>();
}

}  // namespace hadal::kinds
