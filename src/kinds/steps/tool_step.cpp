#include "kinds/steps/tool_step.h"

#include "math/rotation.h"

namespace hadal::inline kinds {

Quat ToolStep::attitude(const Pose& start) const {
  if (rpy_deg.empty()) return start.q;
  return quaternion_from({rpy_deg[0] * kDegree, rpy_deg[1] * kDegree, rpy_deg[2] * kDegree});
}

bool ToolStep::arrived(const ArmMoment& now, const Pose& goal) const {
  const Pose& tool = now.tool[static_cast<size_t>(frame)];
  return distance_m(tool, goal) <= tolerance_m &&
         (!keeps_attitude() || angle_rad(tool, goal) <= tolerance_rad);
}

bool ToolStep::unreachable(const ArmMoment& now, double& waited_s) const {
  constexpr double kPatience_s = 1;
  const bool beyond = now.residual_m > tolerance_m ||
                      (keeps_attitude() && now.residual_rad > tolerance_rad);
  waited_s = beyond ? waited_s + now.dt_s : 0;
  return waited_s > kPatience_s;
}

}  // namespace hadal::kinds
