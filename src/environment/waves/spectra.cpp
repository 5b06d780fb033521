#include "environment/waves/spectra.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace hadal::environment {
namespace {

constexpr double kPhillips = 0.0081, kWindDecay = 0.74;  // of Pierson and Moskowitz
constexpr double kPeak = 1.25;
constexpr double kIntervals = 2000;  // of Simpson's rule, over a length of 1

// gamma^b at the relative frequency x = w / wp.
double enhancement(double gamma, double x) {
  const double width = x <= 1 ? 0.07 : 0.09;
  const double distance = (x - 1) / width;
  return std::pow(gamma, std::exp(-distance * distance / 2));
}

template <class F>
double simpson(const F& f, double from, double to) {
  if (to <= from) return 0;
  const int intervals = 8 + 2 * static_cast<int>(kIntervals / 2 * (to - from));
  const double step = (to - from) / intervals;
  double sum = f(from) + f(to);
  for (int i = 1; i < intervals; ++i) sum += (i % 2 ? 4 : 2) * f(from + i * step);
  return sum * step / 3;
}

// Integrals of x^n times the spectrum over Hs^2 / 16 = integral of 5 x^(n-5) exp(-1.25 x^-4).
// Below the peak, by x as it is.
double integral_below_peak(double gamma, int order, double from_x, double to_x) {
  constexpr double kNothingBelow = 0.2;  // exp(-1.25 x^-4) < 1e-300
  const auto density = [&](double x) {
    return 5 * std::pow(x, order - 5) * std::exp(-kPeak / std::pow(x, 4)) * enhancement(gamma, x);
  };
  return simpson(density, std::fmax(from_x, kNothingBelow), to_x);
}

// Above the peak, by the fourth root q of the fraction of a Pierson-Moskowitz sea above x, which is
// 1 - exp(-1.25 x^-4): it falls to 0 at infinity, smoothly for all moments that exist.
double integral_above_peak(double gamma, int order, double from_x, double to_x) {
  const auto root = [](double x) { return std::pow(-std::expm1(-kPeak / std::pow(x, 4)), 0.25); };
  const auto density = [&](double q) {
    if (q <= 0) return 0.0;
    const double x = std::pow(kPeak / -std::log1p(-std::pow(q, 4)), 0.25);
    return 4 * q * q * q * std::pow(x, order) * enhancement(gamma, x);
  };
  return simpson(density, root(to_x), root(from_x));
}

double integral(double gamma, int order, double from_x, double to_x) {
  return integral_below_peak(gamma, order, from_x, std::fmin(to_x, 1)) +
         integral_above_peak(gamma, order, std::fmax(from_x, 1), std::fmax(to_x, 1));
}

}  // namespace

double SeaSpectrum::density_m2_s(double frequency_rad_s) const {
  if (frequency_rad_s <= 0) return 0;
  const double x = frequency_rad_s / peak_frequency_rad_s;
  return normaliser * 5.0 / 16 * significant_height_m * significant_height_m /
         (peak_frequency_rad_s * std::pow(x, 5)) * std::exp(-kPeak / std::pow(x, 4)) *
         enhancement(peak_enhancement, x);
}

double SeaSpectrum::variance_m2(double from_rad_s, double to_rad_s) const {
  return normaliser * significant_height_m * significant_height_m / 16 *
         integral(peak_enhancement, 0, from_rad_s / peak_frequency_rad_s,
                  to_rad_s / peak_frequency_rad_s);
}

double SeaSpectrum::moment(int order) const {
  return normaliser * significant_height_m * significant_height_m / 16 *
         std::pow(peak_frequency_rad_s, order) *
         integral(peak_enhancement, order, 0, std::numeric_limits<double>::infinity());
}

double jonswap_normaliser_exact(double peak_enhancement) {
  return 1 / integral(peak_enhancement, 0, 0, std::numeric_limits<double>::infinity());
}

double jonswap_normaliser_dnv(double peak_enhancement) {
  return 1 - 0.287 * std::log(peak_enhancement);
}

SeaSpectrum developed_sea_of_wind(double wind_speed_m_s, double gravity_m_s2) {
  if (wind_speed_m_s <= 0) return {};
  return {2 * std::sqrt(kPhillips / kWindDecay) * wind_speed_m_s * wind_speed_m_s / gravity_m_s2,
          std::pow(kWindDecay / kPeak, 0.25) * gravity_m_s2 / wind_speed_m_s, 1, 1};
}

SeaSpectrum developed_sea_of_height(double significant_height_m, double gravity_m_s2) {
  const double wind_speed_m_s =
      std::sqrt(significant_height_m * gravity_m_s2 / (2 * std::sqrt(kPhillips / kWindDecay)));
  return developed_sea_of_wind(wind_speed_m_s, gravity_m_s2);
}

double sea_state_height_m(int state) {
  constexpr std::array<double, 10> kBandEnds_m{0, 0.1, 0.5, 1.25, 2.5, 4, 6, 9, 14, 14};
  const int s = std::clamp(state, 0, 9);
  if (s == 0) return 0;
  return (kBandEnds_m[s - 1] + kBandEnds_m[s]) / 2;
}

SeaSpectrum sea_spectrum(const JonswapWavesConfig& waves) {
  const bool exact = waves.normaliser == JonswapWavesConfig::Normaliser::kExact;
  return {waves.significant_height_m, 2 * std::numbers::pi / waves.peak_period_s,
          waves.peak_enhancement,
          exact ? jonswap_normaliser_exact(waves.peak_enhancement)
                : jonswap_normaliser_dnv(waves.peak_enhancement)};
}

SeaSpectrum sea_spectrum(const PiersonMoskowitzWavesConfig& waves, double gravity_m_s2) {
  if (waves.wind_speed_m_s) return developed_sea_of_wind(*waves.wind_speed_m_s, gravity_m_s2);
  const double height_m = waves.significant_height_m.value_or(0);
  if (!waves.peak_period_s) return developed_sea_of_height(height_m, gravity_m_s2);
  return {height_m, 2 * std::numbers::pi / *waves.peak_period_s, 1, jonswap_normaliser_exact(1)};
}

SeaSpectrum sea_spectrum(const SeaStateWavesConfig& waves, double gravity_m_s2) {
  return developed_sea_of_height(sea_state_height_m(waves.state), gravity_m_s2);
}

}  // namespace hadal::environment
