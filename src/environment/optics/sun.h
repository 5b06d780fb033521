// Where sun and moon stand, and how much light they send to level ground under a clear sky.
//
//   sun    Meeus, "Astronomical Algorithms" (1998), ch. 25, as used by NOAA: 0.01 degrees for some
//          centuries around 2000; parallax and, near the horizon, refraction included.
//   moon   low-precision series of the Astronomical Almanac: 0.3 degrees; seen from the place, not
//          from the centre of the earth. Phase: Meeus ch. 48.
//   refraction  Saemundsson (Meeus 16.4), at 1010 hPa and 10 degC; half a degree at the horizon.
//   illuminance Janiczek & DeYoung, "Computer programs for sun and moon illuminance", U.S. Naval
//          Observatory Circular 171 (1987): polynomials in the elevation, 90 to -18 degrees for the
//          sun, with twilight; the moon by its phase and distance. Clear sky at sea level.
//          Starlight and airglow are a constant 1e-3 lx.
//
// Time is UTC in nanoseconds since 1970; universal time is taken as UTC (0.9 s: 0.004 degrees).
// Directions are unit vectors towards the body in N, north-east-down. Azimuth clockwise from north.
#pragma once
#include <cstdint>

#include "math/types.h"

namespace hadal::environment::optics {

struct GeoPosition {
  double latitude_rad = 0, longitude_rad = 0;  // north and east positive
};

struct BodyPosition {
  double elevation_rad = 0;                             // as seen, with refraction
  double elevation_airless_rad = 0;                     // without
  double azimuth_rad = 0;                               // 0 to 2 pi
  double right_ascension_rad = 0, declination_rad = 0;  // from the centre of the earth
  double distance_m = 0;
  Vec3 direction_N() const;
};

BodyPosition sun_position(int64_t unix_ns, const GeoPosition& place);

struct MoonPosition : BodyPosition {
  double phase_angle_rad = 0;       // 0 full, pi new
  double illuminated_fraction = 0;  // of the disc
};
MoonPosition moon_position(int64_t unix_ns, const GeoPosition& place);

// What the air adds to an elevation.
double atmospheric_refraction_rad(double elevation_airless_rad);

constexpr double kStarlight_lx = 1e-3;
// Elevations in rad, without refraction. The sun's with its sky down to -18 degrees, fading to
// nothing below; zero for a moon below the horizon.
double sun_illuminance_lx(double elevation_rad);
double moon_illuminance_lx(const MoonPosition& moon);

}  // namespace hadal::environment::optics
