// Altitude hold: the depth at which a vehicle keeps its distance from the seabed,
//   depth* = max(seabed - altitude*, surface margin).
//
// Where the seabed is, an altimeter knows best: depth of the vehicle plus measured altitude at the
// last good reading, held while readings fail for kHeldReading_s. A vehicle without altimeter, or
// too far up for it, goes by a chart: the seabed of the scenario, the shallowest of a row of points
// from the vehicle as far ahead along its course as it looks. An altimeter looks ahead only as far
// as its mounting turns it.
// Depths in m below mean sea level; seen from above, so silt counts as seabed.
#pragma once
#include <optional>
#include <span>

#include "environment/seabed/seabed.h"

namespace hadal::control {

constexpr double kHeldReading_s = 10;
constexpr double kSurfaceMargin_m = 1;

struct AltimeterReading {
  bool good = false;
  double time_s = 0;          // of the measurement
  double seabed_depth_m = 0;  // what it says where the vehicle is now
};

// State of the caller, zero at the start: seabed depth and time of the last good reading, 1 once
// there is one.
constexpr size_t kAltitudeStateSize = 3;
using AltitudeStateSpan = std::span<double, kAltitudeStateSize>;

// The seabed depth to go by; none when there was no good reading for too long.
std::optional<double> seabed_by_altimeter(const AltimeterReading& reading, double now_s,
                                          AltitudeStateSpan state);

double seabed_by_chart(const environment::Seabed& seabed, const Vec3& p_N, double course_rad,
                       double lookahead_m);

double depth_for_altitude(double seabed_depth_m, double altitude_m);

}  // namespace hadal::control
