// The light of one moment, as the renderer needs it: single precision, six bands, relative to the
// anchor of a view. Made once per frame from environment/optics and the lamps of the vehicles.
//
// Bands: two wavelengths with weights stand for each of the three colours of a camera, chosen for
// the water (environment/optics/band_fit.h): bands 0 and 1 are red, 2 and 3 green, 4 and 5 blue.
// Irradiance of a band is that of its wavelength times its weight, in W/(m^2 nm).
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "environment/optics/band_fit.h"

namespace hadal::sensors {

constexpr int kBands = static_cast<int>(environment::optics::kBands);
constexpr int kColours = 3, kBandsPerColour = 2;
using PerBand = std::array<float, kBands>;

// One layer of the water, from its top down; its light counts from there (see
// environment/optics/underwater_light.h for the model).
struct WaterLayerLight {
  float top_m = 0, bottom_m = 1e9f;  // depth below the surface
  PerBand scattering{};              // b, 1/m
  PerBand path{};                    // attenuation along a line of sight, a + b/2
  PerBand molecular_fraction{};         // of b, by water itself
  PerBand nadir_phase{};             // of diffuse light, looking down
  PerBand optical_depth{};           // of the lines of sight, from the surface to the top
  PerBand total{}, sun{};            // irradiance on level ground at the top, weighted by band
  PerBand k_total{}, k_sun{};        // how they fade with depth
};

// Daylight. Directions are unit vectors in N, the way the light travels (down is +z).
struct DayLight {
  std::array<float, 3> in_air{0, 0, 1}, in_water{0, 0, 1};
  PerBand sun_in_air{}, sky_in_air{};  // irradiance on level ground above the water
};

// A lamp. Points shine all around, spots within a cone, lines from a stretch of length 2 half_m
// along `along`.
struct LampLight {
  std::array<float, 3> place{};  // relative to the anchor
  std::array<float, 3> axis{1, 0, 0};
  std::array<float, 3> along{0, 0, 0};  // half of a line lamp
  float cos_full = -2, cos_none = -3;   // full light within the first, none beyond the second
  float housing_m = 0.01f;              // what is nearer to it casts no shadow
  PerBand intensity{};                  // radiant intensity on the axis, weighted by band
};

struct Light {
  std::vector<WaterLayerLight> water;  // from the surface down, at least one
  float refractive_index = 1.34f;
  DayLight day;
  std::vector<LampLight> lamps;
  float surface_z = 0;          // of the mean surface, relative to the anchor
  float bottom_m = 1e4f;        // depth of the ground below the surface, about
  float bottom_albedo = 0.25f;  // of what lies below, for light from there
  float range_m = 1e30f;        // nothing farther is drawn
};

}  // namespace hadal::sensors
