// The world plane as a map of the curved sea. (north, east) is the azimuthal equidistant projection
// of the WGS-84 ellipsoid about the origin: distance and bearing from the origin are those of the
// geodesic. Depth is below the ellipsoid, which stands for mean sea level, everywhere; so z = 0 is
// the sea 60 km away too, where a tangent plane (LocalFrame) would float 280 m above it.
//
// Method: Karney, "Algorithms for geodesics" (GeographicLib), exact to nanometres at any latitude,
// poles and antimeridian included. The map stretches across the bearing by (d/R)/sin(d/R): 1.5e-5
// at 60 km, 1.7e-3 at 640 km. Directions differ from true north by the convergence of the
// meridians.
#pragma once
#include "environment/earth/geodesy.h"
#include "math/types.h"

namespace hadal::environment {

class SeaMap {
 public:
  explicit SeaMap(double latitude_deg = 0, double longitude_deg = 0);

  const Geodetic& origin() const { return origin_; }
  // Elevation of the place is -z of the point and the reverse.
  Vec3 plane_from_geodetic(const Geodetic& place) const;
  Geodetic geodetic_from_plane(const Vec3& p_N) const;
  // As above, with the angle from the map's north axis to true north at the point, clockwise. At
  // the origin it is zero.
  Geodetic geodetic_from_plane(const Vec3& p_N, double& true_north_rad) const;

 private:
  Geodetic origin_;
};

}  // namespace hadal::environment
