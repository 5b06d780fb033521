#include "sensors/acoustic/beam_mixer.h"

#include <algorithm>

#include "base/check.h"

#define HWY_TARGET_INCLUDE "sensors/acoustic/beam_mixer.cpp"
#include "math/simd/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hadal::sensors::HWY_NAMESPACE {
using namespace simd::HWY_NAMESPACE;
static_assert(kLineLanes == kMaxLanes);

// sum_j weights[j] lines[j * step].
void weighted_sum(const Line* lines, const float* weights, int count, Line& out) {
  for (size_t lane = 0; lane < kLineLanes; lane += hn::Lanes(d)) {
    auto re = hn::Zero(d), im = hn::Zero(d);
    for (int j = 0; j < count; ++j) {
      const auto w = hn::Set(d, weights[j]);
      re = re + hn::Load(d, lines[j].re + lane) * w;
      im = im + hn::Load(d, lines[j].im + lane) * w;
    }
    hn::Store(re, d, out.re + lane);
    hn::Store(im, d, out.im + lane);
  }
}

}  // namespace hadal::sensors::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hadal::sensors {
namespace {
HWY_EXPORT(weighted_sum);

constexpr double kNegligibleEnergy = 1e-8;
constexpr int kWidestBand = 40;  // beyond, the transform is cheaper

double energy_beyond(const std::vector<float>& weights, int k) {
  double sum = 0;
  for (size_t i = static_cast<size_t>(k) + 1; i < weights.size(); ++i)
    sum += 2.0 * weights[i] * weights[i];
  return sum;
}

int half_band_of(const std::vector<float>& weights) {
  const double all = energy_beyond(weights, 0) + weights[0] * weights[0];
  int k = 0;
  while (energy_beyond(weights, k) > kNegligibleEnergy * all) ++k;
  return k;
}

// The transform of the weights laid out around zero is real.
std::vector<float> spectrum_of(const std::vector<float>& weights, const Fft& fft) {
  const int length = fft.length();
  std::vector<Line> lines(static_cast<size_t>(length));
  for (size_t k = 0; k < weights.size(); ++k)
    lines[k].re[0] = lines[(static_cast<size_t>(length) - k) % length].re[0] = weights[k];
  fft.forward(lines, Fft::Sign::kMinus);
  std::vector<float> spectrum;
  for (const Line& line : lines) spectrum.push_back(line.re[0] / static_cast<float>(length));
  return spectrum;
}

}  // namespace

BeamMixer BeamMixer::equally_spaced(std::vector<float> weights) {
  HADAL_CHECK(!weights.empty());
  BeamMixer mixer;
  mixer.beams_ = static_cast<int>(weights.size());
  mixer.noise_gain_ = energy_beyond(weights, 0) + weights[0] * weights[0];
  mixer.half_band_ = half_band_of(weights);
  if (mixer.half_band_ <= kWidestBand) {
    mixer.method_ = Method::kBand;
    for (int k = -mixer.half_band_; k <= mixer.half_band_; ++k)
      mixer.weights_.push_back(weights[static_cast<size_t>(std::abs(k))]);
    return mixer;
  }
  mixer.method_ = Method::kTransform;
  mixer.fft_.emplace(Fft::length_for(2 * mixer.beams_));
  mixer.weights_ = spectrum_of(weights, *mixer.fft_);
  return mixer;
}

BeamMixer BeamMixer::dense(int beams, std::vector<float> matrix) {
  HADAL_CHECK(matrix.size() == static_cast<size_t>(beams) * beams);
  BeamMixer mixer;
  mixer.beams_ = beams;
  mixer.noise_gain_ = 0;
  const float* middle = matrix.data() + static_cast<ptrdiff_t>(beams / 2) * beams;
  for (int j = 0; j < beams; ++j) mixer.noise_gain_ += middle[j] * middle[j];
  mixer.weights_ = std::move(matrix);
  return mixer;
}

size_t BeamMixer::scratch_lines() const {
  return static_cast<size_t>(fft_ ? fft_->length() : beams_);
}

void BeamMixer::mix(std::span<Line> lines, std::span<Line> scratch) const {
  HADAL_CHECK(static_cast<int>(lines.size()) == beams_ && scratch.size() >= scratch_lines());
  if (method_ == Method::kTransform) {
    fft_->filter(lines, weights_, scratch.first(scratch_lines()));
    return;
  }
  std::copy(lines.begin(), lines.end(), scratch.begin());
  for (int i = 0; i < beams_; ++i) {
    const bool band = method_ == Method::kBand;
    const int first = band ? std::max(0, i - half_band_) : 0;
    const int end = band ? std::min(beams_, i + half_band_ + 1) : beams_;
    const float* row = band ? weights_.data() + half_band_ - i + first
                            : weights_.data() + static_cast<ptrdiff_t>(i) * beams_;
    HWY_DYNAMIC_DISPATCH(weighted_sum)(scratch.data() + first, row, end - first, lines[i]);
  }
}

}  // namespace hadal::sensors
#endif
