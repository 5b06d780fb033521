// Reads the velocities of an ocean model or a mooring from a file: netCDF, HDF5, Zarr and the like
// with axes of longitude, latitude, depth and time (CF conventions or usual names; depth and time
// may be missing, or longitude and latitude together, axes may fall and be irregular), or a plain
// raster of longitude and latitude with a band per component. Scale, offset, fill values and units
// are taken care of, gaps are filled (current_grid.h). Of the times of a grid only those that the
// run needs are read, of a single place all; what is read must fit into the memory allowed.
#pragma once
#include "base/result.h"
#include "environment/raster/current_grid.h"

namespace hadal::environment {

Result<CurrentGrid> read_current_grid(const VelocityFile& source, double start_unix_s,
                                      double duration_s);
// The same, to be asked in the axes of a map.
Result<std::shared_ptr<const VelocityGrid>> open_velocity_grid(const VelocityFile& source,
                                                               double start_unix_s,
                                                               double duration_s,
                                                               const SeaMap& map);

// From a plain raster (current_bands.cpp): one moment, the same at every depth. Bands are named by
// number or description; 1 is east and 2 north if nothing is said.
Result<CurrentGrid> read_current_bands(const VelocityFile& source);

}  // namespace hadal::environment
