// Daylight in the sea and the glow of the water itself, per band, in closed form.
//
// Just under a flat surface the sun's beam has passed by Snell and Fresnel, the sky by the mean
// reflectance of uniform light. At depth z, with cos the cosine of the refracted sun:
//   E_total = E0 exp(-Kd z)
//   E_sun   = f E0 exp(-k z),  k = max((a + 0.15 b) / cos, Kd),  f at most 0.85
//   E_sky   = E_total - E_sun
// Most scattering goes nearly straight on and stays in the sun's beam (the 0.15, by eye, as the
// 0.85); what leaves it joins the diffuse part, so that shadows and caustics fade with depth by
// themselves while the total follows Kd.
//
// Light scattered into a straight line of sight of length t, from depth z0, `down` the downward
// part of its direction:
//   L = b p E exp(-k z0) (1 - exp(-(c' + k down) t)) / (c' + k down),   c' = a + b/2
// for each exponential of E. For the sun, p is a phase function and E is that across the beam. For
// diffuse light p goes from a value downwards that gives the irradiance reflectance
//   R = 0.33 bb / (a + bb)     (Morel & Prieur 1977),  radiance R E / 3.6,
// to 0.20 /sr upwards, by eye. Single scattering otherwise.
//
// Layers of different water: each carries its own coefficients and the light that reached it.
// Templates over the scalar type: see scalar.h. Depths in metres, positive down.
#pragma once
#include <array>
#include <numbers>
#include <span>
#include <vector>

#include "environment/optics/band_fit.h"
#include "environment/optics/phase_function.h"
#include "environment/optics/refraction.h"
#include "environment/optics/scalar.h"
#include "environment/optics/sky.h"

namespace hadal::environment::optics {

constexpr double kScatterOutOfSunbeam = 0.15;
constexpr double kLargestSunFraction = 0.85;
constexpr double kZenithDiffusePhase = 0.20;  // 1/sr

// c', what the picture of a thing loses on its way.
template <class T>
T image_attenuation(T a, T b) {
  return a + T(kScatterOutOfImage) * b;
}

// Irradiance on level ground at its own depth 0, and how it goes down from there.
template <class T>
struct Downwelling {
  T total{}, sun{};      // W/(m^2 nm)
  T k_total{}, k_sun{};  // 1/m

