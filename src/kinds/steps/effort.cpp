// `!effort`: a wrench in body axes, through the thrusters.
#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {

struct EffortStep : StepConfig {
  extension::Wrench wrench{};  // N and N m, body axes
  double duration_s = 10;

  static const StructSchema& schema() {
    using C = EffortStep;
    static const StructSchema s =
        step_schema<C>("effort", "Commands a wrench in body axes.")
            .vector("wrench", &C::wrench, "Surge, sway, heave N; roll, pitch, yaw N m.",
                    quantity::kEffort.bounds)
            .required()
            .number("duration_s", &C::duration_s, "How long.", kNotNegative);
    return s;
  }
  void prepare(const StepSetting& setting) const {
    require_mode(setting, schema(), ControlMode::kEffort);
  }
  bool guide(const StepMoment&, extension::SetPoint& wanted) const {
    wanted.mode = ControlMode::kEffort;
    wanted.velocity_B = {};
    wanted.effort_B = wrench;
    return false;
  }
  std::string text() const {
    return six_text("push with", wrench, "N", "N m") + printed(" for %.4g s", duration_s);
  }
};

template <>
MissionStepKind built_in_step<EffortStep>() {
  return mission_step_kind<EffortStep>();
}

}  // namespace hadal::kinds
