// Steps along waypoints, which end on arrival (guidance.h): a vehicle that keeps a pose follows a
// moving set-point, one that steers by heading and depth a line of sight. Arrived is within
// tolerance_m of the last waypoint (line of sight: or past it) and, where a pose is kept, of the
// depth asked for there.
#pragma once
#include <vector>

#include "kinds/steps/altitude_step.h"
#include "kinds/steps/guidance.h"

namespace hadal::inline kinds {

struct RouteStep : AltitudeStep {
  double speed_m_s = 0.5;
  double tolerance_m = 0.5;
  double timeout_s = 600;

  // Known after prepare(). With an altitude they lie in the plane of depth 0.
  std::vector<Waypoint> route;

 protected:
  // perception_radius_m: look-ahead distance of the line of sight. True on arrival.
  bool follow_route(const StepMoment& now, double perception_radius_m,
                    extension::SetPoint& wanted) const;

 private:
  bool follow_by_pose(const StepMoment& now, extension::SetPoint& wanted) const;
  bool follow_by_course(const StepMoment& now, double perception_radius_m,
                        extension::SetPoint& wanted) const;
  // The vehicle as the guidance along such waypoints sees it.
  Vec3 place(const StepMoment& now) const;
};

// Of a mission step; null for kinds that follow no route. Each is in the file of its kind.
const RouteStep* go_to_route(const AnyConfig& step);
const RouteStep* follow_route(const AnyConfig& step);
// The waypoints of a prepared step; none for kinds without.
inline std::span<const Waypoint> route_of(const AnyConfig& step) {
  const RouteStep* found = go_to_route(step);
  if (!found) found = follow_route(step);
  return found ? std::span<const Waypoint>(found->route) : std::span<const Waypoint>();
}

inline constexpr const char* kTimeoutDoc = "Gives up, and fails the mission, after this time.";

}  // namespace hadal::kinds
