// The water surface of one moment as seen from an anchor: what the functions of surface-inl.h take.
// Puts together the waves of the sea (sea_levels.h), the ripples (wave_tile.h) and, for ripples too
// short for the tile, a turned copy of it at kFineScale times smaller scale with its amplitude set
// to kFineFraction of their slope variance; the rest is roughness. (The copy moves slower than real
// ripples do, by the square root of the scale.)
//
// Foam: whitecaps cover W = 3.84e-6 U^3.41 of the sea (Monahan & O'Muircheartaigh 1980, "Optimal
// power-law description of oceanic whitecap coverage dependence on wind speed"), U the wind at
// 10 m. They lie where 0.8 elevation + 0.6 noise, each in standard deviations, exceeds the threshold
// that W of a normal distribution exceeds: on crests, in patches drawn out along the wind. The noise
// stays with the water while crests run through it. The further above the threshold, the denser the
// foam: of the fraction f of the patches that is thinner, f^1.5 is white, the rest holes of several
// sizes. So 0.4 of a patch is white, and with the albedo 0.55 of fresh foam its mean reflectance is
// 0.22 (Koepke 1984, "Effective reflectance of oceanic whitecaps").
#pragma once
#include "sensors/optical/render/sea_levels.h"
#include "sensors/optical/render/sky_table.h"
#include "sensors/relief/texture_tiles.h"
#include "sensors/optical/render/wave_tile.h"

namespace hadal::sensors {

// Fraction of the surface under whitecaps; at most 0.3.
double whitecap_cover(double wind_speed_m_s);

struct SurfaceView {
  static constexpr float kFineScale = 3.3f, kFineFraction = 0.6f, kMaxGain = 2;
  static constexpr float kTurnCos = 0.8f, kTurnSin = 0.6f;  // of the copy

  // Ripples.
  const float *slopes = nullptr, *heights = nullptr;
  float nodes_per_m = 1;
  float north = 0, east = 0;            // of the anchor, in nodes
  float fine_north = 0, fine_east = 0;  // the same on the copy
  float fine_gain = 0;
  std::array<int32_t, kTileLevels> first{}, nodes{};  // of levels; first in floats
  std::array<float, kTileLevels> lost{};  // mean square slope that a level has less than the finest
  float roughness = 0;                    // mean square slope of what is drawn nowhere
  float per_deviation = 0;                // 1 / standard deviation of the ripples, 1/m

  // The sea; places relative to the anchor.
  const float* sea = nullptr;
  int sea_levels = 0;
  float sea_cell_m = 1;
  float centre_north = 0, centre_east = 0;
  std::array<float, SeaLevels::kMax> corner_north{}, corner_east{}, sea_lost{}, sea_flattened{};
  float sea_per_deviation = 0;

  float mean_z = 0;  // of the mean surface
  float refractive_index = 1.34f;

  // Foam. Places in periods of its patches, along the wind and to its right.
  static constexpr float kPatchAlong_m = 24, kPatchAcross_m = 12;
  static constexpr int kPatchPeriods = 64;       // after which the patches come again
  static constexpr float kFoamAlbedo = 0.55f, kMeanDensity = 0.4f;
  const TextureTiles::Tile* foam = nullptr;
  float wind_north = 1, wind_east = 0;           // unit vector, toward
  float foam_along = 0, foam_across = 0;         // of the anchor
  float foam_threshold = 1e9f;                   // in standard deviations
  float foam_rate = 0, foam_curvature = 0;       // -log of the tail above it: rate x + curvature x^2
  float foam_cover = 0;
};

// mean_z_N: depth of the mean surface (minus the tide). Tiles and levels must outlive it.
SurfaceView surface_view(const WaveTile& tile, const SeaLevels& sea, const Vec3& anchor_N,
                         const Vec3& centre_N, double mean_z_N, const TextureTiles& tiles,
                         double wind_speed_m_s);

struct SkyView {
  const float* radiance = nullptr;
  float toward_sun[3] = {0, 0, -1};
  PerBand sun_irradiance{};
};
SkyView sky_view(const SkyTable& table);

}  // namespace hadal::sensors
