// What rasters need of GDAL, behind an interface of its own: GDAL brings some hundred libraries, which
// a program that opens no raster shall neither need nor load. The implementation (gdal/) sits in
// libhadal_raster.so beside libhadal.so, which loads it on first use (library/raster_loader.cpp); unit
// tests link it. It only hands over what files hold; what that means is decided on this side.
//
// `message_text` collects what GDAL has to say about a failure, over several calls.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "environment/raster/crs.h"
#include "environment/raster/raster.h"
#include "environment/raster/raster_writer.h"

namespace hadal::environment {

// An open raster. Bands count from 1.
class RasterFile {
 public:
  virtual ~RasterFile() = default;
  // Driver, size and number of bands; with a band of the file also what that one says.
  virtual RasterInfo info(int band) const = 0;
  virtual std::vector<std::string> band_names() const = 0;
  virtual std::vector<std::string> layers() const = 0;  // which a file offers in place of bands
  virtual std::optional<std::array<double, 6>> geotransform() const = 0;
  virtual std::string wkt() const = 0;  // of the reference system; empty: none
  // Stored numbers of a window, row after row.
  virtual bool read(int band, int column, int row, int columns, int rows, std::span<float> out,
                    std::string& message_text) = 0;
};

// A variable of a file of arrays (netCDF, HDF5, Zarr).
class FileArray {
 public:
  struct Dimension {
    std::string name;
    size_t size = 0;
    std::shared_ptr<const FileArray> axis;  // its values; none where the file says none
  };

  virtual ~FileArray() = default;
  virtual std::string name() const = 0;
  virtual std::string attribute(const std::string& name) const = 0;  // empty: none
  virtual std::string unit() const = 0;
  virtual std::vector<Dimension> dimensions() const = 0;
  virtual size_t dimension_count() const = 0;
  virtual std::optional<double> nodata() const = 0;
  virtual std::optional<double> scale() const = 0;
  virtual std::optional<double> offset() const = 0;
  // Stored numbers of a one-dimensional array.
  virtual bool read(std::span<double> out) const = 0;
  // Of a part; element strides of `out` per dimension.
  virtual bool read(std::span<const uint64_t> start, std::span<const size_t> count,
                    std::span<const ptrdiff_t> stride, std::span<float> out) const = 0;
};

class ArrayFile {
 public:
  virtual ~ArrayFile() = default;
  virtual std::vector<std::string> names() const = 0;
  virtual std::shared_ptr<const FileArray> open(const std::string& name) const = 0;  // or null
};

// From geodetic WGS-84 (x longitude, y latitude, degrees) to a reference system, and back. One
// thread at a time.
class CrsTransform {
 public:
  virtual ~CrsTransform() = default;
  virtual std::optional<CrsPoint> forward(const CrsPoint& point) = 0;
  virtual std::optional<CrsPoint> backward(const CrsPoint& point) = 0;
};

struct CrsDefinition {
  std::string name, wkt;
  bool degrees = false;
  bool geodetic = false;                    // WGS-84 itself
  std::unique_ptr<CrsTransform> transform;  // none if geodetic, or not tied to the Earth
};

class RasterModule {
 public:
  virtual ~RasterModule() = default;
  virtual std::string version() const = 0;  // of GDAL
  // Null when it cannot be opened.
  virtual std::unique_ptr<RasterFile> open(const std::string& path,
                                           std::string& message_text) const = 0;
  virtual std::unique_ptr<ArrayFile> open_arrays(const std::string& path) const = 0;
  virtual std::optional<CrsDefinition> parse_crs(const std::string& text,
                                                 std::string& message_text) const = 0;
  // Of a geotransform; nothing when it maps every pixel to one line.
  virtual std::optional<std::array<double, 6>> inverse(
      const std::array<double, 6>& geotransform) const = 0;
  virtual bool write_geotiff(const std::string& path, const ElevationGrid& grid, StoredAs stored,
                             std::string& message_text) const = 0;
  virtual bool write_png(const std::string& path, int columns, int rows, int bands,
                         std::span<const uint8_t> values, std::string& message_text) const = 0;
};

// The module, or the reason why there is none. Any thread.
const Result<const RasterModule*>& raster_module();

}  // namespace hadal::environment

// The only name that libhadal_raster.so shows. Null unless both are of one version.
extern "C" __attribute__((visibility("default"))) const hadal::environment::RasterModule*
hadal_raster_module(const char* version);
