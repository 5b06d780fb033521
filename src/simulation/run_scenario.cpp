#include "hadal/run.h"

#include <chrono>
#include <cmath>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "base/text.h"
#include "environment/acoustic/acoustic_field.h"
#include "math/rotation.h"
#include "math/units.h"
#include "simulation/load.h"
#include "simulation/run.h"
#include "simulation/run_estimate.h"
#include "simulation/run_folder.h"
#include "simulation/summary.h"

namespace hadal {
namespace {

using simulation::Run;
using simulation::Simulation;
// Wall time paces and reports a run; nothing in the state depends on it.
using WallClock = std::chrono::steady_clock;

constexpr double kProgressPeriod_s = 0.1;

double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

std::vector<std::string> lines_of(const std::vector<Problem>& list) {
  std::vector<std::string> lines;
  for (const Problem& problem : list) lines.push_back(to_string(problem));
  return lines;
}

// Waits until the time is due, at most a moment at once, so that signals are seen.
void keep_pace(simulation::Pace& pace, double time_s, const std::function<int()>& signal) {
  constexpr std::chrono::duration<double> kMoment{0.1};
  for (auto wait = pace.wait(time_s); wait.count() > 0 && !signal(); wait = pace.wait(time_s))
    std::this_thread::sleep_for(std::min(wait, kMoment));
}

// Steps to the end at the pace asked for, reporting.
simulation::RunEnd run_to_end(Run& run, const RunOptions& options) {
  const WallClock::time_point start = WallClock::now();
  WallClock::time_point shown = start;
  simulation::Pace pace(options.speed);
  pace.anchor(run.time_s());
  const double duration_s = run.world().clock.time_s(run.world().last_tick);
  const auto signal = [&] { return options.interrupted ? options.interrupted() : 0; };
  while (!run.simulation().finished()) {
    if (const int number = signal()) return {"", false, number};
    const simulation::StepReport report = run.step();
    if (!report.ok) return {report.message, report.diverged};
    if (options.speed > 0) keep_pace(pace, run.time_s(), signal);
    if (options.progress && seconds_since(shown) > kProgressPeriod_s) {
      shown = WallClock::now();
      const double wall_s = seconds_since(start);
      options.progress({run.time_s(), duration_s, wall_s, run.time_s() / wall_s, run.log_bytes()});
    }
  }
  return {};
}

RunSummary bad_input(const Problems& problems) {
  RunSummary summary;
  summary.exit_code = 2;
  summary.problems = problems.text();
  return summary;
}

}  // namespace

namespace simulation {

namespace {

Result<LoadedScenario> changed(Result<LoadedScenario> loaded, const RunOptions& options) {
  if (!loaded) return loaded;
  Scenario& scenario = loaded.value().scenario;
  if (options.duration_s >= 0) scenario.duration_s = options.duration_s;
  return loaded;
}

}  // namespace

Result<LoadedScenario> load_for_run(const std::string& path, const RunOptions& options) {
  return changed(load_scenario(path, {options.settings, options.model_folders}), options);
}

Result<LoadedScenario> load_text_for_run(const std::string& yaml, const std::string& file,
                                         const RunOptions& options) {
  return changed(load_scenario_text(yaml, file, {options.settings, options.model_folders}),
                 options);
}

SimulationOptions simulation_options(const RunOptions& options) {
  SimulationOptions out;
  if (options.seed >= 0) out.seed = static_cast<uint64_t>(options.seed);
  out.threads = options.threads;
  return out;
}

}  // namespace simulation

RunSummary run_scenario(const std::string& path, const RunOptions& options) {
  Result<LoadedScenario> loaded = simulation::load_for_run(path, options);
  if (!loaded) return bad_input(loaded.problems());
  Result<std::unique_ptr<Run>> created =
      Run::create(loaded.value(), simulation::simulation_options(options));
  if (!created) return bad_input(created.problems());
  Run& run = *created.value();

  std::unique_ptr<simulation::RunFolder> folder;
  if (!options.out_folder.empty()) {
    auto opened = simulation::RunFolder::open(options.out_folder, run.id());
    if (!opened) return bad_input(opened.problems());
    folder = std::move(opened).value();
    Problems problems = folder->write_scenario(run.scenario_yaml());
    if (problems.empty()) problems = run.open_log(folder->log_path(1));
    if (!problems.empty()) return bad_input(problems);
  }
  const WallClock::time_point start = WallClock::now();
  simulation::RunEnd end = run_to_end(run, options);
  const Problems unwritten = run.close_log();
  if (end.failure.empty()) end.failure = unwritten.text();
  const double wall_s = seconds_since(start);

  RunSummary summary =
      simulation::summarize(run, run.world().title, end, wall_s, folder ? folder->run_id() : "");
  if (folder) simulation::finish_folder(*folder, 1, run.log_bytes(), summary);
  return summary;
}

CheckResult check_scenario(const std::string& path, const RunOptions& options) {
  Result<LoadedScenario> loaded = simulation::load_for_run(path, options);
  if (!loaded) return {lines_of(loaded.problems().list()), {}, {}};
  const Result<std::shared_ptr<const simulation::SharedWorld>> shared =
      simulation::SharedWorld::load(loaded.value());
  if (!shared) return {lines_of(shared.problems().list()), {}, {}};
  const Result<std::unique_ptr<Simulation>> created = Simulation::create(
      shared.value(), simulation::SimulationOptions{.compute_frames = false});
  if (!created) return {lines_of(created.problems().list()), {}, {}};
  return {{}, lines_of(shared.value()->world.notes),
          simulation::estimate_run(*created.value(), options.threads)};
}

std::string query_sea(const std::string& path, const SeaQuery& query, const RunOptions& options,
                      int& exit_code) {
  Result<LoadedScenario> loaded = simulation::load_for_run(path, options);
  Result<World> world = loaded ? build_world(loaded.value()) : Result<World>(loaded.problems());
  exit_code = world ? 0 : 2;
  if (!world) return world.problems().text();
  const Result<environment::Sea> opened = environment::Sea::open(world.value());
  exit_code = opened ? 0 : 2;
  if (!opened) return opened.problems().text();
  const environment::Sea& sea = opened.value();
  State state;
  state.run_seed.assign(1, options.seed >= 0 ? options.seed : loaded.value().scenario.seed);
  sea.start(state);
  const RandomStream stream = environment::Sea::current_stream(state);
  const Tick ticks = world.value().clock.tick_at(query.time_s);
  for (Tick tick = 1; tick <= ticks && !state.current_process.empty(); ++tick)
    sea.advance(stream, state, tick);
  environment::SeaInstant instant(sea);
  instant.set_time(query.time_s, state);
  const Vec3 p_N(query.north_m, query.east_m, query.depth_m);
  const Vec3 current = instant.current_N(p_N);
  const environment::Geodetic location = sea.map().geodetic_from_plane(p_N);
  const double toward = std::atan2(current.y(), current.x()) / kDegree;
  nlohmann::ordered_json j;
  j["time_utc"] =
      iso8601_from_unix_ns(world.value().start_unix_ns + std::llround(query.time_s * 1e9));
  j["latitude_deg"] = location.latitude_deg;
  j["longitude_deg"] = location.longitude_deg;
  j["depth_m"] = query.depth_m;
  j["temperature_degc"] = sea.water().temperature(query.depth_m);
  j["salinity_psu"] = sea.water().salinity(query.depth_m);
  j["density_kg_m3"] = sea.water().density(query.depth_m);
  j["pressure_pa"] = instant.pressure(p_N);
  j["sound_speed_m_s"] = sea.water().sound_speed(query.depth_m);
  const environment::AcousticField sound(sea, world.value().sound, world.value().materials);
  j["frequency_hz"] = query.frequency_hz;
  j["absorption_db_per_km"] = 1000 * sound.absorption_db_per_m(query.frequency_hz, query.depth_m);
  j["ambient_noise_db"] = sound.noise_db(query.frequency_hz, instant.wind_N(10).norm());
  j["straight_sound_range_m"] = sound.straight_range_m(query.depth_m);
  j["gravity_m_s2"] = sea.water().gravity(query.depth_m);
  j["current_north_m_s"] = current.x();
  j["current_east_m_s"] = current.y();
  j["current_down_m_s"] = current.z();
  j["current_speed_m_s"] = current.norm();
  j["current_toward_deg"] = toward < 0 ? toward + 360 : toward;
  if (!sea.waves().calm()) {
    const environment::WaveMotion waves = instant.waves(p_N);
    j["wave_elevation_m"] = waves.elevation_m;
    j["wave_north_m_s"] = waves.velocity_N.x();
    j["wave_east_m_s"] = waves.velocity_N.y();
    j["wave_down_m_s"] = waves.velocity_N.z();
    j["wave_pressure_pa"] = waves.pressure_pa;
    j["significant_height_m"] = 4 * std::sqrt(sea.waves().variance_m2());
  }
  if (!sea.wind().calm()) {
    const Vec3 wind = instant.wind_N(10);
    j["wind_10m_north_m_s"] = wind.x();
    j["wind_10m_east_m_s"] = wind.y();
  }
  if (sea.seabed().exists()) {
    j["seabed_depth_m"] = sea.seabed().depth(query.north_m, query.east_m);
    j["seabed_visible_depth_m"] =
        sea.seabed().depth(query.north_m, query.east_m, environment::SeabedLayer::kVisible);
    j["altitude_m"] = sea.seabed().depth(query.north_m, query.east_m) - query.depth_m;
    const int material = sea.seabed().material(query.north_m, query.east_m);
    j["seabed_material"] = world.value().materials.materials[material].name;
  }
  return j.dump(2) + "\n";
}

}  // namespace hadal
