// `!circle`: the tool of an arm goes to the nearest point of a circle on a straight line, then round it,
// right-handed about the normal. From the first point of the circle on its error counts in
// `tool_error_rms`.
#include <cmath>
#include <numbers>

#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/list.h"
#include "kinds/steps/tool_step.h"
#include "math/rotation.h"

namespace hadal::inline kinds {

struct CircleStep : ToolStep {
  Vec3 center_m = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();
  double radius_m = 0.1;
  double turns = 1;

  static const StructSchema& schema();
  void prepare(const StepSetting&) const {}
  ArmStepResult guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const;
  std::string text() const {
    return subject() + printed(": circle of %.3g m at %.3g m/s", radius_m, speed_m_s);
  }

 private:
  Vec3 nearest(const Vec3& p) const;
  LinePoint round(const Pose& first, double time_s) const;
};

namespace {
enum CircleStepState : size_t {
  kCircleBegun,
  kCircleWaited,
  kCircleSince,  // when the circle began, s; zero on the way to it
  kCircleStart,
  kCircleFirst = kCircleStart + kPoseSize,
};
}  // namespace

// Of the circle; for a point on its axis, some point of it.
Vec3 CircleStep::nearest(const Vec3& p) const {
  const Vec3 n = normal.normalized();
  Vec3 out = p - center_m;
  out -= n.dot(out) * n;
  if (out.norm() < 1e-6) out = n.unitOrthogonal();
  return center_m + radius_m * out.normalized();
}

LinePoint CircleStep::round(const Pose& first, double time_s) const {
  const double length_m = 2 * std::numbers::pi * radius_m * turns;
  const ProfilePoint at = profile_at(length_m, speed_m_s, acceleration_m_s2, time_s);
  const Vec3 n = normal.normalized(), out = first.p - center_m;
  const double angle = at.distance / radius_m;
  LinePoint point;
  point.pose.p = center_m + std::cos(angle) * out + std::sin(angle) * n.cross(out);
  point.pose.q = first.q;
  point.velocity << at.speed / radius_m * n.cross(point.pose.p - center_m), Vec3::Zero();
  point.at_end = time_s >= profile_time_s(length_m, speed_m_s, acceleration_m_s2);
  return point;
}

ArmStepResult CircleStep::guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const {
  const auto start = now.state.subspan<kCircleStart, kPoseSize>();
  const auto first = now.state.subspan<kCircleFirst, kPoseSize>();
  if (now.state[kCircleBegun] == 0) {
    now.state[kCircleBegun] = 1;
    const Pose& tool = now.wanted_tool[static_cast<size_t>(frame)];
    store_pose(tool, start);
    store_pose({nearest(tool.p), attitude(tool)}, first);
  }
  const Pose beginning = load_pose(first);
  double& since_s = now.state[kCircleSince];
  if (since_s == 0) {
    const LinePoint point = line_at(load_pose(start), beginning, limits(), now.elapsed_s);
    ask_tool(wanted, frame, keeps_attitude(), point);
    if (!point.at_end) return ArmStepResult::kGoesOn;
    if (unreachable(now, now.state[kCircleWaited])) return ArmStepResult::kUnreachable;
    if (arrived(now, beginning)) since_s = now.elapsed_s;
    return ArmStepResult::kGoesOn;
  }
  const LinePoint point = round(beginning, now.elapsed_s - since_s);
  ask_tool(wanted, frame, keeps_attitude(), point);
  wanted.measures_error = true;
  if (unreachable(now, now.state[kCircleWaited])) return ArmStepResult::kUnreachable;
  return point.at_end && arrived(now, point.pose) ? ArmStepResult::kDone : ArmStepResult::kGoesOn;
}

const StructSchema& CircleStep::schema() {
  using C = CircleStep;
  static const StructSchema s =
      tool_step_schema<C>("circle", "The tool of an arm goes round a circle.")
          .vector("center_m", &C::center_m, "Centre of the circle.", quantity::kPlace.bounds)
          .required()
          .vector("normal", &C::normal, "Normal of its plane; the tool goes right-handed about it.")
          .number("radius_m", &C::radius_m, "Radius.", kPositive)
          .required()
          .number("turns", &C::turns, "How many times round.", kPositive)
          .check([](const C& c, CheckReport& r) {
            if (c.normal.norm() < 1e-9) r.fail("normal", "must not be zero");
          });
  return s;
}

template <>
MissionStepKind built_in_step<CircleStep>() {
  return mission_step_kind<CircleStep>();
}

}  // namespace hadal::kinds
