// `!press`: the tool of an arm presses along a normal with a force, and follows a path across it while
// it presses. Admittance (Villani and De Schutter 2016, Springer Handbook of Robotics, 2nd ed., ch. 9):
//   M dv/dt + D v = F_wanted - F,   ds/dt = v,   |v| <= approach_speed
//   p = p_0 + path(l) + s n,        n . path = 0
// F is the force along the normal n by a force/torque sensor that moves with the tool, p the position
// that the tool is asked for in a frame, as by !reach (control/arm/arm_control.h), p_0 and the attitude,
// which is kept, those at the beginning. In free water the tool approaches with F_wanted / D.
//   v_k+1 = (M v_k + dt (F_wanted - F)) / (M + dt D)
//
// First the tool rests for tare_s, and the mean of the reading in axes of the frame is taken for the
// weight and buoyancy of what is beyond the sensor and the offset of the sensor: as the attitude is
// kept, both stay. Drag and inertia of the tool are not compensated. Then it approaches; when the force
// has been within tolerance_n for settle_s, the path begins, and from then on the error of the force
// counts in `press_error_rms`. Without a valid reading s rests, and after sensor_timeout_s the mission
// of the arm fails. The tool keeps its last place when the step has ended or failed.
#include <algorithm>
#include <cmath>

#include "kinds/phrases.h"
#include "kinds/quantities.h"
#include "kinds/steps/altitude_step.h"
#include "kinds/steps/arm_motion.h"
#include "kinds/steps/list.h"
#include "kinds/steps/mission_step.h"

namespace hadal::inline kinds {

struct PressStep : ArmStepConfig {
  std::string sensor;
  int force_sensor = -1;  // by its number
  double force_n = 10;
  ArmFrame frame = ArmFrame::kWorld;
  std::vector<double> normal;  // empty: x of the tool
  std::vector<std::vector<double>> path_m;
  double speed_m_s = 0.1;
  double acceleration_m_s2 = 0.1;
  double approach_speed_m_s = 0.05;
  double mass_kg = 4;
  double damping_ns_m = 400;
  double tare_s = 1;
  double tolerance_n = 1;
  double settle_s = 1;
  double hold_s = 0;
  double tolerance_m = 0.02;
  double sensor_timeout_s = 0.5;
  double timeout_s = 120;

  static const StructSchema& schema();
  void prepare(const StepSetting& setting) {
    force_sensor = setting.tool_force_sensor(sensor, "sensor");
  }
  ArmStepResult guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const;
  std::string text() const {
    return (arm.empty() ? "arm" : arm) + printed(": press with %.3g N", force_n) +
           (path_m.empty() ? "" : printed(" along a path at %.3g m/s", speed_m_s));
  }

