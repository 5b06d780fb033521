#include "environment/raster/raster_writer.h"

#include <gdal_priv.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/check.h"
#include "environment/raster/gdal_errors.h"

namespace hadal::environment {
namespace {

constexpr float kNoValue = -32768;  // fits both kinds of storage
constexpr double kDecimetre_m = 0.1;

Problems failure(const std::string& path, const GdalErrors& errors) {
  Problems problems;
  problems.add({path, 0, 0}, "", "cannot write this file" + errors.said());
  return problems;
}

std::vector<float> stored_values(const ElevationGrid& grid, StoredAs stored) {
  std::vector<float> out = grid.elevation_m;
  for (float& v : out) {
    if (std::isnan(v))
      v = kNoValue;
    else if (stored == StoredAs::kDecimetres)
      v = static_cast<float>(std::clamp(std::round(v / kDecimetre_m), -32767.0, 32767.0));
  }
  return out;
}

}  // namespace

Problems write_geotiff(const std::string& path, const ElevationGrid& grid, StoredAs stored) {
  HADAL_CHECK(grid.elevation_m.size() == static_cast<size_t>(grid.columns) * grid.rows);
  const GdalErrors errors;
  const bool whole = stored == StoredAs::kDecimetres;
  const char* options[] = {"COMPRESS=DEFLATE", "ZLEVEL=9", whole ? "PREDICTOR=2" : "PREDICTOR=3",
                           nullptr};
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  Dataset dataset(driver->Create(path.c_str(), grid.columns, grid.rows, 1,
                                 whole ? GDT_Int16 : GDT_Float32, const_cast<char**>(options)));
  if (!dataset) return failure(path, errors);
  std::array<double, 6> transform = grid.geotransform;
  bool ok = dataset->SetGeoTransform(transform.data()) == CE_None;
  if (!grid.crs_wkt.empty()) ok &= dataset->SetProjection(grid.crs_wkt.c_str()) == CE_None;
  GDALRasterBand& band = *dataset->GetRasterBand(1);
  band.SetNoDataValue(kNoValue);
  band.SetUnitType("m");
  if (whole) band.SetScale(kDecimetre_m);
  std::vector<float> values = stored_values(grid, stored);
  ok &= band.RasterIO(GF_Write, 0, 0, grid.columns, grid.rows, values.data(), grid.columns,
                      grid.rows, GDT_Float32, 0, 0, nullptr) == CE_None;
  dataset->FlushCache(true);
  return ok ? Problems{} : failure(path, errors);
}

Problems write_png(const std::string& path, int columns, int rows,
                   std::span<const uint8_t> values) {
  const size_t pixels = static_cast<size_t>(columns) * rows;
  HADAL_CHECK(values.size() == pixels || values.size() == 3 * pixels);
  const int bands = values.size() == pixels ? 1 : 3;
  const GdalErrors errors;
  GDALDriverManager& drivers = *GetGDALDriverManager();
  Dataset memory(
      drivers.GetDriverByName("MEM")->Create("", columns, rows, bands, GDT_Byte, nullptr));
  if (!memory ||
      memory->RasterIO(GF_Write, 0, 0, columns, rows, const_cast<uint8_t*>(values.data()), columns,
                       rows, GDT_Byte, bands, nullptr, bands,
                       static_cast<GSpacing>(bands) * columns, 1, nullptr) != CE_None)
    return failure(path, errors);
  const Dataset written(drivers.GetDriverByName("PNG")->CreateCopy(
      path.c_str(), memory.get(), false, nullptr, nullptr, nullptr));
  return written ? Problems{} : failure(path, errors);
}

}  // namespace hadal::environment
