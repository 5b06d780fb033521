// Guidance: from waypoints to what the controllers follow.
//
// Line of sight, for vehicles that cannot move sideways (Fossen 2021, ch. 12; Borhaug, Pavlov &
// Pettersen 2008 for the integral form). With the path angle a, the horizontal cross-track error e
// (positive to starboard of the path), the vertical one h (positive below it) and lookaheads D:
//   heading* = a - atan((e + s y) / D),  y' = D e / ((e + s y)^2 + D^2)
//   pitch*   = path pitch + atan(h / D_v), limited
// For small angles at speed U the cross-track error obeys e' = -U e / D.
//
// Moving set-point, for fully actuated vehicles: a point runs along the segments with limited speed
// and acceleration, slows for corners (speed times the cosine of the turn, at least 0) and for the
// end, and waits while the vehicle is more than the leash away.
//
// A waypoint is reached within the acceptance radius, or (line of sight only) when it has been
// passed; the first segment starts where the vehicle was at the first update. On a vertical segment
// the heading stays that of the segment before.
// Positions in N, metres; angles in radians; heading from north to east, pitch positive nose up.
// States are spans of the caller, zero at the start; nothing allocates.
#pragma once
#include <span>

#include "math/types.h"

namespace hadal::inline kinds {

struct LineOfSightParameters {
  double lookahead_m = 10;  // horizontal
  double lookahead_vertical_m = 10;
  double pitch_limit_rad = 0.5;
  double integral_gain_m_s = 0;  // > 0: integral line of sight, removes the offset in a current
};

struct Waypoint {
  Vec3 p_N = Vec3::Zero();
  double speed_m_s = 0;      // on the way to it; 0: that of the parameters
  bool has_heading = false;  // otherwise the heading follows the track
  double heading_rad = 0;
};

struct WaypointParameters {
  double speed_m_s = 1;
  double acceleration_m_s2 = 0.2;  // of the moving set-point
  double acceptance_radius_m = 2;
  double leash_m = 5;  // the moving set-point waits when the vehicle is this far behind
};

struct Segment {
  Vec3 start_N = Vec3::Zero();
  Vec3 end_N = Vec3::Zero();
};

struct LineOfSight {
  double heading_rad = 0;
  double pitch_rad = 0;
  double depth_m = 0;  // of the path abeam of the vehicle
  double along_track_m = 0;
  double cross_track_m = 0;
  double vertical_m = 0;
};

// integral_s: state y of the integral form, unused (and left alone) when the integral gain is 0.
// heading_if_vertical_rad is used where the segment has no horizontal direction.
LineOfSight line_of_sight(const LineOfSightParameters& parameters, const Segment& segment,
                          const Vec3& p_N, double heading_if_vertical_rad, double dt_s,
                          double& integral_s);

constexpr size_t kWaypointStateSize = 9;
using WaypointStateSpan = std::span<double, kWaypointStateSize>;

struct LineOfSightCommand {
  LineOfSight sight{};
  double speed_m_s = 0;   // 0 when done
  size_t index = 0;       // waypoint ahead; number of waypoints when done
  double distance_m = 0;  // to that waypoint, or to the last one when done
  bool done = false;
};

LineOfSightCommand follow_by_line_of_sight(const LineOfSightParameters& sight,
                                           const WaypointParameters& parameters,
                                           std::span<const Waypoint> waypoints, const Vec3& p_N,
                                           double heading_now_rad, double dt_s,
                                           WaypointStateSpan state);

struct MovingSetPoint {
  Vec3 p_N = Vec3::Zero();
  Vec3 velocity_N = Vec3::Zero();
  double heading_rad = 0;
  size_t index = 0;   // waypoint that the set-point runs to
  bool done = false;  // set-point at the end and the vehicle within the acceptance radius
};

MovingSetPoint follow_by_moving_set_point(const WaypointParameters& parameters,
                                          std::span<const Waypoint> waypoints, const Vec3& p_N,
                                          double heading_now_rad, double dt_s,
                                          WaypointStateSpan state);

// Holds the position and heading of the first update, level.
constexpr size_t kHoldStateSize = 5;
Pose hold(const Pose& measured_NB, std::span<double, kHoldStateSize> state);

}  // namespace hadal::kinds
