// Doppler velocity log: range and closing velocity along four beams, and the velocity of the
// instrument they amount to (janus.h).
//
// Each beam is a ray to the first thing it meets, seabed or body, moving or not; the velocity along
// it is e . (v_sensor - v_surface). An echo counts between the range limits; towards them it gets
// lost with a chance that rises linearly from 0 to 1 over `fade` times the limit. With at least
// three echoes the solution is bottom track. With fewer it is water track, from the mean velocity
// of the water along each beam between the borders of a layer; the layer ends at kClearOfBottom of
// the range to the bottom. The reading says which of the two it is.
//
// Sound: a range is the travel time, 2 R / c_mean, times half the sound speed c_a the instrument
// reckons with; a velocity is the Doppler shift 2 f v / c at the face times c_a / 2f. An instrument
// that is told a wrong c_a scales both by c_a / c; a phased array keeps its horizontal velocity
// right because the angle of its beams follows the sound speed in the same way. One that is told
// nothing knows the sound speed of its water.
//
// Noise per beam: world/doppler.h. Altitude: mean of the vertical parts of the good ranges, by an
// instrument that knows its attitude. Figure of merit: root of the trace of the covariance.
//
// Not modelled: the footprint of a beam, bending of the beams, side lobes, the time between ping
// and echo (the reading is that of the tick).
#pragma once
#include <span>

#include "base/rng.h"
#include "sensors/acoustic/janus.h"
#include "sensors/truth.h"

namespace hadal::sensors {

constexpr double kClearOfBottom = 0.8;  // share of the range to the bottom that is water for sure

// Chance that the echo of a surface at this range is found.
double echo_chance(const DvlModel& model, double range_m);

// What a perfect instrument would read. Returns whether there is a solution.
bool dvl_perfect(const DvlModel& model, const Truth& truth, const Pose& X_BS,
                 std::span<double> columns);
// What this one reads in sample number `sample`, before the errors of the solution.
bool dvl_measure(const DvlModel& model, const Truth& truth, const Pose& X_BS,
                 const RandomStream& stream, int64_t sample, std::span<double> columns);

}  // namespace hadal::sensors
