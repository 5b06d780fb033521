// The attitude of the head H of an instrument on a pan-tilt mount in its base S (world/lidar.h).
#pragma once
#include <cmath>

#include "kinds/frames/lidar.h"
#include "math/types.h"

namespace hadal::sensors {

// Triangle wave of amplitude 1 and period 1; zero and rising at 0.
inline double triangle_wave(double turns) {
  const double phase = turns - std::floor(turns);
  if (phase < 0.25) return 4 * phase;
  return phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4;
}

struct PanTiltAngles {
  double pan_rad = 0, tilt_rad = 0;
};

inline PanTiltAngles pan_tilt_at(const PanTilt& mount, double time_s) {
  return {mount.pan_rad + mount.pan_swing_rad * triangle_wave(time_s / mount.pan_period_s),
          mount.tilt_rad + mount.tilt_swing_rad * triangle_wave(time_s / mount.tilt_period_s)};
}

inline Quat head_attitude_S(const PanTiltAngles& angles) {
  return Quat(Eigen::AngleAxisd(angles.pan_rad, Vec3::UnitZ()) *
              Eigen::AngleAxisd(angles.tilt_rad, Vec3::UnitY()));
}

}  // namespace hadal::sensors
