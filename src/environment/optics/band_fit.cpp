#include "environment/optics/band_fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/check.h"

namespace hadal::environment::optics {
namespace {

constexpr double kDarkChannel = 0.02;  // of the brightest, below which errors count less
constexpr double kNothingSeen = 1e-5;  // of the light, in the brightest channel: left out
constexpr int kRounds = 5;             // of giving the worst cases more weight

struct Case {
  double depth_m = 0, range_m = 0;
};

std::vector<Case> cases_of(const Lighting& lighting, std::span<const double> depths_m,
                           std::span<const double> ranges_m) {
  std::vector<Case> out;
  if (!lighting.from_surface) {
    for (const double d : ranges_m) out.push_back({0, 2 * d});
    return out;
  }
  for (const double z : depths_m)
    for (const double d : ranges_m) out.push_back({z, d});
  return out;
}

// Down through one water, then along the line of sight through another.
Spectrum transmission(const WaterOptics& above, const WaterOptics& around, const Case& c) {
  Spectrum out;
  for (size_t i = 0; i < kSamples; ++i)
    out[i] = std::exp(-above.kd[i] * c.depth_m -
                      (around.a[i] + kScatterOutOfImage * around.b[i]) * c.range_m);
  return out;
}

using Transmission = std::function<Spectrum(const Case&)>;

Transmission through(const WaterOptics& water) {
  return [&water](const Case& c) { return transmission(water, water, c); };
}

// Lamps, which have no depth, shine in the mean water.
Transmission through(const WaterRecipe& recipe, const WaterOptics& mean) {
  return [&recipe, &mean](const Case& c) {
    if (c.depth_m == 0) return transmission(mean, mean, c);
    return transmission(mean_water_optics(recipe, 0, c.depth_m), water_optics(recipe, c.depth_m),
                        c);
  };
}

// Values from the first to the last in equal ratios.
std::vector<double> spread(double first, double last) {
  constexpr size_t kCount = 7;
  std::vector<double> out;
  for (size_t i = 0; i < kCount; ++i)
    out.push_back(first * std::pow(last / first, static_cast<double>(i) / (kCount - 1)));
  return out;
}

// Depths and ranges at which there is light to see by in this water.
BandCases within_sight(const WaterOptics& water, const BandCases& asked) {
  const double depths = -std::log(kNothingSeen);
  double kd = std::numeric_limits<double>::infinity(), image = kd;
  for (size_t i = 0; i < kSamples; ++i) {
    kd = std::min(kd, water.kd[i]);
    image = std::min(image, water.a[i] + kScatterOutOfImage * water.b[i]);
  }
  BandCases out = asked;
  out.deepest_m = std::max(std::min(asked.deepest_m, depths / kd), 2 * asked.shallowest_m);
  out.farthest_m = std::max(std::min(asked.farthest_m, depths / image), 2 * asked.nearest_m);
  return out;
}

// Transmissions of every case and what the channels make of them.
struct Truth {
  std::vector<Spectrum> transmissions;
  std::vector<Rgb> channels;

  Truth(const Transmission& water, const Lighting& lighting, std::span<const Case> cases,
        const CameraResponse& camera) {
    std::array<Spectrum, 3> seen = sensitivities(camera);
    for (Spectrum& s : seen) {
      s *= lighting.light;
      s *= 1 / integral(s);
    }
    for (const Case& c : cases) {
      const Spectrum t = water(c);
      Rgb rgb{};
      for (size_t k = 0; k < 3; ++k) rgb[k] = integral(seen[k] * t);
      if (!transmissions.empty() && std::max({rgb[0], rgb[1], rgb[2]}) < kNothingSeen) continue;
      transmissions.push_back(t);
      channels.push_back(rgb);
    }
  }
};

// Sums over the cases by which the error of any pair of wavelengths follows without them:
//   e(w) = sum_q (g_q (w T_i + (1 - w) T_j) / T_q - g_q)^2
struct PairError {
  std::array<std::array<double, kSamples>, kSamples> product{};
  std::array<double, kSamples> with_target{};
  double target = 0;

