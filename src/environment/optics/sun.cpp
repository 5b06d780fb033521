#include "environment/optics/sun.h"

#include <algorithm>
#include <cmath>

#include "base/calendar.h"
#include "math/units.h"

namespace hadal::environment::optics {
namespace {

constexpr double kAstronomicalUnit_m = 149597870700.0, kEarthRadius_m = 6378137;
constexpr double kTerrestrialMinusUtc_s = 69;  // 2017 on; 64 s in 2000: 2e-4 degrees of the sun
constexpr double kDaysPerCentury = 36525;

double sine(double degrees) {
  return std::sin(std::fmod(degrees, 360) * kDegree);
}
double cosine(double degrees) {
  return std::cos(std::fmod(degrees, 360) * kDegree);
}

// Days since 2000-01-01T12:00.
double days_since_2000(int64_t unix_ns, double extra_s) {
  constexpr int64_t kNoon2000_s = 946'728'000;
  const int64_t whole = unix_ns / kNanosecondsPerSecond;
  const double rest = static_cast<double>(unix_ns % kNanosecondsPerSecond) * 1e-9;
  return (static_cast<double>(whole - kNoon2000_s) + rest + extra_s) / 86400;
}

// Mean sidereal time at Greenwich, rad (Meeus 12.4).
double sidereal_time(int64_t unix_ns) {
  const double days = days_since_2000(unix_ns, 0), t = days / kDaysPerCentury;
  return std::fmod(280.46061837 + 360.98564736629 * days + 0.000387933 * t * t, 360) * kDegree;
}

double mean_obliquity_deg(double t) {
  return 23.439291 - 0.0130042 * t;
}

struct Ecliptic {
  double longitude_rad = 0, latitude_rad = 0, distance_m = 0, obliquity_rad = 0;
};

Ecliptic sun_ecliptic(double t) {
  const double mean_longitude = 280.46646 + t * (36000.76983 + 0.0003032 * t),
               anomaly = 357.52911 + t * (35999.05029 - 0.0001537 * t),
               eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t);
  const double centre = (1.914602 - t * (0.004817 + 0.000014 * t)) * sine(anomaly) +
                        (0.019993 - 0.000101 * t) * sine(2 * anomaly) +
                        0.000289 * sine(3 * anomaly);
  const double node = 125.04 - 1934.136 * t;
  Ecliptic out;
  // With aberration and nutation.
  out.longitude_rad = (mean_longitude + centre - 0.00569 - 0.00478 * sine(node)) * kDegree;
  out.distance_m = kAstronomicalUnit_m * 1.000001018 * (1 - eccentricity * eccentricity) /
                   (1 + eccentricity * cosine(anomaly + centre));
  out.obliquity_rad = (mean_obliquity_deg(t) + 0.00256 * cosine(node)) * kDegree;
  return out;
}

Ecliptic moon_ecliptic(double t) {
  Ecliptic out;
  out.longitude_rad = (218.32 + 481267.881 * t + 6.29 * sine(135.0 + 477198.87 * t) -
                       1.27 * sine(259.3 - 413335.36 * t) + 0.66 * sine(235.7 + 890534.22 * t) +
                       0.21 * sine(269.9 + 954397.74 * t) - 0.19 * sine(357.5 + 35999.05 * t) -
                       0.11 * sine(186.5 + 966404.03 * t)) *
                      kDegree;
  out.latitude_rad = (5.13 * sine(93.3 + 483202.02 * t) + 0.28 * sine(228.2 + 960400.89 * t) -
                      0.28 * sine(318.3 + 6003.15 * t) - 0.17 * sine(217.6 - 407332.21 * t)) *
                     kDegree;
  const double parallax_deg =
      0.9508 + 0.0518 * cosine(135.0 + 477198.87 * t) + 0.0095 * cosine(259.3 - 413335.36 * t) +
      0.0078 * cosine(235.7 + 890534.22 * t) + 0.0028 * cosine(269.9 + 954397.74 * t);
  out.distance_m = kEarthRadius_m / std::sin(parallax_deg * kDegree);
  out.obliquity_rad = mean_obliquity_deg(t) * kDegree;
  return out;
}

// To the equator, then to the horizon of the place.
BodyPosition seen_from(const Ecliptic& body, int64_t unix_ns, const GeoPosition& place) {
  const double sin_b = std::sin(body.latitude_rad), cos_b = std::cos(body.latitude_rad),
               sin_l = std::sin(body.longitude_rad), cos_l = std::cos(body.longitude_rad),
               sin_e = std::sin(body.obliquity_rad), cos_e = std::cos(body.obliquity_rad);
  BodyPosition out;
  out.distance_m = body.distance_m;
  out.right_ascension_rad = std::atan2(sin_l * cos_b * cos_e - sin_b * sin_e, cos_l * cos_b);
  if (out.right_ascension_rad < 0) out.right_ascension_rad += kTurn;
  out.declination_rad = std::asin(std::clamp(sin_b * cos_e + cos_b * sin_e * sin_l, -1.0, 1.0));

  const double hour = sidereal_time(unix_ns) + place.longitude_rad - out.right_ascension_rad;
  const double sin_d = std::sin(out.declination_rad), cos_d = std::cos(out.declination_rad),
               sin_p = std::sin(place.latitude_rad), cos_p = std::cos(place.latitude_rad);
  const double north = sin_d * cos_p - cos_d * std::cos(hour) * sin_p,
               east = -cos_d * std::sin(hour), up = sin_d * sin_p + cos_d * std::cos(hour) * cos_p;
  out.azimuth_rad = std::atan2(east, north);
  if (out.azimuth_rad < 0) out.azimuth_rad += kTurn;
  // The observer stands one earth radius nearer the body's zenith than its centre.
  out.elevation_airless_rad =
      std::atan2(up - kEarthRadius_m / body.distance_m, std::hypot(north, east));
  out.elevation_rad =
      out.elevation_airless_rad + atmospheric_refraction_rad(out.elevation_airless_rad);
  return out;
}

double centuries(int64_t unix_ns) {
  return days_since_2000(unix_ns, kTerrestrialMinusUtc_s) / kDaysPerCentury;
}

struct Cubic {
  double above_deg, c0, c1, c2, c3;  // log10 of lx over x = elevation / 90 degrees
};

// Of the first piece below the elevation.
template <size_t N>
double log_illuminance(const Cubic (&pieces)[N], double degrees) {
  const Cubic* piece = &pieces[0];
  while (piece != &pieces[N - 1] && degrees < piece->above_deg) ++piece;
  const double x = degrees / 90;
  return piece->c0 + x * (piece->c1 + x * (piece->c2 + x * piece->c3));
}

constexpr Cubic kSunlight[] = {
    {20, 3.74, 3.97, -4.07, 1.47},         {5, 3.05, 13.28, -45.98, 64.33},
    {-0.8, 2.88, 22.26, -207.64, 1034.30}, {-5, 2.88, 21.81, -258.11, -858.36},
    {-12, 2.70, 12.17, -431.69, -1899.83}, {-18, 13.84, 262.72, 1447.42, 2797.93}};
constexpr Cubic kMoonlight[] = {{20, -1.95, 4.06, -4.24, 1.56},
                                {5, -2.58, 12.58, -42.58, 59.06},
                                {-0.8, -2.79, 24.27, -252.95, 1321.29}};

}  // namespace

