// Six bands that stand for the spectrum in a renderer: two wavelengths and weights for each of red,
// green and blue, chosen for a water. Averages of the coefficients over a channel, the usual
// shortcut, kill red far too early (tens of per cent wrong); two real wavelengths whose weighted
// transmissions follow the channel's are good to a per cent or two.
//
// What is fitted, per channel k, lighting and case q of depth z and range d:
//   T_q = sum_nm S_k(nm) E(nm) exp(-Kd z - (a + b/2) d) / sum_nm S_k(nm) E(nm)
// by w exp(...) at one wavelength plus (1 - w) exp(...) at another: near objects keep their colour
// exactly. Every pair of wavelengths is tried; w in closed form by least squares of relative
// errors, in a few rounds that give the worst cases more weight. Channels that are nearly black
// beside the brightest count less.
//
// With several lightings (daylight and lamps) the wavelengths are shared and each lighting has its
// own weights, so that a renderer carries one set of coefficients. Some milliseconds: at load, and
// again whenever the water changes.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "environment/optics/water_optics.h"

namespace hadal::environment::optics {

// Attenuation of the image: the half of scattering that goes nearly straight on blurs the picture
// (forward scatter) and does not take light out of it.
constexpr double kScatterOutOfImage = 0.5;

constexpr size_t kBands = 6;  // red 0 1, green 2 3, blue 4 5

// Light by which things are seen: its spectrum, and whether it comes down from the surface
// (daylight, attenuated by Kd over the depth) or from a lamp, whose way only adds to the range.
struct Lighting {
  Spectrum light;
  bool from_surface = true;
};
Lighting daylight_lighting();                         // 6504 K
Lighting lamp_lighting(double colour_temperature_k);  // black body up to 4000 K, daylight above

struct Bands {
  std::array<size_t, kBands> sample{};             // of the grid; two of each channel
  std::vector<std::array<double, kBands>> weight;  // of each lighting; 1 per channel
  double wavelength(size_t band) const { return wavelength_nm(sample[band]); }
};

// Where things are seen, at most: in turbid water only as far as a hundred-thousandth of the light
// is left. The light of lamps goes twice the range.
struct BandCases {
  double shallowest_m = 1, deepest_m = 20;
  double nearest_m = 0.5, farthest_m = 10;
};

Bands fit_bands(const WaterOptics& water, std::span<const Lighting> lightings,
                const CameraResponse& camera = {}, const BandCases& cases = {});
// For water that changes with the depth: Kd is its mean from the surface down, a and b are those at
// the depth.
Bands fit_bands(const WaterRecipe& recipe, std::span<const Lighting> lightings,
                const CameraResponse& camera = {}, const BandCases& cases = {});

// A spectrum of coefficients or reflectances at the bands.
std::array<double, kBands> at_bands(const Spectrum& spectrum, const Bands& bands);
// Bands added up to channels by the weights of a lighting.
Rgb to_channels(const std::array<double, kBands>& values, const Bands& bands, size_t lighting);

// How far the bands are from the full spectrum for a grey target, relative per channel, over
// channels above `darkest` of the brightest and cases with more than a hundred-thousandth of the
// light.
struct BandError {
  double mean = 0, largest = 0;
};
BandError band_error(const WaterOptics& water, const Lighting& lighting, const Bands& bands,
                     size_t lighting_index, std::span<const double> depths_m,
                     std::span<const double> ranges_m, const CameraResponse& camera = {},
                     double darkest = 0.01);

}  // namespace hadal::environment::optics
