// Where the echoes of sixteen rays lie and what they meet, from hits: for the rays of a tile that
// meet one thing, or things whose speckle shares a frame of cells; the rest goes ray by ray
// (fls_rays.cpp, which is the oracle of the tests).
#pragma once
#include <cstdint>

#include "raytrace/view.h"
#include "sensors/acoustic/echo_kernel.h"
#include "sensors/acoustic/ray_fan.h"
#include "sensors/acoustic/sound_tables.h"
#include "sensors/acoustic/surface_cells.h"

namespace hadal::sensors {

constexpr float kNoBin = -1;  // outside of every window

// What surfaces between rays need to know of a ray, beside its echo.
struct alignas(64) TilePlaces {
  float bin[kEchoLanes];
  float cell[3][kEchoLanes];  // place in units of the cell
};

struct TileSetup {
  const WaterPath& water;
  const ScatterTable& scatter;
  const SurfaceCells::Frame& cells;
  const float *column_gain, *row_gain, *row_patch;  // of the whole fan
  float min_range_m, bins_per_m;
};

// Ranges and keys of found lanes, those whose material is not negative; the others get no strength
// and no bin.
void place_echoes(const TileSetup& setup, const FanTile& tile, const raytrace::Rays& rays,
                  const raytrace::Hits& hits, const int32_t* material, EchoTile& echo,
                  TilePlaces& places);

}  // namespace hadal::sensors
