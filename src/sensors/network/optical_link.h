// Light from lamp to photodiode through water:
//   g = exp(-K (r - 1 m)) (1 m / r)^2 cos^m(theta) cos(phi),   m = -ln 2 / ln cos(half angle),
// g being the optical power over that at 1 m on both axes, theta and phi the angles of the line of
// sight against the axes of lamp and receiver (Lambert's lamp; Kaushal & Kaddoum, "Underwater
// optical wireless communication", IEEE Access 4, 2016). A photodiode makes a current in proportion
// to the power, so that the electrical signal to noise ratio is
//   SNR = SNR(1 m) g^2        (noise of the amplifier; not of the signal's own photons)
// Nothing outside the field of view or beyond the largest range is received.
#pragma once
#include "kinds/devices/modems.h"
#include "math/types.h"

namespace hadal::sensors {

constexpr double kLightSpeedInWater_m_s = 299792458.0 / 1.34;

// Electrical signal to noise ratio in dB; -infinity when nothing arrives. The line of sight runs
// from the lamp to the receiver, through water of one attenuation; axes are unit vectors.
double optical_snr_db(const OpticalModemModel& lamp, const OpticalModemModel& receiver,
                      double attenuation_per_m, const Vec3& line_N, const Vec3& lamp_axis_N,
                      const Vec3& receiver_axis_N);

}  // namespace hadal::sensors
