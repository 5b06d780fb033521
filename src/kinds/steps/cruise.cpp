// `!cruise`: heading, speed, and depth or altitude. A vehicle that keeps a pose follows one that
// runs ahead from where it was at the first update, p0 + t v.
#include <cmath>

#include "kinds/phrases.h"
#include "kinds/steps/altitude_step.h"
#include "kinds/steps/guidance.h"
#include "kinds/steps/list.h"
#include "math/rotation.h"
#include "math/units.h"

namespace hadal::inline kinds {

struct CruiseStep : AltitudeStep {
  double heading_rad = 0;
  double speed_m_s = 0.5;
  std::optional<double> depth_m;
  double duration_s = 30;

  static const StructSchema& schema();
  void prepare(const StepSetting& setting) const {
    require_controller(setting, schema());
    check_altitude(setting);
  }
  bool guide(const StepMoment& now, extension::SetPoint& wanted) const;
  std::string text() const {
    return printed("cruise heading %03.0f at %.2g m/s", heading_rad / kDegree, speed_m_s) +
           depth_text(depth_m, altitude_m) + printed(" for %.4g s", duration_s);
  }
};

bool CruiseStep::guide(const StepMoment& now, extension::SetPoint& wanted) const {
  const double depth = depth_here_m(now, depth_m.value_or(0), heading_rad, speed_m_s);
  if (!now.keeps_pose) {
    ask_course(wanted, heading_rad, depth, speed_m_s);
    return false;
  }
  const Pose begin_NB = hold(now.pose_NB, now.state.last<kHoldStateSize>());
  const Vec3 velocity_N = speed_m_s * Vec3(std::cos(heading_rad), std::sin(heading_rad), 0);
  Vec3 p_N = begin_NB.p + now.elapsed_s * velocity_N;
  p_N.z() = depth;
  ask_pose(wanted, {p_N, quaternion_from({0, 0, heading_rad})},
           now.pose_NB.q.conjugate() * velocity_N);
  return false;
}

const StructSchema& CruiseStep::schema() {
  using C = CruiseStep;
  static const StructSchema s =
      step_schema<C>("cruise", "Keeps heading, speed and depth or altitude.")
          .number("heading_deg", &C::heading_rad, "Heading.", kHeading_deg, kDegree)
          .required()
          .number("speed_m_s", &C::speed_m_s, "Speed through the water.",
                  quantity::kVelocity.bounds)
          .required()
          .number("depth_m", &C::depth_m, "Depth.", {-10, 12000})
          .number("altitude_m", &C::altitude_m, kAltitudeDoc, kAltitude_m)
          .number("lookahead_m", &C::lookahead_m, kLookaheadDoc, kNotNegative)
          .number("duration_s", &C::duration_s, "How long.", kNotNegative)
          .check([](const C& c, CheckReport& r) {
            check_depth_or_altitude(c.depth_m, c.altitude_m, r);
          });
  return s;
}

template <>
MissionStepKind built_in_step<CruiseStep>() {
  return mission_step_kind<CruiseStep>();
}

}  // namespace hadal::kinds
