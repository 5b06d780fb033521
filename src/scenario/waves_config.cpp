#include "scenario/waves_config.h"

#include <numbers>

#include "kinds/checks.h"
#include "math/units.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kWaterDepth{0.1, 12000};
constexpr Bounds kHeight{0, 40};
constexpr Bounds kPeriod{0.2, 100};
constexpr Bounds kWindSpeed{0, 100};
constexpr double kSteepest = 0.142;  // height over length at which a wave breaks (Michell 1893)
constexpr double kLengthPerPeriodSquared_m_s2 = 1.56;  // g / (2 pi), deep water
constexpr int kMinModes = 4, kMaxModes = 128;

template <class T>
void check_one_direction(const T& config, CheckReport& report) {
  if (config.from_rad && config.given_toward_rad)
    report.fail("toward_deg", "give from_deg or toward_deg, not both");
}

void check_steepness(double height_m, double period_s, const char* field, CheckReport& report) {
  const double length_m = kLengthPerPeriodSquared_m_s2 * period_s * period_s;
  if (height_m > kSteepest * length_m)
    report.fail(field, "waves this high break at this period; the height may be at most " +
                           std::to_string(kSteepest * length_m) + " m");
}

template <class T>
StructBuilder<T> directed(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .number("from_deg", &T::from_rad,
              "Direction they come from, clockwise from north; 0 if left out.", kAngle, kDegree)
      .number("toward_deg", &T::given_toward_rad, "Direction they go to, instead of from_deg.",
              kAngle, kDegree)
      .check(check_one_direction<T>);
}

// The fields every kind of waves has.
template <class T>
StructBuilder<T> any_waves(const char* kind, const char* doc) {
  return directed<T>(kind, doc).number(
      "depth_m", &T::depth_m,
      "Water depth for the waves; the seabed's at the origin, or deep water, if left out.",
      kWaterDepth);
}

// The fields every random sea has.
template <class T>
StructBuilder<T> random_waves(const char* kind, const char* doc) {
  return any_waves<T>(kind, doc)
      .choice("spreading", static_cast<SpreadingShape T::*>(&T::spreading),
              "Spread of directions: cos_2s is cos^2s(theta/2), cos_squared is (2/pi) cos^2(theta) "
              "within 90 degrees, none is long-crested.",
              {{"cos_2s", SpreadingShape::cos_2s},
               {"cos_squared", SpreadingShape::cos_squared},
               {"none", SpreadingShape::none}})
      .number("spreading_exponent", &T::spreading_exponent,
              "s of cos_2s; 10 is a wind sea, 25 to 75 swell.", {0.5, 1000})
      .integer("components", &T::components, "Number of components the sea is made of.", {1, 4096})
      .number("min_frequency_ratio", &T::min_frequency_ratio,
              "Lowest frequency, as a multiple of the peak's.", {0.1, 1})
      .formerly("lowest_frequency")
      .number("max_frequency_ratio", &T::max_frequency_ratio,
              "Highest frequency, as a multiple of the peak's.", {1.1, 20})
      .formerly("highest_frequency");
}

}  // namespace

double SeaDirection::toward_rad() const {
  return toward_rad(std::numbers::pi);
}

double SeaDirection::toward_rad(double otherwise) const {
  if (given_toward_rad) return *given_toward_rad;
  return from_rad ? *from_rad + std::numbers::pi : otherwise;
}

const StructSchema& RegularWavesConfig::schema() {
  using C = RegularWavesConfig;
  static const StructSchema s =
      any_waves<C>("regular", "One long-crested sinusoidal wave (Airy).")
          .number("height_m", &C::height_m, "Height, crest to trough.", kHeight)
          .number("period_s", &C::period_s, "Period.", kPeriod)
          .number("phase_deg", &C::phase_rad,
                  "Phase at the origin at time zero; 0 is a crest, 90 has the crest a quarter of a "
                  "period later.",
                  kAngle, kDegree)
          .check([](const C& c, CheckReport& r) {
            check_steepness(c.height_m, c.period_s, "height_m", r);
          });
  return s;
}

const StructSchema& JonswapWavesConfig::schema() {
  using C = JonswapWavesConfig;
  static const StructSchema s =
      random_waves<C>("jonswap", "A random wind sea with a JONSWAP spectrum.")
          .number("significant_height_m", &C::significant_height_m, "Significant wave height.",
                  kHeight)
          .number("peak_period_s", &C::peak_period_s, "Period of the spectral peak.", kPeriod)
          .number("peak_enhancement", &C::peak_enhancement,
                  "Peak enhancement gamma; 1 is Pierson-Moskowitz, 3.3 the mean of JONSWAP.",
                  {1, 20})
          .choice("normaliser", &C::normaliser,
                  "exact keeps four times the standard deviation at the significant height; dnv "
                  "uses the approximation 1 - 0.287 ln gamma.",
                  {{"exact", Normaliser::kExact}, {"dnv", Normaliser::kDnv}})
          .check([](const C& c, CheckReport& r) {
            check_steepness(c.significant_height_m, c.peak_period_s, "significant_height_m", r);
          });
  return s;
}

