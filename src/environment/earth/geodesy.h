// Places on the Earth and the local world frame N. N is the plane tangent to the WGS-84 ellipsoid
// at an origin on its surface: x north, y east, z down. Conversions go through the Earth-centred
// frame E (x to latitude 0 longitude 0, z to the north pole) and are exact at any latitude,
// including poles and the antimeridian. Elevation is above the ellipsoid, which stands for the mean
// sea surface. The sea curves away from the plane: by 0.08 m at 1 km and by 8 m at 10 km.
#pragma once
#include "math/types.h"

namespace hadal::environment {

struct Geodetic {
  double latitude_deg = 0;   // -90..90
  double longitude_deg = 0;  // -180..180, east positive
  double elevation_m = 0;    // up
};

// Earth-centred, Earth-fixed coordinates, metres.
Vec3 ecef_from_geodetic(const Geodetic& place);
Geodetic geodetic_from_ecef(const Vec3& p_E);

// The axes of north-east-down at a place, expressed in E. At a pole, north is defined by the
// longitude given.
Mat3 R_E_ned_at(const Geodetic& place);

class LocalFrame {
 public:
  explicit LocalFrame(double latitude_deg = 0, double longitude_deg = 0);

  const Geodetic& origin() const { return origin_; }
  Vec3 ned_from_geodetic(const Geodetic& place) const;
  Geodetic geodetic_from_ned(const Vec3& p_N) const;
  const Mat3& R_EN() const { return R_EN_; }

 private:
  Geodetic origin_;
  Vec3 p_EN_E_;  // the origin of N
  Mat3 R_EN_;
};

}  // namespace hadal::environment
