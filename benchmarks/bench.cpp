#include "hadal/bench.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iomanip>
#include <ostream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "cameras.h"
#include "clock.h"
#include "hadal/catalog.h"
#include "hadal/run.h"
#include "hydro.h"
#include "lidar.h"
#include "rays.h"
#include "shared.h"
#include "simulation/simulation.h"
#include "sonars.h"

namespace hadal {
namespace {

using simulation::Simulation;

struct Measurement {
  std::string name;
  double value;
  std::string unit;
  int threads;
};

// A vehicle that holds station in a current, with the sensors every user has.
std::string station_keeping(const std::string& model) {
  return "format: 1\nduration_s: 1e8\nenvironment:\n  currents:\n"
         "    - !uniform {speed_m_s: 0.2, toward_deg: 40}\n"
         "    - !stratified {table: [[0, 0.1, 0], [20, 0, 0.1], [100, 0, 0]]}\n"
         "vehicles:\n  - name: v\n    model: " +
         model +
         "\n    pose: {depth_m: 10}\n    sensors:\n"
         "      - !imu {name: bench_imu, rate_hz: 100, gyro: {white_density: 3.4e-4, bias_kind: "
         "gauss_markov, bias_std: 1e-3}, accelerometer: {white_density: 4e-3}}\n"
         "      - !pressure {name: bench_pressure, rate_hz: 20, pressure: {white_std: 30}}\n"
         "      - !odometry {name: bench_odometry, rate_hz: 50}\n"
         "mission:\n  - !hold {vehicle: v, duration_s: 1e8}\n";
}

std::unique_ptr<Simulation> make(const std::string& yaml, const BenchOptions& options,
                                 int threads) {
  const Result<LoadedScenario> loaded =
      load_scenario_text(yaml, "benchmark", {{}, options.model_folders});
  if (!loaded) throw InvalidInput(loaded.problems());
  Result<std::unique_ptr<Simulation>> created = Simulation::create(loaded.value(), threads);
  if (!created) throw InvalidInput(created.problems());
  return std::move(created).value();
}

void steps(Simulation& s, int count) {
  for (int i = 0; i < count; ++i)
    if (const auto report = s.step(); !report.ok) throw std::runtime_error(report.message);
}

// Best of five, each long enough to trust the clock.
double steps_per_cpu_second(const std::string& yaml, const BenchOptions& options, int threads) {
  const auto s = make(yaml, options, threads);
  if (options.steps > 0) {
    steps(*s, options.steps);
    return 0;
  }
  steps(*s, 2000);
  double best = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    constexpr int kSteps = 40000;
    const double start = cpu_seconds();
    steps(*s, kSteps);
    best = std::max(best, kSteps / (cpu_seconds() - start));
  }
  return best;
}

std::string swarm(int count) {
  std::string yaml = "format: 1\nduration_s: 1e8\nvehicles:\n";
  for (int i = 0; i < count; ++i)
    yaml += "  - {name: v" + std::to_string(i) +
            ", model: bluerov2_heavy, pose: {north_m: " + std::to_string(4 * i) +
            ", depth_m: 10}}\n";
  return yaml;
}

double load_seconds(const std::string& yaml, const BenchOptions& options) {
  const double start = cpu_seconds();
  make(yaml, options, 1);
  return cpu_seconds() - start;
}

double first_step_seconds(const BenchOptions& options) {
  const double start = cpu_seconds();
  steps(*make(station_keeping("bluerov2_heavy"), options, 1), 1);
  return cpu_seconds() - start;
}

double ten_hours_of_remus(const BenchOptions& options) {
  const std::string yaml =
      "format: 1\nstep_s: 0.02\nduration_s: 36000\nvehicles:\n  - {name: auv, model: remus100, "
      "pose: {depth_m: 10}}\n"
      "mission:\n  - !cruise {vehicle: auv, heading_deg: 45, speed_m_s: 1.5, depth_m: 20, "
      "duration_s: 36000}\n";
  const auto s = make(yaml, options, 1);
  const double start = cpu_seconds();
  steps(*s, options.steps > 0 ? options.steps : 36000 * 50);
  return cpu_seconds() - start;
}

double logged_steps_per_cpu_second(const BenchOptions& options) {
  constexpr double kStep_s = 0.01;
  const std::string folder = std::filesystem::temp_directory_path() /
                             ("hadal_bench_log_" + std::to_string(getpid()));
  RunOptions run;
  run.model_folders = options.model_folders;
  run.out_folder = folder;
  run.settings = {"step_s=" + std::to_string(kStep_s)};
  run.duration_s = options.steps > 0 ? kStep_s * options.steps : 100;
  const double start = cpu_seconds();
  const RunSummary summary = run_scenario(scenario_path("inspection_dive"), run);
  std::filesystem::remove_all(folder);
  if (summary.exit_code == 2) throw std::runtime_error(summary.problems);
  return static_cast<double>(summary.ticks) / (cpu_seconds() - start);
}

struct Benchmark {
  const char* name;
  const char* unit;
  int threads;
  double (*run)(const BenchOptions&);
};

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> list{
      {"step.free_vehicle", "steps per CPU-second", 1,
       [](const BenchOptions& o) {
         return steps_per_cpu_second(station_keeping("bluerov2_heavy"), o, 1);
       }},
      {"step.vehicle_arm7", "steps per CPU-second", 1,
       [](const BenchOptions& o) {
         return steps_per_cpu_second(station_keeping("bluerov2_heavy_arm7"), o, 1);
       }},
      {"step.free_vehicle_rkmk4", "steps per CPU-second", 1,
       [](const BenchOptions& o) {
         return steps_per_cpu_second(station_keeping("bluerov2_heavy") + "integrator: rkmk4\n", o,
                                     1);
       }},
      {"step.swarm40", "steps per CPU-second", 1,
       [](const BenchOptions& o) { return steps_per_cpu_second(swarm(40), o, 1); }},
      {"step.swarm40", "steps per CPU-second", 2,
       [](const BenchOptions& o) { return steps_per_cpu_second(swarm(40), o, 2); }},
      {"run.logged", "steps per CPU-second", 1, logged_steps_per_cpu_second},
      {"run.remus_ten_hours", "CPU-seconds", 1, ten_hours_of_remus},
      {"start.first_step", "CPU-seconds", 1, first_step_seconds},
      {"shared.simulations256", "CPU-seconds", 1, simulations256},
      {"shared.simulations256_memory", "MB", 1, simulations256_mb},
      {"shared.reset", "CPU-us", 1, reset_free_vehicle},
      {"hydro.faces.submerged", "CPU-ns per face", 1, faces_submerged},
      {"hydro.faces.pressure", "CPU-ns per face", 1, faces_pressure},
      {"hydro.faces.floating", "CPU-ns per face", 1, faces_floating},
      {"hydro.faces.speed_up", "times one thread", 2, faces_two_threads},
      {"hydro.faces.setup", "CPU-seconds", 1, faces_setup},
      {"fls.10m_11", "frames per CPU-second", 1, fls_10m},
      {"fls.50m_228", "frames per CPU-second", 1, fls_50m},
      {"fls.50m_228", "frames per second of wall time", 2, fls_50m_wall},
      {"fls.50m_228_direct", "frames per CPU-second", 1, fls_50m_direct},
      {"mbes.512x16", "pings per CPU-second", 1, mbes_pings},
      {"sidescan.2x2000x8", "pings per CPU-second", 1, side_scan_pings},
      {"lidar.145", "scans per CPU-second", 1, lidar_scans},
      {"camera.control", "frames per CPU-second", 1, camera_control},
      {"camera.fast", "frames per CPU-second", 1, camera_fast},
      {"camera.fast_spots", "frames per CPU-second", 1, camera_fast_spots},
      {"camera.labels", "per cent of camera.fast", 1, camera_labels},
      {"camera.silt", "per cent of camera.fast", 1, camera_silt},
      {"camera.full_hd", "frames per CPU-second", 1, camera_full_hd},
      {"camera.waves", "CPU-ms per time stamp", 1, camera_waves},
      {"hydro.boxes500", "CPU-ms per step", 1, boxes_in_waves},
      {"raytrace.camera", "million rays per CPU-second", 1, rays_camera},
      {"raytrace.shadow", "million rays per CPU-second", 1, rays_shadow},
      {"raytrace.fan", "million rays per CPU-second", 1, rays_fan},
      {"raytrace.one", "million rays per CPU-second", 1, rays_one},
      {"raytrace.update", "CPU-us per update", 1, rays_update},
      {"raytrace.update_bodies", "CPU-us per update", 1, rays_update_bodies},
      {"load.vehicles2000", "CPU-seconds", 1,
       [](const BenchOptions& o) { return load_seconds(swarm(2000), o); }},
  };
  return list;
}

