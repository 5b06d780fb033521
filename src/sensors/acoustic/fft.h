// Discrete Fourier transforms of length 2^a 3^b 5^c, eight at a time, in place.
//
//   forward:   X_k = sum_n x_n exp(s i 2 pi n k / N),  natural order in, scrambled order out
//   backward:  x_n = sum_k X_k exp(s i 2 pi n k / N),  scrambled order in, natural order out
//
// with the sign s = -1 or +1 and no factor 1/N. Frequency k sits at place(k) of the scrambled
// order: what lies between the two (filters, a choice of modes) is done there, so that nothing is
// ever sorted. Decimation in frequency forward and in time backward (Cooley & Tukey 1965) with
// radices 4, 5, 3, 2, depth first, so that the inner passes stay in the first cache. Single
// precision: relative error about 1e-7 times the number of passes.
#pragma once
#include <span>
#include <vector>

#include "sensors/acoustic/lines.h"

namespace hadal::sensors {

class Fft {
 public:
  enum class Sign { kMinus, kPlus };

  // The smallest length of the form 2^a 3^b 5^c that is not below n.
  static int length_for(int n);

  explicit Fft(int length);  // of that form
  int length() const { return length_; }
  int place(int frequency) const;  // also of negative frequencies, down to -length

  void forward(std::span<Line> x, Sign sign) const;
  void backward(std::span<Line> x, Sign sign) const;
  // Convolution: x, at most half as long as the transform, is followed by zeros, transformed,
  // multiplied by factors in the order of the spectrum, and transformed back; its first lines are
  // the result. Room for the spectrum comes from the caller.
  void filter(std::span<Line> x, std::span<const float> factors, std::span<Line> spectrum) const;

  struct Pass {
    int radix = 2, part = 1;  // a block of radix * part lines
    std::vector<float>
        twiddles;  // per line of a part: radix - 1 pairs cos, -sin of 2 pi j k / block
  };

 private:
  int length_;
  std::vector<Pass> passes_;
  std::vector<int> place_;
};

}  // namespace hadal::sensors
