// Satellite positioning: position and velocity of the antenna A in the local frame N; the caller
// turns them into latitude and longitude. Radio does not pass sea water: a fix needs the antenna a
// margin above the surface of the waves where the antenna is, and has been dry for the time to fix.
// The position error is a Gauss-Markov process (noise stack) with a correlation time of minutes.
#pragma once
#include "sensors/truth.h"
#include "world/sensors.h"

namespace hadal::sensors {

// How far the antenna is out of the water; negative under it.
double antenna_clearance_m(const Truth& truth, const Pose& X_BS);

// dry_since_s: time the antenna came out of the water, negative while wet; kept by the caller
// between samples (start with -1). Returns whether there is a fix now.
bool gps_has_fix(const GpsModel& model, const Truth& truth, const Pose& X_BS, double& dry_since_s);

}  // namespace hadal::sensors
