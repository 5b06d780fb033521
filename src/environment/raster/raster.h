// A raster of depths that GDAL can read, and its place on the Earth. Depth is metres below mean sea
// level, positive down, whatever the file holds. Pixel coordinates (column, row) are GDAL's: pixel
// (c, r) covers c..c+1 by r..r+1 and its value stands at its centre (c + 0.5, r + 0.5).
//
// Between the centres the surface is bilinear, or bicubic (Catmull-Rom), which passes through the
// pixels too and has no edges but may overshoot by an eighth of a step. Beyond the outermost
// centres the edge value holds. Rasters that go around the Earth wrap, and those that end at a pole
// continue on its other side.
//
// Rasters of up to `memory_bytes` are read as a whole at open; larger ones are read in chunks of
// 256 x 256 pixels when needed, kept in a pool of the same size; holes are then filled from the
// chunk they are in, and a chunk without any value counts as land at sea level. Values are held as
// float (0.5 mm at 8 km).
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "environment/raster/crs.h"

namespace hadal::environment {

struct RasterOptions {
  std::string crs;  // replaces what the file says; needed where it says nothing
  int band = 1;
  bool values_are_depths = false;  // positive down; otherwise elevations, positive up
  std::optional<double> unit_m;    // of the values; otherwise as the file says, metres if silent
  std::optional<double> nodata;    // counts as a hole, beside the file's own value and NaN
  bool refuse_holes = false;       // otherwise filled (hole_fill.h)
  bool any_value = false;          // classes and images: values need not be depths
  bool bicubic = false;
  bool image = false;  // no place on the Earth is asked for; depths are values as read
  size_t memory_bytes = size_t{64} << 20;
};

struct RasterInfo {
  std::string path, driver, data_type, unit, crs_name;
  int columns = 0, rows = 0, bands = 0;
  std::array<double, 6> geotransform{};  // x = g0 + c g1 + r g2, y = g3 + c g4 + r g5
  std::optional<double> nodata;
  double scale = 1, offset = 0;  // value = scale * stored + offset
  bool in_memory = true;
  size_t holes = 0;  // pixels without a value; counted for rasters in memory only
};

struct Pixel {
  double column = 0;
  double row = 0;
};

class Raster {
 public:
  Raster(Raster&&) noexcept;
  Raster& operator=(Raster&&) noexcept;
  ~Raster();

  const RasterInfo& info() const;
  const Crs& crs() const;
  // Of a point of the raster's system; x is turned around the Earth toward the raster.
  Pixel pixel_from_crs(const CrsPoint& point) const;
  CrsPoint crs_from_pixel(const Pixel& pixel) const;
  std::optional<Pixel> pixel_from_geodetic(double latitude_deg, double longitude_deg) const;
  // Columns of a full turn around the Earth; 0 for a raster in a system without one.
  double period_columns() const;
  bool covers(const Pixel& pixel) const;

  // Any thread. No allocation for rasters in memory.
  double depth(const Pixel& pixel) const;
  // The value of the pixel itself, NaN for a hole that was not filled; for classes.
  double nearest(const Pixel& pixel) const;
  // Length of a pixel at the middle of the raster, the longer side, metres.
  double cell_m() const;
  size_t resident_bytes() const;

 private:
  friend Result<Raster> open_raster(const std::string& path, const RasterOptions& options);
  struct Impl;
  explicit Raster(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Every problem with its reason: no such file, not a raster, no such band, no reference system, no
// place, truncated, holes, values that are no depths.
Result<Raster> open_raster(const std::string& path, const RasterOptions& options = {});

}  // namespace hadal::environment
