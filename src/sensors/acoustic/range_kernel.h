// From the echoes of rays to range bins: p(n) = sum_r A_r h(x_r - n), x_r the two-way delay of ray
// r in bins, h the pulse after compression. With N bins and a spectrum w over the band,
//   h(y) = sum_q w(q / N) exp(i 2 pi q y / N) / sum_q w,   q = -N/2 + 1 .. N/2,
// so that a single echo on a bin keeps its amplitude. Its power spreads over sum_n h(n)^2 bins (1
// without shading, 1.5 with a Hann spectrum), as the power of a real pulse does.
//
// exact: the modes of each beam by a non-uniform transform of type 1 (Dutt & Rokhlin 1993): every
//   ray is spread on a time grid 1.25 times finer by 8 taps of exp(beta (sqrt(1 - z^2) - 1))
//   (Barnett, Magland & af Klinteberg, "A parallel non-uniform fast Fourier transform library",
//   2019), the grid is transformed, divided by the spectrum of the taps, and transformed back.
//   Echoes are periodic over the N bins. Any spectrum; relative error below 4e-5.
// direct: a tapered pulse falls off so fast that 16 taps of h, straight into the bins, are all of
//   it. No transform, no periodicity. Spectra that end smoothly (Hann, Blackman); relative error
//   below 1e-3.
//
// Rays whose delay lies outside of [0, N) do not count. Eight beams at a time; buffers come from
// the caller, nothing is allocated.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "kinds/frames/pulse.h"
#include "sensors/acoustic/fft.h"

namespace hadal::sensors {

// Scatterers that stand at whole bins of [first, end), a row of them with RangeKernel::kRowMargin
// zeros at both ends. Once taken they are zero.
struct WholeBins {
  float* row = nullptr;
  int first = 0, end = 0;
};

// The rays of one beam, one entry per ray in each, and what stands at whole bins.
struct Echoes {
  std::span<const float> bin, re, im;
  WholeBins whole_re = {}, whole_im = {};
};

class RangeKernel {
 public:
  static constexpr int kTaps = 16;        // direct
  static constexpr int kSpreadTaps = 8;   // exact
  static constexpr int kRowMargin = 8;
  static constexpr double kFiner = 1.25;  // of the time grid of exact

  // bins: of the form 2^a 3^b 5^c for the exact model.
  RangeKernel(RangeModel model, int bins, const ShadingModel& spectrum);

  int bins() const { return bins_; }
  int blocks() const { return lines_for(bins_); }

  struct Scratch {
    explicit Scratch(const RangeKernel& kernel);
    std::vector<float> rows;        // one row of real and one of imaginary parts per beam
    std::vector<Line> grid, modes;  // exact
  };

  // Up to eight beams; bins 8 k .. 8 k + 7 of beam i go to lines[k * stride + i]. The exact model
  // writes eight beams always, zeros for those that are not there: stride is a multiple of eight.
  void sum(std::span<const Echoes> beams, Scratch& scratch, Line* lines, size_t stride) const;
  // The expected power for scatterers of random phase: sum_r power_r h(x_r - n)^2, in `re`. Taps as
  // in the direct model, also for the exact one, whose side lobes beyond them carry 1 % of the
  // power.
  void sum_power(std::span<const float> bin, std::span<const float> power, const WholeBins& whole,
                 Scratch& scratch, Line* lines, size_t stride) const;

 private:
  void sum_exact(std::span<const Echoes> beams, Scratch& scratch, Line* lines, size_t stride) const;
  void sum_direct(const Echoes& beam, Scratch& scratch, Line* lines, size_t stride) const;
  void make_taps(const ShadingModel& spectrum);
  void make_spread(const ShadingModel& spectrum);
  std::vector<double> spectrum_of(const ShadingModel& spectrum) const;

  RangeModel model_;
  int bins_, row_ = 0;                             // floats of a row, with margins
  std::vector<float> taps_, power_taps_, spread_;  // tables by the fraction of a bin
  std::vector<float> whole_taps_, whole_power_taps_;  // h and its square at 0, 1, 2 .. bins
  std::optional<Fft> grid_fft_, bin_fft_;
  std::vector<float> mode_weight_;
  std::vector<std::array<int, 2>> mode_place_;  // in grid and modes
};

}  // namespace hadal::sensors
