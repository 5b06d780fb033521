// The sky as a table: radiance per band over the upper half of all directions, and the sun apart
// from it (its disc is far smaller than a texel).
//
// The half sphere is laid on a square by the octahedral map (Cigolle et al. 2014): with u = up,
// (x, y) = (n, e) / (|n| + |e| + u) and the square's axes x + y and x - y. It has no poles and
// nearly equal texels. Lookups are linear between texels; directions below the horizon take the
// colour of the horizon.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "math/types.h"
#include "sensors/optical/render/light.h"

namespace hadal::sensors {

struct SkyTable {
  static constexpr int kTexels = 128;  // along a side
  // Band after band, row after row; a row runs along x + y.
  std::vector<float> radiance;
  Vec3 toward_sun_N = Vec3(0, 0, -1);
  PerBand sun_irradiance{};  // across the beam, in air; zero at night

  // Direction of a texel in N, unit length; up is -z.
  static Vec3 direction_N(int row, int column);
};

// Radiance seen in a direction of N, in air.
using SkyRadiance = std::function<std::array<double, kBands>(const Vec3& direction_N)>;

SkyTable make_sky_table(const SkyRadiance& radiance, const Vec3& toward_sun_N,
                        const PerBand& sun_irradiance);

}  // namespace hadal::sensors
