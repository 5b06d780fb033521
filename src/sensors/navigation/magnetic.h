// Magnetometer and compass in a given magnetic field.
// Magnetometer: b_S = A R_SN b_N + h with soft iron A and hard iron h, both fixed in S.
// Compass: magnetic heading h = yaw of S less the declination of the local field; the card reads
// h - deviation(h), deviation = A + B sin h + C cos h + D sin 2h + E cos 2h, so that magnetic =
// compass + deviation. The compass is level (gimballed or tilt compensated).
#pragma once
#include "sensors/truth.h"
#include "world/sensors.h"

namespace hadal::sensors {

// The undisturbed field in S, and the field the magnetometer senses there.
Vec3 magnetic_field_S_T(const Truth& truth, const Pose& X_BS);
Vec3 sensed_field_S_T(const MagnetometerModel& model, const Vec3& field_S_T);

// Heading of S from magnetic north, [0, 2 pi).
double magnetic_heading_rad(const Truth& truth, const Pose& X_BS);
double compass_deviation_rad(const CompassModel& model, double magnetic_heading_rad);

// The same angle in [0, 2 pi).
double wrap_heading(double angle_rad);

}  // namespace hadal::sensors
