#include "scenario/current_config.h"

#include <cmath>

#include "math/tidal_constituents.h"
#include "scenario/checks.h"

namespace hadal::inline scenario {
namespace {

constexpr Bounds kWaterSpeed{-20, 20};
constexpr double kLargestTime_s =
    9.2e9;  // since 1970 and between events; nanoseconds fit into 64 bits

template <class T>
void check_layer(const T& config, CheckReport& report) {
  if (config.top_m && config.bottom_m && *config.top_m >= *config.bottom_m)
    report.fail("bottom_m", "must be deeper than top_m");
}

// The fields every current has.
template <class T>
StructBuilder<T> current(const char* kind, const char* doc) {
  return StructBuilder<T>(kind, doc)
      .name("name", &T::name, "Name for live changes and the log.")
      .number("top_m", &T::top_m, "Acts only below this depth.", kDepth)
      .number("bottom_m", &T::bottom_m, "Acts only above this depth.", kDepth)
      .check(check_layer<T>);
}

// The fields of both kinds of tide.
template <class T>
StructBuilder<T> tidal_current(const char* kind, const char* doc) {
  return current<T>(kind, doc)
      .number("toward_deg", &T::toward_deg, "Direction of the flood.", kAngle)
      .number("ebb_toward_deg", &T::ebb_toward_deg,
              "Direction of the ebb; opposite to the flood if left out.", kAngle);
}

std::vector<std::string> constituent_names() {
  std::vector<std::string> names;
  for (const ConstituentSpeed& c : kConstituentSpeeds) names.emplace_back(c.name);
  return names;
}

}  // namespace

const StructSchema& UniformCurrentConfig::schema() {
  using C = UniformCurrentConfig;
  static const StructSchema s =
      current<C>("uniform", "The same current everywhere in its layer.")
          .number("speed_m_s", &C::speed_m_s, "Horizontal speed.", kWaterSpeed)
          .number("toward_deg", &C::toward_deg, "Direction it flows to, clockwise from north.",
                  kAngle)
          .number("down_m_s", &C::down_m_s, "Vertical component, down positive.", kWaterSpeed);
  return s;
}

const StructSchema& StratifiedCurrentConfig::schema() {
  using C = StratifiedCurrentConfig;
  static const StructSchema s =
      current<C>("stratified",
                 "A current that changes with depth: a table, linear between its rows, constant or "
                 "periodic in time.")
          .text("file", &C::file,
                "CSV file with columns north m/s, east m/s, depth m; replaces the table.")
          .rows("table", &C::table,
                "Rows [depth m, north m/s, east m/s] or [depth, north, east, down].", {3, 4})
          .number("period_s", &C::period_s, "Period of a full reversal (cosine); 0 = constant.",
                  kNotNegative)
          .number("phase_deg", &C::phase_deg, "Phase at the start of the run.", kAngle)
          .check([](const C& c, CheckReport& r) {
            check_rising(c.table, "table", r);
            if (c.file.empty() && c.table.empty()) r.fail("table", "expected a table or a file");
          });
  return s;
}

const StructSchema& TideConstituentConfig::schema() {
  using C = TideConstituentConfig;
  static const StructSchema s =
      StructBuilder<C>("constituent", "One harmonic of the tide.")
          .choice("name", &C::name, "Darwin name.", constituent_names())
          .required()
          .number("amplitude_m_s", &C::amplitude_m_s, "Amplitude of the flood speed.", kWaterSpeed)
          .required()
          .number("phase_deg", &C::phase_deg, "Phase lag at the epoch.", {-720, 720});
  return s;
}

const StructSchema& TideCurrentConfig::schema() {
  using C = TideCurrentConfig;
  static const StructSchema s =
      tidal_current<C>("tide",
                       "A tidal current from harmonic constituents against the world clock.")
          .text("epoch", &C::epoch,
                "UTC time at which the phases hold; the clock's start if left out.")
          .objects("constituents", &C::constituents, "The harmonics.", "name")
          .check([](const C& c, CheckReport& r) {
            if (c.constituents.empty()) r.fail("constituents", "expected at least one constituent");
          });
  return s;
}

const StructSchema& TideStationConfig::schema() {
  using C = TideStationConfig;
  static const StructSchema s =
      tidal_current<C>("tide_station",
                       "A tidal current from a table of flood, slack and ebb events.")
          .text("file", &C::file,
                "CSV file with columns date and time (GMT), flood|slack|ebb, speed cm/s.")
          .rows("events", &C::events,
                "Rows [seconds since 1970, flood speed m/s]; filled from the file.", {2})
          .check([](const C& c, CheckReport& r) {
            check_rising(c.events, "events", r);
            for (size_t i = 0; i < c.events.size(); ++i)
              if (std::abs(c.events[i][0]) > kLargestTime_s ||
                  (i > 0 && c.events[i][0] - c.events[i - 1][0] > kLargestTime_s))
                r.fail("events[" + std::to_string(i) + "]",
                       "the time must lie in the years 1678 to 2261, within 290 years of the event "
                       "before");
            if (c.file.empty() && c.events.size() < 2)
              r.fail("events", "expected a file or at least two events");
          });
  return s;
}

const StructSchema& LogLayerCurrentConfig::schema() {
  using C = LogLayerCurrentConfig;
  static const StructSchema s =
      current<C>("log_layer",
                 "Logarithmic bottom boundary layer, u = u*/0.4 ln(z/z0) above the seabed.")
          .number("friction_velocity_m_s", &C::friction_velocity_m_s, "Friction velocity u*.",
                  kNotNegative)
          .number("roughness_m", &C::roughness_m, "Roughness length z0.", kPositive)
          .number("seabed_depth_m", &C::seabed_depth_m,
                  "Depth of the seabed; that of environment.seabed below the place if left out.",
                  kDepth)
          .number("toward_deg", &C::toward_deg, "Direction it flows to.", kAngle);
  return s;
}

const StructSchema& EkmanCurrentConfig::schema() {
  using C = EkmanCurrentConfig;
  static const StructSchema s =
      current<C>("ekman", "Ekman spiral under a steady wind.")
          .number("surface_speed_m_s", &C::surface_speed_m_s, "Speed at the surface.", kNotNegative)
          .number("ekman_depth_m", &C::ekman_depth_m, "Ekman depth.", kPositive)
          .number("wind_speed_m_s", &C::wind_speed_m_s,
                  "Wind at 10 m; surface speed and Ekman depth follow from it and the latitude.",
                  {0, 100})
          .number("wind_toward_deg", &C::wind_toward_deg, "Direction the wind blows to.", kAngle)
          .choice("hemisphere", &C::hemisphere, "Sense of the spiral.",
                  {"by_latitude", "north", "south"});
  return s;
}

const StructSchema& PowerLawCurrentConfig::schema() {
  using C = PowerLawCurrentConfig;
  static const StructSchema s =
      current<C>("power_law", "Power-law profile from the seabed to the surface.")
          .number("surface_speed_m_s", &C::surface_speed_m_s, "Speed at the surface.", kWaterSpeed)
          .number("seabed_depth_m", &C::seabed_depth_m,
                  "Depth of the seabed; that of environment.seabed below the place if left out.",
                  {0, 12000, true})
          .number("exponent", &C::exponent, "Exponent; 1/7 is usual.", kPositive)
          .number("toward_deg", &C::toward_deg, "Direction it flows to.", kAngle);
  return s;
}

const StructSchema& GaussMarkovCurrentConfig::schema() {
  using C = GaussMarkovCurrentConfig;
  static const StructSchema s =
      current<C>("gauss_markov", "A first-order Gauss-Markov process, one per layer.")
          .number("mean_m_s", &C::mean_m_s, "Mean speed along toward_deg.", kWaterSpeed)
          .number("std_m_s", &C::std_m_s, "Standard deviation in the long run.", kNotNegative)
          .number("correlation_time_s", &C::correlation_time_s,
                  "Time after which the correlation has fallen to 1/e.", kPositive)
          .number("toward_deg", &C::toward_deg,
                  "Direction; if left out, north and east vary independently about zero.", kAngle)
          .check([](const C& c, CheckReport& r) {
            if (!c.toward_deg && c.mean_m_s != 0) r.fail("mean_m_s", "needs toward_deg");
          });
  return s;
}

const StructSchema& JetCurrentConfig::schema() {
  using C = JetCurrentConfig;
  static const StructSchema s =
      current<C>("jet",
                 "A submerged turbulent round jet from a nozzle, e.g. an outfall or a thruster.")
          .numbers("position", &C::position, "Centre of the nozzle: north, east, depth in m.", {3})
          .number("toward_deg", &C::toward_deg, "Direction it flows to, clockwise from north.",
                  kAngle)
          .number("down_deg", &C::down_deg, "Angle below the horizontal.", {-90, 90})
          .number("exit_speed_m_s", &C::exit_speed_m_s, "Speed in the nozzle.", {0, 50})
          .number("diameter_m", &C::diameter_m, "Diameter of the nozzle.", kPositive)
          .number("spread_deg", &C::spread_deg,
                  "Angle at which the speed has fallen to 1/e of that on the axis.", {0.5, 30});
  return s;
}

const StructSchema& PipeCurrentConfig::schema() {
  using C = PipeCurrentConfig;
  static const StructSchema s =
      current<C>("pipe", "Flow through a straight pipe; still water outside.")
          .numbers("from", &C::from, "Centre of the inlet: north, east, depth in m.", {3})
          .numbers("to", &C::to, "Centre of the outlet: north, east, depth in m.", {3})
          .number("diameter_m", &C::diameter_m, "Inner diameter.", kPositive)
          .number("mean_speed_m_s", &C::mean_speed_m_s, "Volume flow over area.", kWaterSpeed)
          .choice("profile", &C::profile, "Parabola, or power law with exponent 1/7.",
                  {"laminar", "turbulent"})
          .check([](const C& c, CheckReport& r) {
            if (c.from == c.to) r.fail("to", "must differ from `from`");
          });
  return s;
}

const StructSchema& GriddedCurrentConfig::schema() {
  using C = GriddedCurrentConfig;
  static const StructSchema s =
      current<C>(
          "gridded",
          "A current from an ocean model: netCDF or another raster over longitude, latitude, "
          "depth and time, linear between, ends hold.")
          .text("file", &C::file, "The file.")
          .required()
          .text("checksum", &C::checksum, "Written at load: tells when the file has changed since.")
          .text("east", &C::east,
                "Variable (or number of a band) of the eastward velocity; found by its name or "
                "attributes if left out.")
          .text("north", &C::north, "Likewise northward.")
          .text("down", &C::down, "Likewise downward; no vertical current if left out.")
          .choice("times", &C::times,
                  "clock: times of the file are those of the world clock. start: its first moment "
                  "is the start of the run.",
                  {"clock", "start"})
          .number("memory_mb", &C::memory_mb, "Most memory it may take.", {1, 1e6});
  return s;
}

const std::vector<const StructSchema*>& current_kinds() {
  static const std::vector<const StructSchema*> kinds{
      &UniformCurrentConfig::schema(),  &StratifiedCurrentConfig::schema(),
      &TideCurrentConfig::schema(),     &TideStationConfig::schema(),
      &LogLayerCurrentConfig::schema(), &EkmanCurrentConfig::schema(),
      &PowerLawCurrentConfig::schema(), &GaussMarkovCurrentConfig::schema(),
      &JetCurrentConfig::schema(),      &PipeCurrentConfig::schema(),
      &GriddedCurrentConfig::schema()};
  return kinds;
}

const CurrentConfig& current_common(const AnyConfig& config) {
  // Every current config derives from CurrentConfig first, so that its address is the common
  // part's.
  return *static_cast<const CurrentConfig*>(config.data());
}

}  // namespace hadal::scenario
