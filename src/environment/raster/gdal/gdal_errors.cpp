#include "environment/raster/gdal/gdal_errors.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <gdal.h>

#include <mutex>

namespace hadal::environment {
namespace {

constexpr size_t kLongest = 300;  // characters kept

void CPL_STDCALL collect(CPLErr severity, CPLErrorNum, const char* message) {
  if (severity < CE_Warning) return;
  static_cast<GdalErrors*>(CPLGetErrorHandlerUserData())->add(message);
}

void prepare_gdal() {
  static std::once_flag once;
  std::call_once(once, [] {
    // No .aux.xml files beside the user's rasters.
    CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
    GDALAllRegister();
  });
}

}  // namespace

void CloseDataset::operator()(GDALDataset* dataset) const {
  GDALClose(dataset);
}

GdalErrors::GdalErrors(std::string& text) : text_(text) {
  CPLPushErrorHandlerEx(collect, this);
  prepare_gdal();
  CPLErrorReset();
}

GdalErrors::~GdalErrors() {
  CPLPopErrorHandler();
}

void GdalErrors::add(std::string_view message) {
  if (text_.find(message) != std::string::npos || text_.size() > kLongest) return;
  if (!text_.empty()) text_ += "; ";
  text_ += message;
}

}  // namespace hadal::environment
