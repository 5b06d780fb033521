// A Janus array: four beams tilted from the z axis of the sensor frame S,
//   e_i = (sin b cos a_i, sin b sin a_i, cos b),
// and the velocity that the velocities along them amount to.
//
// The angle b of pistons is fixed. A phased array is made for one sound speed c_0; in water of c
// its beams stand at sin b(c) = sin b c / c_0, so that the Doppler shift of a horizontal motion
// does not depend on c (Teledyne RD Instruments, "Acoustic Doppler current profiler principles of
// operation: a practical primer").
#pragma once
#include <array>

#include "math/types.h"
#include "world/doppler.h"

namespace hadal::sensors {

constexpr int kFewestBeams = 3;

using BeamVectors = std::array<Vec3, kJanusBeams>;
using BeamNumbers = std::array<double, kJanusBeams>;

// Unit vectors in S, in water of a sound speed.
BeamVectors beam_vectors_S(const JanusBeams& beams, double sound_speed_m_s);

// Least squares on the beams that are used: v = G b with G = (E^T E)^-1 E^T; covariance
// G diag(sigma^2) G^T. For four beams at steps of 90 degrees: sigma_x = sigma_y =
// sigma / (sqrt(2) sin b), sigma_z = sigma / (2 cos b).
struct JanusSolution {
  bool found = false;  // false for fewer than three beams, or beams in one plane
  Vec3 velocity_S = Vec3::Zero();
  Mat3 covariance = Mat3::Zero();
};
JanusSolution solve_janus(const BeamVectors& beams_S, const BeamNumbers& velocity_m_s,
                          const BeamNumbers& sigma_m_s, const std::array<bool, kJanusBeams>& used);

}  // namespace hadal::sensors
