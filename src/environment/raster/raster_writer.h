// Writes rasters and pictures.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/problem.h"

namespace hadal::environment {

// Elevations in metres, up positive, row after row from the top; NaN where there is none.
struct ElevationGrid {
  int columns = 0, rows = 0;
  std::array<double, 6> geotransform{0, 1, 0, 0, 0, -1};
  std::string crs_wkt;  // empty: none is written
  std::vector<float> elevation_m;
};

enum class StoredAs {
  kFloat,       // metres, 32 bits
  kDecimetres,  // 16-bit integers with scale 0.1: -3276 to 3276 m, a third of the size
};

// A deflate-compressed GeoTIFF. Problems name the file.
Problems write_geotiff(const std::string& path, const ElevationGrid& grid,
                       StoredAs stored = StoredAs::kFloat);

// An 8-bit picture: one (grey) or three (red, green, blue) values per pixel.
Problems write_png(const std::string& path, int columns, int rows, std::span<const uint8_t> values);

}  // namespace hadal::environment
