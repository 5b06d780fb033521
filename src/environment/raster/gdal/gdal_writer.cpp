#include <gdal_priv.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "environment/raster/gdal/gdal_errors.h"
#include "environment/raster/gdal/gdal_files.h"

namespace hadal::environment {
namespace {

constexpr float kNoValue = -32768;  // fits both kinds of storage
constexpr double kDecimetre_m = 0.1;

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

bool write_gdal_geotiff(const std::string& path, const ElevationGrid& grid, StoredAs stored,
                        std::string& message_text) {
  const GdalErrors errors(message_text);
  const bool whole = stored == StoredAs::kDecimetres;
  const char* options[] = {"COMPRESS=DEFLATE", "ZLEVEL=9", whole ? "PREDICTOR=2" : "PREDICTOR=3",
                           nullptr};
  GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  Dataset dataset(driver->Create(path.c_str(), grid.columns, grid.rows, 1,
                                 whole ? GDT_Int16 : GDT_Float32, const_cast<char**>(options)));
  if (!dataset) return false;
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
  return ok;
}

bool write_gdal_png(const std::string& path, int columns, int rows, int bands,
                    std::span<const uint8_t> values, std::string& message_text) {
  const GdalErrors errors(message_text);
  GDALDriverManager& drivers = *GetGDALDriverManager();
  Dataset memory(
      drivers.GetDriverByName("MEM")->Create("", columns, rows, bands, GDT_Byte, nullptr));
  if (!memory ||
      memory->RasterIO(GF_Write, 0, 0, columns, rows, const_cast<uint8_t*>(values.data()), columns,
                       rows, GDT_Byte, bands, nullptr, bands,
                       static_cast<GSpacing>(bands) * columns, 1, nullptr) != CE_None)
    return false;
  const Dataset written(drivers.GetDriverByName("PNG")->CreateCopy(
      path.c_str(), memory.get(), false, nullptr, nullptr, nullptr));
  return written != nullptr;
}

}  // namespace hadal::environment
