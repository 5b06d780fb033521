#include "environment/earth/sea_map.h"

#include <GeographicLib/AzimuthalEquidistant.hpp>
#include <cmath>

#include "math/units.h"

namespace hadal::environment {
namespace {
const GeographicLib::AzimuthalEquidistant& projection() {
  static const GeographicLib::AzimuthalEquidistant map(GeographicLib::Geodesic::WGS84());
  return map;
}
}  // namespace

SeaMap::SeaMap(double latitude_deg, double longitude_deg)
    : origin_{latitude_deg, longitude_deg, 0} {}

Vec3 SeaMap::plane_from_geodetic(const Geodetic& place) const {
  Vec3 p_N;
  projection().Forward(origin_.latitude_deg, origin_.longitude_deg, place.latitude_deg,
                       place.longitude_deg, p_N.y(), p_N.x());
  p_N.z() = -place.elevation_m;
  return p_N;
}

Geodetic SeaMap::geodetic_from_plane(const Vec3& p_N) const {
  Geodetic place;
  projection().Reverse(origin_.latitude_deg, origin_.longitude_deg, p_N.y(), p_N.x(),
                       place.latitude_deg, place.longitude_deg);
  place.elevation_m = -p_N.z();
  return place;
}

Geodetic SeaMap::geodetic_from_plane(const Vec3& p_N, double& true_north_rad) const {
  Geodetic place;
  double azimuth_deg = 0, reciprocal_scale = 0;
  projection().Reverse(origin_.latitude_deg, origin_.longitude_deg, p_N.y(), p_N.x(),
                       place.latitude_deg, place.longitude_deg, azimuth_deg, reciprocal_scale);
  place.elevation_m = -p_N.z();
  // The geodesic leaves the origin at `start` and arrives at `azimuth`, both clockwise from true
  // north there; on the map it is straight.
  const double start = std::atan2(p_N.y(), p_N.x());
  true_north_rad = std::remainder(start - azimuth_deg * kDegree, 2 * std::numbers::pi);
  return place;
}

}  // namespace hadal::environment
