// `!joints`: all joints of an arm go to given positions on a straight line in joint space, as fast as
// the slowest of them allows with the velocity and acceleration limits of the arm's controller, or in a
// given time. It begins where the joints are asked to be, at rest.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "kinds/phrases.h"
#include "kinds/steps/arm_motion.h"
#include "kinds/steps/list.h"

namespace hadal::inline kinds {

struct JointsStep : ArmStepConfig {
  std::vector<double> positions;
  std::optional<double> given_duration_s;
  double speed_fraction = 1;
  double tolerance = 0.02;
  double timeout_s = 60;

  static const StructSchema& schema();
  void prepare(const StepSetting& setting) const;
  ArmStepResult guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const;
  std::string text() const;
};

namespace {
enum JointsStepState : size_t { kJointsBegun, kJointsStart };
}  // namespace

void JointsStep::prepare(const StepSetting& setting) const {
  const ArmFacts& facts = *setting.arm();
  if (positions.size() != facts.joints.size()) {
    setting.fail("positions", "'" + facts.name + "' has " + std::to_string(facts.joints.size()) +
                                  " joints, found " + std::to_string(positions.size()) +
                                  " positions");
    return;
  }
  for (size_t j = 0; j < positions.size(); ++j) {
    const ArmJointFacts& joint = facts.joints[j];
    if (positions[j] < joint.lower || positions[j] > joint.upper)
      setting.fail("positions", "joint '" + joint.name + "' goes from " +
                                    shortest_text(joint.lower) + " to " +
                                    shortest_text(joint.upper) + ", found " +
                                    shortest_text(positions[j]));
  }
}

ArmStepResult JointsStep::guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const {
  const size_t count = now.facts.joints.size();
  double* start = now.state.data() + kJointsStart;
  if (now.state[kJointsBegun] == 0) {
    now.state[kJointsBegun] = 1;
    std::copy_n(now.wanted_position.begin(), count, start);
  }
  // The line as one profile of length 1.
  double speed = 1e9, acceleration = 1e9;
  for (size_t j = 0; j < count; ++j) {
    const double length = std::fmax(std::abs(positions[j] - start[j]), 1e-12);
    speed = std::fmin(speed, speed_fraction * now.facts.joints[j].velocity_limit / length);
    acceleration = std::fmin(acceleration, now.facts.joints[j].acceleration_limit / length);
  }
  const double fastest_s = profile_time_s(1, speed, acceleration);
  const double slower = std::fmin(1.0, fastest_s / given_duration_s.value_or(fastest_s));
  const ProfilePoint at = profile_at(1, speed, acceleration, slower * now.elapsed_s);
  bool arrived = slower * now.elapsed_s >= fastest_s;
  wanted.mode = ArmMode::kJointPosition;
  wanted.measures_error = false;
  for (size_t j = 0; j < count; ++j) {
    wanted.position[j] = start[j] + at.distance * (positions[j] - start[j]);
    wanted.joint_velocity[j] = slower * at.speed * (positions[j] - start[j]);
    arrived = arrived && std::abs(now.position[j] - positions[j]) <= tolerance;
  }
  return arrived ? ArmStepResult::kDone : ArmStepResult::kGoesOn;
}

std::string JointsStep::text() const {
  std::string text = arm.empty() ? "arm: joints to (" : arm + ": joints to (";
  for (size_t j = 0; j < positions.size(); ++j)
    text += printed(j == 0 ? "%.3g" : ", %.3g", positions[j]);
  return text + ")";
}

const StructSchema& JointsStep::schema() {
  using C = JointsStep;
  static const StructSchema s =
      arm_step_schema<C>("joints", "The joints of an arm go to positions, all arriving at once.")
          .numbers("positions", &C::positions, "One per joint, base first: rad of a hinge, m of a slide.")
          .required()
          .number("duration_s", &C::given_duration_s,
                  "Time for it; the limits of the joints make it longer if they must.", kPositive)
          .number("speed_fraction", &C::speed_fraction, "Of the velocity limits.", {0, 1, true})
          .number("tolerance", &C::tolerance, "Every joint arrives this close, rad or m.", kPositive)
          .number("timeout_s", &C::timeout_s, "The mission of the arm fails after this time.",
                  kPositive);
  return s;
}

template <>
MissionStepKind built_in_step<JointsStep>() {
  return mission_step_kind<JointsStep>();
}

}  // namespace hadal::kinds
