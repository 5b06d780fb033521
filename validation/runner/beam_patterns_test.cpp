#include "runner/beam_patterns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "math/units.h"

namespace hadal::validation {
namespace beam_patterns_test {

constexpr double kLambda = 0.0075;

// A disc of many equal elements.
TEST(BeamPatterns, PistonIsTheSumOverItsFace) {
  const double diameter = 0.03;
  for (const double degrees : {0.0, 5.0, 14.0, 30.0, 70.0}) {
    const double k = 2 * std::numbers::pi / kLambda * std::sin(degrees * kDegree);
    double sum = 0, area = 0;
    for (int i = 0; i < 4000; ++i) {
      const double x = (i + 0.5) / 4000 * diameter - diameter / 2;
      const double chord = 2 * std::sqrt(diameter * diameter / 4 - x * x);
      sum += chord * std::cos(k * x);
      area += chord;
    }
    EXPECT_NEAR(piston_pattern(diameter, kLambda, degrees * kDegree), sum / area, 1e-5);
  }
}

TEST(BeamPatterns, HalfPowerAndNull) {
  const double half = std::sqrt(0.5);
  for (const double size : {0.02, 0.05, 0.3}) {
    EXPECT_NEAR(piston_pattern(size, kLambda, piston_half_power_width(size, kLambda) / 2), half,
                1e-12);
    EXPECT_NEAR(line_pattern(size, kLambda, line_half_power_width(size, kLambda) / 2), half, 1e-12);
    EXPECT_NEAR(piston_pattern(size, kLambda, piston_first_null(size, kLambda)), 0, 1e-12);
  }
  // Rules of thumb for narrow beams: 58.5 and 50.8 wavelengths per aperture, in degrees.
  EXPECT_NEAR(piston_half_power_width(1, kLambda) / kDegree, 58.95 * kLambda, 1e-3);
  EXPECT_NEAR(line_half_power_width(1, kLambda) / kDegree, 50.76 * kLambda, 1e-3);
}

// The phases of the elements summed as complex numbers.
TEST(BeamPatterns, SteeredArray) {
  constexpr int kElements = 24;
  const double spacing = 0.0035, steer = 12 * kDegree;
  for (double angle = -1.5; angle < 1.5; angle += 0.1) {
    std::complex<double> sum = 0;
    for (int k = 0; k < kElements; ++k)
      sum += std::polar(1.0 / kElements, 2 * std::numbers::pi / kLambda * k * spacing *
                                             (std::sin(angle) - std::sin(steer)));
    EXPECT_NEAR(std::abs(array_pattern(kElements, spacing, kLambda, angle, steer)), std::abs(sum),
                1e-12);
  }
  EXPECT_NEAR(array_pattern(kElements, spacing, kLambda, steer, steer), 1, 1e-12);
}

// Elements a wavelength apart have a grating lobe as strong as the main one.
TEST(BeamPatterns, GratingLobe) {
  EXPECT_NEAR(std::abs(array_pattern(16, 2 * kLambda, kLambda, 30 * kDegree, 0)), 1, 1e-9);
  EXPECT_NEAR(piston_directivity_db(1, std::numbers::pi / 10), 20, 1e-12);
}

}  // namespace beam_patterns_test
}  // namespace hadal::validation