void print(const std::vector<Measurement>& all, bool json, std::ostream& out) {
  if (!json) {
    for (const Measurement& m : all)
      out << std::left << std::setw(26) << m.name << std::right << std::setw(14) << m.value << "  "
          << m.unit << ", " << m.threads << " thread" << (m.threads > 1 ? "s" : "") << "\n";
    return;
  }
  nlohmann::ordered_json j = nlohmann::ordered_json::array();
  for (const Measurement& m : all)
    j.push_back({{"name", m.name}, {"value", m.value}, {"unit", m.unit}, {"threads", m.threads}});
  out << j.dump(2) << "\n";
}

}  // namespace

int run_benchmarks(const BenchOptions& options, std::ostream& out) {
  const auto exact = [&](const Benchmark& b) { return options.name == b.name; };
  const bool whole_name = std::any_of(benchmarks().begin(), benchmarks().end(), exact);
  std::vector<Measurement> all;
  for (const Benchmark& benchmark : benchmarks())
    if (whole_name ? exact(benchmark) : std::string(benchmark.name).starts_with(options.name))
      all.push_back({benchmark.name, benchmark.run(options), benchmark.unit, benchmark.threads});
  if (all.empty()) {
    out << "no benchmark begins with '" << options.name << "'; there are:";
    for (const Benchmark& benchmark : benchmarks()) out << " " << benchmark.name;
    out << "\n";
    return 2;
  }
  print(all, options.json, out);
  return 0;
}

}  // namespace hadal
