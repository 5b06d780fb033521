// Dispersion of linear surface waves (Airy; Dean and Dalrymple 1991, ch. 3):
//   w^2 = g k tanh(k h),  c = w / k,  c_g = c/2 (1 + 2 k h / sinh(2 k h)).
// Deep water (h infinite or k h large) has w^2 = g k, shallow water c = sqrt(g h).
#pragma once

namespace hadal::environment {

// Wave number by Newton's method from Guo's explicit formula (Coastal Engineering 45, 2002), to a
// relative 1e-14. depth_m may be infinity; a frequency of zero has wave number zero.
double wave_number_rad_m(double frequency_rad_s, double depth_m, double gravity_m_s2);

double wave_frequency_rad_s(double wave_number_rad_m, double depth_m, double gravity_m_s2);

double phase_speed_m_s(double wave_number_rad_m, double depth_m, double gravity_m_s2);
double group_speed_m_s(double wave_number_rad_m, double depth_m, double gravity_m_s2);

}  // namespace hadal::environment
