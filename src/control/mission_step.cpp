#include "control/mission_step.h"

#include "math/units.h"

namespace hadal::control {

AltitudeWish altitude_of(const AnyConfig& step) {
  if (const auto* s = step.as<CruiseStepConfig>()) return {s->altitude_m, s->lookahead_m};
  if (const auto* s = step.as<GoToStepConfig>()) return {s->altitude_m, s->lookahead_m};
  if (const auto* s = step.as<FollowStepConfig>()) return {s->altitude_m, s->lookahead_m};
  return {};
}

std::vector<Waypoint> waypoints_of(const AnyConfig& step) {
  std::vector<Waypoint> out;
  if (const auto* go = step.as<GoToStepConfig>())
    out.push_back({Vec3(go->north_m, go->east_m, go->depth_m.value_or(0)), go->speed_m_s,
                   go->heading_deg.has_value(), go->heading_deg.value_or(0) * kDegree});
  if (const auto* follow = step.as<FollowStepConfig>())
    for (const auto& row : follow->waypoints)
      out.push_back({Vec3(row[0], row[1], follow->altitude_m ? 0 : row[2]), follow->speed_m_s});
  return out;
}

Vec3 place_for(const AnyConfig& step, const Vec3& p_N) {
  return altitude_of(step).altitude_m ? Vec3(p_N.x(), p_N.y(), 0) : p_N;
}

bool is_route(const AnyConfig& step) {
  return step.as<GoToStepConfig>() || step.as<FollowStepConfig>();
}

Route route_of(const AnyConfig& step) {
  if (const auto* go = step.as<GoToStepConfig>())
    return {go->speed_m_s, go->tolerance_m, 4 * go->tolerance_m, go->timeout_s};
  const auto* follow = step.as<FollowStepConfig>();
  return {follow->speed_m_s, follow->tolerance_m, follow->lookahead_m, follow->timeout_s};
}

double duration_of(const AnyConfig& step) {
  if (const auto* s = step.as<HoldStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<CruiseStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<VelocityStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<EffortStepConfig>()) return s->duration_s;
  if (const auto* s = step.as<CommandsStepConfig>()) return s->duration_s;
  return -1;
}

}  // namespace hadal::control
