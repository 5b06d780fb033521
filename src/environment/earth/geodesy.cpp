#include "environment/earth/geodesy.h"

#include <GeographicLib/Geocentric.hpp>
#include <vector>

namespace hadal::environment {
namespace {
const GeographicLib::Geocentric& earth() {
  return GeographicLib::Geocentric::WGS84();
}
}  // namespace

Vec3 ecef_from_geodetic(const Geodetic& place) {
  Vec3 p_E;
  earth().Forward(place.latitude_deg, place.longitude_deg, place.elevation_m, p_E.x(), p_E.y(),
                  p_E.z());
  return p_E;
}

Geodetic geodetic_from_ecef(const Vec3& p_E) {
  Geodetic place;
  earth().Reverse(p_E.x(), p_E.y(), p_E.z(), place.latitude_deg, place.longitude_deg,
                  place.elevation_m);
  return place;
}

Mat3 R_E_ned_at(const Geodetic& place) {
  Vec3 p_E;
  std::vector<double> m(9);  // row by row, columns east, north, up
  earth().Forward(place.latitude_deg, place.longitude_deg, place.elevation_m, p_E.x(), p_E.y(),
                  p_E.z(), m);
  return Mat3{{m[1], m[0], -m[2]}, {m[4], m[3], -m[5]}, {m[7], m[6], -m[8]}};
}

LocalFrame::LocalFrame(double latitude_deg, double longitude_deg)
    : origin_{latitude_deg, longitude_deg, 0},
      p_EN_E_(ecef_from_geodetic(origin_)),
      R_EN_(R_E_ned_at(origin_)) {}

Vec3 LocalFrame::ned_from_geodetic(const Geodetic& place) const {
  return R_EN_.transpose() * (ecef_from_geodetic(place) - p_EN_E_);
}

Geodetic LocalFrame::geodetic_from_ned(const Vec3& p_N) const {
  return geodetic_from_ecef(p_EN_E_ + R_EN_ * p_N);
}

}  // namespace hadal::environment
