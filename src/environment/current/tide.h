// Tidal currents as a signed speed, positive on the flood.
//
// Harmonic: v(t) = sum_i A_i cos(w_i t - phase_i), t since the epoch of the phases. The amplitudes
// and phases hold for that epoch: there is no nodal correction, which changes M2 by 4 % and O1 by
// 19 % over the 18.6 years of the lunar node; use constants of the year at hand.
//
// Station: a table of predicted events (slack, extreme flood, extreme ebb), as NOAA publishes them.
// The speed passes through every event. Between a slack and an extreme it is a quarter of a sine,
// so that it crosses zero at full slope and is flat at the extreme; between two extremes (a double
// flood or ebb) it is half a cosine, flat at both; between two slacks it is zero.
#pragma once
#include <cstdint>

#include "math/tidal_constituents.h"
#include "world/environment.h"

namespace hadal::environment {

// Speed of a harmonic tide, seconds after its epoch.
double tide_speed(const HarmonicTideCurrent& tide, double since_epoch_s);

// Speed of a station tide; the nearest event holds outside the table.
double tide_speed(const StationTideCurrent& tide, int64_t unix_ns);

// True when the whole interval lies within the table.
bool covers(const StationTideCurrent& tide, int64_t from_unix_ns, int64_t to_unix_ns);

// The velocity of a signed speed: along the flood when positive, along the ebb when negative.
Vec3 tide_velocity_N(const TideDirection& direction, double speed_m_s);

}  // namespace hadal::environment
