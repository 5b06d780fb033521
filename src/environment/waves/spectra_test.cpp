#include "environment/waves/spectra.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace hadal::environment {
namespace spectra_test {

constexpr double kGravity = 9.81;
constexpr double kQuadrature = 1e-6;  // relative
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Plain trapezoids over the frequency, apart from the substitution of the program.
double integrate(const std::function<double(double)>& f, double from, double to) {
  constexpr int kSteps = 200000;
  const double step = (to - from) / kSteps;
  double sum = (f(from) + f(to)) / 2;
  for (int i = 1; i < kSteps; ++i) sum += f(from + i * step);
  return sum * step;
}

SeaSpectrum jonswap(double height_m, double period_s, double gamma, bool exact) {
  JonswapWavesConfig waves;
  waves.significant_height_m = height_m;
  waves.peak_period_s = period_s;
  waves.peak_enhancement = gamma;
  if (!exact) waves.normaliser = JonswapWavesConfig::Normaliser::kDnv;
  return sea_spectrum(waves);
}

// Values of an independent quadrature (Hs 3 m, wp 0.8 rad/s, gamma 3.3).
TEST(Spectra, JonswapNormalisers) {
  EXPECT_NEAR(jonswap_normaliser_exact(3.3), 0.655759803426, 1e-7);
  EXPECT_NEAR(jonswap_normaliser_dnv(3.3), 0.657344, 1e-6);
  EXPECT_NEAR(jonswap_normaliser_exact(1), 1, 1e-10);
}

TEST(Spectra, ExactNormaliserKeepsTheSignificantHeight) {
  for (const double gamma : {1.0, 2.0, 3.3, 7.0}) {
    const SeaSpectrum s = jonswap(3, 7.85398163397, gamma, true);
    const double m0 = integrate([&](double w) { return s.density_m2_s(w); }, 0.1, 60);
    EXPECT_NEAR(4 * std::sqrt(m0), 3, 3 * kQuadrature) << gamma;
    EXPECT_NEAR(4 * std::sqrt(s.moment(0)), 3, 3 * kQuadrature);
  }
}

TEST(Spectra, MomentsOfPiersonMoskowitz) {
  const double period = 7.85398163397;
  const SeaSpectrum s = jonswap(3, period, 1, true);
  EXPECT_NEAR(2 * M_PI * std::sqrt(s.moment(0) / s.moment(2)) / period, 0.7104, 1e-4);
  EXPECT_NEAR(2 * M_PI * s.moment(0) / s.moment(1) / period, 0.7718, 1e-4);
  // Closed form of the variance below a frequency: m0 exp(-1.25 (wp / w)^4).
  const double w = 1.3;
  EXPECT_NEAR(s.variance_m2(0, w), 9.0 / 16 * std::exp(-1.25 * std::pow(0.8 / w, 4)), 1e-9);
  EXPECT_NEAR(s.variance_m2(0, w) + s.variance_m2(w, kInfinity), 9.0 / 16, 1e-9);
}

TEST(Spectra, MomentsOfJonswap) {
  const SeaSpectrum s = jonswap(3, 7.85398163397, 3.3, false);
  EXPECT_NEAR(s.moment(0), 0.563859113603, 1e-6);
  EXPECT_NEAR(s.moment(1), 0.5406594, 1e-6);
  // Part between two frequencies.
  const double part = integrate([&](double w) { return s.density_m2_s(w); }, 0.7, 1.1);
  EXPECT_NEAR(s.variance_m2(0.7, 1.1) / part, 1, kQuadrature);
}

TEST(Spectra, DevelopedSeaIsPiersonMoskowitzOfTheWind) {
  const double U = 15;
  const SeaSpectrum s = developed_sea_of_wind(U, kGravity);
  for (const double w : {0.4, 0.6, 1.0, 2.0}) {
    const double published = 0.0081 * kGravity * kGravity * std::pow(w, -5) *
                             std::exp(-0.74 * std::pow(kGravity / (U * w), 4));
    EXPECT_NEAR(s.density_m2_s(w) / published, 1, 1e-12);
  }
  EXPECT_NEAR(s.significant_height_m, 0.21 * U * U / kGravity, 0.02);
  EXPECT_NEAR(s.peak_frequency_rad_s, 0.877 * kGravity / U, 1e-3);
  const SeaSpectrum same = developed_sea_of_height(s.significant_height_m, kGravity);
  EXPECT_NEAR(same.peak_frequency_rad_s, s.peak_frequency_rad_s, 1e-12);
}

TEST(Spectra, SeaStates) {
  EXPECT_EQ(sea_state_height_m(0), 0);
  EXPECT_NEAR(sea_state_height_m(3), 0.875, 1e-12);
  EXPECT_NEAR(sea_state_height_m(6), 5, 1e-12);
  SeaStateWavesConfig waves;
  waves.state = 5;
  EXPECT_NEAR(4 * std::sqrt(sea_spectrum(waves, kGravity).moment(0)), 3.25, 1e-5);
}

// By its height, its height and period, or the wind.
TEST(Spectra, PiersonMoskowitzByWhatIsGiven) {
  PiersonMoskowitzWavesConfig waves;
  waves.significant_height_m = 1.5;
  const SeaSpectrum by_height = sea_spectrum(waves, kGravity);
  EXPECT_EQ(by_height.peak_frequency_rad_s,
            developed_sea_of_height(1.5, kGravity).peak_frequency_rad_s);
  waves.peak_period_s = 7;
  const SeaSpectrum by_both = sea_spectrum(waves, kGravity);
  EXPECT_NEAR(by_both.peak_frequency_rad_s, 2 * M_PI / 7, 1e-12);
  EXPECT_EQ(by_both.peak_enhancement, 1);
  waves = {};
  waves.wind_speed_m_s = 12;
  EXPECT_EQ(sea_spectrum(waves, kGravity).significant_height_m,
            developed_sea_of_wind(12, kGravity).significant_height_m);
}

}  // namespace spectra_test
}  // namespace hadal::environment
