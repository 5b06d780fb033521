// Fractal relief for wavelengths that the source of a seabed does not resolve: octaves of gradient
// noise (Perlin, "Improving noise", 2002, with unit gradients in all directions),
//   depth = sum over octaves k of a_k n_k(i, j),  a_k = A (L_k / L_0)^H,  L_k = L_0 / 2^k,
// whose spectrum falls as that of a surface of Hurst exponent H (0 jagged, 1 smooth). The lattice
// of octave k has a spacing of L_k / 2, so that it has mean zero and hardly any power at
// wavelengths above L_k: the relief leaves the source as it is on the scale of its own cells.
// Amplitudes are cut so that no slope exceeds the steepest one allowed.
//
// The value of a node is a pure function of its index and the seed: wavelengths are powers of two
// times the lattice cell, and only +, -, *, / and integer operations are used, which round alike on
// every machine. Valid for any index.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "world/seabed.h"

namespace hadal::environment {

class FractalDetail {
 public:
  FractalDetail() = default;  // none
  // source_cell_m: the finest wavelength of the source, used where the parameters name no longest.
  FractalDetail(const SeabedDetail& parameters, double cell_m, double source_cell_m);

  bool none() const { return octaves_.empty(); }
  // What is added to the depth of node (i, j), metres.
  double operator()(int64_t i, int64_t j) const;
  // Adds it to the depths of nodes (i0 + k stride, j0 + l stride), row after row; the same bits.
  void add(int64_t i0, int64_t j0, int64_t stride, int ni, int nj, std::span<double> depth_m) const;
  // Bounds that hold everywhere.
  double largest_m() const;
  double steepest_slope() const;

 private:
  struct Octave {
    int shift = 0;  // spacing = cell * 2^shift
    double amplitude_m = 0;
    double spacing_m = 0;
    uint64_t salt = 0;
  };
  std::vector<Octave> octaves_;
};

}  // namespace hadal::environment
