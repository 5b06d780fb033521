#include "environment/optics/band_fit.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hadal::environment::optics {
namespace band_fit_test {

constexpr JerlovType kTypes[] = {JerlovType::kI,  JerlovType::kIA,  JerlovType::kIB,
                                 JerlovType::kII, JerlovType::kIII, JerlovType::k1C,
                                 JerlovType::k3C, JerlovType::k5C,  JerlovType::k7C,
                                 JerlovType::k9C, JerlovType::kPure};

std::vector<double> every(double first, double last, double step) {
  std::vector<double> out;
  for (double v = first; v <= last; v += step) out.push_back(v);
  return out;
}
const std::vector<double> kDepths = every(2, 20, 2), kRanges = every(0.5, 8, 0.5);

// Against 61 wavelengths, at depths and ranges other than those fitted.
TEST(BandFit, DaylightInAllTypes) {
  constexpr double kMean = 0.01, kMeanOfTurbid = 0.03, kLargest = 0.08;
  const Lighting sun = daylight_lighting();
  for (const IopSource source : {IopSource::kMeasured, IopSource::kModelled})
    for (const JerlovType type : kTypes) {
      const WaterOptics water = water_optics(type, source);
      const Bands bands = fit_bands(water, {&sun, 1});
      const BandError error = band_error(water, sun, bands, 0, kDepths, kRanges);
      const bool turbid = at_wavelength(water.b, 550) > 0.7 && type != JerlovType::k5C;
      EXPECT_LT(error.mean, turbid || source == IopSource::kModelled ? kMeanOfTurbid : kMean)
          << name_of(type);
      EXPECT_LT(error.largest, kLargest) << name_of(type);
      EXPECT_GT(error.largest, 0) << name_of(type);
    }
}

TEST(BandFit, LampsInAllTypes) {
  constexpr double kMean = 0.01, kLargest = 0.05;
  for (const double kelvin : {3000.0, 5600.0})
    for (const JerlovType type : kTypes) {
      const Lighting lamp = lamp_lighting(kelvin);
      const WaterOptics water = water_optics(type, IopSource::kMeasured);
      const Bands bands = fit_bands(water, {&lamp, 1});
      const BandError error = band_error(water, lamp, bands, 0, {}, kRanges);
      EXPECT_LT(error.mean, kMean) << name_of(type) << kelvin;
      EXPECT_LT(error.largest, kLargest) << name_of(type) << kelvin;
    }
}

TEST(BandFit, OneSetOfWavelengthsForSunAndLamp) {
  constexpr double kMean = 0.02, kLargest = 0.05;
  const Lighting both[] = {daylight_lighting(), lamp_lighting(5000)};
  for (const JerlovType type :
       {JerlovType::kI, JerlovType::kII, JerlovType::kIII, JerlovType::k3C}) {
    const WaterOptics water = water_optics(type, IopSource::kMeasured);
    const Bands bands = fit_bands(water, both);
    for (size_t l = 0; l < 2; ++l) {
      const BandError error = band_error(water, both[l], bands, l, kDepths, kRanges);
      EXPECT_LT(error.mean, kMean) << name_of(type);
      EXPECT_LT(error.largest, kLargest) << name_of(type);
    }
  }
}

// The usual shortcut, one averaged coefficient per channel, is what this is for.
TEST(BandFit, BeatsAveragedCoefficients) {
  const Lighting sun = daylight_lighting();
  const WaterOptics water = water_optics(JerlovType::kII, IopSource::kMeasured);
  const Spectrum red = sensitivities({})[0] * sun.light;
  const double kd = integral(red * water.kd) / integral(red);
  Spectrum transmission;
  for (size_t i = 0; i < kSamples; ++i) transmission[i] = std::exp(-water.kd[i] * 10);
  const double exact = integral(red * transmission) / integral(red);
  EXPECT_LT(std::exp(-kd * 10), 0.6 * exact);
  const Bands bands = fit_bands(water, {&sun, 1});
  EXPECT_NEAR(to_channels(at_bands(transmission, bands), bands, 0)[0] / exact, 1, 0.03);
}

TEST(BandFit, NearThingsKeepTheirColour) {
  const Lighting sun = daylight_lighting();
  const Bands bands = fit_bands(water_optics(JerlovType::k1C, IopSource::kMeasured), {&sun, 1});
  for (const double v : to_channels(at_bands(constant_spectrum(0.7), bands), bands, 0))
    EXPECT_NEAR(v, 0.7, 1e-12);
  for (size_t k = 0; k < kBands; ++k) {
    EXPECT_GE(bands.weight[0][k], 0);
    EXPECT_GE(bands.wavelength(k), kFirst_nm);
  }
  EXPECT_GT(bands.wavelength(0), bands.wavelength(5));  // red before blue
}

}  // namespace band_fit_test
}  // namespace hadal::environment::optics