const StructSchema& PiersonMoskowitzWavesConfig::schema() {
  using C = PiersonMoskowitzWavesConfig;
  static const StructSchema s =
      random_waves<C>("pierson_moskowitz",
                      "A fully developed random sea with a Pierson-Moskowitz spectrum, from its "
                      "height and period or from the wind.")
          .number("significant_height_m", &C::significant_height_m, "Significant wave height.",
                  kHeight)
          .number("peak_period_s", &C::peak_period_s,
                  "Period of the spectral peak; that of a fully developed sea if left out.",
                  kPeriod)
          .number("wind_speed_m_s", &C::wind_speed_m_s,
                  "Wind at 19.5 m that has raised the sea, instead of a height.", {0, 60})
          .check([](const C& c, CheckReport& r) {
            if (c.significant_height_m.has_value() == c.wind_speed_m_s.has_value())
              r.fail("significant_height_m", "expected significant_height_m or wind_speed_m_s");
            if (c.peak_period_s && c.wind_speed_m_s)
              r.fail("peak_period_s", "follows from wind_speed_m_s");
            if (c.peak_period_s && c.significant_height_m)
              check_steepness(*c.significant_height_m, *c.peak_period_s, "significant_height_m", r);
          });
  return s;
}

const StructSchema& SeaStateWavesConfig::schema() {
  using C = SeaStateWavesConfig;
  static const StructSchema s =
      random_waves<C>("sea_state",
                      "A fully developed random sea by its WMO sea state: 0 calm, 3 slight, 4 "
                      "moderate, 6 very rough.")
          .integer("state", &C::state, "WMO sea state.", {0, 9})
          .required();
  return s;
}

const StructSchema& WaveTrainConfig::schema() {
  using C = WaveTrainConfig;
  static const StructSchema s =
      directed<C>("wave", "One sinusoidal component.")
          .number("amplitude_m", &C::amplitude_m, "Amplitude: half the height.", {0, 20})
          .required()
          .number("period_s", &C::period_s, "Period.", kPeriod)
          .required()
          .number("phase_deg", &C::phase_rad, "Phase at the origin at time zero.", kAngle, kDegree)
          .check([](const C& c, CheckReport& r) {
            check_steepness(2 * c.amplitude_m, c.period_s, "amplitude_m", r);
          });
  return s;
}

const StructSchema& ComponentWavesConfig::schema() {
  using C = ComponentWavesConfig;
  static const StructSchema s =
      any_waves<C>("components", "A sum of sinusoidal waves, each given.")
          .objects("waves", &C::waves,
                   "The waves. One without a direction has that of the whole sea.")
          .check([](const C& c, CheckReport& r) {
            if (c.waves.empty()) r.fail("waves", "expected at least one wave");
          });
  return s;
}

const StructSchema& PhillipsWavesConfig::schema() {
  using C = PhillipsWavesConfig;
  static const StructSchema s =
      any_waves<C>("phillips",
                   "A random sea on a square lattice of wave numbers with a Phillips spectrum, as "
                   "surfaces made by Fourier transform have; it repeats after the patch.")
          .number("wind_speed_m_s", &C::wind_speed_m_s, "Wind that has raised the sea.", {0.5, 60})
          .number("patch_m", &C::patch_m, "Side of the square after which the sea repeats.",
                  {1, 10000})
          .integer("modes", &C::modes,
                   "Wave numbers along each side, an even number; their square is the number of "
                   "components.",
                   {kMinModes, kMaxModes})
          .number("significant_height_m", &C::significant_height_m,
                  "Significant wave height; that of a fully developed sea in this wind if left "
                  "out.",
                  kHeight)
          .check([](const C& c, CheckReport& r) {
            if (c.modes % 2 != 0) r.fail("modes", "must be even");
          });
  return s;
}

const StructSchema& WindConfig::schema() {
  using C = WindConfig;
  static const StructSchema s =
      StructBuilder<C>("wind", "The wind over the sea: a mean with a profile, and gusts.")
          .number("speed_m_s", &C::speed_m_s, "Mean speed 10 m above the sea.", kWindSpeed)
          .number("from_deg", &C::from_rad,
                  "Direction it comes from, clockwise from north; 0 if left out.", kAngle, kDegree)
          .number("toward_deg", &C::given_toward_rad, "Direction it goes to, instead of from_deg.",
                  kAngle, kDegree)
          .choice("profile", &C::profile, "Change of the mean with elevation.",
                  {{"log", WindProfile::log},
                   {"power", WindProfile::power},
                   {"uniform", WindProfile::uniform}})
          .number("roughness_m", &C::roughness_m, "Roughness length of the log profile.",
                  {1e-6, 1, false})
          .number("exponent", &C::exponent, "Exponent of the power profile.", {0, 1})
          .number("turbulence_intensity", &C::turbulence_intensity,
                  "Standard deviation of the gusts, of the mean speed at 10 m.", kFraction)
          .choice("gust_spectrum", &C::gust_spectrum, "Spectrum of the gusts.",
                  {{"npd", GustSpectrum::npd}, {"davenport", GustSpectrum::davenport}})
          .check(check_one_direction<C>);
  return s;
}

const std::vector<const StructSchema*>& wave_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &RegularWavesConfig::schema(),          &JonswapWavesConfig::schema(),
      &PiersonMoskowitzWavesConfig::schema(), &SeaStateWavesConfig::schema(),
      &ComponentWavesConfig::schema(),        &PhillipsWavesConfig::schema()};
  return kinds;
}

const WavesConfig& waves_common(const AnyConfig& config) {
  // Every waves config derives from WavesConfig first, so that its address is the common part's.
  return *static_cast<const WavesConfig*>(config.data());
}

}  // namespace hadal::scenario
