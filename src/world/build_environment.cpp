#include <algorithm>
#include <cmath>
#include <limits>

#include "base/calendar.h"
#include "math/tidal_constituents.h"
#include "math/units.h"
#include "world/build.h"

namespace hadal::build {
namespace {

constexpr double kLargestDistance_ns = 280 * 365.25 * 86400e9;  // of two times; below 2^63

LinearTable profile(const std::vector<std::vector<double>>& rows, double constant) {
  if (rows.empty()) return LinearTable({0.0}, {constant});
  std::vector<double> x, y;
  for (const auto& row : rows) {
    x.push_back(row[0]);
    y.push_back(row[1]);
  }
  return LinearTable(std::move(x), std::move(y));
}

std::optional<double> radians(const std::optional<double>& degrees) {
  if (!degrees) return std::nullopt;
  return *degrees * kDegree;
}

Vec3 horizontal(double speed, double toward_deg) {
  return {speed * std::cos(toward_deg * kDegree), speed * std::sin(toward_deg * kDegree), 0};
}

StratifiedCurrent stratified(const StratifiedCurrentConfig& c) {
  StratifiedCurrent out;
  for (const auto& row : c.table) {
    out.depth_m.push_back(row[0]);
    out.velocity_N_m_s.emplace_back(row[1], row[2], row.size() > 3 ? row[3] : 0.0);
  }
  if (c.period_s > 0) out.factor = {0, 1, c.period_s, c.phase_deg * kDegree};
  return out;
}

HarmonicTideCurrent harmonic_tide(const Context& context, const TideCurrentConfig& c,
                                  const std::string& key) {
  HarmonicTideCurrent out;
  out.epoch_unix_ns = context.world.start_unix_ns;
  if (!c.epoch.empty()) {
    const Result<int64_t> epoch = unix_ns_from_iso8601(c.epoch);
    const double distance_ns =
        epoch ? static_cast<double>(epoch.value()) - static_cast<double>(out.epoch_unix_ns) : 0;
    if (std::abs(distance_ns) > kLargestDistance_ns)
      context.fail(key + ".epoch", "must lie within 280 years of the clock's start");
    else if (epoch)
      out.epoch_unix_ns = epoch.value();
    else
      context.fail(key + ".epoch",
                   "expected a UTC time such as 2026-06-01T09:00:00Z, found '" + c.epoch + "'");
  }
  out.direction = {c.toward_deg * kDegree, radians(c.ebb_toward_deg)};
  for (const TideConstituentConfig& constituent : c.constituents)
    out.constituents.push_back({constituent_speed_rad_s(constituent.name).value(),
                                constituent.amplitude_m_s, constituent.phase_deg * kDegree});
  return out;
}

StationTideCurrent station_tide(const Context& context, const TideStationConfig& c,
                                const std::string& key) {
  StationTideCurrent out;
  out.direction = {c.toward_deg * kDegree, radians(c.ebb_toward_deg)};
  for (const auto& row : c.events)
    out.events.push_back({std::llround(row[0]) * kNanosecondsPerSecond, row[1]});
  const World& world = context.world;
  const int64_t end = world.start_unix_ns + world.clock.time_ns(world.last_tick);
  if (out.events.front().unix_ns > world.start_unix_ns || out.events.back().unix_ns < end)
    context.fail(key, "the table covers " + iso8601_from_unix_ns(out.events.front().unix_ns) +
                          " to " + iso8601_from_unix_ns(out.events.back().unix_ns) + ", the run " +
                          iso8601_from_unix_ns(world.start_unix_ns) + " to " +
                          iso8601_from_unix_ns(end));
  return out;
}

GaussMarkovCurrent gauss_markov(const GaussMarkovCurrentConfig& c) {
  GaussMarkovCurrent out;
  out.correlation_time_s = c.correlation_time_s;
  out.standard_deviation_m_s = {c.std_m_s, c.toward_deg ? 0.0 : c.std_m_s, 0.0};
  out.mean_m_s = {c.mean_m_s, 0, 0};
  out.toward_rad = c.toward_deg.value_or(0) * kDegree;
  return out;
}

JetCurrent jet(const JetCurrentConfig& c) {
  const double down = c.down_deg * kDegree;
  JetCurrent out;
  out.nozzle_N = vec3(c.position);
  out.direction_N = horizontal(std::cos(down), c.toward_deg) + Vec3(0, 0, std::sin(down));
  out.exit_speed_m_s = c.exit_speed_m_s;
  out.diameter_m = c.diameter_m;
  out.spread_rad = c.spread_deg * kDegree;
  return out;
}

PipeCurrent pipe(const PipeCurrentConfig& c) {
  return {vec3(c.from), vec3(c.to), 0.5 * c.diameter_m, c.mean_speed_m_s, c.profile == "turbulent"};
}

GriddedCurrent gridded(const GriddedCurrentConfig& c) {
  GriddedCurrent out;
  out.file = c.file;
  out.east = c.east;
  out.north = c.north;
  out.down = c.down;
  out.from_start = c.times == "start";
  out.memory_bytes = static_cast<size_t>(c.memory_mb * 1e6);
  return out;
}

LogLayerCurrent log_layer(const LogLayerCurrentConfig& c) {
  return {.friction_velocity_m_s = c.friction_velocity_m_s,
          .roughness_m = c.roughness_m,
          .thickness_m = c.seabed_depth_m.value_or(std::numeric_limits<double>::infinity()),
          .seabed_depth_m = c.seabed_depth_m,
          .toward_rad = c.toward_deg * kDegree};
}

EkmanCurrent ekman(const Context& context, const EkmanCurrentConfig& c) {
  const bool south = c.hemisphere == "south" ||
                     (c.hemisphere == "by_latitude" && context.world.origin_lat_deg < 0);
  return {c.surface_speed_m_s, c.ekman_depth_m, c.wind_toward_deg * kDegree, south,
          c.wind_speed_m_s};
}

// Profiles above a seabed need to know where it is.
void check_seabed(const Context& context, const std::optional<double>& depth_m,
                  const std::string& key) {
  if (!depth_m && context.loaded.scenario.environment.seabed.empty())
    context.fail(key + ".seabed_depth_m", "expected a depth, as there is no environment.seabed");
}

CurrentModel current_model(const Context& context, const AnyConfig& config,
                           const std::string& key) {
  if (const auto* c = config.as<UniformCurrentConfig>()) {
    Vec3 velocity = horizontal(c->speed_m_s, c->toward_deg);
    velocity.z() = c->down_m_s;
    return UniformCurrent{velocity};
  }
  if (const auto* c = config.as<StratifiedCurrentConfig>()) return stratified(*c);
  if (const auto* c = config.as<TideCurrentConfig>()) return harmonic_tide(context, *c, key);
  if (const auto* c = config.as<TideStationConfig>()) return station_tide(context, *c, key);
  if (const auto* c = config.as<LogLayerCurrentConfig>()) {
    check_seabed(context, c->seabed_depth_m, key);
    return log_layer(*c);
  }
  if (const auto* c = config.as<EkmanCurrentConfig>()) return ekman(context, *c);
  if (const auto* c = config.as<PowerLawCurrentConfig>()) {
    check_seabed(context, c->seabed_depth_m, key);
    return PowerLawCurrent{c->surface_speed_m_s, c->exponent, c->seabed_depth_m,
                           c->toward_deg * kDegree};
  }
  if (const auto* c = config.as<JetCurrentConfig>()) return jet(*c);
  if (const auto* c = config.as<PipeCurrentConfig>()) return pipe(*c);
  if (const auto* c = config.as<GriddedCurrentConfig>()) return gridded(*c);
  const auto* c = config.as<GaussMarkovCurrentConfig>();
  HADAL_CHECK(c != nullptr, "unknown current " + config.kind());
  return gauss_markov(*c);
}

}  // namespace

void environment(const Context& context) {
  const EnvironmentConfig& config = context.loaded.scenario.environment;
  WaterParameters& water = context.world.water;
  water.temperature_degc = profile(config.water.temperature_profile, config.water.temperature_degc);
  water.salinity_psu = profile(config.water.salinity_profile, config.water.salinity_psu);
  water.latitude_rad = context.world.origin_lat_deg * kDegree;
  water.atmospheric_pressure_pa = config.water.atmospheric_pressure_pa;
  water.density_kg_m3 = config.water.density_kg_m3;
  water.gravity_m_s2 = config.gravity_m_s2;
  water.sound_speed_formula = config.water.sound_speed == "mackenzie" ? SoundSpeedFormula::mackenzie
                              : config.water.sound_speed == "del_grosso"
                                  ? SoundSpeedFormula::del_grosso
                                  : SoundSpeedFormula::chen_millero;
  if (!config.water.sound_speed_profile.empty())
    water.sound_speed_m_s = profile(config.water.sound_speed_profile, 0);
  for (size_t i = 0; i < config.currents.size(); ++i) {
    const AnyConfig& current = config.currents[i];
    const CurrentConfig& common = current_common(current);
    CurrentSource source;
    source.name = common.name.empty() ? current.kind() + std::to_string(i) : common.name;
    source.model =
        current_model(context, current, "environment.currents[" + std::to_string(i) + "]");
    if (common.top_m) source.top_m = *common.top_m;
    if (common.bottom_m) source.bottom_m = *common.bottom_m;
    context.world.currents.push_back(std::move(source));
  }
  // Part of every run, so that those who watch and set it find the same world as those who do not.
  const auto& currents = context.world.currents;
  if (std::none_of(currents.begin(), currents.end(),
                   [](const CurrentSource& source) { return source.name == kLiveCurrent; }))
    context.world.currents.push_back({kLiveCurrent, UniformCurrent{}});
  seabed(context);
  context.world.waves = wave_parameters(config.waves);
  context.world.wind = wind_parameters(config.wind);
  context.world.sound = config.sound;
  context.world.sky = config.sky;
  context.world.optics = config.optics.value_or(WaterOpticsModel{});
  context.world.optics.given = config.optics.has_value();
}

}  // namespace hadal::build
