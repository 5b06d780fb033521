#include "environment/optics/underwater_light.h"

#include <gtest/gtest.h>

#include "environment/optics/refraction.h"
#include "math/units.h"

namespace hadal::environment::optics {
namespace underwater_light_test {

constexpr double kQuadrature = 1e-6;

template <class Function>
double simpson(double from, double to, int steps, const Function& f) {
  const double h = (to - from) / (2 * steps);
  double sum = f(from) + f(to);
  for (int i = 1; i < 2 * steps; ++i) sum += f(from + i * h) * (i % 2 ? 4 : 2);
  return sum * h / 3;
}

// What the eye gets from each place of the line, straight from the definitions.
double glow_at(const ScatteringBand<double>& band, double sun_phase, double depth, double down) {
  return band.b * (sun_phase * band.light.sun_at(depth) +
                   diffuse_phase(band.nadir_phase, down) * band.light.diffuse_at(depth));
}

ScatteringBand<double> some_band() {
  const double a = 0.08, b = 0.3, bb = 0.006, kd = 0.12;
  return {b, image_attenuation(a, b), nadir_phase(a, b, bb, kd),
          downwelling(1.5, 1.1, a, b, kd, 0.8), 0};
}

TEST(UnderwaterLight, DirectAndDiffuse) {
  const Downwelling<double> e = downwelling(1.0, 0.97, 0.05, 0.2, 0.08, 0.9);
  EXPECT_EQ(e.sun, kLargestSunFraction);
  for (const double z : {0.0, 1.0, 10.0, 60.0}) {
    EXPECT_NEAR(e.total_at(z), std::exp(-0.08 * z), 1e-15);
    EXPECT_GE(e.diffuse_at(z), 0);
    EXPECT_NEAR(e.diffuse_at(z) + e.sun_at(z), e.total_at(z), 1e-15);
  }
  // The sun's share falls with depth: shadows fade.
  EXPECT_LT(e.sun_at(20) / e.total_at(20), 0.9 * e.sun_at(2) / e.total_at(2));
  // A beam that would outlast the whole light is held to it.
  EXPECT_EQ(downwelling(1.0, 0.5, 0.05, 0.0, 0.08, 0.9).k_sun, 0.08);
}

TEST(UnderwaterLight, InScatterIsTheIntegral) {
  const ScatteringBand<double> band = some_band();
  constexpr double kDepth = 12, kPhase = 0.03;
  for (const double down : {-1.0, -0.4, 0.0, 0.3, 1.0})
    for (const double length : {0.01, 1.0, 8.0, 11.9}) {
      const double exact = simpson(0, length, 2000, [&](double s) {
        return glow_at(band, kPhase, kDepth + down * s, down) * std::exp(-band.attenuation * s);
      });
      EXPECT_NEAR(in_scatter(band, kPhase, kDepth, down, length) / exact, 1, kQuadrature)
          << down << " " << length;
    }
  EXPECT_NEAR(static_cast<double>(exponential_along(0.1f, 0.2f, 5.0f, -0.3f, 6.0f)),
              exponential_along(0.1, 0.2, 5.0, -0.3, 6.0), 1e-5);
}

// Without end and level: b (p_s E_s + p_d E_d) / c'. Straight down: the reflectance that was asked
// for. The light scattered into all directions cannot exceed what is there.
TEST(UnderwaterLight, LimitOfLongRanges) {
  const ScatteringBand<double> band = some_band();
  const double far = in_scatter(band, 0.03, 5.0, 0.0, 1e6),
               there = glow_at(band, 0.03, 5.0, 0.0) / band.attenuation;
  EXPECT_NEAR(far / there, 1, kQuadrature);
  EXPECT_GT(far, in_scatter(band, 0.03, 5.0, 0.0, 10.0));

  ScatteringBand<double> cloudy = band;
  cloudy.light.sun = 0;
  const double reflectance = 0.33 * 0.006 / (0.08 + 0.006);
  EXPECT_NEAR(in_scatter(cloudy, 0.0, 0.0, 1.0, 1e6) * 3.6 / cloudy.light.total, reflectance,
              reflectance * kQuadrature);
}

TEST(UnderwaterLight, DiffusePhase) {
  EXPECT_NEAR(diffuse_phase(0.01, 1.0), 0.01, 1e-12);
  EXPECT_NEAR(diffuse_phase(0.01, -1.0), kZenithDiffusePhase, 1e-12);
  EXPECT_GT(diffuse_phase(0.01, -0.5), diffuse_phase(0.01, 0.5));
}

std::vector<LayerBand<double>> three_layers(const std::array<double, 3>& thickness) {
  std::vector<LayerBand<double>> out;
  const double a[] = {0.05, 0.2, 0.06}, b[] = {0.15, 0.9, 0.1}, kd[] = {0.07, 0.28, 0.08};
  double total = 2, sun = 1.4, top = 0, optical = 0;
  for (size_t l = 0; l < 3; ++l) {
    LayerBand<double> layer;
    layer.top = top;
    layer.bottom = top + thickness[l];
    layer.optical_depth = optical;
    layer.band = {b[l], image_attenuation(a[l], b[l]), 0.01,
                  downwelling(total, sun, a[l], b[l], kd[l], 0.85), 0};
    total = layer.band.light.total_at(thickness[l]);
    sun = layer.band.light.sun_at(thickness[l]);
    optical += layer.band.attenuation * thickness[l];
    top = layer.bottom;
    out.push_back(layer);
  }
  return out;
}

TEST(UnderwaterLight, Layers) {
  const std::vector<LayerBand<double>> layers = three_layers({6, 5, 1000});
  const std::span<const LayerBand<double>> view(layers);
  const auto layer_at = [&](double z) -> const LayerBand<double>& {
    return layers[z < 6 ? 0 : z < 11 ? 1 : 2];
  };
  constexpr double kPhase = 0.02, kSteps = 4e5;
  for (const double from : {1.0, 8.0, 20.0})
    for (const double down : {-0.9, -0.2, 0.25, 0.8}) {
      const double length = down < 0 ? std::min(-from / down, 30.0) : 30.0, h = length / kSteps;
      double path = 0, exact = 0;  // midpoint rule along the line
      for (int i = 0; i < static_cast<int>(kSteps); ++i) {
        const double z = from + down * (i + 0.5) * h;
        const LayerBand<double>& here = layer_at(z);
        exact += h * std::exp(-path - here.band.attenuation * h / 2) *
                 glow_at(here.band, kPhase, z - here.top, down);
        path += here.band.attenuation * h;
      }
      EXPECT_NEAR(in_scatter(view, kPhase, from, down, length) / exact, 1, 1e-4) << from << down;
      EXPECT_NEAR(transmission(view, from, down, length) / std::exp(-path), 1, 1e-3) << from <<
          down;
    }
  // Level sight within a layer, and equal layers that make one water.
  EXPECT_NEAR(
      in_scatter(view, kPhase, 8.0, 0.0, 4.0) / in_scatter(layers[1].band, kPhase, 2.0, 0.0, 4.0),
      1, 2 * kLevelSight);
  std::vector<LayerBand<double>> whole{layers[0]};
  whole[0].bottom = 1e5;
  for (const double down : {-0.3, 0.6})
    EXPECT_NEAR(in_scatter(std::span<const LayerBand<double>>(whole), kPhase, 3.0, down, 7.0) /
                    in_scatter(layers[0].band, kPhase, 3.0, down, 7.0),
                1, 1e-12);
}

SkyConditions noon(double elevation_deg) {
  SkyConditions c;
  c.sun.elevation_rad = c.sun.elevation_airless_rad = elevation_deg * kDegree;
  c.moon.elevation_rad = c.moon.elevation_airless_rad = -60 * kDegree;
  c.moon.distance_m = 384400e3;
  return c;
}

TEST(UnderwaterLight, BelowTheSurface) {
  const Sky sky(noon(40));
  const SurfaceLight light = light_below_surface(sky);
  EXPECT_NEAR(std::sqrt(1 - light.beam_cosine * light.beam_cosine) * kIndexOfSeaWater,
              std::cos(40 * kDegree), 1e-12);
  EXPECT_GT(light.beam_N.x(), 0);  // the sun stands in the north of this sky
  // 2.6 % of the beam and 6.8 % of the sky are lost.
  const double loss = fresnel_reflectance(std::sin(40 * kDegree), 1 / kIndexOfSeaWater);
  EXPECT_NEAR(luminance(light.beam) / (luminance(sky.sun_irradiance()) * std::sin(40 * kDegree)),
              1 - loss, 1e-9);
  EXPECT_NEAR(luminance(light.total) / sky.horizontal_illuminance_lx(), 0.96, 0.02);
  // At night with a moon the moon is the beam.
  SkyConditions night = noon(-40);
  night.moon.elevation_rad = night.moon.elevation_airless_rad = 70 * kDegree;
  night.moon.azimuth_rad = 90 * kDegree;
  EXPECT_GT(light_below_surface(Sky(night)).beam_N.y(), 0.2);
  // Without any, light comes from above.
  EXPECT_EQ(light_below_surface(Sky(noon(-40))).beam_cosine, 1);
}

// The depth at which the light is a tenth follows Kd, through any layers; blue water stays blue and
// turns green under plankton.
TEST(UnderwaterLight, WaterOfARecipe) {
  constexpr double kDeep_m = 25;
  WaterRecipe recipe{JerlovType::kI};
  const SurfaceLight surface = light_below_surface(Sky(noon(50)));
  const Lighting sun = daylight_lighting();
  const auto light_below = [&](const WaterRecipe& r) {
    const Bands bands = fit_bands(mean_water_optics(r, 0, kDeep_m), {&sun, 1});
    const LayeredWater water = layered_water(water_layers(r), surface, bands);
    std::array<double, kBands> e{};
    for (size_t k = 0; k < kBands; ++k)
      for (const LayerBand<double>& layer : water[k])
        if (layer.top <= kDeep_m)
          e[k] = layer.band.light.total_at(kDeep_m - layer.top) / surface.total[bands.sample[k]];
    return to_channels(e, bands, 0);
  };
  const Rgb blue = light_below(recipe);
  EXPECT_GT(blue[2], 1.7 * blue[1]);
  recipe.plankton = {0.1, 15, 12, 5};
  const Rgb green = light_below(recipe);
  EXPECT_GT(green[1], 1.5 * green[2]);

  const Bands bands = fit_bands(water_optics(recipe, 0), {&sun, 1});
  const LayeredWater water = layered_water(water_layers(recipe), surface, bands);
  const WaterOptics mean = mean_water_optics(recipe, 0, kDeep_m);
  for (size_t k = 0; k < kBands; ++k) {
    const size_t i = bands.sample[k];
    double left = 0;
    for (const LayerBand<double>& layer : water[k])
      if (layer.top <= kDeep_m) left = layer.band.light.total_at(kDeep_m - layer.top);
    EXPECT_GT(water[k][0].band.molecular_fraction, 0.001);
    EXPECT_LT(water[k][0].band.molecular_fraction, 0.5);
    EXPECT_NEAR(std::log(surface.total[i] / left) / (mean.kd[i] * kDeep_m), 1, 5e-3) << k;
  }
}

}  // namespace underwater_light_test
}  // namespace hadal::environment::optics
