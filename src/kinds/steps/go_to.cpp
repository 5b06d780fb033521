// `!go_to`: a route of one waypoint. The line of sight looks four times the tolerance ahead.
#include "kinds/phrases.h"
#include "kinds/steps/list.h"
#include "kinds/steps/route_step.h"
#include "math/units.h"

namespace hadal::inline kinds {

struct GoToStep : RouteStep {
  double north_m = 0;
  double east_m = 0;
  std::optional<double> depth_m;
  std::optional<double> heading_rad;

  static const StructSchema& schema();
  void prepare(const StepSetting& setting) {
    require_controller(setting, schema());
    check_altitude(setting);
    route = {{Vec3(north_m, east_m, depth_m.value_or(0)), speed_m_s, heading_rad.has_value(),
              heading_rad.value_or(0)}};
  }
  bool guide(const StepMoment& now, extension::SetPoint& wanted) const {
    return follow_route(now, 4 * tolerance_m, wanted);
  }
  std::string text() const {
    return "go to " + horizontal_text(north_m, east_m) + depth_text(depth_m, altitude_m) +
           printed(" at %.2g m/s", speed_m_s);
  }
};

const StructSchema& GoToStep::schema() {
  using C = GoToStep;
  static const StructSchema s =
      step_schema<C>("go_to", "Goes to a position and is done when it is there.")
          .number("north_m", &C::north_m, "North of the origin.", quantity::kPlace.bounds)
          .required()
          .number("east_m", &C::east_m, "East of the origin.", quantity::kPlace.bounds)
          .required()
          .number("depth_m", &C::depth_m, "Depth.", {-100, 12000})
          .number("altitude_m", &C::altitude_m, kAltitudeDoc, kAltitude_m)
          .number("lookahead_m", &C::lookahead_m, kLookaheadDoc, kNotNegative)
          .number("heading_deg", &C::heading_rad,
                  "Heading in transit and on arrival; toward the goal if left out.", kHeading_deg,
                  kDegree)
          .number("speed_m_s", &C::speed_m_s, "Speed in transit.", kForwardSpeed_m_s)
          .number("tolerance_m", &C::tolerance_m, "Arrived within this distance.", kPositive)
          .number("timeout_s", &C::timeout_s, kTimeoutDoc, kPositive)
          .check([](const C& c, CheckReport& r) {
            check_depth_or_altitude(c.depth_m, c.altitude_m, r);
          });
  return s;
}

const RouteStep* go_to_route(const AnyConfig& step) {
  return step.as<GoToStep>();
}

template <>
MissionStepKind built_in_step<GoToStep>() {
  return mission_step_kind<GoToStep>();
}

}  // namespace hadal::kinds
