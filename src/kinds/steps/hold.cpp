// `!hold`: keeps the pose of its first update, level; a vehicle that steers by course its heading
// and depth, without speed.
#include "kinds/phrases.h"
#include "kinds/steps/guidance.h"
#include "kinds/steps/list.h"
#include "math/rotation.h"

namespace hadal::inline kinds {

struct HoldStep : StepConfig {
  double duration_s = 10;

  static const StructSchema& schema() {
    static const StructSchema s =
        step_schema<HoldStep>("hold", "Keeps the position and heading it has.")
            .number("duration_s", &HoldStep::duration_s, "How long.", kNotNegative);
    return s;
  }
  void prepare(const StepSetting& setting) const { require_controller(setting, schema()); }
  bool guide(const StepMoment& now, extension::SetPoint& wanted) const {
    const Pose held = hold(now.pose_NB, now.state.last<kHoldStateSize>());
    if (now.keeps_pose)
      ask_pose(wanted, held, Vec3::Zero());
    else
      ask_course(wanted, euler_from(held.q).yaw, held.p.z(), 0);
    return false;
  }
  std::string text() const { return printed("hold for %.4g s", duration_s); }
};

template <>
MissionStepKind built_in_step<HoldStep>() {
  return mission_step_kind<HoldStep>();
}

}  // namespace hadal::kinds
