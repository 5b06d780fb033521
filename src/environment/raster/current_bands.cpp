#include "environment/raster/axis_names.h"
#include "environment/raster/current_file.h"
#include "environment/raster/raster_module.h"
#include "environment/raster/raster_values.h"

namespace hadal::environment {
namespace {

// The band a text names: a number or a description; `otherwise` for an empty text, 0 for neither.
int band_of(const std::vector<std::string>& names, const std::string& text, int otherwise) {
  if (text.empty()) return otherwise;
  for (size_t b = 1; b <= names.size(); ++b)
    if (text == std::to_string(b) || text == names[b - 1]) return static_cast<int>(b);
  return 0;
}

bool usable(const Raster& raster) {
  const auto& g = raster.info().geotransform;
  return raster.crs().degrees() && g[2] == 0 && g[4] == 0 && g[1] > 0 && raster.info().in_memory &&
         velocity_unit_m_s(raster.info().unit);
}

void set_axes(const RasterInfo& info, CurrentGrid& grid) {
  const auto& g = info.geotransform;
  grid.longitude_deg.clear();
  grid.latitude_deg.clear();
  for (int c = 0; c < info.columns; ++c) grid.longitude_deg.push_back(g[0] + (c + 0.5) * g[1]);
  for (int r = 0; r < info.rows; ++r) {
    const int row = g[5] < 0 ? info.rows - 1 - r : r;  // latitudes rise
    grid.latitude_deg.push_back(g[3] + (row + 0.5) * g[5]);
  }
}

// Reads one component; also sets the axes, which are those of the file for every band.
Problems read_band(const VelocityFile& source, int band, CurrentGrid& grid,
                   std::vector<float>& values) {
  RasterOptions options;
  options.band = band;
  options.any_value = true;
  options.memory_bytes = source.memory_bytes;
  const Result<Raster> opened = open_raster(source.file, options);
  if (!opened) return opened.problems();
  const Raster& raster = opened.value();
  if (!usable(raster))
    return raster_problem(source.file,
                          "expected a raster of longitudes and latitudes without rotation, in m/s, "
                          "that fits into memory_mb");
  const RasterInfo& info = raster.info();
  const double unit = *velocity_unit_m_s(info.unit);
  set_axes(info, grid);
  for (int r = 0; r < info.rows; ++r)
    for (int c = 0; c < info.columns; ++c) {
      const int row = info.geotransform[5] < 0 ? info.rows - 1 - r : r;
      values.push_back(static_cast<float>(unit * raster.nearest({c + 0.5, row + 0.5})));
    }
  return {};
}

}  // namespace

Result<CurrentGrid> read_current_bands(const VelocityFile& source) {
  if (!raster_module()) return without_module(source.file);
  std::string message_text;
  const std::unique_ptr<RasterFile> file = raster_module().value()->open(source.file, message_text);
  if (!file)
    return raster_problem(
        source.file, "cannot be read; expected netCDF, HDF5, Zarr or a raster" +
            gdal_message(message_text));
  const std::vector<std::string> names = file->band_names();
  const int bands[3] = {band_of(names, source.east, 1), band_of(names, source.north, 2),
                        band_of(names, source.down, -1)};
  CurrentGrid grid{{0}, {0}, {}, {}, {}, {}, {}};
  std::vector<float>* const parts[3] = {&grid.east, &grid.north, &grid.down};
  for (int k = 0; k < 3; ++k) {
    if (bands[k] < 0) continue;
    if (bands[k] == 0 || bands[k] > static_cast<int>(names.size()))
      return raster_problem(source.file, "has " + std::to_string(names.size()) +
                                             " bands; expected one for each component, named by "
                                             "`east`, `north` and `down`");
    Problems problems = read_band(source, bands[k], grid, *parts[k]);
    if (!problems.empty()) return problems;
  }
  return grid;
}

}  // namespace hadal::environment
