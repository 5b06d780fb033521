#include "sensors/optical/camera/exposure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/simd/functions.h"

namespace hadal::sensors::camera {
namespace {

constexpr double kPlanck = 6.62607015e-34, kLight = 299792458;  // J s, m/s
constexpr int kRowStep = 4, kSums = 64, kSumLanes = 8;

// Sum of value(row, x) over the metered rows: bands of rows into sums of their own, lanes into
// parts of their own, added in order.
template <class Value>
double metered_sum(const RgbInput& image, ThreadArena& arena, const Value& value) {
  const int rows = (image.height_px + kRowStep - 1) / kRowStep;
  std::array<double, kSums> sums{};
  arena.for_each(kSums, [&](size_t band) {
    for (int i = static_cast<int>(band); i < rows; i += kSums) {
      float lanes[kSumLanes] = {};
      const int y = i * kRowStep;
      int x = 0;
      for (; x + kSumLanes <= image.width_px; x += kSumLanes)
        for (int k = 0; k < kSumLanes; ++k) lanes[k] += value(y, x + k);
      for (; x < image.width_px; ++x) lanes[0] += value(y, x);
      for (const float lane : lanes) sums[band] += lane;
    }
  });
  double sum = 0;
  for (const double s : sums) sum += s;
  return sum;
}

double metered_pixels(const RgbInput& image) {
  const int rows = (image.height_px + kRowStep - 1) / kRowStep;
  return std::max(1.0, static_cast<double>(rows) * image.width_px);
}

// How far an exponential of this time constant gets.
double progress(double elapsed_s, double constant_s) {
  return constant_s > 0 ? 1 - std::exp(-std::max(elapsed_s, 0.0) / constant_s) : 1;
}

}  // namespace

double electrons_per_radiance(const Sensitivity& s, double f_number, double exposure_s) {
  const double electrons_per_joule = s.quantum_efficiency * s.wavelength_m / (kPlanck * kLight);
  return std::numbers::pi * s.transmission * s.pixel_pitch_m * s.pixel_pitch_m * exposure_s *
         electrons_per_joule / (4 * f_number * f_number);
}

double white_electrons(double full_well_e, double iso, double base_iso) {
  return full_well_e * base_iso / iso;
}

double log_average(RgbInput image, double floor, ThreadArena& arena) {
  const auto black = static_cast<float>(floor);
  const double sum = metered_sum(image, arena, [&](int y, int x) {
    const float l = luminance(image.row(0, y)[x], image.row(1, y)[x], image.row(2, y)[x]);
    const float bright = l < 1e30f ? l : black;
    return fast_log(bright > black ? bright : black);
  });
  return std::exp(sum / metered_pixels(image));
}

std::array<double, 3> mean_colour(RgbInput image, double clip, ThreadArena& arena) {
  std::array<double, 3> mean{};
  const auto max = static_cast<float>(clip);
  for (int c = 0; c < 3; ++c)
    mean[c] = metered_sum(image, arena,
                          [&](int y, int x) {
                            const float v = image.row(c, y)[x];
                            const float positive = v > 0 ? v : 0;
                            return positive < max ? positive : max;
                          }) /
              metered_pixels(image);
  return mean;
}

double metered(const AutoExposureModel& model, RgbInput image, ThreadArena& arena) {
  const double sum = metered_sum(image, arena, [&](int y, int x) {
    const float l = luminance(image.row(0, y)[x], image.row(1, y)[x], image.row(2, y)[x]);
    return l > 0 && l < 1e30f ? l : 0.0f;
  });
  const double mean = sum / metered_pixels(image);
  return log_average(image, std::max(model.floor, model.shade * mean), arena);
}

AutoExposureState advance(const AutoExposureModel& model, const AutoExposureState& state,
                          double log_average, double elapsed_s) {
  const double wanted =
      std::clamp(model.key * std::exp2(model.compensation_ev) / std::max(log_average, model.floor),
                 model.min, model.max);
  if (!(state.factor > 0)) return {wanted};
  const double path = std::log(wanted / state.factor);
  const double part = progress(elapsed_s, path > 0 ? model.brighten_s : model.darken_s);
  return {std::clamp(state.factor * std::exp(path * part), model.min, model.max)};
}

WhiteBalanceState advance(const WhiteBalanceModel& model, const WhiteBalanceState& state,
                          const std::array<double, 3>& mean, double elapsed_s) {
  WhiteBalanceState next;
  for (int c = 0; c < 3; ++c) {
    double gain = 1;
    if (model.grey_world > 0 && mean[c] > 0 && mean[1] > 0)
      gain = std::clamp(std::pow(mean[1] / mean[c], model.grey_world), 1 / model.max, model.max);
    const double wanted = gain * model.gains[c];
    const double last = state.gains[c] > 0 ? state.gains[c] : wanted;
    next.gains[c] = last + (wanted - last) * progress(elapsed_s, model.settle_s);
  }
  return next;
}

}  // namespace hadal::sensors::camera