Vec3 BodyPosition::direction_N() const {
  return {std::cos(elevation_rad) * std::cos(azimuth_rad),
          std::cos(elevation_rad) * std::sin(azimuth_rad), -std::sin(elevation_rad)};
}

BodyPosition sun_position(int64_t unix_ns, const GeoPosition& place) {
  return seen_from(sun_ecliptic(centuries(unix_ns)), unix_ns, place);
}

MoonPosition moon_position(int64_t unix_ns, const GeoPosition& place) {
  const double t = centuries(unix_ns);
  const Ecliptic moon = moon_ecliptic(t), sun = sun_ecliptic(t);
  MoonPosition out{seen_from(moon, unix_ns, place), 0, 0};
  const double elongation = std::acos(std::clamp(
      std::cos(moon.latitude_rad) * std::cos(moon.longitude_rad - sun.longitude_rad), -1.0, 1.0));
  out.phase_angle_rad = std::atan2(sun.distance_m * std::sin(elongation),
                                   moon.distance_m - sun.distance_m * std::cos(elongation));
  out.illuminated_fraction = 0.5 * (1 + std::cos(out.phase_angle_rad));
  return out;
}

double atmospheric_refraction_rad(double elevation_airless_rad) {
  constexpr double kLowest_deg = -1.5, kGone_deg = -4;
  const double h = elevation_airless_rad / kDegree, used = std::max(h, kLowest_deg);
  const double minutes = 1.02 / std::tan((used + 10.3 / (used + 5.11)) * kDegree);
  // Below the horizon nothing is seen; fades out so that the elevation stays continuous.
  const double fade = std::clamp((h - kGone_deg) / (kLowest_deg - kGone_deg), 0.0, 1.0);
  return std::max(minutes, 0.0) / 60 * kDegree * fade;
}

double sun_illuminance_lx(double elevation_rad) {
  constexpr double kEnd_deg = -18;
  const double degrees = elevation_rad / kDegree;
  if (degrees >= kEnd_deg) return std::pow(10, log_illuminance(kSunlight, degrees));
  return std::pow(10, log_illuminance(kSunlight, kEnd_deg) + (degrees - kEnd_deg));
}

double moon_illuminance_lx(const MoonPosition& moon) {
  constexpr double kLowest_deg = -0.8, kMeanParallax_deg = 0.951;
  const double degrees = moon.elevation_airless_rad / kDegree;
  if (degrees < kLowest_deg) return 0;
  const double f = moon.phase_angle_rad / kDegree,
               parallax_deg = std::asin(kEarthRadius_m / moon.distance_m) / kDegree;
  return std::pow(10, log_illuminance(kMoonlight, degrees) - 8.68e-3 * f - 2.2e-9 * f * f * f * f +
                          2 * std::log10(parallax_deg / kMeanParallax_deg));
}

}  // namespace hadal::environment::optics
