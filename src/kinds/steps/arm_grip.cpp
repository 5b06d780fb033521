// `!grip`: the fingers of an arm open to a fraction of their range, or close with an effort until they
// come to rest, on something or at their end. They are asked for it from then on, whatever the arm does
// next. A positive position of a finger opens the hand. An arm that nobody has asked for anything keeps the
// positions of its joints meanwhile.
#include <cmath>
#include <optional>

#include "kinds/phrases.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {

struct GripStep : ArmStepConfig {
  std::optional<double> opening;
  std::optional<double> effort;
  double tolerance = 0.05;
  double settle_s = 0.5;
  double timeout_s = 20;

  static const StructSchema& schema();
  void prepare(const StepSetting& setting) const {
    if (setting.arm()->fingers.empty())
      setting.fail("", "'" + setting.arm()->name + "' has no fingers to grip with");
  }
  ArmStepResult guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const;
  std::string text() const {
    return opening ? printed("hand: open to %.0f %%", 100 * *opening)
                   : printed("hand: grip with %.4g", effort.value_or(0));
  }
};

namespace {

// Whether all fingers are where they should be, or none of them moves.
bool fingers_settled(const ArmMoment& now, const GripStep& step) {
  constexpr double kStill = 0.01;  // of the range per second
  bool settled = true;
  for (size_t f = 0; f < now.facts.fingers.size(); ++f) {
    const ArmJointFacts& finger = now.facts.fingers[f];
    const double range = finger.upper - finger.lower;
    const double target = finger.lower + step.opening.value_or(0) * range;
    settled = settled &&
              (step.opening ? std::abs(now.finger_position[f] - target) <= step.tolerance * range
                            : std::abs(now.finger_velocity[f]) <= kStill * range);
  }
  return settled;
}

}  // namespace

ArmStepResult GripStep::guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const {
  wanted.grip_mode = opening ? GripMode::kOpening : GripMode::kEffort;
  wanted.grip = opening ? *opening : *effort;
  wanted.measures_error = false;
  if (wanted.mode == ArmMode::kOff) {
    wanted.mode = ArmMode::kJointPosition;
    wanted.position = now.wanted_position;
  }
  double& settled_s = now.state[0];
  settled_s = fingers_settled(now, *this) ? settled_s + now.dt_s : 0;
  return settled_s > settle_s ? ArmStepResult::kDone : ArmStepResult::kGoesOn;
}

const StructSchema& GripStep::schema() {
  using C = GripStep;
  static const StructSchema s =
      arm_step_schema<C>("grip", "The fingers of an arm open, or close with an effort.")
          .number("opening", &C::opening, "0 closed .. 1 open.", kFraction)
          .number("effort", &C::effort, "Of the drive of each finger, closing: N m or N.", kNotNegative)
          .number("tolerance", &C::tolerance, "Of the opening.", {0, 1, true})
          .number("settle_s", &C::settle_s, "Done when that holds, or the fingers rest, for this time.",
                  kNotNegative)
          .number("timeout_s", &C::timeout_s, "The mission of the arm fails after this time.", kPositive)
          .check([](const C& c, CheckReport& r) {
            if (c.opening.has_value() == c.effort.has_value())
              r.fail("opening", "give either opening or effort");
          });
  return s;
}

template <>
MissionStepKind built_in_step<GripStep>() {
  return mission_step_kind<GripStep>();
}

}  // namespace hadal::kinds
