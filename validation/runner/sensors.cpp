// Sensors: the noise stack by its Allan deviation, and the pressure sensor.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "runner/allan.h"
#include "runner/kinds.h"
#include "scenario/sensor_config.h"
#include "sensors/noise/noise.h"

namespace hadal::validation {
namespace {

AnyConfig sensor_with_defaults(const std::string& kind) {
  for (const StructSchema* schema : sensor_kinds()) {
    if (schema->name != kind) continue;
    const std::shared_ptr<void> config = schema->create();
    static_cast<SensorConfig*>(config.get())->name = kind;
    return {schema, config};
  }
  throw std::logic_error("no sensor " + kind);
}

constexpr int kSamplesPerTime = 20;   // within one averaging time, at least
constexpr int kSamplesPerCorrelation = 10;  // within one correlation time
constexpr int kTimesAveraged = 4000;  // relative error of an estimate about 1/sqrt(2 * 4000)
constexpr uint64_t kSeed = 1;

std::vector<double> record(const NoiseModel& model, double rate_hz, int samples, const char* path) {
  const sensors::NoiseStack stack(model, 1, rate_hz, kSeed, path);
  std::vector<double> memory(stack.state_size()), out(static_cast<size_t>(samples));
  stack.reset(memory);
  const double truth[1] = {0};
  for (int i = 0; i < samples; ++i)
    stack.apply(i, truth, std::span(&out[static_cast<size_t>(i)], 1), memory);
  return out;
}

// Point samples have the deviation of the process itself only if they lie close together against its
// correlation time.
double deviation(const NoiseModel& model, double tau_s, const char* path) {
  int per_time = kSamplesPerTime;
  if (model.bias_kind == extension::BiasKind::kGaussMarkov)
    per_time = std::max(per_time, static_cast<int>(std::ceil(kSamplesPerCorrelation * tau_s /
                                                             model.bias_correlation_time_s)));
  const double rate = per_time / tau_s;
  const std::vector<double> samples = record(model, rate, per_time * kTimesAveraged, path);
  const double times[1] = {tau_s};
  return allan_deviation(samples, 1 / rate, times)[0];
}

double standard_deviation(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v * v;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace

void run_imu_allan(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("allan.csv");
  const double tolerance = c.tolerance("statistical_rel");
  NoiseModel white, walk, gauss_markov;
  white.white_density = c.number("N");
  walk.bias_kind = extension::BiasKind::kRandomWalk;
  walk.bias_random_walk = c.number("K");
  gauss_markov.bias_kind = extension::BiasKind::kGaussMarkov;
  gauss_markov.bias_std = c.number("sigma_b");
  gauss_markov.bias_correlation_time_s = c.number("tau_c");
  const auto compare = [&](const char* name, const char* column, const NoiseModel& model) {
    Worst error;
    for (size_t i = 0; i < table.rows(); ++i)
      error.add_relative(deviation(model, table["tau_s"][i], column), table[column][i]);
    report.check(name, error.value(), tolerance);
  };
  compare("white noise, relative", "adev_white", white);
  compare("random walk, relative", "adev_rw", walk);
  compare("Gauss-Markov bias, relative", "adev_gm", gauss_markov);
  if (const auto std_200 = c.expected_number("white_std_at_200Hz"))
    report.check(
        "white noise at 200 Hz, relative",
        std::abs(standard_deviation(record(white, 200, kTimesAveraged, "white_200")) / *std_200 -
                 1),
        tolerance);
  if (const auto walk_100 = c.expected_number("angle_rw_100s")) {
    constexpr int kSteps = 100;  // of one second
    const std::vector<double> samples = record(white, 1, kSteps * kTimesAveraged, "angle");
    std::vector<double> angles(kTimesAveraged, 0.0);
    for (size_t i = 0; i < samples.size(); ++i) angles[i / kSteps] += samples[i];
    report.check("angle random walk in 100 s, relative",
                 std::abs(standard_deviation(angles) / *walk_100 - 1), tolerance);
  }
  report.notes.emplace_back("the flicker floor is not part of the noise model and is not run");
}

void run_pressure_depth(const Case& c, const Settings& settings, CaseReport& report) {
  const Water water{c.number("rho", "rho=", 1025), c.number("g", "g=", 9.80665)};
  const Json* table = c.expected("table");
  if (!table || !table->is_array()) c.fail("expected.table", "expected rows [depth, pressure]");
  const std::vector<double> flat = c.expected_numbers("table");
  if (flat.empty() || flat.size() % 2 != 0)
    c.fail("expected.table", "expected rows [depth, pressure]");
  Scenario scenario = still_water(water, 0.01, 0.01);
  scenario.environment.water.atmospheric_pressure_pa = c.number("Patm", "Patm=", 101325);
  VehicleModelConfig model;
  model.links = {body(1, {1, 1, 1})};
  model.sensors = {sensor_with_defaults("pressure")};
  for (size_t i = 0; i < flat.size(); i += 2) {
    Start start;
    start.p_N.z() = flat[i];
    add_vehicle(scenario, model, start).kinematic = true;
  }
  Tank tank(scenario, c, settings);
  Worst error;
  for (size_t i = 0; i < flat.size() / 2; ++i)
    error.add(tank.simulation().sensors().values(tank.simulation().world(), tank.state(),
                                                 static_cast<int>(i))[0] -
              flat[2 * i + 1]);
  report.check("pressure, Pa", error.value(), c.tolerance("abs_Pa"));
}

}  // namespace hadal::validation
