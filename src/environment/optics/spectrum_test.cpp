#include "environment/optics/spectrum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hadal::environment::optics {
namespace spectrum_test {

// Values of the CIE 1931 tables.
TEST(Spectrum, FitOfTheObserver) {
  constexpr double kFit = 0.02;
  struct Row {
    double nm;
    Xyz table;
  };
  for (const Row& row : {Row{450, {0.3362, 0.0380, 1.77211}}, Row{500, {0.0049, 0.3230, 0.2720}},
                         Row{555, {0.51205, 1.0, 0.00575}}, Row{600, {1.0622, 0.6310, 0.0008}},
                         Row{650, {0.2835, 0.1070, 0}}})
    for (size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(matching_functions(row.nm)[k], row.table[k], kFit) << row.nm << " " << k;
}

// CIE 15, table of illuminant D65.
TEST(Spectrum, DaylightIsTheTableOfD65) {
  constexpr double kRelative = 2e-3;
  const Spectrum d65 = daylight(6504);
  for (const auto& [nm, value] : {std::pair{400, 82.7549},
                                  {450, 117.008},
                                  {500, 109.354},
                                  {560, 100.0},
                                  {600, 90.0062},
                                  {650, 80.0268},
                                  {700, 71.6091}})
    EXPECT_NEAR(at_wavelength(d65, nm) / value, 1, kRelative) << nm;
  // D50 is redder: 49.31 at 400 nm, 97.69 at 600 nm (same publication).
  EXPECT_NEAR(at_wavelength(daylight(5003), 400) / 49.31, 1, 0.01);
  EXPECT_NEAR(at_wavelength(daylight(5003), 600) / 97.69, 1, 0.01);
}

TEST(Spectrum, BlackBody) {
  // Wien's displacement law: 2897.771955 um K.
  const Spectrum sun = black_body(5270);
  const auto peak = std::max_element(sun.values.begin(), sun.values.end()) - sun.values.begin();
  EXPECT_NEAR(wavelength_nm(static_cast<size_t>(peak)), 2897771.955 / 5270, kStep_nm);
  // Planck's law by hand for illuminant A, 2856 K at 560 nm.
  const double l = 560e-9, x = 0.0143877688 / (l * 2856);
  EXPECT_NEAR(at_wavelength(black_body(2856), 560) * 1e9 /
                  (1.19104297e-16 / std::pow(l, 5) / std::expm1(x)),
              1, 1e-7);
}

TEST(Spectrum, WhiteIsWhite) {
  const Rgb rgb = linear_srgb(with_luminance(daylight(6504), 250));
  for (const double v : rgb) EXPECT_NEAR(v, 250, 250 * 1e-5);
  for (const double v : reflectance_srgb(constant_spectrum(0.4))) EXPECT_NEAR(v, 0.4, 1e-12);
  EXPECT_NEAR(luminance(with_luminance(black_body(3000), 12)), 12, 1e-12);
  // Warm light is redder than daylight, the cold one bluer.
  const Rgb warm = linear_srgb(with_luminance(black_body(3000), 1));
  const Rgb cold = linear_srgb(with_luminance(daylight(15000), 1));
  EXPECT_GT(warm[0], 1.2);
  EXPECT_LT(warm[2], 0.5);
  EXPECT_GT(cold[2], 1.2);
  EXPECT_LT(cold[0], 0.9);
  // Illuminant A has the chromaticity 0.44757, 0.40745.
  const Xyz a = tristimulus(black_body(2856));
  EXPECT_NEAR(a[0] / (a[0] + a[1] + a[2]), 0.44757, 0.003);
  EXPECT_NEAR(a[1] / (a[0] + a[1] + a[2]), 0.40745, 0.003);
}

TEST(Spectrum, ReflectancesReturnTheirColour) {
  constexpr double kRoundTrip = 1e-3;
  constexpr int kSteps = 6;
  double worst = 0;
  for (int r = 0; r <= kSteps; ++r)
    for (int g = 0; g <= kSteps; ++g)
      for (int b = 0; b <= kSteps; ++b) {
        const Rgb albedo{r / double{kSteps}, g / double{kSteps}, b / double{kSteps}};
        const Spectrum curve = upsampled(albedo);
        const Rgb back = reflectance_srgb(curve);
        for (size_t k = 0; k < 3; ++k) worst = std::max(worst, std::abs(back[k] - albedo[k]));
        for (const double v : curve.values) ASSERT_TRUE(v >= 0 && v <= 1);
      }
  EXPECT_LT(worst, kRoundTrip);
  // Grey is the same at all wavelengths, and a colour does not wiggle: one turning point at most.
  const Spectrum grey = upsampled({0.3, 0.3, 0.3}), sand = upsampled({0.45, 0.36, 0.22});
  for (const double v : grey.values) EXPECT_NEAR(v, 0.3, 1e-4);
  int turns = 0;
  for (size_t i = 2; i < kSamples; ++i)
    turns += (sand[i] - sand[i - 1]) * (sand[i - 1] - sand[i - 2]) < 0;
  EXPECT_LE(turns, 1);
}

TEST(Spectrum, Interpolates) {
  const Spectrum line = sampled([](double nm) { return 2 * nm; });
  EXPECT_NEAR(at_wavelength(line, 532), 1064, 1e-9);
  EXPECT_EQ(at_wavelength(line, 900), 1400);
  EXPECT_EQ(at_wavelength(line, 300), 800);
  const double table[] = {0, 10, 20, 30};
  EXPECT_NEAR(at_wavelength(sampled_table(table, 100), 650), 25, 1e-12);
  EXPECT_NEAR(integral(constant_spectrum(1)), 305, 1e-12);  // 61 samples of 5 nm
}

TEST(Spectrum, CameraChannelsPeakWhereTheySay) {
  const CameraResponse camera;
  const auto curves = sensitivities(camera);
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(at_wavelength(curves[k], camera.centre_nm[k]), 1, 1e-12);
    const double at_sd = camera.centre_nm[k] - camera.short_side_nm[k];
    EXPECT_NEAR(at_wavelength(curves[k], at_sd), std::exp(-0.5), 0.005);
  }
  for (const double v : camera_rgb(with_luminance(daylight(6504), 3))) EXPECT_NEAR(v, 3, 1e-12);
  const Rgb warm = camera_rgb(with_luminance(black_body(3000), 1));
  EXPECT_GT(warm[0], 1.1);
  EXPECT_LT(warm[2], 0.6);
}

}  // namespace spectrum_test
}  // namespace hadal::environment::optics
