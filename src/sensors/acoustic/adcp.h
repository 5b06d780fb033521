// Acoustic Doppler current profiler: the velocity of the water relative to the instrument, cell by
// cell along four beams (janus.h).
//
// Cell k of a beam is centred at range z_k / cos b, z_k = blanking + (k + 1/2) size, and gives the
// velocity of the water there along the beam, e . (u(p) - v_sensor), positive away from the
// instrument, plus noise. Waves move the water too. A cell counts while all of it lies in the
// water, within max_range_m and clear of what the beam meets at range R: up to R cos b with
// side_lobe_cut (the side lobe straight to the bottom comes back as early as the echo from there),
// up to R without.
//
// Combined output: least squares of the beams of a cell (three at least), in S or in north, east,
// down by an instrument that knows its attitude. Beam output: the four velocities. A sound speed
// told wrongly scales velocities like those of a DVL (dvl.h); the place of the cells is that of
// the true sound speed. The vehicle's own velocity is not taken out: a moving instrument adds it.
#pragma once
#include <span>

#include "base/rng.h"
#include "sensors/acoustic/janus.h"
#include "sensors/truth.h"

namespace hadal::sensors {

// The last range of a beam that counts, when it meets something at range_m (infinity: nothing).
double adcp_reach_m(const AdcpModel& model, double range_m);

// Both return whether any cell has a velocity.
bool adcp_perfect(const AdcpModel& model, const Truth& truth, const Pose& X_BS,
                  std::span<double> columns);
bool adcp_measure(const AdcpModel& model, const Truth& truth, const Pose& X_BS,
                  const RandomStream& stream, int64_t sample, std::span<double> columns);

}  // namespace hadal::sensors
