// The wind over the sea: a mean that changes with elevation, and gusts that are a pure function of
// time. Directions are where the wind goes TO.
//
// Mean, U = mean speed at 10 m:
//   log      U ln(z / z0) / ln(10 / z0)     (neutral boundary layer; z0 2e-4 m over open sea)
//   power    U (z / 10)^exponent
//   uniform  U at every elevation
// Gusts act along the mean wind and are the same at all places and elevations: a sum of harmonics
// with random phases, whose variance is (turbulence intensity U)^2 and is spread over the frequency
// f as one of
//   npd        1 / (1 + x^n)^{5/(3n)}, n = 0.468, x = 172 f (U/10)^{-3/4}  (Norwegian Petroleum
//              Directorate; ISO 19901-1, A.7.4, at 10 m)
//   davenport  x^2 / (f (1 + x^2)^{4/3}), x = 1200 f / U  (Davenport 1961)
// between kLowestGust_hz and kHighestGust_hz. Both fall as f^{-5/3}.
#pragma once
#include <cstdint>
#include <vector>

#include "math/types.h"
#include "scenario/waves_config.h"

namespace hadal::environment {

class Wind {
 public:
  static constexpr double kLowestGust_hz = 1.0 / 1200;
  static constexpr double kHighestGust_hz = 2;
  static constexpr int kHarmonics = 100;

  Wind() = default;  // calm
  Wind(const WindConfig& parameters, uint64_t seed);

  bool calm() const { return parameters_.speed_m_s == 0; }
  double mean_speed_m_s(double elevation_m) const;  // zero at and below the sea
  double gust_m_s(double time_s) const;             // added to the mean
  // factor scales the mean and the gusts, for a wind that changes while the run goes on.
  Vec3 velocity_N(double time_s, double elevation_m, double factor = 1) const;

 private:
  struct Harmonic {
    double amplitude_m_s, frequency_hz, phase_turns;
  };
  WindConfig parameters_;
  std::vector<Harmonic> gusts_;
};

// Spectral density of the gusts over the frequency, up to a constant.
double gust_density(GustSpectrum spectrum, double frequency_hz, double mean_speed_m_s);

}  // namespace hadal::environment