  PairError(const Truth& truth, size_t channel, std::span<const double> weights) {
    for (size_t q = 0; q < truth.channels.size(); ++q) {
      const double weight = weights[q];
      if (!(weight > 0)) continue;
      const Spectrum u = weight / truth.channels[q][channel] * truth.transmissions[q];
      for (size_t i = 0; i < kSamples; ++i) {
        with_target[i] += u[i] * weight;
        for (size_t j = i; j < kSamples; ++j) product[i][j] += u[i] * u[j];
      }
      target += weight * weight;
    }
  }
  // The best fraction of i against j > i, within 0..1.
  double fraction(size_t i, size_t j) const {
    const double curvature = product[i][i] + product[j][j] - 2 * product[i][j];
    if (!(curvature > 0)) return 0.5;
    return std::clamp((with_target[i] - with_target[j] - product[i][j] + product[j][j]) / curvature,
                      0.0, 1.0);
  }
  double error(size_t i, size_t j, double w) const {
    const double v = 1 - w;
    return w * w * product[i][i] + v * v * product[j][j] + 2 * w * v * product[i][j] -
           2 * (w * with_target[i] + v * with_target[j]) + target;
  }
};

// Two wavelengths of a channel, the fraction of the first in each lighting, and the largest error.
struct ChannelFit {
  size_t first = 0, second = 1;
  std::vector<double> fraction;
  double largest = std::numeric_limits<double>::infinity();
};

ChannelFit best_pair(std::span<const PairError> errors) {
  ChannelFit fit;
  double min = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < kSamples; ++i)
    for (size_t j = i + 1; j < kSamples; ++j) {
      double sum = 0;
      for (const PairError& e : errors) sum += e.error(i, j, e.fraction(i, j)) / e.target;
      if (sum >= min) continue;
      min = sum;
      fit.first = i;
      fit.second = j;
    }
  for (const PairError& e : errors) fit.fraction.push_back(e.fraction(fit.first, fit.second));
  return fit;
}

// Weight of a case before any fit: less for channels that are nearly black.
double first_weight(const Rgb& rgb, size_t channel) {
  const double brightest = std::max({rgb[0], rgb[1], rgb[2]});
  return brightest > 0 ? std::min(1.0, rgb[channel] / (brightest * kDarkChannel)) : 0;
}

// Notes the largest error and gives the cases that err more than the others more weight.
void reweigh(std::span<const Truth> truths, size_t channel, ChannelFit& fit,
             std::vector<std::vector<double>>& weights) {
  fit.largest = 0;
  for (size_t l = 0; l < truths.size(); ++l) {
    const Truth& truth = truths[l];
    std::vector<double> errors(truth.channels.size());
    double mean = 0;
    for (size_t q = 0; q < errors.size(); ++q) {
      const Spectrum& t = truth.transmissions[q];
      const double fitted = fit.fraction[l] * t[fit.first] + (1 - fit.fraction[l]) * t[fit.second];
      const double relative =
          truth.channels[q][channel] > 0 ? std::abs(fitted / truth.channels[q][channel] - 1) : 0;
      errors[q] = relative * first_weight(truth.channels[q], channel);
      mean += errors[q] / static_cast<double>(errors.size());
      fit.largest = std::max(fit.largest, errors[q]);
    }
    for (size_t q = 0; mean > 0 && q < errors.size(); ++q)
      weights[l][q] *= std::sqrt(0.3 + errors[q] / mean);
  }
}

ChannelFit fit_channel(std::span<const Truth> truths, size_t channel) {
  std::vector<std::vector<double>> weights;
  for (const Truth& truth : truths) {
    weights.emplace_back();
    for (const Rgb& rgb : truth.channels) weights.back().push_back(first_weight(rgb, channel));
  }
  ChannelFit best;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<PairError> errors;
    for (size_t l = 0; l < truths.size(); ++l) errors.emplace_back(truths[l], channel, weights[l]);
    ChannelFit fit = best_pair(errors);
    reweigh(truths, channel, fit, weights);
    if (fit.largest < best.largest) best = fit;
  }
  return best;
}

}  // namespace

