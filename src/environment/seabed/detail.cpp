#include "environment/seabed/detail.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/hash.h"

namespace hadal::environment {
namespace {

constexpr int kShortestShift = 1;  // waves of four cells; shorter ones fall between the nodes
constexpr int kLongestShift = 40;
// Noise of unit gradients is at most sqrt(1/2), in the middle of a cell. Scaled to 1, its slope is
// at most kSteepest per spacing (the maximum over all gradients and places is 2.926).
constexpr double kToUnit = 1.4142135623730951;
constexpr double kSteepest = 2.93;

uint64_t hash(uint64_t salt, int64_t i, int64_t j) {
  return mix64(mix64(salt + kGoldenRatio64 * static_cast<uint64_t>(i)) +
               0xc2b2ae3d27d4eb4fu * static_cast<uint64_t>(j));
}

struct Gradient {
  double x, y;
  double dot(double dx, double dy) const { return x * dx + y * dy; }
};

// Unit vector (1 - t^2, 2 t) / (1 + t^2) in one of four quarters.
Gradient gradient(uint64_t salt, int64_t i, int64_t j) {
  const uint64_t h = hash(salt, i, j);
  const double t = static_cast<double>(static_cast<int64_t>(h >> 12)) * 0x1p-51 - 1;  // -1..1
  const double c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
  return (h & 1) ? ((h & 2) ? Gradient{c, s} : Gradient{s, -c})
                 : ((h & 2) ? Gradient{-c, -s} : Gradient{-s, c});
}

double fade(double t) {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

// The noise along one row of nodes, with the gradients of the cell it is in.
class NoiseRow {
 public:
  NoiseRow(uint64_t salt, int shift, int64_t i)
      : salt_(salt),
        shift_(shift),
        cell_(static_cast<double>(int64_t{1} << shift)),
        ci_(i >> shift) {
    x_ = static_cast<double>(i - (ci_ << shift)) / cell_;
    u_ = fade(x_);
  }
  double operator()(int64_t j) {
    const int64_t cj = j >> shift_;
    if (!valid_ || cj != cj_) enter(cj);
    const double y = static_cast<double>(j - (cj << shift_)) / cell_;
    const double n00 = west_[0].dot(x_, y), n10 = west_[1].dot(x_ - 1, y);
    const double n01 = east_[0].dot(x_, y - 1), n11 = east_[1].dot(x_ - 1, y - 1);
    const double a = n00 + u_ * (n10 - n00), b = n01 + u_ * (n11 - n01);
    return kToUnit * (a + fade(y) * (b - a));
  }

 private:
  void enter(int64_t cj) {
    if (valid_ && cj == cj_ + 1) {
      west_[0] = east_[0];
      west_[1] = east_[1];
    } else {
      for (int k = 0; k < 2; ++k) west_[k] = gradient(salt_, ci_ + k, cj);
    }
    for (int k = 0; k < 2; ++k) east_[k] = gradient(salt_, ci_ + k, cj + 1);
    cj_ = cj;
    valid_ = true;
  }

  uint64_t salt_;
  int shift_;
  double cell_;
  int64_t ci_, cj_ = 0;
  double x_ = 0, u_ = 0;
  bool valid_ = false;
  Gradient west_[2] = {}, east_[2] = {};
};

}  // namespace

FractalDetail::FractalDetail(const SeabedDetail& parameters, double cell_m, double source_cell_m) {
  if (!(parameters.amplitude_m > 0)) return;
  const double longest = parameters.max_wavelength_m.value_or(source_cell_m);
  const int first =
      std::min(static_cast<int>(std::floor(std::log2(0.5 * longest / cell_m))), kLongestShift);
  const int last =
      parameters.min_wavelength_m
          ? std::max(static_cast<int>(std::ceil(std::log2(0.5 *
                                                          *parameters.min_wavelength_m / cell_m))),
                     kShortestShift)
          : kShortestShift;
  for (int shift = first; shift >= last; --shift) {
    Octave octave;
    octave.shift = shift;
    octave.spacing_m = std::ldexp(cell_m, shift);
    octave.amplitude_m =
        parameters.amplitude_m * std::pow(std::ldexp(1.0, shift - first), parameters.roughness);
    const double slope = std::tan(parameters.steepest_rad) / (first - last + 1);
    octave.amplitude_m = std::min(octave.amplitude_m, slope * octave.spacing_m / kSteepest);
    octave.salt = mix64(static_cast<uint64_t>(parameters.seed) +
                        kGoldenRatio64 * static_cast<uint64_t>(shift + 1));
    octaves_.push_back(octave);
  }
}

double FractalDetail::operator()(int64_t i, int64_t j) const {
  double sum = 0;
  for (const Octave& octave : octaves_)
    sum += octave.amplitude_m * NoiseRow(octave.salt, octave.shift, i)(j);
  return sum;
}

void FractalDetail::add(int64_t i0, int64_t j0, int64_t stride, int ni, int nj,
                        std::span<double> depth_m) const {
  constexpr int kPart = 64;  // nodes summed at a time, on the stack
  std::array<double, kPart> sum;
  for (int k = 0; k < ni; ++k)
    for (int part = 0; part < nj; part += kPart) {
      const int count = std::min(kPart, nj - part);
      sum.fill(0);
      for (const Octave& octave : octaves_) {
        NoiseRow row(octave.salt, octave.shift, i0 + k * stride);
        for (int l = 0; l < count; ++l)
          sum[l] += octave.amplitude_m * row(j0 + (part + l) * stride);
      }
      double* out = &depth_m[static_cast<size_t>(k) * nj + part];
      for (int l = 0; l < count; ++l) out[l] += sum[l];
    }
}

double FractalDetail::largest_m() const {
  double sum = 0;
  for (const Octave& octave : octaves_) sum += octave.amplitude_m;
  return sum;
}

double FractalDetail::steepest_slope() const {
  double sum = 0;
  for (const Octave& octave : octaves_) sum += octave.amplitude_m * kSteepest / octave.spacing_m;
  return sum;
}

}  // namespace hadal::environment
