#include "sensors/acoustic/ripple_echoes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sensors/relief/sand.h"

namespace hadal::sensors {

RippleTable::RippleTable(const ScatterTable& scatter, const MaterialTable& materials) {
  constexpr int kPhases = 8, kSteps = kCosines - 1;
  int32_t rows = 0;
  for (size_t m = 0; m < materials.materials.size(); ++m) {
    row_.push_back(has_ripples(materials.materials[m].name) ? rows++ : kNoRipples);
    if (row_.back() == kNoRipples) continue;
    const auto strength = [&](float cosine) {
      const float c = std::clamp(cosine, 0.0f, 1.0f);
      return c * scatter.at(static_cast<int>(m), c);
    };
    const auto node = [](int i) { return static_cast<float>(i) / kSteps; };
    for (int i = 0; i < kCosines; ++i) strength_.push_back(strength(node(i)));
    const float* q = strength_.data() + strength_.size() - kCosines;
    const auto between = [&](float cosine) {
      const float x = std::clamp(cosine, 0.0f, 1.0f) * kSteps;
      const int i = std::min(static_cast<int>(x), kSteps - 1);
      return q[i] + (q[i + 1] - q[i]) * (x - static_cast<float>(i));
    };
    for (int s = 0; s < kSlopes; ++s)
      for (int i = 0; i < kCosines; ++i) {
        float sum = 0;
        for (int k = 0; k < kPhases; ++k) {
          const double phase = 2 * std::numbers::pi * (k + 0.5) / kPhases;
          const float slope = kMaxSlope * static_cast<float>(s) / (kSlopes - 1) *
                              static_cast<float>(std::cos(phase) - 0.5 * std::cos(2 * phase));
          sum += between(node(i) + slope);
        }
        mean_.push_back(sum / kPhases);
      }
  }
}

RippleSetup ripple_setup(const RippleTable& table, const TextureTiles::Tile& clouds,
                         const SurfaceCells::Frame& ground, const Vec3& anchor_N, double cell_m,
                         double bin_m, double column_rad) {
  RippleSetup out{table, clouds, static_cast<float>(cell_m), {}, static_cast<float>(bin_m),
                  static_cast<float>(column_rad)};
  for (int i = 0; i < 2; ++i) {
    const double begin = anchor_N[i] - ground.shift[i] * cell_m;
    out.origin_m[i] =
        static_cast<float>(begin - kTexturePeriod_m * std::floor(begin / kTexturePeriod_m));
  }
  return out;
}

}  // namespace hadal::sensors