  T total_at(T depth) const {
    using std::exp;
    return total * exp(T(0) - k_total * depth);
  }
  T sun_at(T depth) const {
    using std::exp;
    return sun * exp(T(0) - k_sun * depth);
  }
  T diffuse_at(T depth) const { return total_at(depth) - sun_at(depth); }
};

template <class T>
Downwelling<T> downwelling(T total, T sun, T a, T b, T kd, T sun_cosine) {
  const T max = T(kLargestSunFraction) * total, k = (a + T(kScatterOutOfSunbeam) * b) / sun_cosine;
  return {total, select(sun < max, sun, max), kd, select(k > kd, k, kd)};
}

// Integral of exp(-k (depth + down s) - attenuation s) over s from 0 to the length. In float,
// k depth must stay below 80.
template <class T>
T exponential_along(T k, T attenuation, T depth, T down, T length) {
  using std::exp;
  return exp(T(0) - k * depth) * length * mean_of_exponential((attenuation + k * down) * length);
}

// Phase of diffuse light per steradian for a line of sight with this downward part.
template <class T>
T diffuse_phase(T nadir_phase, T down) {
  using std::exp;
  constexpr double kSpread = 1.35, kMin = 0.0672055127397498;  // exp(-2 kSpread)
  const T fraction = (exp(T(-kSpread) * (T(1) + down)) - T(kMin)) * T(1 / (1 - kMin));
  return nadir_phase + (T(kZenithDiffusePhase) - nadir_phase) * fraction;
}
// The nadir value that makes deep water of these coefficients reflect as R says.
double nadir_phase(double a, double b, double bb, double kd);

// What one band of one water does.
template <class T>
struct ScatteringBand {
  T b{}, attenuation{};  // attenuation: c'
  T nadir_phase{};
  Downwelling<T> light;
  T molecular_fraction{};  // of b, for sea_water_phase
};

// Radiance scattered into the line of sight. `sun_phase_over_cosine` is the phase function for the
// dot product of the line of sight and the direction to the sun, over the cosine of the sun with
// the vertical (E across the beam).
template <class T>
T in_scatter(const ScatteringBand<T>& band, T sun_phase_over_cosine, T depth, T down, T length) {
  const Downwelling<T>& e = band.light;
  const T sun = e.sun * exponential_along(e.k_sun, band.attenuation, depth, down, length);
  const T total = e.total * exponential_along(e.k_total, band.attenuation, depth, down, length);
  return band.b *
         (sun_phase_over_cosine * sun + diffuse_phase(band.nadir_phase, down) * (total - sun));
}

// One layer of one band; depths of its light count from its top. `optical_depth` is the integral of
// c' from the surface to the top.
template <class T>
struct LayerBand {
  T top{}, bottom{}, optical_depth{};
  ScatteringBand<T> band;
};

// Lines of sight nearer to level than this are taken as so much inclined.
constexpr double kLevelSight = 1e-3;

// Integral of c' from the surface to a depth.
template <class T>
T optical_depth_at(std::span<const LayerBand<T>> layers, T depth) {
  T sum = T(0);
  for (const LayerBand<T>& layer : layers) {
    const T inside = select(depth < layer.bottom, depth, layer.bottom) - layer.top;
    sum = sum + layer.band.attenuation * at_least_zero(inside);
  }
  return sum;
}

template <class T>
T inclined(T down) {
  const T min = T(kLevelSight);
  const T steep = select(down < T(0), T(-kLevelSight), min);
  return select((down < min) & (down > T(-kLevelSight)), steep, down);
}

template <class T>
T absolute(T x) {
  return select(x < T(0), T(0) - x, x);
}

// What is left of the picture of a thing at the end of the line of sight.
template <class T>
T transmission(std::span<const LayerBand<T>> layers, T depth, T down, T length) {
  using std::exp;
  const T slope = inclined(down);
  const T path = optical_depth_at(layers, depth + slope * length) - optical_depth_at(layers, depth);
  return exp(T(0) - absolute(path / slope));
}

// As above, through layers.
template <class T>
T in_scatter(std::span<const LayerBand<T>> layers, T sun_phase_over_cosine, T depth, T down,
             T length) {
  using std::exp;
  const T slope = inclined(down), from_surface = optical_depth_at(layers, depth);
  T sum = T(0);
  for (const LayerBand<T>& layer : layers) {
    const T at_top = (layer.top - depth) / slope, at_bottom = (layer.bottom - depth) / slope;
    const T enter = at_least_zero(select(at_top < at_bottom, at_top, at_bottom)),
            leave = select(at_top < at_bottom, at_bottom, at_top);
    const T inside = at_least_zero(select(leave < length, leave, length) - enter);
    const T entry = select(inside > T(0), depth + slope * enter, layer.top);
    const T before = absolute(
        (layer.optical_depth + layer.band.attenuation * (entry - layer.top) - from_surface) /
        slope);
    sum = sum + exp(T(0) - before) *
                    in_scatter(layer.band, sun_phase_over_cosine, entry - layer.top, slope, inside);
  }
  return sum;
}

// Light just under the surface. The brighter of sun and moon is the beam, the other joins the sky.
struct SurfaceLight {
  Vec3 beam_N{0, 0, -1};   // towards where the beam comes from, under water
  double beam_cosine = 1;  // with the vertical, under water
  Spectrum total, beam;    // on level ground
};
SurfaceLight light_below_surface(const Sky& sky, double water_index = kIndexOfSeaWater);

// Every band in every layer of the water.
using LayeredWater = std::array<std::vector<LayerBand<double>>, kBands>;
LayeredWater layered_water(std::span<const WaterLayer> layers, const SurfaceLight& surface,
                           const Bands& bands);

}  // namespace hadal::environment::optics
