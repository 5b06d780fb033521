#include "kinds/steps/list.h"

namespace hadal::inline kinds {

// `describe` and the docs show them in this order.
constexpr MissionStepKind (*kSteps[])() = {
    built_in_step<struct HoldStep>,
    built_in_step<struct GoToStep>,
    built_in_step<struct FollowStep>,
    built_in_step<struct CruiseStep>,
    built_in_step<struct SetPointsStep>,
    built_in_step<struct VelocityStep>,
    built_in_step<struct EffortStep>,
    built_in_step<struct CommandsStep>,
    built_in_step<struct JointsStep>,
    built_in_step<struct ReachStep>,
    built_in_step<struct CircleStep>,
    built_in_step<struct ToolVelocityStep>,
    built_in_step<struct PressStep>,
    built_in_step<struct GripStep>,
    built_in_step<struct ArmHoldStep>,
};

KindList<MissionStepKind>& mission_step_list() {
  static KindList<MissionStepKind> list(kSteps);
  return list;
}

const std::vector<const StructSchema*>& mission_step_schemas() {
  return mission_step_list().schemas();
}

}  // namespace hadal::kinds
