#include "environment/waves/lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "environment/waves/components.h"
#include "environment/waves/patch_kernels.h"

namespace hadal::environment {
namespace lanes_test {

TEST(Lanes, SineAndCosine) {
  for (double t = -0.5; t <= 0.5; t += 1e-4) {
    lanes::Double4 sine, cosine;
    lanes::sincos_turns(lanes::Double4{t, t, t, t}, sine, cosine);
    EXPECT_NEAR(sine[1], std::sin(2 * M_PI * t), 4e-15);
    EXPECT_NEAR(cosine[2], std::cos(2 * M_PI * t), 4e-15);
    const auto f = static_cast<float>(t);
    lanes::Float8 sine8, cosine8;
    lanes::sincos_turns(lanes::Float8{} + f, sine8, cosine8);
    EXPECT_NEAR(sine8[5], std::sin(2 * M_PI * f), 1e-6);
    EXPECT_NEAR(cosine8[6], std::cos(2 * M_PI * f), 1e-6);
  }
}

TEST(Lanes, Exponential) {
  for (double x = 0; x > -600; x -= 0.37)
    EXPECT_NEAR(lanes::exp_negative(lanes::Double4{x, x, x, x})[3] / std::exp(x), 1, 1e-12);
  for (float x = 0; x > -8; x -= 0.037F)
    EXPECT_NEAR(lanes::exp_negative(lanes::Float8{} + x)[7] / std::exp(x), 1, 2e-6);
  for (float x = -8; x > -80; x -= 0.37F)
    EXPECT_NEAR(lanes::exp_negative(lanes::Float8{} + x)[7] / std::exp(x), 1, 2e-5);
  EXPECT_LT(lanes::exp_negative(lanes::Float8{} - 5000.0F)[0], 1e-36F);
  EXPECT_LT(lanes::exp_negative(lanes::Double4{-1e9, 0, 0, 0})[0], 1e-300);
}

// The oldest machine and this one give the same bits in every kernel.
TEST(Lanes, SameBitsWithNarrowAndWideRegisters) {
  RandomWaves sea;
  sea.spectrum = JonswapSpectrum{2, 8};
  sea.components = 100;
  const WaveField field = make_wave_field({sea, 20.0}, 5, 20, 9.81, 1025);
  const WaveTables tables(field, 1.5);
  const size_t n = tables.amplitude_m.size();
  std::vector<float> results[2];
  for (const KernelChoice choice : {KernelChoice::best, KernelChoice::baseline}) {
    std::vector<float> c(n), s(n), w[4], sums(tables.cell_size(), 0.0F), head(21);
    for (auto& list : w) list.resize(n);
    wave_phasors(field.columns(), tables.amplitude_m.data(), 0, n, {1234.5, 700, -300}, 1.5F,
                 c.data(), s.data(), choice);
    weigh_phasors(tables.wave_number_rad_m.data(), n, 3, 37, c.data(), s.data(),
                  {w[0].data(), w[1].data(), w[2].data(), w[3].data()}, choice);
    add_rows(tables.near_rows.cosines, n, 0, n, c.data(), sums.data(), choice);
    add_rows(tables.near_rows.sines, n, 0, n, s.data(), sums.data(), choice);
    std::vector<float> north(21), east(21), down(21);
    for (size_t i = 0; i < 21; ++i) {
      north[i] = 0.1F * static_cast<float>(i) - 1;
      east[i] = 0.07F * static_cast<float>(i % 5) - 0.2F;
      down[i] = 0.3F * static_cast<float>(i % 7) - 0.8F;
    }
    const auto range = static_cast<float>(2 * tables.half_range_m);
    cell_heads({sums.data(), tables.elevation_degree, &tables.near, true, 0, 0, 1 / 1.5F, 0.2F, 1,
                0, range},
               north, east, down, head, choice);
    std::vector<float>& all = results[choice == KernelChoice::best];
    for (const auto* list : {&c, &s, &w[0], &w[1], &w[2], &w[3], &sums, &head})
      all.insert(all.end(), list->begin(), list->end());
  }
  ASSERT_EQ(results[0].size(), results[1].size());
  EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), results[0].size() * sizeof(float)),
            0);
}

}  // namespace lanes_test
}  // namespace hadal::environment
