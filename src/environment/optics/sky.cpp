#include "environment/optics/sky.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/smoothstep.h"
#include "math/units.h"

namespace hadal::environment::optics {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kThroughClouds = 0.2;  // moonlight and starlight
constexpr double kLowestShape_deg = 2;  // of the source of a Perez sky
constexpr double kModelFrom_deg = 40, kTableBelow_deg = 20;
constexpr double kMinSkyFraction = 0.1;  // of the illuminance
constexpr double kMaxTwilight = 0.7;   // of the blue of twilight in the colour
constexpr double kTwilightBlue_k = 12000, kStars_k = 5000, kClouds_k = 6500;

// Spectral radiance of the sun outside the air, 10 W/(cm^2 um sr), every 10 nm from 400 nm, and
// absorption of ozone in 1/cm (Iqbal, "An introduction to solar radiation", 1983).
constexpr double kSunRadiance[] = {211.2, 258.8, 258.2, 242.3, 267.6, 296.6, 305.4, 300.6,
                                   306.6, 288.3, 287.1, 278.2, 271.0, 272.3, 263.6, 255.0,
                                   250.6, 253.1, 253.5, 251.3, 246.3, 241.7, 236.8, 232.1,
                                   228.2, 223.4, 219.7, 215.3, 211.0, 207.3, 202.4};
constexpr double kOzone[] = {0,     0,     0,     0,    0.003, 0.003, 0.006, 0.009,
                             0.014, 0.021, 0.030, .040, .048,  .063,  .075,  .085,
                             .103,  .120,  .120,  .115, .125,  .120,  .105,  .090,
                             .079,  .067,  .057,  .048, .036,  .028,  .023};

double water_vapour(double nm) {
  if (nm < 690) return 0;
  return 0.016 + (nm - 690) / 10 * 0.008;
}

double air_mass(double elevation_rad) {
  const double zenith_deg = 90 - elevation_rad / kDegree;
  return 1 / (std::sin(elevation_rad) + 0.15 * std::pow(93.885 - zenith_deg, -1.253));
}

double elevation_of(const Vec3& direction_N) {
  return std::asin(std::clamp(-direction_N.z(), -1.0, 1.0));
}

// The direction raised to the lowest elevation of which the shape of the sky is known.
Vec3 raised(const Vec3& direction_N) {
  const double lowest = kLowestShape_deg * kDegree;
  if (elevation_of(direction_N) >= lowest) return direction_N;
  const double level = std::hypot(direction_N.x(), direction_N.y());
  const Vec3 heading =
      level > 0 ? Vec3{direction_N.x() / level, direction_N.y() / level, 0} : Vec3{1, 0, 0};
  return heading * std::cos(lowest) - Vec3{0, 0, std::sin(lowest)};
}

// What the sky gives to level ground when the source does in all as Janiczek & DeYoung say.
double tabled_sky_lx(double total_lx, double beam_lx) {
  return std::max(total_lx - beam_lx, kMinSkyFraction * total_lx);
}

double level_lx(const Spectrum& beam, double elevation_rad) {
  return luminance(beam) * std::max(std::sin(elevation_rad), 0.0);
}

// From the model high up to the table low down.
double day_scale(const PerezSky& shape, const BodyPosition& sun, const Spectrum& beam) {
  const double modelled = shape.horizontal_illuminance_lx();
  const double tabled = tabled_sky_lx(sun_illuminance_lx(sun.elevation_airless_rad),
                                      level_lx(beam, sun.elevation_rad));
  const double fraction = smoothstep((sun.elevation_rad / kDegree - kTableBelow_deg) /
                                  (kModelFrom_deg - kTableBelow_deg));
  return std::pow(tabled / modelled, 1 - fraction);
}

void add_daylight(double luminance, const std::array<double, 2>& xy, std::array<double, 3>& sum) {
  const std::array<double, 3> w = daylight_weights(xy[0], xy[1]);
  const std::array<double, 3>& y = daylight_basis().luminances;
  const double scale = luminance / (w[0] * y[0] + w[1] * y[1] + w[2] * y[2]);
  for (size_t k = 0; k < 3; ++k) sum[k] += scale * w[k];
}

Spectrum spectrum_of(const std::array<double, 3>& weights) {
  const DaylightBasis& basis = daylight_basis();
  Spectrum out;
  for (size_t i = 0; i < kSamples; ++i) {
    double v = 0;
    for (size_t k = 0; k < 3; ++k) v += weights[k] * basis.components[k][i];
    out[i] = std::max(v, 0.0);
  }
  return out;
}

// Mean over the hemisphere weighted by the cosine, times pi: what a function of the direction gives
// to level ground.
template <class Value, class Function>
Value over_hemisphere(Value sum, const Function& add) {
  constexpr int kRings = 24, kAround = 48;
  for (int i = 0; i < kRings; ++i) {
    // Uniform in the square of the sine of the zenith angle.
    const double s2 = (i + 0.5) / kRings, level = std::sqrt(s2), up = std::sqrt(1 - s2);
    for (int j = 0; j < kAround; ++j) {
      const double azimuth = kTurn * (j + 0.5) / kAround;
      add(Vec3{level * std::cos(azimuth), level * std::sin(azimuth), -up}, kPi / (kRings * kAround),
          sum);
    }
  }
  return sum;
}

}  // namespace

