// The parts of the module, one per file.
#pragma once
#include "environment/raster/raster_module.h"

namespace hadal::environment {

std::unique_ptr<RasterFile> open_gdal_raster(const std::string& path, std::string& message_text);
std::unique_ptr<ArrayFile> open_gdal_arrays(const std::string& path);
std::optional<CrsDefinition> parse_gdal_crs(const std::string& text, std::string& message_text);
bool write_gdal_geotiff(const std::string& path, const ElevationGrid& grid, StoredAs stored,
                        std::string& message_text);
bool write_gdal_png(const std::string& path, int columns, int rows, int bands,
                    std::span<const uint8_t> values, std::string& message_text);

}  // namespace hadal::environment
