// What steps that move the tool of an arm through space have in common: the frame of their poses, the
// attitude of the tool, limits of its motion, when it has arrived, when it cannot.
#pragma once
#include "kinds/steps/altitude_step.h"
#include "kinds/steps/arm_motion.h"
#include "kinds/steps/mission_step.h"
#include "math/units.h"

namespace hadal::inline kinds {

struct ToolStep : ArmStepConfig {
  ArmFrame frame = ArmFrame::kWorld;
  std::vector<double> rpy_deg;  // empty: the attitude is free
  double speed_m_s = 0.1;
  double acceleration_m_s2 = 0.2;
  double turn_rate_rad_s = 0.5;
  double tolerance_m = 0.01;
  double tolerance_rad = 2 * kDegree;
  double timeout_s = 60;

  bool keeps_attitude() const { return !rpy_deg.empty(); }
  // Attitude of the tool in the frame; that of the tool at the beginning where it is free.
  Quat attitude(const Pose& start) const;
  LineLimits limits() const {
    return {speed_m_s, acceleration_m_s2, turn_rate_rad_s, 2 * turn_rate_rad_s};
  }
  bool arrived(const ArmMoment& now, const Pose& goal) const;
  // At the end of the way, with a joint position that is not nearer than the tolerance for a second;
  // `waited_s` is a number of the step's state.
  bool unreachable(const ArmMoment& now, double& waited_s) const;
  std::string subject() const { return arm.empty() ? "arm" : arm; }
};

template <class T>
StructBuilder<T> tool_step_schema(const char* kind, const char* doc) {
  return arm_step_schema<T>(kind, doc)
      .choice("frame", static_cast<ArmFrame T::*>(&T::frame),
              "What positions are given in: north, east, depth of the world; forward, right, down of "
              "the vehicle; axes of the link that the arm stands on.",
              {{"world", ArmFrame::kWorld}, {"vehicle", ArmFrame::kVehicle}, {"base", ArmFrame::kBase}})
      .numbers("rpy_deg", &T::rpy_deg,
               "Attitude of the tool in that frame; free if left out.", {3}, {-360, 360})
      .number("speed_m_s", &T::speed_m_s, "Of the tool.", kForwardSpeed_m_s)
      .number("acceleration_m_s2", &T::acceleration_m_s2, "Of the tool.", kPositive)
      .number("turn_rate_deg_s", &T::turn_rate_rad_s, "Of the tool.", kPositive, kDegree)
      .number("tolerance_m", &T::tolerance_m, "The tool arrives this close.", kPositive)
      .number("tolerance_deg", &T::tolerance_rad, "And with its attitude, where that is given.",
              kPositive, kDegree)
      .number("timeout_s", &T::timeout_s, "The mission of the arm fails after this time.", kPositive);
}

}  // namespace hadal::kinds
