// Shading windows and the beam patterns they give.
//
// A line aperture of length L with weights w(t), t in [-1/2, 1/2], has the one-way amplitude
// pattern
//   b(v) = sum_k w_k cos(2 pi v t_k) / sum_k w_k,   v = L / lambda sin(angle),
// signed and 1 on the axis; sin(pi v) / (pi v) without shading. Sources: Harris, "On the use of
// windows for harmonic analysis with the discrete Fourier transform" (1978); Dolph (1946);
// Taylor, "Design of line-source antennas for narrow beamwidth and low side lobes" (1955).
#pragma once
#include <vector>

#include "kinds/frames/pulse.h"

namespace hadal::sensors {

// n weights of points (k + 1/2) / n - 1/2, largest 1.
std::vector<double> window(const ShadingModel& shading, int n);
// The weight at t in [-1/2, 1/2] of a window that is a sum of cosines: not Dolph-Chebyshev.
double window_at(const ShadingModel& shading, double t);

// The pattern of an aperture as long as gives the full width between the -3 dB points of the
// one-way power pattern.
class AperturePattern {
 public:
  AperturePattern(const ShadingModel& shading, double width_rad);
  double operator()(double angle_rad) const;  // amplitude
  double length_wavelengths() const { return length_; }

 private:
  double at(double v) const;
  bool plain_;
  std::vector<double> weights_;
  double total_ = 0, length_ = 1;
};

}  // namespace hadal::sensors
