// The motion of the water of a WaveField at a point with the gradient of its velocity,
// u(p + x) = u(p) + G x, so that its whole acceleration is known: du/dt + G U, U the velocity of
// the water with all currents. G is symmetric and without trace in the water; above the mean sea
// level, where the motion does not grow, it has no derivative upward.
#pragma once
#include "environment/waves/wave_field.h"

namespace hadal::environment {

struct WaveFlow {
  double elevation_m = 0;
  Vec3 velocity_N = Vec3::Zero();
  Vec3 acceleration_N = Vec3::Zero();  // du/dt
  Mat3 gradient_N = Mat3::Zero();
};

// As WaveField::motion.
WaveFlow wave_flow(const WaveField& field, double time_s, const Vec3& p_N, double factor);

}  // namespace hadal::environment
