// Velocities from a plain raster of longitude and latitude with a band per component: one moment,
// the same at every depth. Bands are named by number or description; 1 is east and 2 north if
// nothing is said.
#pragma once
#include "base/result.h"
#include "world/environment.h"

namespace hadal::environment {

Result<CurrentGrid> read_current_bands(const GriddedCurrent& source);

}  // namespace hadal::environment