Lighting daylight_lighting() {
  return {daylight(6504), true};
}

Lighting lamp_lighting(double colour_temperature_k) {
  constexpr double kDaylightFrom_k = 4000;
  return {colour_temperature_k < kDaylightFrom_k ? black_body(colour_temperature_k)
                                                 : daylight(colour_temperature_k),
          false};
}

namespace {

Bands fit(const Transmission& water, const BandCases& seen, std::span<const Lighting> lightings,
          const CameraResponse& camera) {
  HADAL_CHECK(!lightings.empty());
  const std::vector<double> depths = spread(seen.shallowest_m, seen.deepest_m),
                            ranges = spread(seen.nearest_m, seen.farthest_m);
  std::vector<Truth> truths;
  for (const Lighting& lighting : lightings)
    truths.emplace_back(water, lighting, cases_of(lighting, depths, ranges), camera);
  Bands bands;
  bands.weight.resize(lightings.size());
  for (size_t channel = 0; channel < 3; ++channel) {
    const ChannelFit best = fit_channel(truths, channel);
    bands.sample[2 * channel] = best.first;
    bands.sample[2 * channel + 1] = best.second;
    for (size_t l = 0; l < lightings.size(); ++l) {
      bands.weight[l][2 * channel] = best.fraction[l];
      bands.weight[l][2 * channel + 1] = 1 - best.fraction[l];
    }
  }
  return bands;
}

}  // namespace

Bands fit_bands(const WaterOptics& water, std::span<const Lighting> lightings,
                const CameraResponse& camera, const BandCases& cases) {
  return fit(through(water), within_sight(water, cases), lightings, camera);
}

Bands fit_bands(const WaterRecipe& recipe, std::span<const Lighting> lightings,
                const CameraResponse& camera, const BandCases& cases) {
  const WaterOptics mean = mean_water_optics(recipe, 0, cases.deepest_m);
  return fit(through(recipe, mean), within_sight(mean, cases), lightings, camera);
}

std::array<double, kBands> at_bands(const Spectrum& spectrum, const Bands& bands) {
  std::array<double, kBands> out{};
  for (size_t k = 0; k < kBands; ++k) out[k] = spectrum[bands.sample[k]];
  return out;
}

Rgb to_channels(const std::array<double, kBands>& values, const Bands& bands, size_t lighting) {
  const std::array<double, kBands>& w = bands.weight[lighting];
  Rgb out{};
  for (size_t k = 0; k < 3; ++k)
    out[k] = w[2 * k] * values[2 * k] + w[2 * k + 1] * values[2 * k + 1];
  return out;
}

BandError band_error(const WaterOptics& water, const Lighting& lighting, const Bands& bands,
                     size_t lighting_index, std::span<const double> depths_m,
                     std::span<const double> ranges_m, const CameraResponse& camera,
                     double darkest) {
  const Truth truth(through(water), lighting, cases_of(lighting, depths_m, ranges_m), camera);
  BandError out;
  size_t count = 0;
  for (size_t q = 0; q < truth.channels.size(); ++q) {
    const Rgb& rgb = truth.channels[q];
    const Rgb fitted = to_channels(at_bands(truth.transmissions[q], bands), bands, lighting_index);
    for (size_t k = 0; k < 3; ++k) {
      if (rgb[k] < darkest * std::max({rgb[0], rgb[1], rgb[2]})) continue;
      const double error = std::abs(fitted[k] / rgb[k] - 1);
      out.mean += error;
      out.largest = std::max(out.largest, error);
      ++count;
    }
  }
  if (count > 0) out.mean /= static_cast<double>(count);
  return out;
}

}  // namespace hadal::environment::optics
