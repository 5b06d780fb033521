// Numbers per ray and per bin, many at a time: random surfaces, echo amplitudes, noise, levels.
//
// Speckle. A surface cell is a sum of many unresolved scatterers: a complex Gaussian xi with
// E |xi|^2 = 1 (Goodman, "Speckle Phenomena in Optics", 2007), whose amplitude is Rayleigh
// distributed. xi is a pure function of a 32-bit key: two hashes (multiply, shift, exclusive or, as
// in Steele, Lea & Flood's splittable generators) and Box & Muller's transform.
//
// Echo of a ray of solid angle dW that meets a surface at range r under the angle a to its normal,
// as power re 1 uPa^2 (Urick, "Principles of Underwater Sound", ch. 8: reverberation of an area):
//   P = I0 B dW (S(a) / cos a) 10^(-2 alpha r / 10) / r^2,
// I0 the source, B the two-way pattern, S the backscattering strength per area; the patch has the
// area r^2 dW / cos a. Rays that share a speckle cell of area c^2 share its xi, so their amplitudes
// add; each then carries its fraction of the cell: amplitude sqrt(P min(1, patch / c^2)).
//
// Elementary functions are polynomials of our own (relative error 1e-7) without fused operations.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "sensors/acoustic/lines.h"

namespace hadal::sensors {

// xi of each key.
void complex_gaussians(std::span<const uint32_t> keys, std::span<float> re, std::span<float> im);

constexpr int kEchoLanes = 16;
struct alignas(64) EchoTile {
  // In. A ray without an echo has strength 0.
  float range_m[kEchoLanes];
  float cosine[kEchoLanes];      // of the angle to the normal
  float strength[kEchoLanes];    // S / cos a
  float gain[kEchoLanes];        // I0 B dW, uPa^2
  float absorption[kEchoLanes];  // 1/m: power falls by exp(-absorption range)
  float patch[kEchoLanes];       // dW over the area of a speckle cell
  uint32_t key[kEchoLanes];
  // Out.
  float power[kEchoLanes];  // uPa^2
  float re[kEchoLanes], im[kEchoLanes];
};
void make_echoes(EchoTile& tile);

// Complex Gaussian noise for very many bins: the sum of two lines of a table with random signs, all
// chosen by one hash per line. Every lane of the table holds the quantiles of the distribution in
// an order of its own, so that the sum has its moments; the signs make it white.
class NoiseTable {
 public:
  NoiseTable();
  // Adds noise of mean power sigma^2. Line i takes draw first_draw + i of the key.
  void add(uint32_t key, uint32_t first_draw, float sigma, std::span<Line> lines) const;

 private:
  std::vector<Line> table_;
};

// gain_db[k] + 10 log10(max(|p|^2, floor)) of lane k < count of each line, or of the power in `re`.
// Line i goes to out + i * stride.
enum class LevelOf { kAmplitude, kPower };
void levels_db(LevelOf what, std::span<const Line> lines, const float* gain_db, float floor,
               int count, float* out, size_t stride);

}  // namespace hadal::sensors
