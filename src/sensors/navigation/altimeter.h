// Altimeter: range along one beam, the z axis of the sensor frame S, to the first thing in it,
// seabed or body, and the altitude an instrument that knows its attitude makes of it,
//   altitude = range cos(angle between beam and vertical).
// The beam is one ray, or several spread evenly over a cone (beam_cone.h), of which the nearest
// echo counts: over a slope and off the vertical that is nearer than the axis tells. It sees what
// sonars see: the surface of silt and mud whose seen_by names them, else the firm ground.
// The range is the travel time over the mean sound speed of the way times the sound speed the
// instrument reckons with. The beam does not bend. No echo: nothing within the range limits, sensor
// out of the water.
#pragma once
#include "sensors/truth.h"
#include "world/sensors.h"

namespace hadal::sensors {

// Whether what is met at truth.beam_range_m gives a reading.
bool altimeter_has_echo(const AltimeterModel& model, const Truth& truth, const Pose& X_BS);
// The range the instrument makes of a true one.
double altimeter_reckons_m(const AltimeterModel& model, const Truth& truth, double range_m);

}  // namespace hadal::sensors
