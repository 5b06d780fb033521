// `!reach`: the tool of an arm goes to a pose on a straight line.
#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/list.h"
#include "kinds/steps/tool_step.h"

namespace hadal::inline kinds {

struct ReachStep : ToolStep {
  Vec3 position_m = Vec3::Zero();

  static const StructSchema& schema();
  void prepare(const StepSetting&) const {}
  ArmStepResult guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const;
  std::string text() const {
    return subject() + printed(": tool to (%.3g, %.3g, %.3g) m", position_m.x(), position_m.y(),
                               position_m.z());
  }
};

namespace {
enum ReachStepState : size_t { kReachBegun, kReachWaited, kReachStart };
}  // namespace

ArmStepResult ReachStep::guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const {
  const auto start = now.state.subspan<kReachStart, kPoseSize>();
  if (now.state[kReachBegun] == 0) {
    now.state[kReachBegun] = 1;
    store_pose(now.wanted_tool[static_cast<size_t>(frame)], start);
  }
  const Pose from = load_pose(start);
  const Pose goal{position_m, attitude(from)};
  const LinePoint point = line_at(from, goal, limits(), now.elapsed_s);
  ask_tool(wanted, frame, keeps_attitude(), point);
  if (!point.at_end) return ArmStepResult::kGoesOn;
  if (unreachable(now, now.state[kReachWaited])) return ArmStepResult::kUnreachable;
  return arrived(now, goal) ? ArmStepResult::kDone : ArmStepResult::kGoesOn;
}

const StructSchema& ReachStep::schema() {
  using C = ReachStep;
  static const StructSchema s =
      tool_step_schema<C>("reach", "The tool of an arm goes to a pose on a straight line.")
          .vector("position_m", &C::position_m, "Where the tool point goes.", quantity::kPlace.bounds)
          .required();
  return s;
}

template <>
MissionStepKind built_in_step<ReachStep>() {
  return mission_step_kind<ReachStep>();
}

}  // namespace hadal::kinds
