// Positioning and communication by sound: USBL, LBL and modem, run in water of the case's sound
// speed.
#include <cmath>

#include "kinds/devices/modems.h"
#include "kinds/devices/positioning.h"
#include "kinds/events/send.h"
#include "kinds/steps/velocity.h"
#include "math/units.h"
#include "runner/kinds.h"

namespace hadal::validation {
namespace {

constexpr int kFixes = 8000;     // relative error of a standard deviation about 1/sqrt(2 * 8000)
constexpr int kPackets = 10000;  // error of a rate at most 0.5/sqrt(10000)
constexpr double kDopplerTolerance = 1e-9;
constexpr double kTurnaround_s = 0.1;

Scenario sea_of(double sound_speed_m_s, double step_s, double duration_s) {
  Scenario scenario = still_water({}, step_s, duration_s);
  scenario.environment.water.sound_speed_profile = {{0, sound_speed_m_s}};
  return scenario;
}

// DeviceReception at any range: the cases are about time and geometry.
template <class C>
C loud(const std::string& name) {
  C out;
  out.name = name;
  out.source_level_db = 300;
  out.detection_db = -60;
  return out;
}

VehicleConfig& add_carrier(Scenario& scenario, const Vec3& p_N, const AnyConfig& sensor) {
  VehicleModelConfig model;
  model.links = {body(1, {1, 1, 1})};
  Start start;
  start.p_N = p_N;
  VehicleConfig& vehicle = add_vehicle(scenario, model, start);
  vehicle.kinematic = true;
  vehicle.sensors = {sensor};
  return vehicle;
}

Vec3 place(const Case& c, const char* key) {
  const std::vector<double> p = c.numbers(key);
  if (p.size() != 3) c.fail(key, "expected north, east, down");
  return {p[0], p[1], p[2]};
}

std::span<const double> reading(const Tank& tank) {
  return tank.simulation().sensors().values(tank.simulation().world(), tank.state(), 0);
}

// Columns of the USBL's reading.
enum { kRange = 1, kBearing = 2, kElevation = 3, kY = 5, kZ = 6, kTwoWayTime = 10 };

Tank usbl_tank(const Case& c, const Settings& settings, const UsblModel& usbl, double step_s) {
  Scenario scenario = sea_of(c.number("c"), step_s, 1e5);
  add_carrier(scenario, place(c, "tx"), AnyConfig::of(usbl));
  auto transponder = loud<TransponderModel>("transponder");
  transponder.turnaround_s = kTurnaround_s;
  add_carrier(scenario, place(c, "rx"), AnyConfig::of(transponder));
  return Tank(scenario, c, settings);
}

// Rate of questions that leaves time for the answer.
double patient_rate_hz(const Case& c, double range_m) {
  return 1 / (2 * range_m / c.number("c") + 2 * kTurnaround_s);
}

std::vector<double> first_fix(const Case& c, const Settings& settings, const UsblModel& usbl) {
  Tank tank = usbl_tank(c, settings, usbl, 0.005);
  while (tank.state().sensor_stamp[0] < 0) tank.step();
  const auto values = reading(tank);
  return {values.begin(), values.end()};
}

// Standard deviations along z and y of a head that looks straight at the transponder.
void scatter(const Case& c, const Settings& settings, UsblModel usbl, CaseReport& report) {
  const Vec3 line_N = place(c, "rx") - place(c, "tx");
  usbl.rpy_deg = {0, -std::atan2(line_N.z(), line_N.head<2>().norm()) / kDegree,
                  std::atan2(line_N.y(), line_N.x()) / kDegree};
  usbl.range.white_std = c.number("sigma_r");
  usbl.bearing.white_std = usbl.elevation.white_std = c.number("sigma_angle");
  Tank tank = usbl_tank(c, settings, usbl, 0.05);
  double along = 0, level = 0, steep = 0;
  for (int fixes = 0; fixes < kFixes;) {
    tank.step();
    if (!tank.state().sensor_fresh[0]) continue;
    const auto v = reading(tank);
    along += std::pow(v[kRange] - line_N.norm(), 2);
    level += std::pow(v[kY], 2);
    steep += std::pow(v[kZ], 2);
    ++fixes;
  }
  const double tolerance = c.tolerance("stat_rel");
  const double cross =
      c.expected_number("cross_std").value_or(line_N.norm() * c.number("sigma_angle"));
  report.check("range std, relative", std::abs(std::sqrt(along / kFixes) / c.number("sigma_r") - 1),
               tolerance);
  report.check("cross std, level, relative", std::abs(std::sqrt(level / kFixes) / cross - 1),
               tolerance);
  report.check("cross std, upright, relative", std::abs(std::sqrt(steep / kFixes) / cross - 1),
               tolerance);
}

}  // namespace

void run_usbl(const Case& c, const Settings& settings, CaseReport& report) {
  const double tolerance = c.tolerance("abs");
  auto usbl = loud<UsblModel>("usbl");
  usbl.rate_hz = patient_rate_hz(c, (place(c, "rx") - place(c, "tx")).norm());
  const std::vector<double> fix = first_fix(c, settings, usbl);
  const auto compare = [&](const char* what, const char* key, double value) {
    if (const auto expected = c.expected_number(key))
      report.check(what, std::abs(value - *expected), tolerance);
  };
  compare("range, m", "range", fix[kRange]);
  compare("azimuth, deg", "azimuth_deg", fix[kBearing] / kDegree);
  compare("elevation, deg", "elevation_deg", fix[kElevation] / kDegree);
  compare("two-way time, s", "twtt", fix[kTwoWayTime]);
  UsblModel wrong = usbl;
  wrong.sound_speed_m_s = 1.01 * c.number("c");
  compare("range bias of 1 % sound speed, m", "range_bias_for_1pct_c_error",
          first_fix(c, settings, wrong)[kRange] - fix[kRange]);
  scatter(c, settings, usbl, report);
}

void run_lbl(const Case& c, const Settings& settings, CaseReport& report) {
  const double tolerance = c.tolerance("abs");
  const auto beacons = c.rows("beacons");
  Scenario scenario = sea_of(c.number("c"), 0.01, 1000);
  auto lbl = loud<LblModel>("lbl");
  lbl.rate_hz = 1e-3;
  lbl.window_s = 500;
  add_carrier(scenario, place(c, "vehicle"), AnyConfig::of(lbl));
  for (size_t i = 0; i < beacons.size(); ++i) {
    if (beacons[i].size() != 3) c.fail("beacons", "expected rows of north, east, down");
    auto transponder = loud<TransponderModel>("beacon");
    transponder.turnaround_s = kTurnaround_s * static_cast<double>(1 + i);
    // Bands apart, so that answers of any ranges do not meet.
    transponder.frequency_hz = 25e3 + 200.0 * static_cast<double>(i);
    transponder.bandwidth_hz = 100;
    transponder.listen_frequency_hz = 25e3;
    transponder.listen_bandwidth_hz = 5e3;
    add_carrier(scenario, {beacons[i][0], beacons[i][1], beacons[i][2]},
                AnyConfig::of(transponder));
  }
  Tank tank(scenario, c, settings);
  while (tank.state().sensor_stamp[0] < 0) tank.step();
  const auto values = reading(tank);
  const std::vector<double> ranges = c.expected_numbers("ranges"),
                            times = c.expected_numbers("owtt");
  Worst range, time;
  for (size_t i = 0; i < beacons.size(); ++i) {
    if (i < ranges.size()) range.add(values[7 + i] - ranges[i]);
    if (i < times.size()) time.add(0.5 * tank.state().beacon_values[4 * i + 3] - times[i]);
  }
  report.check("ranges, m", range.value(), tolerance);
  report.check("one-way times, s", time.value(), tolerance);
  report.check("fix, m", (Vec3(values[0], values[1], values[2]) - place(c, "vehicle")).norm(),
               tolerance);
  if (const auto hdop = c.expected_number("HDOP"))
    report.check("HDOP", std::abs(values[3] - *hdop), tolerance);
  if (const auto vdop = c.expected_number("VDOP"))
    report.check("VDOP", std::abs(values[4] - *vdop), tolerance);
}

namespace {

// Two modems, the second closing on the first at a speed; one packet at a time.
Tank modem_tank(const Case& c, const Settings& settings, double closing_m_s, double every_s,
                double step_s) {
  const auto bits = static_cast<int64_t>(c.number("bits"));
  auto modem = loud<AcousticModemModel>("modem");
  modem.bit_rate = c.number("rate");
  modem.max_bytes = static_cast<int>(std::max<int64_t>(1, bits / 8));
  modem.overhead_bits = static_cast<int>(bits) - 8 * modem.max_bytes;
  modem.modulation = Modulation::kGiven;
  modem.bit_error_rate = c.number("ber");
  Scenario scenario = sea_of(c.number("c"), step_s, every_s * (kPackets + 2) + 100);
  add_carrier(scenario, {0, 0, kDeep_m}, AnyConfig::of(modem));
  VehicleConfig& receiver =
      add_carrier(scenario, {c.number("r"), 0, kDeep_m}, AnyConfig::of(modem));
  receiver.velocity = {-closing_m_s, 0, 0, 0, 0, 0};
  if (closing_m_s != 0) {
    VelocityStep run;
    run.vehicle = receiver.name;
    run.velocity[0] = -closing_m_s;
    run.duration_s = 1e6;
    scenario.mission = {AnyConfig::of(run)};
  }
  SendEvent send;
  send.from = scenario.vehicles[0].name + "/modem";
  send.to = receiver.name + "/modem";
  send.text = std::string(static_cast<size_t>(modem.max_bytes), 'x');
  send.every_s = every_s;
  scenario.events = {AnyConfig::of(send)};
  return Tank(scenario, c, settings);
}

}  // namespace

void run_acoustic_modem(const Case& c, const Settings& settings, CaseReport& report) {
  const double packet_s = c.number("bits") / c.number("rate");
  const double step_s = 0.05;
  const double every_s = step_s * std::ceil(1.01 * packet_s / step_s);
  Tank tank = modem_tank(c, settings, 0, every_s, step_s);
  const State& state = tank.state();
  while (state.device_header[1].events == 0) tank.step();
  const InboxValues first = state.inbox_values[kInboxSlots];
  const double time_tolerance = c.tolerance("time_abs_s");
  const auto compare = [&](const char* what, const char* key, double value) {
    if (const auto expected = c.expected_number(key))
      report.check(what, std::abs(value - *expected), time_tolerance);
  };
  compare("propagation, s", "propagation_s", first.begin_s - first.sent_s);
  compare("whole packet, s", "total_s", first.end_s - first.sent_s);
  while (state.device_header[1].events < kPackets) tank.step();
  const double success =
      static_cast<double>(state.device_header[1].received) / static_cast<double>(kPackets);
  if (const auto expected = c.expected_number("packet_success"))
    report.check("packets received, share", std::abs(success - *expected),
                 c.tolerance("success_rate_abs"));
  const double closing_m_s = c.number("v", "Doppler factor for ", 1.5);
  Tank moving = modem_tank(c, settings, closing_m_s, every_s, 0.01);
  while (moving.state().device_header[1].events == 0) moving.step();
  if (const auto expected = c.expected_number("doppler"))
    report.check("Doppler factor",
                 std::abs(moving.state().inbox_values[kInboxSlots].doppler - *expected),
                 kDopplerTolerance);
}

}  // namespace hadal::validation
