#include "environment/raster/raster_writer.h"

#include "base/check.h"
#include "environment/raster/raster_module.h"
#include "environment/raster/raster_values.h"

namespace hadal::environment {
namespace {

Problems failure(const std::string& path, const std::string& message_text) {
  return raster_problem(path, "cannot write this file" + gdal_message(message_text));
}

}  // namespace

Problems write_geotiff(const std::string& path, const ElevationGrid& grid, StoredAs stored) {
  HADAL_CHECK(grid.elevation_m.size() == static_cast<size_t>(grid.columns) * grid.rows);
  if (!raster_module()) return without_module(path);
  std::string message_text;
  const bool ok = raster_module().value()->write_geotiff(path, grid, stored, message_text);
  return ok ? Problems{} : failure(path, message_text);
}

Problems write_png(const std::string& path, int columns, int rows,
                   std::span<const uint8_t> values) {
  const size_t pixels = static_cast<size_t>(columns) * rows;
  HADAL_CHECK(values.size() == pixels || values.size() == 3 * pixels);
  if (!raster_module()) return without_module(path);
  std::string message_text;
  const int bands = values.size() == pixels ? 1 : 3;
  const bool ok = raster_module().value()->write_png(path, columns, rows, bands, values,
                                                     message_text);
  return ok ? Problems{} : failure(path, message_text);
}

}  // namespace hadal::environment
