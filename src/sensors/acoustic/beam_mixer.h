// What a receiver receives in each beam: y_i = sum_j W(i, j) x_j over the directions j of the rays,
// W the signed one-way amplitude pattern of the array, 1 on the axis. It acts on beams only and so
// commutes with everything along range.
//
// Equal spacing makes W a symmetric Toeplitz matrix. Then, exactly: zero-padded transform along the
// beams, a real spectrum, and back. Patterns of shaded arrays are compact: a band of them is
// cheaper (chosen where what lies beyond carries less than 1e-8 of the energy). Any other W is
// dense. Lines hold eight range bins each, one line per beam.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sensors/acoustic/fft.h"

namespace hadal::sensors {

class BeamMixer {
 public:
  enum class Method { kTransform, kBand, kDense };

  // weights[k]: between beams k apart.
  static BeamMixer equally_spaced(std::vector<float> weights);
  // Row after row.
  static BeamMixer dense(int beams, std::vector<float> matrix);

  int beams() const { return beams_; }
  Method method() const { return method_; }
  // Energy of the row of a beam in the middle: noise of unit power in every direction comes out so.
  double noise_gain() const { return noise_gain_; }
  size_t scratch_lines() const;

  // In place; allocates nothing.
  void mix(std::span<Line> lines, std::span<Line> scratch) const;

 private:
  int beams_ = 0;
  Method method_ = Method::kDense;
  double noise_gain_ = 1;
  int half_band_ = 0;
  std::vector<float> weights_;  // of a band, of a matrix, or the spectrum in scrambled order
  std::optional<Fft> fft_;
};

}  // namespace hadal::sensors
