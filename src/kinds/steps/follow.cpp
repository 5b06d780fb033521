// `!follow`: a route of many waypoints.
#include "kinds/phrases.h"
#include "kinds/steps/list.h"
#include "kinds/steps/route_step.h"

namespace hadal::inline kinds {

struct FollowStep : RouteStep {
  FollowStep() { tolerance_m = 1, lookahead_m = 4, timeout_s = 3600; }
  std::vector<std::vector<double>> waypoints;  // rows [north, east, depth]

  static const StructSchema& schema();
  void prepare(const StepSetting& setting) {
    require_controller(setting, schema());
    check_altitude(setting);
    route.clear();
    for (const auto& row : waypoints)
      route.push_back({Vec3(row[0], row[1], altitude_m ? 0 : row[2]), speed_m_s});
  }
  bool guide(const StepMoment& now, extension::SetPoint& wanted) const {
    return follow_route(now, lookahead_m, wanted);
  }
  std::string text() const {
    return "follow " + std::to_string(waypoints.size()) + " waypoints to " +
           horizontal_text(waypoints.back()[0], waypoints.back()[1]) + depth_text({}, altitude_m) +
           printed(" at %.2g m/s", speed_m_s);
  }
};

namespace {

void check_waypoints(const FollowStep& step, CheckReport& report) {
  if (step.waypoints.empty()) report.fail("waypoints", "expected at least one waypoint");
  for (size_t i = 0; i < step.waypoints.size(); ++i)
    for (const double coordinate : step.waypoints[i])
      if (std::string wrong = range_problem(quantity::kPlace, coordinate); !wrong.empty())
        report.fail("waypoints[" + std::to_string(i) + "]", wrong);
}

}  // namespace

const StructSchema& FollowStep::schema() {
  using C = FollowStep;
  static const StructSchema s =
      step_schema<C>("follow", "Follows waypoints one after the other.")
          .rows("waypoints", &C::waypoints, "Rows [north m, east m, depth m].", {3})
          .required()
          .number("altitude_m", &C::altitude_m,
                  "Distance to keep from the seabed instead of the depths of the waypoints.",
                  kAltitude_m)
          .number("speed_m_s", &C::speed_m_s, "Speed along the path.", kForwardSpeed_m_s)
          .number("tolerance_m", &C::tolerance_m, "A waypoint is reached within this distance.",
                  kPositive)
          .number("lookahead_m", &C::lookahead_m,
                  "Lookahead distance of the line of sight and, with altitude_m, for the "
                  "shallowest seabed.",
                  kPositive)
          .number("timeout_s", &C::timeout_s, kTimeoutDoc, kPositive)
          .check(check_waypoints);
  return s;
}

const RouteStep* follow_route(const AnyConfig& step) {
  return step.as<FollowStep>();
}

template <>
MissionStepKind built_in_step<FollowStep>() {
  return mission_step_kind<FollowStep>();
}

}  // namespace hadal::kinds
