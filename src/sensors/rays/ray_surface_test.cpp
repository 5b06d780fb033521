#include "sensors/rays/ray_surface.h"

#include <gtest/gtest.h>

#include <cmath>

#include "raytrace/test_rays.h"

namespace hadal::sensors {
namespace ray_surface_test {

using environment::WaveComponent;
using environment::WaveField;
using raytrace::test::kEver;

WaveField sea(const std::vector<double>& lengths_m) {
  std::vector<WaveComponent> components;
  for (size_t k = 0; k < lengths_m.size(); ++k) {
    WaveComponent c;
    c.amplitude_m = 0.02 * lengths_m[k];
    c.wave_number_rad_m = 2 * M_PI / lengths_m[k];
    c.frequency_rad_s = std::sqrt(9.81 * c.wave_number_rad_m);
    c.toward_rad = 0.4 + 1.1 * static_cast<double>(k);
    c.phase_rad = static_cast<double>(k);
    components.push_back(c);
  }
  return WaveField(components, INFINITY, 9.81, 1025);
}

TEST(RaySurface, TheLatticeIsTheElevationOfTheWaves) {
  const WaveField waves = sea({40, 13, 7.7});
  const std::vector<float> lattice = wave_lattice(waves, 1234.5, 0.7, -20000, 31000, 40, 60, 0.5);
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 60; ++j)
      ASSERT_NEAR(lattice[i * 60 + j],
                  waves.elevation(1234.5, 0.5 * (i - 20000), 0.5 * (j + 31000), 0.7), 1e-6);
}

TEST(RaySurface, IsSeenFromBelowWhereTheWavesAre) {
  const WaveField waves = sea({60, 35});
  constexpr double kTime_s = 77, kFactor = 1.5;
  constexpr double kFacets_m = 0.06;  // sum of a (k c)^2 / 4 over the waves, c = 2 m the cell
  const raytrace::Scene scene;
  std::vector<raytrace::Placed> things;
  const Vec3 anchor(1000, -2000, 0), centre(1003, -1999, 12);
  place_water_surface(scene, waves, kTime_s, kFactor, anchor, centre, 80, things);
  const auto view = scene.view(anchor, things);
  for (int k = 0; k < 500; ++k) {
    const Vec3 p_N = centre + Vec3(70 * std::cos(k), 70 * std::sin(1.7 * k), 0);
    const raytrace::Hit hit =
        view->trace_one(p_N - anchor, -Vec3::UnitZ(), 0, kEver, raytrace::kSeenWaterSurface);
    ASSERT_TRUE(hit.found());
    ASSERT_NEAR(p_N.z() - hit.range_m, -waves.elevation(kTime_s, p_N.x(), p_N.y(), kFactor),
                kFacets_m);
    ASSERT_GT(hit.normal_N.z(), 0.9);  // down, against the ray
  }
}

TEST(RaySurface, IsFlatWhenCalmAndAbsentOutOfReach) {
  const raytrace::Scene scene;
  std::vector<raytrace::Placed> things;
  place_water_surface(scene, WaveField(), 0, 1, Vec3::Zero(), {7, 8, 30}, 20, things);
  EXPECT_TRUE(things.empty());
  place_water_surface(scene, WaveField(), 0, 1, Vec3::Zero(), {7, 8, 15}, 20, things);
  const auto view = scene.view(Vec3::Zero(), things);
  const Vec3 up = Vec3(0.6, 0, -0.8);
  EXPECT_NEAR(view->trace_one({7, 8, 15}, up, 0, kEver, raytrace::kSeenWaterSurface).range_m,
              15 / 0.8, 1e-9);
}

}  // namespace ray_surface_test
}  // namespace hadal::sensors