SkyConditions sky_conditions(int64_t unix_ns, const GeoPosition& place, double air_turbidity,
                             double overcast) {
  return {sun_position(unix_ns, place), moon_position(unix_ns, place), air_turbidity, overcast};
}

PerezSky::PerezSky(const Vec3& source_N, double air_turbidity)
    : source_N_(raised(source_N)), source_zenith_rad_(kPi / 2 - elevation_of(source_N_)) {
  const double t = std::clamp(air_turbidity, 2.0, 10.0), z = source_zenith_rad_;
  const double chi = (4.0 / 9 - t / 120) * (kPi - 2 * z);
  constexpr double kKilo = 1000;
  luminance_ = {
      0.1787 * t - 1.4630,  -0.3554 * t + 0.4275,
      -0.0227 * t + 5.3251, 0.1206 * t - 2.5771,
      -0.0670 * t + 0.3703, kKilo * ((4.0453 * t - 4.9710) * std::tan(chi) - 0.2155 * t + 2.4192)};
  const double z2 = z * z, z3 = z2 * z, t2 = t * t;
  x_ = {-0.0193 * t - 0.2592,
        -0.0665 * t + 0.0008,
        -0.0004 * t + 0.2125,
        -0.0641 * t - 0.8989,
        -0.0033 * t + 0.0452,
        t2 * (0.00166 * z3 - 0.00375 * z2 + 0.00209 * z) +
            t * (-0.02903 * z3 + 0.06377 * z2 - 0.03202 * z + 0.00394) +
            (0.11693 * z3 - 0.21196 * z2 + 0.06052 * z + 0.25886)};
  y_ = {-0.0167 * t - 0.2608,
        -0.0950 * t + 0.0092,
        -0.0079 * t + 0.2102,
        -0.0441 * t - 1.6537,
        -0.0109 * t + 0.0529,
        t2 * (0.00275 * z3 - 0.00610 * z2 + 0.00317 * z) +
            t * (-0.04214 * z3 + 0.08970 * z2 - 0.04153 * z + 0.00516) +
            (0.15346 * z3 - 0.26756 * z2 + 0.06670 * z + 0.26688)};
}

double PerezSky::Curve::operator()(double cos_view, double to_source) const {
  const double cosine = std::cos(to_source);
  return (1 + a * std::exp(b / cos_view)) * (1 + c * std::exp(d * to_source) + e * cosine * cosine);
}

double PerezSky::Curve::at_zenith(double source_zenith_rad) const {
  return (*this)(1, source_zenith_rad);
}

double PerezSky::relative(const Curve& curve, const Vec3& direction_N) const {
  constexpr double kHorizon = 0.01;
  const double cos_view = std::max(-direction_N.z(), kHorizon),
               to_source = std::acos(std::clamp(direction_N.dot(source_N_), -1.0, 1.0));
  return curve.zenith * curve(cos_view, to_source) / curve.at_zenith(source_zenith_rad_);
}

double PerezSky::luminance(const Vec3& direction_N) const {
  return std::max(relative(luminance_, direction_N), 0.0);
}

std::array<double, 2> PerezSky::chromaticity(const Vec3& direction_N) const {
  return {relative(x_, direction_N), relative(y_, direction_N)};
}

double PerezSky::horizontal_illuminance_lx() const {
  return over_hemisphere(0.0, [&](const Vec3& direction_N, double part, double& sum) {
    sum += part * luminance(direction_N);
  });
}

Spectrum clear_sun_irradiance(double elevation_rad, double air_turbidity) {
  constexpr double kOzone_cm = 0.35, kVapour_cm = 2, kAngstrom = 1.3, kToWatts = 100;
  const double risen = smoothstep((elevation_rad + kSunRadius_rad) / (2 * kSunRadius_rad));
  if (risen <= 0) return {};
  const double t = std::clamp(air_turbidity, 2.0, 10.0), beta = 0.04608 * t - 0.04586,
               m = air_mass(std::max(elevation_rad, 0.0));
  Spectrum sun = sampled_table(kSunRadiance, 10);
  const Spectrum ozone = sampled_table(kOzone, 10);
  for (size_t i = 0; i < kSamples; ++i) {
    const double um = wavelength_nm(i) / 1000, vapour = water_vapour(wavelength_nm(i)) * kVapour_cm;
    const double depth =
        0.008735 * std::pow(um, -4.08) + beta * std::pow(um, -kAngstrom) + ozone[i] * kOzone_cm;
    sun[i] *= std::exp(-m * depth - 0.2385 * vapour * m / std::pow(1 + 20.07 * vapour * m, 0.45));
  }
  return risen * kToWatts * kSunSolidAngle_sr * sun;
}

