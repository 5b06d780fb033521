// Altimeter: range to the seabed along one beam, the z axis of the sensor frame S, and the altitude
// an instrument that knows its attitude makes of it,
//   altitude = range cos(angle between beam and vertical).
// The beam is a ray: no footprint, and no refraction by the sound speed profile. It sees the
// surface of silt, not the firm ground below. No echo: seabed outside the range limits, sensor out
// of the water.
#pragma once
#include "sensors/truth.h"
#include "world/sensors.h"

namespace hadal::sensors {

// Whether the seabed at truth.beam_range_m gives a reading.
bool altimeter_has_echo(const AltimeterModel& model, const Truth& truth, const Pose& X_BS);

}  // namespace hadal::sensors
