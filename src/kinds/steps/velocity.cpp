#include "kinds/steps/velocity.h"

#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {

void VelocityStep::prepare(const StepSetting& setting) const {
  if (!setting.kinematic()) require_mode(setting, schema(), ControlMode::kVelocity);
}

bool VelocityStep::guide(const StepMoment&, extension::SetPoint& wanted) const {
  wanted.mode = ControlMode::kVelocity;
  wanted.velocity_B = velocity;
  return false;
}

std::string VelocityStep::text() const {
  return six_text("move at", velocity, "m/s", "rad/s") + printed(" for %.4g s", duration_s);
}

const StructSchema& VelocityStep::schema() {
  using C = VelocityStep;
  static const StructSchema s =
      step_schema<C>("velocity",
                     "Keeps a velocity in body axes (a kinematic vehicle moves with it).")
          .vector("velocity", &C::velocity, "Surge, sway, heave m/s; roll, pitch, yaw rate rad/s.",
                  quantity::kVelocity.bounds)
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative);
  return s;
}

template <>
MissionStepKind built_in_step<VelocityStep>() {
  return mission_step_kind<VelocityStep>();
}

}  // namespace hadal::kinds
