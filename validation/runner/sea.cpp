// The sea: currents, density, pressure and sound speed.
#include <cmath>
#include <nlohmann/json.hpp>

#include "environment/water/seawater.h"
#include "environment/water/sound_speed.h"
#include "kinds/currents/ekman.h"
#include "kinds/currents/gauss_markov.h"
#include "kinds/currents/log_layer.h"
#include "kinds/currents/stratified.h"
#include "kinds/currents/tide.h"
#include "math/units.h"
#include "runner/kinds.h"
#include "runner/sea_query.h"

namespace hadal::validation {
namespace {

constexpr double kBar_dbar = 10;
constexpr double kReferenceLatitude_deg = 45;
constexpr double kPublishedDigits = 5e-4;  // half of the last digit of published depths and speeds

double t90_from_t68(double t68) {
  return t68 / environment::t68_from_t90(1);
}

Scenario with_current(AnyConfig current) {
  Scenario scenario;
  scenario.environment.currents.push_back(std::move(current));
  return scenario;
}

std::vector<std::vector<double>> expected_rows(const Case& c, const char* key, size_t width) {
  std::vector<std::vector<double>> rows;
  const Json* list = c.expected(key);
  if (!list) return rows;
  std::vector<double> flat = c.expected_numbers(key);
  if (flat.size() % width != 0)
    c.fail(std::string("expected.") + key,
           "expected rows of " + std::to_string(width) + " numbers");
  for (size_t i = 0; i < flat.size(); i += width)
    rows.emplace_back(flat.begin() + static_cast<long>(i),
                      flat.begin() + static_cast<long>(i + width));
  return rows;
}

}  // namespace

void run_ekman_log(const Case& c, const Settings&, CaseReport& report) {
  const double tolerance = c.tolerance("abs");
  if (c.has_file("ekman.csv")) {
    // x is east and y is north here, and the wind blows to +y.
    const Table table = c.table("ekman.csv");
    EkmanCurrent ekman;
    ekman.surface_speed_m_s = c.number("V0");
    ekman.ekman_depth_m = c.number("DE");
    const Json* hemisphere = c.find("hemisphere");
    ekman.hemisphere = hemisphere && *hemisphere == "south" ? EkmanCurrent::Hemisphere::kSouth
                                                            : EkmanCurrent::Hemisphere::kNorth;
    const SeaQuery query(with_current(AnyConfig::of(ekman)), c);
    Worst error;
    for (size_t i = 0; i < table.rows(); ++i) {
      const Vec3 v = query.current_N(-table["z_m"][i]);
      error.add(v.y() - table["u_x"][i]);
      error.add(v.x() - table["v_y"][i]);
    }
    report.check("Ekman spiral, m/s", error.value(), tolerance);
  }
  if (c.has_file("loglayer.csv")) {
    const Table table = c.table("loglayer.csv");
    const auto& altitude = table["height_above_bottom_m"];
    LogLayerCurrent layer;
    layer.friction_velocity_m_s = c.number("ustar");
    layer.roughness_m = c.number("z0");
    double seabed_m = 100;
    for (const double h : altitude) seabed_m = std::fmax(seabed_m, h);
    layer.seabed_depth_m = seabed_m;
    const SeaQuery query(with_current(AnyConfig::of(layer)), c);
    Worst error;
    for (size_t i = 0; i < table.rows(); ++i)
      error.add(query.current_N(seabed_m - altitude[i]).x() - table["u_mps"][i]);
    report.check("log layer, m/s", error.value(), tolerance);
  }
}

void run_gauss_markov(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("path.csv");
  const auto &xi = table["xi"], &V = table["V_mps"];
  const double mu = c.number("mu"), sigma = c.number("sigma"), dt = c.number("dt"),
               mean = c.optional_number("mean").value_or(0);
  const GaussMarkov process{mean, sigma, 1 / mu};
  double value = V[0];
  Worst path;
  for (size_t i = 1; i < V.size(); ++i) {
    value = gauss_markov_step(process, value, xi[i], dt);
    path.add(value - V[i]);
  }
  report.check("path, m/s", path.value(), c.tolerance("path_abs"));
  if (!c.has_tolerance("statistics")) return;

  GaussMarkovCurrent current;
  current.mean_m_s = mean;
  current.std_m_s = sigma;
  current.correlation_time_s = 1 / mu;
  current.toward_rad = 0;
  Scenario scenario = with_current(AnyConfig::of(current));
  scenario.step_s = dt;
  SeaQuery query(scenario, c);
  // Samples one correlation time apart say little new: take enough for the estimate to settle.
  const double min = c.has_tolerance("statistics.samples_at_least")
                           ? c.tolerance("statistics.samples_at_least")
                           : 20000;
  const int samples = static_cast<int>(std::fmax(min, 4000 / (mu * dt))),
            lag = std::max(1, static_cast<int>(std::lround(1 / (mu * dt))));
  std::vector<double> series;
  for (int i = 0; i < samples; ++i) {
    query.advance();
    series.push_back(query.current_N(10).x());
  }
  double sum = 0, square = 0, product = 0;
  for (const double v : series) sum += v;
  const double average = sum / samples;
  for (int i = 0; i < samples; ++i) {
    square += (series[i] - average) * (series[i] - average);
    if (i + lag < samples) product += (series[i] - average) * (series[i + lag] - average);
  }
  const double correlation = product / (samples - lag) / (square / samples);
  const double a = c.expected_number("a").value_or(std::exp(-mu * dt));
  report.check("standard deviation, relative", std::abs(std::sqrt(square / samples) / sigma - 1),
               c.tolerance("statistics.std_rel"));
  report.check("correlation at a lag of 1/mu", std::abs(correlation - std::pow(a, lag)),
               c.tolerance("statistics.lag_corr_abs"));
  report.check("mean, of the standard deviation", std::abs(average - mean) / sigma,
               c.tolerance("statistics.std_rel"));
}

void run_stratified(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("queries.csv");
  StratifiedCurrent current;
  current.table = c.rows("table");
  const SeaQuery query(with_current(AnyConfig::of(current)), c);
  Worst error;
  for (size_t i = 0; i < table.rows(); ++i) {
    const Vec3 v = query.current_N(table["depth_m"][i]);
    error.add(v.x() - table["vn"][i]);
    error.add(v.y() - table["ve"][i]);
    error.add(v.z() - table["vd"][i]);
  }
  report.check("velocity, m/s", error.value(), c.tolerance("abs"));
}

void run_tide_harmonic(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("tide.csv");
  TideCurrent tide;
  tide.toward_rad = c.number("direction_deg") * kDegree;
  const Json* list = c.find("constituents_A_phase");
  if (!list || !list->is_array())
    c.fail("constituents_A_phase", "expected rows [name, amplitude, phase]");
  for (const Json& row : *list) {
    if (!row.is_array() || row.size() != 3 || !row[0].is_string() || !row[1].is_number() ||
        !row[2].is_number())
      c.fail("constituents_A_phase", "expected rows [name, amplitude, phase]");
    tide.constituents.push_back(
        {row[0].get<std::string>(), row[1].get<double>(), row[2].get<double>() * kDegree});
  }
  SeaQuery query(with_current(AnyConfig::of(tide)), c);
  const double c_dir = std::cos(tide.toward_rad),
               s_dir = std::sin(tide.toward_rad);
  Worst error;
  for (size_t i = 0; i < table.rows(); ++i) {
    query.set_time(table["hours"][i] * kHour);
    const Vec3 v = query.current_N(1);
    error.add(v.x() - table["vx"][i]);
    error.add(v.y() - table["vy"][i]);
    error.add(c_dir * v.x() + s_dir * v.y() - table["v_flood_mps"][i]);
  }
  report.check("velocity, m/s", error.value(), c.tolerance("abs"));
}

void run_density_pressure(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("density.csv");
  const double same = c.tolerance("same_formula_abs"),
               between = c.tolerance("between_formulae_abs");
  const double latitude = c.number("lat_deg", "depth at ", kReferenceLatitude_deg) * kDegree;
  Worst eos80, teos10, depth;
  for (size_t i = 0; i < table.rows(); ++i) {
    const double p = table["p_dbar"][i],
                 rho = environment::density_eos80(table["SP"][i], table["T_C"][i], p);
    eos80.add(rho - table["rho_EOS80"][i]);
    teos10.add(rho - table["rho_TEOS10"][i]);
    depth.add(environment::depth_from_pressure(p, latitude) - table["depth_UNESCO_m"][i]);
  }
  report.check("density against EOS-80, kg/m3", eos80.value(), same);
  report.check("density against TEOS-10, kg/m3", teos10.value(), between);
  report.check("depth against UNESCO 1983, m", depth.value(), same);
  Worst published;
  for (const auto& row : expected_rows(c, "eos80_check", 4))
    published.add(environment::density_eos80(row[0], t90_from_t68(row[1]), row[2] * kBar_dbar) -
                  row[3]);
  report.check("published densities, kg/m3", published.value(), same);
  if (const std::vector<double> row = c.expected_numbers("unesco_depth_check"); row.size() == 3)
    report.check("published depth, m",
                 std::abs(environment::depth_from_pressure(row[0], row[1] * kDegree) - row[2]),
                 std::fmax(same, kPublishedDigits));
}

void run_sound_speed(const Case& c, const Settings&, CaseReport& report) {
  const Table table = c.table("soundspeed.csv");
  const double same = c.tolerance("same_formula_abs");
  Worst mackenzie, chen_millero, del_grosso, teos10;
  for (size_t i = 0; i < table.rows(); ++i) {
    const double T = table["T_C"][i], S = table["S"][i], p = table["p_dbar"][i];
    mackenzie.add(environment::sound_speed_mackenzie(S, T, table["depth_m"][i]) -
                  table["c_mackenzie"][i]);
    chen_millero.add(environment::sound_speed_chen_millero(S, T, p) - table["c_chen_millero"][i]);
    del_grosso.add(environment::sound_speed_del_grosso(S, T, p) - table["c_del_grosso"][i]);
    teos10.add(environment::sound_speed_chen_millero(S, T, p) - table["c_teos10"][i]);
  }
  report.check("Mackenzie, m/s", mackenzie.value(), same);
  report.check("Chen-Millero, m/s", chen_millero.value(), same);
  report.check("Del Grosso, m/s", del_grosso.value(), same);
  report.check("Chen-Millero against TEOS-10, m/s", teos10.value(),
               c.tolerance("other_formula_abs"));
  Worst published;
  for (const auto& row : expected_rows(c, "mackenzie_check", 4))
    published.add(environment::sound_speed_mackenzie(row[1], row[0], row[2]) - row[3]);
  for (const auto& row : expected_rows(c, "unesco_check", 4))
    published.add(environment::sound_speed_chen_millero(row[0], t90_from_t68(row[1]), row[2]) -
                  row[3]);
  report.check("published values, m/s", published.value(), same);
}

}  // namespace hadal::validation
