// `!velocity`: a velocity in body axes; a kinematic vehicle needs no controller for it.
#pragma once
#include "kinds/steps/mission_step.h"

namespace hadal::inline kinds {

struct VelocityStep : StepConfig {
  extension::Twist velocity{};  // m/s and rad/s, body axes
  double duration_s = 10;

  static const StructSchema& schema();
  void prepare(const StepSetting& setting) const;
  bool guide(const StepMoment& now, extension::SetPoint& wanted) const;
  std::string text() const;
};

}  // namespace hadal::kinds
