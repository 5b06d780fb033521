// Steps that may keep a distance from the seabed instead of a depth. They are guided in the plane;
// the depth follows the seabed, by the vehicle's altimeter or a chart (control/altitude.h).
#pragma once
#include <optional>

#include "kinds/quantities.h"
#include "kinds/steps/mission_step.h"

namespace hadal::inline kinds {

constexpr Bounds kHeading_deg{-360, 360};
constexpr Bounds kAltitude_m{0, 12000, true};
constexpr Bounds kForwardSpeed_m_s{0, quantity::kVelocity.bounds.max, true};

struct AltitudeStep : StepConfig {
  std::optional<double> altitude_m;
  double lookahead_m = 5;  // as far ahead along the course the shallowest seabed counts

  // Altitude needs something to keep it from and something to keep it with.
  void check_altitude(const StepSetting& setting) const;
  // The depth to ask for here: that of the altitude, otherwise the one given.
  double depth_here_m(const StepMoment& now, double depth_m, double course_rad,
                      double speed_m_s) const {
    if (!altitude_m) return depth_m;
    return now.altitude.depth_m(*altitude_m, course_rad, speed_m_s > 0 ? lookahead_m : 0);
  }
};

// A step takes a depth or an altitude.
void check_depth_or_altitude(const std::optional<double>& depth_m,
                             const std::optional<double>& altitude_m, CheckReport& report);

// ", 3.0 m above the ground"
std::string depth_text(const std::optional<double>& depth_m,
                       const std::optional<double>& altitude_m);

inline constexpr const char* kAltitudeDoc =
    "Distance to keep from the seabed instead of a depth; by the vehicle's altimeter if it has "
    "one.";
inline constexpr const char* kLookaheadDoc =
    "How far ahead along the course the shallowest seabed counts for altitude_m, without an "
    "altimeter.";

}  // namespace hadal::kinds
