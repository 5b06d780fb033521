#include "kinds/steps/route_step.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace hadal::inline kinds {
namespace {

constexpr double kRouteAcceleration_m_s2 = 0.2;  // of the moving set-point

}  // namespace

Vec3 RouteStep::place(const StepMoment& now) const {
  const Vec3& p_N = now.pose_NB.p;
  return altitude_m ? Vec3(p_N.x(), p_N.y(), 0) : p_N;
}

bool RouteStep::follow_route(const StepMoment& now, double perception_radius_m,
                             extension::SetPoint& wanted) const {
  return now.keeps_pose ? follow_by_pose(now, wanted) : follow_by_course(now, perception_radius_m,
      wanted);
}

bool RouteStep::follow_by_pose(const StepMoment& now, extension::SetPoint& wanted) const {
  const WaypointParameters parameters{speed_m_s, kRouteAcceleration_m_s2, tolerance_m,
                                      std::max(2.0, 2 * tolerance_m)};
  MovingSetPoint moving = follow_by_moving_set_point(
      parameters, route, place(now), euler_from(now.pose_NB.q).yaw, now.dt_s,
      now.state.first<kWaypointStateSize>());
  moving.p_N.z() = depth_here_m(now, moving.p_N.z(),
                                std::atan2(moving.velocity_N.y(), moving.velocity_N.x()),
                                moving.velocity_N.head<2>().norm());
  ask_pose(wanted, {moving.p_N, quaternion_from({0, 0, moving.heading_rad})},
           now.pose_NB.q.conjugate() * moving.velocity_N);
  return moving.done && std::abs(moving.p_N.z() - now.pose_NB.p.z()) <= tolerance_m;
}

bool RouteStep::follow_by_course(const StepMoment& now, double perception_radius_m,
                                 extension::SetPoint& wanted) const {
  const LineOfSightParameters sight{perception_radius_m, 3 * perception_radius_m};
  const WaypointParameters parameters{speed_m_s, kRouteAcceleration_m_s2, tolerance_m, 1e9};
  const LineOfSightCommand command = follow_by_line_of_sight(
      sight, parameters, route, place(now), euler_from(now.pose_NB.q).yaw, now.dt_s,
      now.state.first<kWaypointStateSize>());
  const double depth_m = command.done ? route.back().p_N.z() : command.sight.depth_m;
  const double course_rad = command.sight.heading_rad, speed = command.done ? 0 : command.speed_m_s;
  ask_course(wanted, course_rad, depth_here_m(now, depth_m, course_rad, speed), speed);
  return command.done;
}

}  // namespace hadal::kinds
