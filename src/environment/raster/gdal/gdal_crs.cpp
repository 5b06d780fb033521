#include <ogr_spatialref.h>

#include <cmath>

#include "environment/raster/gdal/gdal_errors.h"
#include "environment/raster/gdal/gdal_files.h"

namespace hadal::environment {
namespace {

std::string wkt_of(const OGRSpatialReference& reference) {
  char* text = nullptr;
  const char* const options[] = {"FORMAT=WKT2_2019", nullptr};
  reference.exportToWkt(&text, options);
  const std::string out = text ? text : "";
  CPLFree(text);
  return out;
}

OGRSpatialReference wgs84() {
  OGRSpatialReference reference;
  reference.SetWellKnownGeogCS("WGS84");
  reference.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  return reference;
}

struct DestroyTransformation {
  void operator()(OGRCoordinateTransformation* t) const {
    OGRCoordinateTransformation::DestroyCT(t);
  }
};
using Transformation = std::unique_ptr<OGRCoordinateTransformation, DestroyTransformation>;

class GdalTransform : public CrsTransform {
 public:
  GdalTransform(Transformation forward, Transformation backward)
      : forward_(std::move(forward)), backward_(std::move(backward)) {}

  std::optional<CrsPoint> forward(const CrsPoint& point) override {
    return transformed(*forward_, point);
  }
  std::optional<CrsPoint> backward(const CrsPoint& point) override {
    return transformed(*backward_, point);
  }

 private:
  static std::optional<CrsPoint> transformed(OGRCoordinateTransformation& t, CrsPoint p) {
    const GdalErrors errors;
    int ok = 0;
    if (!t.Transform(1, &p.x, &p.y, nullptr, &ok) || !ok || !std::isfinite(p.x) ||
        !std::isfinite(p.y))
      return std::nullopt;
    return p;
  }

  Transformation forward_, backward_;
};

}  // namespace

std::optional<CrsDefinition> parse_gdal_crs(const std::string& text, std::string& message_text) {
  const GdalErrors errors(message_text);
  OGRSpatialReference reference;
  if (reference.SetFromUserInput(text.c_str()) != OGRERR_NONE) return std::nullopt;
  reference.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  CrsDefinition out;
  out.name = reference.GetName() ? reference.GetName() : "unnamed";
  out.wkt = wkt_of(reference);
  out.degrees = reference.IsGeographic();
  const OGRSpatialReference base = wgs84();
  out.geodetic = reference.IsGeographic() && reference.IsSame(&base);
  if (out.geodetic) return out;
  Transformation forward(OGRCreateCoordinateTransformation(&base, &reference));
  Transformation backward(OGRCreateCoordinateTransformation(&reference, &base));
  if (forward && backward)
    out.transform = std::make_unique<GdalTransform>(std::move(forward), std::move(backward));
  return out;
}

}  // namespace hadal::environment
