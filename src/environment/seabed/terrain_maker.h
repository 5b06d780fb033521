// Seabeds out of nothing, for demonstrations and tests: the same numbers for the same seed on every
// machine.
//   fractal  relief at all scales around the middle depth
//   ridges   crests across the long side, as of sand waves or volcanic ridges, with relief
//   canyon   from a shelf at one end (south or west) down a slope to the deep, cut by a winding
//            canyon, with relief
// Depths are scaled so that the least and the greatest are those asked for.
#pragma once
#include <string>

#include "base/result.h"
#include "environment/raster/raster_writer.h"

namespace hadal::environment {

struct TerrainRequest {
  std::string kind = "fractal";
  double latitude_deg = 0, longitude_deg = 0;  // centre
  double size_north_m = 10000, size_east_m = 10000;
  double resolution_m = 50;
  double depth_min_m = 20, depth_max_m = 200;
  uint64_t seed = 1;
};

// In the UTM zone of the centre (polar stereographic near the poles).
Result<ElevationGrid> make_terrain(const TerrainRequest& request);

}  // namespace hadal::environment
