#include "environment/raster/crs.h"

#include <ogr_spatialref.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "environment/raster/gdal_errors.h"

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

bool all_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

struct Crs::Impl {
  std::string name, wkt;
  bool degrees = false;
  bool geodetic = false;  // WGS-84 itself: no transformation
  double period_x = 0;
  mutable std::mutex mutex;
  struct Destroy {
    void operator()(OGRCoordinateTransformation* t) const {
      OGRCoordinateTransformation::DestroyCT(t);
    }
  };
  std::unique_ptr<OGRCoordinateTransformation, Destroy> forward, backward;

  std::optional<CrsPoint> transform(OGRCoordinateTransformation* t, double x, double y) const {
    const std::lock_guard lock(mutex);
    const GdalErrors errors;
    int ok = 0;
    if (!t->Transform(1, &x, &y, nullptr, &ok) || !ok || !std::isfinite(x) || !std::isfinite(y))
      return std::nullopt;
    return CrsPoint{x, y};
  }

  // Half a turn at two latitudes: the same shift of x, and no change of y.
  double find_period() const {
    double half[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
      const auto east = transform(forward.get(), 90, 60 * k);
      const auto west = transform(forward.get(), -90, 60 * k);
      if (!east || !west || std::abs(east->y - west->y) > 1e-6) return 0;
      half[k] = std::abs(east->x - west->x);
    }
    return std::abs(half[0] - half[1]) < 1e-9 * half[0] ? 2 * half[0] : 0;
  }
};

Result<Crs> Crs::parse(const std::string& text) {
  const GdalErrors errors;
  OGRSpatialReference reference;
  const std::string input = all_digits(text) ? "EPSG:" + text : text;
  Problems problems;
  if (text.empty() || reference.SetFromUserInput(input.c_str()) != OGRERR_NONE) {
    problems.add("'" + text.substr(0, 80) +
                 "' is not a coordinate reference system; expected e.g. EPSG:4326, EPSG:32633 or "
                 "WKT" +
                 errors.said());
    return problems;
  }
  reference.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  auto impl = std::make_shared<Impl>();
  impl->name = reference.GetName() ? reference.GetName() : "unnamed";
  impl->wkt = wkt_of(reference);
  impl->degrees = reference.IsGeographic();
  const OGRSpatialReference base = wgs84();
  impl->geodetic = reference.IsGeographic() && reference.IsSame(&base);
  if (!impl->geodetic) {
    impl->forward.reset(OGRCreateCoordinateTransformation(&base, &reference));
    impl->backward.reset(OGRCreateCoordinateTransformation(&reference, &base));
  }
  if (!impl->geodetic && (!impl->forward || !impl->backward)) {
    problems.add("no way from WGS-84 to '" + impl->name +
                 "'; expected a system that is tied to the Earth" + errors.said());
    return problems;
  }
  impl->period_x = impl->geodetic ? 360 : impl->find_period();
  return Crs(std::move(impl));
}

Crs Crs::geodetic() {
  return parse("EPSG:4326").value();
}

Crs Crs::metric_at(double latitude_deg, double longitude_deg) {
  if (latitude_deg > 84) return parse("EPSG:3995").value();
  if (latitude_deg < -80) return parse("EPSG:3031").value();
  const double turned = std::remainder(longitude_deg, 360.0);
  const int zone = std::clamp(static_cast<int>(std::floor((turned + 180) / 6)) + 1, 1, 60);
  return parse(std::to_string((latitude_deg < 0 ? 32700 : 32600) + zone)).value();
}

const std::string& Crs::name() const {
  return impl_->name;
}
const std::string& Crs::wkt() const {
  return impl_->wkt;
}
bool Crs::degrees() const {
  return impl_->degrees;
}
double Crs::period_x() const {
  return impl_->period_x;
}

std::optional<CrsPoint> Crs::from_geodetic(double latitude_deg, double longitude_deg) const {
  if (impl_->geodetic) return CrsPoint{longitude_deg, latitude_deg};
  return impl_->transform(impl_->forward.get(), longitude_deg, latitude_deg);
}

std::optional<Geodetic> Crs::to_geodetic(const CrsPoint& point) const {
  const auto place =
      impl_->geodetic ? point : impl_->transform(impl_->backward.get(), point.x, point.y);
  if (!place || std::abs(place->y) > 90) return std::nullopt;
  return Geodetic{place->y, std::remainder(place->x, 360.0), 0};
}

std::optional<CrsPoint> crs_from_plane(const Crs& crs, const SeaMap& map, const Vec3& p_N) {
  const Geodetic place = map.geodetic_from_plane(p_N);
  return crs.from_geodetic(place.latitude_deg, place.longitude_deg);
}

std::optional<Vec3> plane_from_crs(const Crs& crs, const SeaMap& map, const CrsPoint& point) {
  const auto place = crs.to_geodetic(point);
  if (!place) return std::nullopt;
  return map.plane_from_geodetic(*place);
}

}  // namespace hadal::environment
