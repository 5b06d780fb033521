#include "environment/optics/underwater_light.h"

#include <algorithm>

#include "environment/optics/refraction.h"

namespace hadal::environment::optics {
namespace {

constexpr double kBottomless_m = 1e5;

// The part of a beam that passes a flat surface, on level ground; the direction under water.
double passed_fraction(const Vec3& towards_N, double index, Vec3& below_N) {
  const double cosine = -towards_N.z();
  if (cosine <= 0) return 0;
  Vec3 down;
  refract(-towards_N, Vec3{0, 0, -1}, kIndexOfAir / index, down);
  below_N = -down;
  return (1 - fresnel_reflectance(cosine, kIndexOfAir / index)) * cosine;
}

}  // namespace

double nadir_phase(double a, double b, double bb, double kd) {
  constexpr double kReflectance = 0.33, kIrradianceOverRadiance_sr = 3.6;
  const double reflectance = kReflectance * bb / (a + bb);
  return b > 0 ? reflectance / kIrradianceOverRadiance_sr * (image_attenuation(a, b) + kd) / b : 0;
}

SurfaceLight light_below_surface(const Sky& sky, double water_index) {
  Vec3 sun_N{0, 0, -1}, moon_N{0, 0, -1};
  const Spectrum sun = passed_fraction(sky.sun_N(), water_index, sun_N) * sky.sun_irradiance(),
                 moon = passed_fraction(sky.moon_N(), water_index, moon_N) * sky.moon_irradiance();
  const bool by_day = luminance(sun) >= luminance(moon);
  SurfaceLight out;
  out.beam_N = by_day ? sun_N : moon_N;
  out.beam_cosine = -out.beam_N.z();
  out.beam = by_day ? sun : moon;
  out.total =
      sun + moon + (1 - diffuse_reflectance(kIndexOfAir / water_index)) * sky.diffuse_irradiance();
  return out;
}

LayeredWater layered_water(std::span<const WaterLayer> layers, const SurfaceLight& surface,
                           const Bands& bands) {
  const Spectrum molecules = pure_water_scattering();
  LayeredWater out;
  for (size_t k = 0; k < kBands; ++k) {
    const size_t i = bands.sample[k];
    double total = surface.total[i], sun = surface.beam[i], depth = 0;
    for (size_t l = 0; l < layers.size(); ++l) {
      const WaterOptics& w = layers[l].optics;
      LayerBand<double> layer;
      layer.top = layers[l].top_m;
      layer.bottom = l + 1 < layers.size() ? layers[l + 1].top_m : kBottomless_m;
      layer.optical_depth = depth;
      layer.band = {w.b[i], image_attenuation(w.a[i], w.b[i]),
                    nadir_phase(w.a[i], w.b[i], w.bb[i], w.kd[i]),
                    downwelling(total, sun, w.a[i], w.b[i], w.kd[i], surface.beam_cosine),
                    w.b[i] > 0 ? std::min(molecules[i] / w.b[i], 1.0) : 0};
      const double thickness = layer.bottom - layer.top;
      total = layer.band.light.total_at(thickness);
      sun = layer.band.light.sun_at(thickness);
      depth += layer.band.attenuation * thickness;
      out[k].push_back(layer);
    }
  }
  return out;
}

}  // namespace hadal::environment::optics
