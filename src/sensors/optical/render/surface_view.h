// The water surface of one moment as seen from an anchor: what the functions of surface-inl.h take.
// Puts together the waves of the sea (sea_levels.h), the ripples (wave_tile.h) and, for ripples too
// short for the tile, a turned copy of it at kFineScale times smaller scale with its amplitude set
// to kFineFraction of their slope variance; the rest is roughness. (The copy moves slower than real
// ripples do, by the square root of the scale.)
//
// Foam: whitecaps cover W = 3.84e-6 U^3.41 of the sea (Monahan & O'Muircheartaigh 1980, "Optimal
// power-law description of oceanic whitecap coverage dependence on wind speed"), U the wind at
// 10 m. They lie where 0.8 elevation + 0.6 ripples, each in standard deviations, exceeds the
// threshold that W of a normal distribution exceeds: on crests, in patches.
#pragma once
#include "sensors/optical/render/sea_levels.h"
#include "sensors/optical/render/sky_table.h"
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
  std::array<float, SeaLevels::kMax> corner_north{}, corner_east{}, sea_lost{};
  float sea_per_deviation = 0;

  float mean_z = 0;  // of the mean surface
  float refractive_index = 1.34f;
  float foam_threshold = 1e9f;  // in standard deviations
  float foam_cover = 0;
};

// mean_z_N: depth of the mean surface (minus the tide). The tile and the levels must outlive it.
SurfaceView surface_view(const WaveTile& tile, const SeaLevels& sea, const Vec3& anchor_N,
                         const Vec3& centre_N, double mean_z_N, double wind_speed_m_s);

struct SkyView {
  const float* radiance = nullptr;
  float toward_sun[3] = {0, 0, -1};
  PerBand sun_irradiance{};
};
SkyView sky_view(const SkyTable& table);

}  // namespace hadal::sensors
