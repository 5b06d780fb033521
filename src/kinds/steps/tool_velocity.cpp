// `!tool_velocity`: the tool of an arm moves with a velocity, in axes of the world, of the vehicle or of
// the link that the arm stands on.
#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {

struct ToolVelocityStep : ArmStepConfig {
  ArmFrame frame = ArmFrame::kBase;
  std::array<double, 6> velocity{};
  double duration_s = 10;

  static const StructSchema& schema();
  void prepare(const StepSetting&) const {}
  ArmStepResult guide_arm(const ArmMoment&, ArmSetPoint& wanted) const {
    wanted.mode = ArmMode::kToolVelocity;
    wanted.frame = frame;
    wanted.keeps_attitude = true;
    wanted.velocity = Eigen::Map<const Vec6>(velocity.data());
    wanted.measures_error = false;
    return ArmStepResult::kGoesOn;
  }
  std::string text() const {
    return six_text("move the tool at", velocity, "m/s", "rad/s") +
           printed(" for %.4g s", duration_s);
  }
};

const StructSchema& ToolVelocityStep::schema() {
  using C = ToolVelocityStep;
  static const StructSchema s =
      arm_step_schema<C>("tool_velocity", "The tool of an arm moves with a velocity.")
          .choice("frame", &C::frame, "Axes of the velocity, as of !reach.",
                  {{"world", ArmFrame::kWorld},
                   {"vehicle", ArmFrame::kVehicle},
                   {"base", ArmFrame::kBase}})
          .vector("velocity", &C::velocity, "Along the axes, m/s, then about them, rad/s.",
                  quantity::kVelocity.bounds)
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative);
  return s;
}

template <>
MissionStepKind built_in_step<ToolVelocityStep>() {
  return mission_step_kind<ToolVelocityStep>();
}

}  // namespace hadal::kinds