double overcast_illuminance_lx(double sun_elevation_rad) {
  if (sun_elevation_rad >= 0) return 300 + 21000 * std::sin(sun_elevation_rad);
  return 300 * sun_illuminance_lx(sun_elevation_rad) / sun_illuminance_lx(0);
}

Sky::Sky(const SkyConditions& conditions)
    : sun_N_(conditions.sun.direction_N()),
      moon_N_(conditions.moon.direction_N()),
      day_{PerezSky(sun_N_, conditions.air_turbidity), 0,
           kMaxTwilight * smoothstep(-conditions.sun.elevation_rad / (6 * kDegree))} {
  const double clouds = std::clamp(conditions.overcast, 0.0, 1.0), clear = 1 - clouds,
               t = conditions.air_turbidity;
  const BodyPosition& sun = conditions.sun;
  sun_ = clear_sun_irradiance(sun.elevation_rad, t);
  day_.scale = clear * day_scale(day_.shape, sun, sun_);

  const double moon_lx = moon_illuminance_lx(conditions.moon);
  if (moon_lx > 0) light_by_moon(conditions.moon, moon_lx, t, clear);
  sun_ *= clear;

  stars_cd_m2_ = (clear + clouds * kThroughClouds) * kStarlight_lx / kPi;
  // A sky of (1 + 2 sin h) / 3 gives 7 pi / 9 of its zenith to level ground.
  overcast_zenith_cd_m2_ =
      clouds * (overcast_illuminance_lx(sun.elevation_airless_rad) + kThroughClouds * moon_lx) * 9 /
      (7 * kPi);
  diffuse_ =
      spectrum_of(over_hemisphere(std::array<double, 3>{}, [&](const Vec3& direction_N, double part,
                                                               std::array<double, 3>& sum) {
        const std::array<double, 3> w = weights(direction_N);
        for (size_t k = 0; k < 3; ++k) sum[k] += part * w[k];
      }));
}

void Sky::light_by_moon(const MoonPosition& moon, double moon_lx, double air_turbidity,
                        double clear) {
  const Spectrum as_sun = clear_sun_irradiance(moon.elevation_rad, air_turbidity);
  const double total = sun_illuminance_lx(moon.elevation_airless_rad),
               sky = tabled_sky_lx(total, level_lx(as_sun, moon.elevation_rad)),
               sky_fraction = std::min(sky / total, 1.0);
  const Spectrum redder = as_sun * sampled([](double nm) { return nm / 550; });
  if (moon.elevation_rad > 0)
    moon_ =
        with_luminance(redder, clear * moon_lx * (1 - sky_fraction) / std::sin(moon.elevation_rad));
  moonlit_ = Glow{PerezSky(moon_N_, air_turbidity), 0, 0};
  moonlit_->scale = clear * moon_lx * sky_fraction / moonlit_->shape.horizontal_illuminance_lx();
}

void Sky::add_glow(const Glow& glow, const Vec3& direction_N, std::array<double, 3>& sum) const {
  const std::array<double, 2> blue = daylight_chromaticity(kTwilightBlue_k);
  std::array<double, 2> xy = glow.shape.chromaticity(direction_N);
  for (size_t k = 0; k < 2; ++k) xy[k] += glow.twilight * (blue[k] - xy[k]);
  add_daylight(glow.scale * glow.shape.luminance(direction_N), xy, sum);
}

std::array<double, 3> Sky::weights(const Vec3& direction_N) const {
  std::array<double, 3> sum{};
  if (day_.scale > 0) add_glow(day_, direction_N, sum);
  if (moonlit_ && moonlit_->scale > 0) add_glow(*moonlit_, direction_N, sum);
  add_daylight(stars_cd_m2_, daylight_chromaticity(kStars_k), sum);
  const double up = std::max(-direction_N.z(), 0.0);
  add_daylight(overcast_zenith_cd_m2_ * (1 + 2 * up) / 3, daylight_chromaticity(kClouds_k), sum);
  return sum;
}

Spectrum Sky::radiance(const Vec3& direction_N) const {
  return spectrum_of(weights(direction_N));
}

double Sky::luminance(const Vec3& direction_N) const {
  const std::array<double, 3> w = weights(direction_N);
  const std::array<double, 3>& y = daylight_basis().luminances;
  return w[0] * y[0] + w[1] * y[1] + w[2] * y[2];
}

Spectrum Sky::mean_radiance() const {
  return std::numbers::inv_pi * diffuse_;
}

double Sky::horizontal_illuminance_lx() const {
  return optics::luminance(diffuse_) + level_lx(sun_, elevation_of(sun_N_)) +
         level_lx(moon_, elevation_of(moon_N_));
}

}  // namespace hadal::environment::optics
