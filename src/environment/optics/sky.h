// Light above the sea: the sky by direction, and the beams of sun and moon.
//
//   clear day   Preetham, Shirley & Smits, "A practical analytic model for daylight", SIGGRAPH
//   1999:
//               luminance and chromaticity after Perez, by the turbidity of the air (2 very clear,
//               3 clear, 6 hazy). Its sun: extraterrestrial spectrum of Thekaekara through
//               Rayleigh, aerosol, ozone and water vapour transmittances (Iqbal 1983, as in that
//               paper's appendix).
//   low sun     the model is several times too bright near sunset. From 40 degrees of elevation
//   down
//               to 20 its level goes over to that which, with the beam, gives the illuminance of
//               Janiczek & DeYoung (sun.h), and stays on it through twilight to the night. Its
//               shape is that of a sun 2 degrees high when the real one is lower.
//   twilight    turns to the blue of 12000 K between 0 and -6 degrees, by eye.
//   moon        the same shapes about the moon, with the moon's illuminance, shared between beam
//   and
//               sky as the sun's at that elevation. Its surface reflects red more than blue.
//   stars       1e-3 lx, the same from everywhere.
//   overcast    CIE overcast sky, (1 + 2 sin h) / 3 of the zenith, with 300 + 21000 sin(sun) lx
//               (Krochmann & Seidl 1974), following twilight below the horizon. A fraction of
//               clouds mixes both and dims the beams: a mean over time, not single clouds. Moon and
//               stars come through clouds by a fifth, by eye.
//
// Directions are unit vectors in N (north-east-down), towards where the light comes from. Below the
// horizon the sky is that of the horizon. Spectral radiance in W/(m^2 sr nm), irradiance W/(m^2
// nm).
//
// Every radiance of the sky is a sum of the three components of daylight (DaylightBasis), so that
// three weights by direction are all a renderer need tabulate.
#pragma once
#include <array>
#include <optional>

#include "environment/optics/spectrum.h"
#include "environment/optics/sun.h"

namespace hadal::environment::optics {

constexpr double kSunRadius_rad = 0.004653;  // of its disc
constexpr double kSunSolidAngle_sr = 6.80e-5;

struct SkyConditions {
  BodyPosition sun;
  MoonPosition moon;
  double air_turbidity = 3;  // held within 2..10
  double overcast = 0;       // 0 clear, 1 closed
};
SkyConditions sky_conditions(int64_t unix_ns, const GeoPosition& place, double air_turbidity = 3,
                             double overcast = 0);

// A clear sky lit by one source, as weights of the components of daylight.
class PerezSky {
 public:
  PerezSky(const Vec3& source_N, double air_turbidity);
  // Luminance of the published model, cd/m^2, and its chromaticity.
  double luminance(const Vec3& direction_N) const;
  std::array<double, 2> chromaticity(const Vec3& direction_N) const;
  double horizontal_illuminance_lx() const;

 private:
  struct Curve {
    double a, b, c, d, e, zenith;
    double operator()(double cos_view, double to_source) const;
    double at_zenith(double source_zenith_rad) const;
  };
  double relative(const Curve& curve, const Vec3& direction_N) const;

  Vec3 source_N_;
  double source_zenith_rad_;
  Curve luminance_, x_, y_;
};

class Sky {
 public:
  explicit Sky(const SkyConditions& conditions);

  // Without the discs of sun and moon.
  std::array<double, 3> weights(const Vec3& direction_N) const;
  Spectrum radiance(const Vec3& direction_N) const;
  double luminance(const Vec3& direction_N) const;

  // The beams, across them; zero when below the horizon.
  const Vec3& sun_N() const { return sun_N_; }
  const Vec3& moon_N() const { return moon_N_; }
  const Spectrum& sun_irradiance() const { return sun_; }
  const Spectrum& moon_irradiance() const { return moon_; }
  // Of the sky on level ground, and its mean radiance (the same over pi).
  const Spectrum& diffuse_irradiance() const { return diffuse_; }
  Spectrum mean_radiance() const;
  // Beams and sky on level ground.
  double horizontal_illuminance_lx() const;

 private:
  struct Glow {
    PerezSky shape;
    double scale = 0;     // of its luminance
    double twilight = 0;  // fraction of the blue of twilight
  };
  void light_by_moon(const MoonPosition& moon, double moon_lx, double air_turbidity, double clear);
  void add_glow(const Glow& glow, const Vec3& direction_N, std::array<double, 3>& sum) const;

  Vec3 sun_N_, moon_N_;
  Spectrum sun_, moon_, diffuse_;
  Glow day_;
  std::optional<Glow> moonlit_;  // when the moon is up
  double stars_cd_m2_ = 0, overcast_zenith_cd_m2_ = 0;
};

// Beam of the sun at sea level, across it, for an elevation as seen; zero from the moment the disc
// has set.
Spectrum clear_sun_irradiance(double elevation_rad, double air_turbidity);
double overcast_illuminance_lx(double sun_elevation_rad);

}  // namespace hadal::environment::optics
