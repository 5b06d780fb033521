#include "sensors/optical/render/sky_table.h"

#include <cmath>

namespace hadal::sensors {

Vec3 SkyTable::direction_N(int row, int column) {
  const double a = 2.0 * column / (kTexels - 1) - 1, b = 2.0 * row / (kTexels - 1) - 1;
  const double x = 0.5 * (a + b), y = 0.5 * (a - b);
  return Vec3(x, y, -(1 - std::abs(x) - std::abs(y))).normalized();
}

SkyTable make_sky_table(const SkyRadiance& radiance, const Vec3& toward_sun_N,
                        const PerBand& sun_irradiance) {
  constexpr size_t kSquare = size_t{SkyTable::kTexels} * SkyTable::kTexels;
  SkyTable table;
  table.radiance.resize(kBands * kSquare);
  table.toward_sun_N = toward_sun_N;
  table.sun_irradiance = sun_irradiance;
  for (int row = 0; row < SkyTable::kTexels; ++row)
    for (int column = 0; column < SkyTable::kTexels; ++column) {
      const auto bands = radiance(SkyTable::direction_N(row, column));
      for (size_t band = 0; band < kBands; ++band)
        table.radiance[band * kSquare + static_cast<size_t>(row * SkyTable::kTexels + column)] =
            static_cast<float>(bands[band]);
    }
  return table;
}

}  // namespace hadal::sensors
