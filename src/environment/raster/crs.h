// Coordinate reference systems: from geodetic WGS-84 places to the coordinates of any system that
// PROJ knows, and back. Coordinates are x then y: east then north, longitude then latitude, in the
// units of the system (metres or degrees as a rule), whatever order the authority prefers.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "environment/earth/sea_map.h"

namespace hadal::environment {

struct CrsPoint {
  double x = 0;
  double y = 0;
};

class Crs {
 public:
  // "EPSG:32633", "4326", WKT, a PROJ string, or a name such as WGS84.
  static Result<Crs> parse(const std::string& text);
  // Geodetic WGS-84, degrees: x longitude, y latitude.
  static Crs geodetic();
  // UTM zone of a place; polar stereographic (EPSG:3995, EPSG:3031) beyond 84 N and 80 S.
  static Crs metric_at(double latitude_deg, double longitude_deg);

  const std::string& name() const;
  const std::string& wkt() const;
  bool degrees() const;  // coordinates are angles
  // Length of the turn around the Earth in x where that turn is a shift (longitudes, Mercator);
  // 0 otherwise.
  double period_x() const;

  // Nothing where the system does not reach. Any thread; guarded by a lock unless the system is
  // geodetic WGS-84.
  std::optional<CrsPoint> from_geodetic(double latitude_deg, double longitude_deg) const;
  std::optional<Geodetic> to_geodetic(const CrsPoint& point) const;

 private:
  struct Impl;
  explicit Crs(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

// World plane to the coordinates of a system, and back (z = 0).
std::optional<CrsPoint> crs_from_plane(const Crs& crs, const SeaMap& map, const Vec3& p_N);
std::optional<Vec3> plane_from_crs(const Crs& crs, const SeaMap& map, const CrsPoint& point);

}  // namespace hadal::environment
