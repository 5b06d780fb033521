// A raster at a glance: depths on a coarse grid, their range and distribution, and pictures.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "environment/raster/raster.h"

namespace hadal::environment {

// Depths at the middles of equal parts of a raster, row after row from the top.
struct DepthGrid {
  int columns = 0, rows = 0;
  std::vector<double> depth_m;
  double at(int column, int row) const {
    return depth_m[static_cast<size_t>(row) * columns + column];
  }
};

// At most `longest` parts along the longer side; no more parts than pixels.
DepthGrid coarse_depths(const Raster& raster, int longest);

struct DepthRange {
  double min_m = 0, greatest_m = 0, mean_m = 0;
  std::array<size_t, 10> histogram{};  // of ten equal steps from least to greatest
};
DepthRange depth_range(const DepthGrid& grid);

// Places of the corners: south, west, north, east, by the border of the raster. Longitudes may
// exceed 180 where it crosses the antimeridian. Nothing when a corner is not on the Earth.
struct GeodeticBox {
  double south_deg = 0, west_deg = 0, north_deg = 0, east_deg = 0;
};
std::optional<GeodeticBox> geodetic_box(const Raster& raster);

// Characters from deep to shallow; land is '#'.
std::string ascii_picture(const DepthGrid& grid);
// Red, green, blue: blue by depth, sand above the sea, lit from the north-west.
//   cell_m: distance of the grid's points.
std::vector<uint8_t> shaded_picture(const DepthGrid& grid, double cell_m);

}  // namespace hadal::environment
