// Rasters of depths: a look at one, a part of one made ready for a run, and new ones out of
// nothing. Any raster GDAL reads, in any reference system; what is written is GeoTIFF.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hadal/export.h"

namespace hadal HADAL_API {

struct BathymetryResult {
  int exit_code = 0;  // 2: bad input, text says every reason
  std::string text;
};

// How to read a raster.
struct BathymetryInput {
  std::string path;
  std::string crs;  // replaces what the file says
  int band = 1;
  bool values_are_depths = false;  // otherwise elevations
  std::optional<double> nodata;
};

// Driver, size, reference system, extent, cell, fraction of missing pixels, depths, histogram and a
// picture. With a folder, preview.png is written there.
BathymetryResult inspect_bathymetry(const BathymetryInput& input, const std::string& folder,
                                    bool json);

// A rectangle of the Earth: south, west, north, east in degrees. East may exceed 180.
using DegreeBox = std::array<double, 4>;
// The square of a side around a place.
DegreeBox box_around(double latitude_deg, double longitude_deg, double size_km);

// Writes bathymetry.tif (metric system of the middle), preview.png and scenario.yaml, which runs,
// into the folder. Resolution 0: that of the raster.
BathymetryResult cut_bathymetry(const BathymetryInput& input, const DegreeBox& box,
                                double resolution_m, const std::string& folder);

struct BathymetryRecipe {
  std::string kind = "fractal";  // fractal, ridges, canyon
  double latitude_deg = 0, longitude_deg = 0;
  double size_north_km = 10, size_east_km = 10;
  double resolution_m = 50;
  double depth_min_m = 20, depth_max_m = 200;
  uint64_t seed = 1;
};
// Writes a procedural GeoTIFF.
BathymetryResult make_bathymetry(const BathymetryRecipe& recipe, const std::string& file);

}  // namespace hadal
