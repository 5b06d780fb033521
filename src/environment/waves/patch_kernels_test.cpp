#include "environment/waves/patch_kernels.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "environment/waves/components.h"

namespace hadal::environment {
namespace patch_kernels_test {

// The oldest machine and this one give the same bits in every kernel.
TEST(PatchKernels, SameBitsWithNarrowAndWideRegisters) {
  JonswapWavesConfig sea;
  sea.significant_height_m = 2;
  sea.peak_period_s = 8;
  sea.components = 100;
  const WaveField field = make_wave_field(AnyConfig::of(sea), 5, 20, 9.81, 1025);
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

}  // namespace patch_kernels_test
}  // namespace hadal::environment
