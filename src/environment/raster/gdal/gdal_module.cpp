#include <gdal.h>

#include <cstring>

#include "environment/raster/gdal/gdal_files.h"

namespace hadal::environment {
namespace {

class GdalModule : public RasterModule {
 public:
  std::string version() const override {
    return std::string("GDAL ") + GDALVersionInfo("RELEASE_NAME");
  }
  std::unique_ptr<RasterFile> open(const std::string& path,
                                   std::string& message_text) const override {
    return open_gdal_raster(path, message_text);
  }
  std::unique_ptr<ArrayFile> open_arrays(const std::string& path) const override {
    return open_gdal_arrays(path);
  }
  std::optional<CrsDefinition> parse_crs(const std::string& text,
                                         std::string& message_text) const override {
    return parse_gdal_crs(text, message_text);
  }
  std::optional<std::array<double, 6>> inverse(
      const std::array<double, 6>& geotransform) const override {
    std::array<double, 6> in = geotransform, out{};
    if (!GDALInvGeoTransform(in.data(), out.data())) return std::nullopt;
    return out;
  }
  bool write_geotiff(const std::string& path, const ElevationGrid& grid, StoredAs stored,
                     std::string& message_text) const override {
    return write_gdal_geotiff(path, grid, stored, message_text);
  }
  bool write_png(const std::string& path, int columns, int rows, int bands,
                 std::span<const uint8_t> values, std::string& message_text) const override {
    return write_gdal_png(path, columns, rows, bands, values, message_text);
  }
};

}  // namespace

// Of programs that link the module; libhadal.so has its own, which loads it.
const Result<const RasterModule*>& raster_module() {
  static const Result<const RasterModule*> module = hadal_raster_module(HADAL_VERSION);
  return module;
}

}  // namespace hadal::environment

const hadal::environment::RasterModule* hadal_raster_module(const char* version) {
  static const hadal::environment::GdalModule module{};
  return std::strcmp(version, HADAL_VERSION) == 0 ? &module : nullptr;
}
