// What the steps of a mission ask for, whatever their kind.
#pragma once
#include <optional>
#include <vector>

#include "control/guidance.h"
#include "scenario/mission_config.h"

namespace hadal::control {

// What a step says of its distance from the seabed.
struct AltitudeWish {
  std::optional<double> altitude_m;
  double lookahead_m = 0;
};
AltitudeWish altitude_of(const AnyConfig& step);

// Where go_to and follow lead; none for other steps. With an altitude they lie in the plane of
// depth 0.
std::vector<Waypoint> waypoints_of(const AnyConfig& step);
// The place of the vehicle as the guidance along such waypoints sees it.
Vec3 place_for(const AnyConfig& step, const Vec3& p_N);

// go_to and follow end on arrival or fail at their timeout.
struct Route {
  double speed_m_s, tolerance_m, lookahead_m, timeout_s;
};
bool is_route(const AnyConfig& step);
Route route_of(const AnyConfig& step);

// Duration of a timed step; negative for steps that end on arrival.
double duration_of(const AnyConfig& step);

}  // namespace hadal::control
