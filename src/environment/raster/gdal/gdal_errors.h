// Datasets of GDAL that close themselves, and what GDAL has to say during the life of this object,
// on this thread, instead of on stderr. Also makes sure that GDAL is ready for use. No header of
// GDAL is seen from here.
#pragma once
#include <memory>
#include <string>
#include <string_view>

class GDALDataset;

namespace hadal::environment {

struct CloseDataset {
  void operator()(GDALDataset* dataset) const;
};
using Dataset = std::unique_ptr<GDALDataset, CloseDataset>;

class GdalErrors {
 public:
  GdalErrors() : GdalErrors(own_) {}
  // Adds to a text that others have begun.
  explicit GdalErrors(std::string& text);
  ~GdalErrors();
  GdalErrors(const GdalErrors&) = delete;
  GdalErrors& operator=(const GdalErrors&) = delete;

  void add(std::string_view message);

 private:
  std::string own_;
  std::string& text_;
};

}  // namespace hadal::environment
