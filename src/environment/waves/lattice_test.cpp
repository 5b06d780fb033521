#include "environment/waves/lattice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "environment/waves/components.h"

namespace hadal::environment {
namespace lattice_test {

constexpr double kGravity = 9.81;
constexpr double kDeepSea = std::numeric_limits<double>::infinity();
using Complex = std::complex<double>;

// The transform written as it stands in the paper, one node at a time.
Complex transform(const std::vector<LatticeMode>& modes, double patch, double t, double x,
                  double y) {
  const auto h0 = [&](int n, int m) {
    for (const LatticeMode& mode : modes)
      if (mode.n == n && mode.m == m) return mode.h0_m;
    return Complex(0);
  };
  Complex sum = 0;
  for (const LatticeMode& mode : modes) {
    const double kx = 2 * M_PI * mode.n / patch, ky = 2 * M_PI * mode.m / patch;
    const double w = std::sqrt(kGravity * std::hypot(kx, ky));
    const Complex h = mode.h0_m * std::polar(1.0, w * t) +
                      std::conj(h0(-mode.n, -mode.m)) * std::polar(1.0, -w * t);
    sum += h * std::polar(1.0, kx * x + ky * y);
  }
  return sum;
}

TEST(Lattice, ComponentsEqualTheTransform) {
  const double patch = 50;
  std::vector<LatticeMode> modes;
  for (int n = -4; n < 4; ++n)
    for (int m = -4; m < 4; ++m)
      modes.push_back({n, m, {std::sin(7.0 * n + m), std::cos(3.0 * m - n)}});
  std::erase_if(modes, [](const LatticeMode& mode) { return mode.n == 0 && mode.m == 0; });
  const WaveField field(lattice_components(modes, patch, kDeepSea, kGravity), kDeepSea, kGravity,
                        1025);
  for (const double t : {0.0, 2.5, 70.0})
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) {
        const double x = patch * i / 8, y = patch * j / 8;
        EXPECT_NEAR(field.elevation(t, x, y), transform(modes, patch, t, x, y).real(), 1e-10);
      }
}

TEST(Lattice, PhillipsSeaHasItsHeightAndRunsWithTheWind) {
  PhillipsWavesConfig waves;
  waves.wind_speed_m_s = 9;
  waves.given_toward_rad = 2;
  waves.significant_height_m = 1.5;
  const WaveField field = make_wave_field(AnyConfig::of(waves), 3, kDeepSea, kGravity, 1025);
  EXPECT_NEAR(4 * std::sqrt(field.variance_m2()), 1.5, 1e-9);
  for (const WaveComponent& c : field.components()) EXPECT_GT(std::cos(c.toward_rad - 2), -1e-9);
  // Periodic over the patch.
  EXPECT_NEAR(field.elevation(12, 3, 4), field.elevation(12, 3 + waves.patch_m, 4), 1e-9);
  waves.significant_height_m.reset();
  const WaveField developed = make_wave_field(AnyConfig::of(waves), 3, kDeepSea, kGravity, 1025);
  EXPECT_NEAR(4 * std::sqrt(developed.variance_m2()), 0.21 * 81 / kGravity, 0.01);
}

TEST(Lattice, PhillipsSpectrum) {
  // A exp(-1/(kL)^2)/k^4 along the wind: k = 0.1, L = 100/9.81.
  const double L = 100 / kGravity;
  EXPECT_NEAR(phillips_spectrum(0.1, 0, 5e-4, 10, 0, kGravity),
              5e-4 * std::exp(-1 / (0.01 * L * L)) / 1e-4, 1e-12);
  EXPECT_NEAR(phillips_spectrum(0, 0.1, 5e-4, 10, 0, kGravity), 0, 1e-15);
  EXPECT_EQ(phillips_spectrum(0, 0, 5e-4, 10, 0, kGravity), 0);
}

}  // namespace lattice_test
}  // namespace hadal::environment