 private:
  void begin(const ArmMoment& now) const;
  bool sensor_lost(const ArmMoment& now) const;
  bool tare(const ArmMoment& now) const;
  void advance(const ArmMoment& now, double force_N) const;
  Vec3 leg(size_t i, const Vec3& start, const Vec3& n) const;
  double along(const Vec3& start, const Vec3& n, double time_s, LinePoint& point) const;
};

namespace {

enum PressStepState : size_t {
  kPressPhase,
  kPressSince,  // when the path began, s
  kPressSettled,
  kPressUnreached,
  kPressInvalid,  // time without a valid reading, s
  kPressSpeed,    // v
  kPressOffset,   // s
  kPressTareTime,
  kPressTare,  // 3, mean of the reading, axes of the frame
  kPressNormal = kPressTare + 3,
  kPressStart = kPressNormal + 3,
  kPressStateSize = kPressStart + kPoseSize,
};
static_assert(kPressStateSize <= kArmStepStateSize);

constexpr double kPressPatience_s = 1;

// Phases.
constexpr double kPressBegins = 0, kPressTares = 1, kPressApproaches = 2, kPressFollows = 3;

Eigen::Map<Vec3> press_vector(const ArmMoment& now, PressStepState at) {
  return Eigen::Map<Vec3>(now.state.data() + at);
}

Vec3 force_in_frame(const ArmMoment& now, ArmFrame frame) {
  return now.tool[static_cast<size_t>(frame)].q * now.tool_force.force_T;
}

}  // namespace

void PressStep::begin(const ArmMoment& now) const {
  const Pose& tool = now.wanted_tool[static_cast<size_t>(frame)];
  store_pose(tool, now.state.subspan<kPressStart, kPoseSize>());
  press_vector(now, kPressNormal) = normal.empty() ? Vec3(tool.q * Vec3::UnitX())
                     : Vec3(normal[0], normal[1], normal[2]).normalized();
  now.state[kPressPhase] = kPressTares;
  std::fill(now.press.begin(), now.press.end(), 0.0);
}

bool PressStep::sensor_lost(const ArmMoment& now) const {
  double& invalid_s = now.state[kPressInvalid];
  invalid_s = now.tool_force.valid ? 0 : invalid_s + now.dt_s;
  return invalid_s > sensor_timeout_s || now.tool_force.age_s > sensor_timeout_s;
}

// Whether the tare is known.
bool PressStep::tare(const ArmMoment& now) const {
  if (!now.tool_force.valid) return false;
  double& time_s = now.state[kPressTareTime];
  auto mean = press_vector(now, kPressTare);
  time_s += now.dt_s;
  mean += now.dt_s / time_s * (force_in_frame(now, frame) - mean);
  return time_s >= tare_s;
}

// The admittance law.
void PressStep::advance(const ArmMoment& now, double force_N) const {
  double& v = now.state[kPressSpeed];
  v = (mass_kg * v + now.dt_s * (force_n - force_N)) / (mass_kg + now.dt_s * damping_ns_m);
  v = std::clamp(v, -approach_speed_m_s, approach_speed_m_s);
  now.state[kPressOffset] += v * now.dt_s;
}

// Along the normal nothing of a leg is left: the force decides there. The first leg is from the start.
Vec3 PressStep::leg(size_t i, const Vec3& start, const Vec3& n) const {
  const auto point = [&](size_t k) { return Vec3(path_m[k][0], path_m[k][1], path_m[k][2]); };
  const Vec3 way = point(i) - (i == 0 ? start : point(i - 1));
  return way - n.dot(way) * n;
}

// Adds how far along the path the tool is at a time, and its velocity there.
double PressStep::along(const Vec3& start, const Vec3& n, double time_s, LinePoint& point) const {
  double length_m = 0;
  for (size_t i = 0; i < path_m.size(); ++i) length_m += leg(i, start, n).norm();
  const ProfilePoint at = profile_at(length_m, speed_m_s, acceleration_m_s2, time_s);
  double left_m = at.distance;
  for (size_t i = 0; i < path_m.size() && left_m > 0; ++i) {
    const Vec3 way = leg(i, start, n);
    const double leg_m = way.norm();
    if (leg_m <= 0) continue;
    const double done_m = std::fmin(left_m, leg_m);
    point.pose.p += done_m / leg_m * way;
    if (left_m <= leg_m) point.velocity.head<3>() += at.speed / leg_m * way;
    left_m -= done_m;
  }
  point.at_end = time_s >= profile_time_s(length_m, speed_m_s, acceleration_m_s2) + hold_s;
  return at.distance;
}

ArmStepResult PressStep::guide_arm(const ArmMoment& now, ArmSetPoint& wanted) const {
  double& phase = now.state[kPressPhase];
  if (phase == kPressBegins) begin(now);
  const Vec3 n = press_vector(now, kPressNormal);
  const double force_N = n.dot(force_in_frame(now, frame) - press_vector(now, kPressTare));
  const bool lost = sensor_lost(now);
  LinePoint point;
  point.pose = load_pose(now.state.subspan<kPressStart, kPoseSize>());
  const Vec3 start = point.pose.p;
  if (phase == kPressTares) {
    if (tare(now)) phase = kPressApproaches;
  } else if (now.tool_force.valid) {
    advance(now, force_N);
    now.press[kPressForce_N] = force_N;
  } else {
    now.state[kPressSpeed] = 0;
  }
  if (phase == kPressApproaches) {
    double& settled_s = now.state[kPressSettled];
    settled_s = std::abs(force_N - force_n) <= tolerance_n ? settled_s + now.dt_s : 0;
    now.state[kPressSince] = now.elapsed_s;
    if (settled_s > settle_s) phase = kPressFollows;
  }
  if (phase == kPressFollows) {
    now.press[kPressDistance_m] = along(start, n, now.elapsed_s - now.state[kPressSince], point);
    now.press[kPressSquares] += (force_N - force_n) * (force_N - force_n);
    now.press[kPressUpdates] += 1;
  }
  point.pose.p += now.state[kPressOffset] * n;
  point.velocity.head<3>() += now.state[kPressSpeed] * n;
  ask_tool(wanted, frame, true, point);
  if (lost) return ArmStepResult::kSensorLost;
  double& unreached_s = now.state[kPressUnreached];
  unreached_s = now.residual_m > tolerance_m ? unreached_s + now.dt_s : 0;
  if (unreached_s > kPressPatience_s) return ArmStepResult::kUnreachable;
  return point.at_end ? ArmStepResult::kDone : ArmStepResult::kGoesOn;
}

const StructSchema& PressStep::schema() {
  using C = PressStep;
  static const StructSchema s =
      arm_step_schema<C>("press", "The tool of an arm presses with a force and follows a path.")
          .text("sensor", &C::sensor,
                "A force_torque sensor of the vehicle beyond the last joint of the arm.")
          .required()
          .number("force_n", &C::force_n, "With which it presses along the normal.", kPositive)
          .required()
          .choice("frame", &C::frame,
                  "Axes of normal and path, as of !reach; the tool keeps its attitude in it.",
                  {{"world", ArmFrame::kWorld},
                   {"vehicle", ArmFrame::kVehicle},
                   {"base", ArmFrame::kBase}})
          .numbers("normal", &C::normal,
                   "Direction in which it presses; the x axis of the tool at the beginning if left "
                   "out.",
                   {3}, {-1e6, 1e6})
          .rows("path_m", &C::path_m,
                "Points that the tool passes while it presses, in the frame; only what is across the "
                "normal counts. Empty: it presses where it is.",
                {3})
          .number("speed_m_s", &C::speed_m_s, "Along the path.", kForwardSpeed_m_s)
          .number("acceleration_m_s2", &C::acceleration_m_s2, "At the ends of the path.", kPositive)
          .number("approach_speed_m_s", &C::approach_speed_m_s, "Limit along the normal.",
                  kPositive)
          .number("mass_kg", &C::mass_kg, "M of the admittance.", kNotNegative)
          .number("damping_ns_m", &C::damping_ns_m, "D of the admittance.", kPositive)
          .number("tare_s", &C::tare_s,
                  "The tool rests this long while weight and offset are measured.", kNotNegative)
          .number("tolerance_n", &C::tolerance_n,
                  "The path begins when the force is within this of the set-point.", kPositive)
          .number("settle_s", &C::settle_s, "For this time.", kNotNegative)
          .number("hold_s", &C::hold_s, "How long it presses on at the end of the path.",
                  kNotNegative)
          .number("tolerance_m", &C::tolerance_m,
                  "The mission of the arm fails when the place asked for is further than this out of "
                  "reach for a second.",
                  kPositive)
          .number("sensor_timeout_s", &C::sensor_timeout_s,
                  "The mission of the arm fails when there is no valid reading for this time.",
                  kPositive)
          .number("timeout_s", &C::timeout_s, "The mission of the arm fails after this time.",
                  kPositive)
          .check([](const C& c, CheckReport& r) {
            if (c.normal.size() == 3 && Vec3(c.normal[0], c.normal[1], c.normal[2]).norm() < 1e-9)
              r.fail("normal", "must not be zero");
            for (size_t i = 0; i < c.path_m.size(); ++i)
              for (const double coordinate : c.path_m[i])
                if (std::string wrong = range_problem(quantity::kPlace, coordinate); !wrong.empty())
                  r.fail("path_m[" + std::to_string(i) + "]", wrong);
          });
  return s;
}

template <>
MissionStepKind built_in_step<PressStep>() {
  return mission_step_kind<PressStep>();
}

}  // namespace hadal::kinds
