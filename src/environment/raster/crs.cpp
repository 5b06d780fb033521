#include "environment/raster/crs.h"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "environment/raster/raster_module.h"
#include "environment/raster/raster_values.h"

namespace hadal::environment {
namespace {

bool all_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

struct Crs::Impl {
  CrsDefinition definition;
  double period_x = 0;
  mutable std::mutex mutex;

  std::optional<CrsPoint> forward(const CrsPoint& point) const {
    const std::lock_guard lock(mutex);
    return definition.transform->forward(point);
  }
  std::optional<CrsPoint> backward(const CrsPoint& point) const {
    const std::lock_guard lock(mutex);
    return definition.transform->backward(point);
  }

  // Half a turn at two latitudes: the same shift of x, and no change of y.
  double find_period() const {
    double half[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
      const auto east = forward({90, 60.0 * k});
      const auto west = forward({-90, 60.0 * k});
      if (!east || !west || std::abs(east->y - west->y) > 1e-6) return 0;
      half[k] = std::abs(east->x - west->x);
    }
    return std::abs(half[0] - half[1]) < 1e-9 * half[0] ? 2 * half[0] : 0;
  }
};

Result<Crs> Crs::parse(const std::string& text) {
  const auto& module = raster_module();
  if (!module) return module.problems();
  Problems problems;
  std::string message_text;
  std::optional<CrsDefinition> definition;
  if (!text.empty())
    definition = module.value()->parse_crs(all_digits(text) ? "EPSG:" + text : text, message_text);
  if (!definition) {
    problems.add("'" + text.substr(0, 80) +
                 "' is not a coordinate reference system; expected e.g. EPSG:4326, EPSG:32633 or "
                 "WKT" +
                 gdal_message(message_text));
    return problems;
  }
  if (!definition->geodetic && !definition->transform) {
    problems.add("no transformation from WGS-84 to '" + definition->name +
                 "'; expected a system that is tied to the Earth" + gdal_message(message_text));
    return problems;
  }
  auto impl = std::make_shared<Impl>();
  impl->definition = *std::move(definition);
  impl->period_x = impl->definition.geodetic ? 360 : impl->find_period();
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
  return impl_->definition.name;
}
const std::string& Crs::wkt() const {
  return impl_->definition.wkt;
}
bool Crs::degrees() const {
  return impl_->definition.degrees;
}
double Crs::period_x() const {
  return impl_->period_x;
}

std::optional<CrsPoint> Crs::from_geodetic(double latitude_deg, double longitude_deg) const {
  const CrsPoint point{longitude_deg, latitude_deg};
  return impl_->definition.geodetic ? point : impl_->forward(point);
}

std::optional<Geodetic> Crs::to_geodetic(const CrsPoint& point) const {
  const auto place = impl_->definition.geodetic ? point : impl_->backward(point);
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
