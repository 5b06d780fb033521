#include "environment/wind.h"

#include <cmath>
#include <numbers>

#include "base/rng.h"

namespace hadal::environment {
namespace {

constexpr double kReference_m = 10;
constexpr int kPartsOfABin = 16;

// Integral of the density over a bin, in the logarithm of the frequency.
double bin_variance(const WindConfig& wind, double low_hz, double ratio) {
  double sum = 0;
  const double step = std::log(ratio) / kPartsOfABin;
  for (int i = 0; i < kPartsOfABin; ++i) {
    const double f = low_hz * std::exp((i + 0.5) * step);
    sum += f * gust_density(wind.gust_spectrum, f, wind.speed_m_s) * step;
  }
  return sum;
}

}  // namespace

double gust_density(GustSpectrum spectrum, double frequency_hz, double mean_speed_m_s) {
  if (spectrum == GustSpectrum::davenport) {
    const double x = 1200 * frequency_hz / mean_speed_m_s;
    return x * x / (frequency_hz * std::pow(1 + x * x, 4.0 / 3));
  }
  constexpr double kN = 0.468;
  const double x = 172 * frequency_hz * std::pow(mean_speed_m_s / 10, -0.75);
  return std::pow(1 + std::pow(x, kN), -5 / (3 * kN));
}

Wind::Wind(const WindConfig& parameters, uint64_t seed) : parameters_(parameters) {
  const double deviation = parameters.turbulence_intensity * parameters.speed_m_s;
  if (deviation == 0) return;
  const RandomStream stream(seed, "environment/wind", "gusts");
  const double ratio = std::pow(kHighestGust_hz / kLowestGust_hz, 1.0 / kHarmonics);
  double total = 0;
  for (int i = 0; i < kHarmonics; ++i) {
    const double low = kLowestGust_hz * std::pow(ratio, i);
    const double variance = bin_variance(parameters, low, ratio);
    total += variance;
    gusts_.push_back({std::sqrt(2 * variance), low * std::pow(ratio, stream.uniform(i, 0)),
                      stream.uniform(i, 1)});
  }
  for (Harmonic& gust : gusts_) gust.amplitude_m_s *= deviation / std::sqrt(total);
}

double Wind::mean_speed_m_s(double elevation_m) const {
  const double U = parameters_.speed_m_s;
  if (parameters_.profile == WindProfile::uniform) return U;
  if (elevation_m <= 0) return 0;
  if (parameters_.profile == WindProfile::power)
    return U * std::pow(elevation_m / kReference_m, parameters_.exponent);
  const double z0 = parameters_.roughness_m;
  if (elevation_m <= z0) return 0;
  return U * std::log(elevation_m / z0) / std::log(kReference_m / z0);
}

double Wind::gust_m_s(double time_s) const {
  double sum = 0;
  for (const Harmonic& gust : gusts_) {
    const double turns = gust.frequency_hz * time_s + gust.phase_turns;
    sum += gust.amplitude_m_s * std::cos(2 * std::numbers::pi * (turns - std::floor(turns)));
  }
  return sum;
}

Vec3 Wind::velocity_N(double time_s, double elevation_m, double factor) const {
  const double mean = mean_speed_m_s(elevation_m);
  if (mean == 0) return Vec3::Zero();
  const double speed = factor * (mean + gust_m_s(time_s));
  const double toward_rad = parameters_.toward_rad();
  return {speed * std::cos(toward_rad), speed * std::sin(toward_rad), 0};
}

}  // namespace hadal::environment
