#include "kinds/steps/mission_step.h"

#include "math/arrays.h"

namespace hadal::inline kinds {

bool require_controller(const StepSetting& setting, const StructSchema& step) {
  if (setting.controller()) return true;
  setting.fail("", "vehicle '" + setting.vehicle() + "' has no controller for !" + step.name);
  return false;
}

void require_mode(const StepSetting& setting, const StructSchema& step, ControlMode mode) {
  if (require_controller(setting, step) && !setting.controller()->offers(mode))
    setting.fail("", "!" + step.name + " needs a !body controller");
}

void ask_pose(extension::SetPoint& wanted, const Pose& pose_NB, const Vec3& velocity_B) {
  wanted.mode = ControlMode::kPosition;
  wanted.p_NB_N = to_array(pose_NB.p);
  wanted.q_NB = to_array(pose_NB.q);
  wanted.velocity_B = {velocity_B.x(), velocity_B.y(), velocity_B.z(), 0, 0, 0};
}

void ask_course(extension::SetPoint& wanted, double heading_rad, double depth_m,
                double speed_m_s) {
  wanted.mode = ControlMode::kCourse;
  wanted.heading_rad = heading_rad;
  wanted.depth_m = depth_m;
  wanted.speed_m_s = speed_m_s;
}

}  // namespace hadal::kinds
