#include <gdal_priv.h>

#include "environment/raster/gdal/gdal_errors.h"
#include "environment/raster/gdal/gdal_files.h"

namespace hadal::environment {
namespace {

std::optional<double> only_if(bool has, double value) {
  return has ? std::optional(value) : std::nullopt;
}

class GdalArray : public FileArray {
 public:
  explicit GdalArray(std::shared_ptr<GDALMDArray> array) : array_(std::move(array)) {}

  std::string name() const override { return array_->GetName(); }

  std::string attribute(const std::string& name) const override {
    const GdalErrors errors;
    const auto attribute = array_->GetAttribute(name);
    const char* text = attribute ? attribute->ReadAsString() : nullptr;
    return text ? text : "";
  }

  std::string unit() const override {
    return array_->GetUnit().empty() ? attribute("units") : array_->GetUnit();
  }

  std::vector<Dimension> dimensions() const override {
    const GdalErrors errors;
    std::vector<Dimension> out;
    for (const auto& dimension : array_->GetDimensions()) {
      const auto axis = dimension->GetIndexingVariable();
      out.push_back({dimension->GetName(), dimension->GetSize(),
                     axis ? std::make_shared<GdalArray>(axis) : nullptr});
    }
    return out;
  }
  size_t dimension_count() const override { return array_->GetDimensionCount(); }

  std::optional<double> nodata() const override {
    bool has = false;
    const double value = array_->GetNoDataValueAsDouble(&has);
    return only_if(has, value);
  }
  std::optional<double> scale() const override {
    bool has = false;
    const double value = array_->GetScale(&has);
    return only_if(has, value);
  }
  std::optional<double> offset() const override {
    bool has = false;
    const double value = array_->GetOffset(&has);
    return only_if(has, value);
  }

  bool read(std::span<double> out) const override {
    const GdalErrors errors;
    const GUInt64 start = 0;
    const size_t count = out.size();
    return array_->Read(&start, &count, nullptr, nullptr, GDALExtendedDataType::Create(GDT_Float64),
                        out.data());
  }

  bool read(std::span<const uint64_t> start, std::span<const size_t> count,
            std::span<const ptrdiff_t> stride, std::span<float> out) const override {
    const GdalErrors errors;
    const std::vector<GUInt64> first(start.begin(), start.end());
    const std::vector<GPtrDiff_t> strides(stride.begin(), stride.end());
    return array_->Read(first.data(), count.data(), nullptr, strides.data(),
                        GDALExtendedDataType::Create(GDT_Float32), out.data(), out.data(),
                        out.size_bytes());
  }

 private:
  std::shared_ptr<GDALMDArray> array_;
};

class GdalArrays : public ArrayFile {
 public:
  GdalArrays(Dataset dataset, std::shared_ptr<GDALGroup> root)
      : dataset_(std::move(dataset)), root_(std::move(root)) {}

  std::vector<std::string> names() const override {
    const GdalErrors errors;
    return root_->GetMDArrayNames();
  }
  std::shared_ptr<const FileArray> open(const std::string& name) const override {
    const GdalErrors errors;
    const auto array = root_->OpenMDArray(name);
    return array ? std::make_shared<GdalArray>(array) : nullptr;
  }

 private:
  Dataset dataset_;
  std::shared_ptr<GDALGroup> root_;
};

}  // namespace

std::unique_ptr<ArrayFile> open_gdal_arrays(const std::string& path) {
  const GdalErrors errors;
  Dataset dataset(GDALDataset::Open(path.c_str(), GDAL_OF_MULTIDIM_RASTER));
  auto root = dataset ? dataset->GetRootGroup() : nullptr;
  if (!root) return nullptr;
  return std::make_unique<GdalArrays>(std::move(dataset), std::move(root));
}

}  // namespace hadal::environment
