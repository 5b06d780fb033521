// Seas on a square lattice of wave numbers, k = (2 pi / patch) (n, m), as surfaces made by Fourier
// transform have (Tessendorf, "Simulating Ocean Water", 2001):
//   eta(x, t) = Re sum over the modes [h0(k) e^{iwt} + conj(h0(-k)) e^{-iwt}] e^{ik.x}.
// Every mode is one travelling wave toward -k, so the same list of components that moves bodies
// holds the sea, and the values at the nodes of a transform are those of WaveField::elevation. The
// amplitude is 2 |h0| where both k and -k are modes and |h0| where the partner is missing (the
// Nyquist row of an even transform).
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "environment/waves/wave_field.h"
#include "scenario/waves_config.h"

namespace hadal::environment {

struct LatticeMode {
  int n = 0, m = 0;  // multiples of 2 pi / patch, north and east
  std::complex<double> h0_m;
};

std::vector<WaveComponent> lattice_components(std::span<const LatticeMode> modes, double patch_m,
                                              double depth_m, double gravity_m_s2);

// Phillips' spectrum of wave numbers in the form Tessendorf uses,
//   P = A exp(-1 / (k L)^2) / k^4 (k.w)^2 / k^2,  L = V^2 / g,
// w the direction of the wind, V its speed. Zero at k = 0.
double phillips_spectrum(double k_north_rad_m, double k_east_rad_m, double constant,
                         double wind_speed_m_s, double wind_toward_rad, double gravity_m_s2);

// A random sea with that spectrum. No wave runs against the wind, and the amplitudes are scaled to
// the significant height.
std::vector<WaveComponent> phillips_components(const PhillipsWavesConfig& waves, uint64_t seed,
                                               double depth_m, double gravity_m_s2);

}  // namespace hadal::environment
