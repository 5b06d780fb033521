#include <gdal_priv.h>

#include <cmath>

#include "environment/raster/gdal/gdal_errors.h"
#include "environment/raster/gdal/gdal_files.h"

namespace hadal::environment {
namespace {

class GdalRaster : public RasterFile {
 public:
  explicit GdalRaster(Dataset dataset) : dataset_(std::move(dataset)) {}

  RasterInfo info(int band) const override {
    RasterInfo out;
    out.driver = dataset_->GetDriver() ? dataset_->GetDriver()->GetDescription() : "unknown";
    out.columns = dataset_->GetRasterXSize();
    out.rows = dataset_->GetRasterYSize();
    out.bands = dataset_->GetRasterCount();
    if (band >= 1 && band <= out.bands) describe(*dataset_->GetRasterBand(band), out);
    return out;
  }

  std::vector<std::string> band_names() const override {
    std::vector<std::string> out;
    for (int b = 1; b <= dataset_->GetRasterCount(); ++b)
      out.emplace_back(dataset_->GetRasterBand(b)->GetDescription());
    return out;
  }

  std::vector<std::string> layers() const override {
    std::vector<std::string> out;
    char** list = dataset_->GetMetadata("SUBDATASETS");
    for (int i = 0; list && list[i]; ++i) {
      const std::string entry = list[i];
      const size_t equals = entry.find("_NAME=");
      if (equals != std::string::npos) out.push_back(entry.substr(equals + 6));
    }
    return out;
  }

  std::optional<std::array<double, 6>> geotransform() const override {
    std::array<double, 6> out{};
    if (dataset_->GetGeoTransform(out.data()) != CE_None) return std::nullopt;
    return out;
  }

  std::string wkt() const override {
    const OGRSpatialReference* reference = dataset_->GetSpatialRef();
    if (!reference) return "";
    const GdalErrors errors;
    char* text = nullptr;
    reference->exportToWkt(&text);
    const std::string out = text ? text : "";
    CPLFree(text);
    return out;
  }

  bool read(int band, int column, int row, int columns, int rows, std::span<float> out,
            std::string& message_text) override {
    const GdalErrors errors(message_text);
    return dataset_->GetRasterBand(band)->RasterIO(GF_Read, column, row, columns, rows, out.data(),
                                                   columns, rows, GDT_Float32, 0, 0,
                                                   nullptr) == CE_None;
  }

 private:
  static void describe(GDALRasterBand& band, RasterInfo& out) {
    out.data_type = GDALGetDataTypeName(band.GetRasterDataType());
    out.unit = band.GetUnitType();
    int has = 0;
    const double nodata = band.GetNoDataValue(&has);
    if (has && !std::isnan(nodata)) out.nodata = nodata;
    out.scale = band.GetScale();
    out.offset = band.GetOffset();
  }

  Dataset dataset_;
};

}  // namespace

std::unique_ptr<RasterFile> open_gdal_raster(const std::string& path, std::string& message_text) {
  const GdalErrors errors(message_text);
  Dataset dataset(
      GDALDataset::Open(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR));
  if (!dataset) return nullptr;
  return std::make_unique<GdalRaster>(std::move(dataset));
}

}  // namespace hadal::environment
