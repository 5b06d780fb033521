#include "outputs/report/sensor_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "math/rotation.h"
#include "math/units.h"

namespace hadal::outputs {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr double kTurn_deg = 360;

struct Unit {
  std::string_view suffix, shown;
  double factor;
};
// Longer suffixes first.
constexpr Unit kUnits[] = {{"_m_s2", "m/s²", 1},
                           {"_rad_s", "deg/s", 1 / kDegree},
                           {"_m_s", "m/s", 1},
                           {"_N_m", "N m", 1},
                           {"_rad", "deg", 1 / kDegree},
                           {"_deg", "deg", 1},
                           {"_degc", "°C", 1},
                           {"_Pa", "kPa", 1e-3},
                           {"_T", "µT", 1e6},
                           {"_m", "m", 1},
                           {"_V", "V", 1},
                           {"_A", "A", 1},
                           {"_W", "W", 1},
                           {"_N", "N", 1}};

struct ColumnName {
  std::string quantity, label, unit;
  double factor = 1;
};

std::string as_title(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

// thruster_3_thrust -> label 3, stem thrust.
bool split_thruster(std::string& stem, std::string& label) {
  constexpr std::string_view kPrefix = "thruster_";
  if (!stem.starts_with(kPrefix)) return false;
  const size_t end = stem.find('_', kPrefix.size());
  if (end == std::string::npos) return false;
  label = stem.substr(kPrefix.size(), end - kPrefix.size());
  stem = "thruster " + stem.substr(end + 1);
  return true;
}

ColumnName parse_name(const std::string& column) {
  ColumnName out;
  std::string stem = column;
  for (const Unit& unit : kUnits) {
    if (!stem.ends_with(unit.suffix) || stem.size() == unit.suffix.size()) continue;
    stem.resize(stem.size() - unit.suffix.size());
    out.unit = unit.shown;
    out.factor = unit.factor;
    break;
  }
  if (column == "charge") {
    out.unit = "%";
    out.factor = 100;
  }
  if (!split_thruster(stem, out.label)) {
    for (const std::string_view axis : {"_x", "_y", "_z", "_north", "_east", "_down"}) {
      if (!stem.ends_with(axis)) continue;
      out.label = axis.substr(1);
      stem.resize(stem.size() - axis.size());
      break;
    }
  }
  out.quantity = as_title(stem);
  return out;
}

// For each row of truth the row of reading with the same stamp, or -1.
std::vector<std::ptrdiff_t> pair_rows(const LogTable& truth, const LogTable& reading) {
  std::vector<std::ptrdiff_t> pairs(truth.time_s.size(), -1);
  size_t next = 0;
  for (size_t i = 0; i < truth.time_s.size(); ++i) {
    while (next < reading.time_s.size() && reading.time_s[next] < truth.time_s[i]) ++next;
    if (next < reading.time_s.size() && reading.time_s[next] == truth.time_s[i])
      pairs[i] = static_cast<std::ptrdiff_t>(next++);
  }
  return pairs;
}

std::array<const std::vector<double>*, 4> quaternion_columns(const LogTable& table) {
  return {table.find("attitude_w"), table.find("attitude_x"), table.find("attitude_y"),
          table.find("attitude_z")};
}

Quat attitude_at(const std::array<const std::vector<double>*, 4>& q, size_t row) {
  return Quat((*q[0])[row], (*q[1])[row], (*q[2])[row], (*q[3])[row]);
}

void add_column(LogTable& table, const std::string& name, std::vector<double> values) {
  if (table.find(name)) return;
  table.names.push_back(name);
  table.columns.push_back(std::move(values));
}

void add_depth(LogTable& reading, const PressureReference& reference) {
  const std::vector<double>* pressure = reading.find("pressure_Pa");
  if (!pressure) return;
  std::vector<double> depth;
  for (const double value : *pressure)
    depth.push_back((value - reference.pressure_pa) /
                    (reference.density_kg_m3 * reference.gravity_m_s2));
  add_column(reading, "depth_m", std::move(depth));
}

// The altitude of an altimeter's range, with the tilt that the beam truly had.
void add_altitude(LogTable& reading, const LogTable& truth) {
  const std::vector<double>*range = reading.find("range_m"), *true_range = truth.find("range_m"),
        *true_altitude = truth.find("altitude_m");
  if (!range || !true_range || !true_altitude) return;
  const std::vector<std::ptrdiff_t> pairs = pair_rows(truth, reading);
  std::vector<double> altitude(range->size(), kNoValue);
  for (size_t i = 0; i < pairs.size(); ++i)
    if (pairs[i] >= 0)
      altitude[static_cast<size_t>(pairs[i])] =
          (*range)[static_cast<size_t>(pairs[i])] * (*true_altitude)[i] / (*true_range)[i];
  add_column(reading, "altitude_m", std::move(altitude));
}

// Local north and east of fixes by the radii of curvature of WGS 84 at the origin; good to some
// centimetres within a kilometre, which is what a plot can show.
void add_local_fixes(LogTable& reading, const ScenarioFacts& scenario) {
  constexpr double kSemiMajor_m = 6378137, kEccentricity2 = 6.69437999014e-3;
  const auto* latitude = reading.find("latitude_deg");
  const auto* longitude = reading.find("longitude_deg");
  if (!latitude || !longitude || !scenario.origin_lat_deg || !scenario.origin_lon_deg) return;
  const double sine = std::sin(*scenario.origin_lat_deg * kDegree),
               cosine = std::cos(*scenario.origin_lat_deg * kDegree);
  const double w2 = 1 - kEccentricity2 * sine * sine;
  const double prime_m = kSemiMajor_m / std::sqrt(w2),
               meridian_m = prime_m * (1 - kEccentricity2) / w2;
  std::vector<double> north, east;
  for (size_t i = 0; i < latitude->size(); ++i) {
    north.push_back(((*latitude)[i] - *scenario.origin_lat_deg) * kDegree * meridian_m);
    east.push_back(std::remainder((*longitude)[i] - *scenario.origin_lon_deg, kTurn_deg) * kDegree *
                   prime_m * cosine);
  }
  add_column(reading, "position_north_m", std::move(north));
  add_column(reading, "position_east_m", std::move(east));
}

// An INS reports world velocities; its message carries them in body axes.
void add_world_velocity(LogTable& reading) {
  const auto q = quaternion_columns(reading);
  const std::vector<double>* v[] = {reading.find("velocity_x_m_s"), reading.find("velocity_y_m_s"),
                                    reading.find("velocity_z_m_s")};
  if (!q[0] || !q[1] || !q[2] || !q[3] || !v[0] || !v[1] || !v[2]) return;
  std::vector<double> world[3];
  for (size_t i = 0; i < reading.time_s.size(); ++i) {
    const Vec3 v_N = attitude_at(q, i) * Vec3((*v[0])[i], (*v[1])[i], (*v[2])[i]);
    for (int axis = 0; axis < 3; ++axis) world[axis].push_back(v_N[axis]);
  }
  const char* names[] = {"velocity_north_m_s", "velocity_east_m_s", "velocity_down_m_s"};
  for (int axis = 0; axis < 3; ++axis) add_column(reading, names[axis], std::move(world[axis]));
}

void add_attitude(LogTable& table) {
  AttitudeColumns attitude = attitude_columns(table);
  if (attitude.heading_deg.empty()) return;
  add_column(table, "attitude roll_deg", std::move(attitude.roll_deg));
  add_column(table, "attitude pitch_deg", std::move(attitude.pitch_deg));
  add_column(table, "heading_deg", std::move(attitude.heading_deg));
}

bool has_value(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

// The reading of a heading lies within half a turn of the truth, which is continuous.
void bring_near(SensorChannel& channel) {
  unwrap(channel.truth, channel.modulo);
  for (size_t i = 0; i < channel.reading.size(); ++i)
    channel.reading[i] =
        channel.truth[i] + std::remainder(channel.reading[i] - channel.truth[i], channel.modulo);
}

void add_channel(SensorData& data, ColumnName name, SensorChannel channel) {
  constexpr std::string_view kAttitude = "Attitude ";
  if (name.quantity.starts_with(kAttitude)) {
    channel.label = name.quantity.substr(kAttitude.size());
    name.quantity = "Roll and pitch";
  } else {
    channel.label = name.label;
  }
  if (name.quantity == "Heading") {
    channel.modulo = kTurn_deg;
    bring_near(channel);
  }
  const auto same = [&](const SensorQuantity& q) {
    return q.name == name.quantity && q.unit == name.unit;
  };
  auto found = std::find_if(data.quantities.begin(), data.quantities.end(), same);
  if (found == data.quantities.end())
    found = data.quantities.insert(found, {name.quantity, name.unit, {}});
  found->channels.push_back(std::move(channel));
}

}  // namespace

std::vector<double> SensorChannel::error() const {
  std::vector<double> out(reading.size());
  for (size_t i = 0; i < out.size(); ++i) out[i] = reading[i] - truth[i];
  return out;
}

double SensorChannel::rms_error() const {
  double sum = 0;
  size_t count = 0;
  for (const double e : error()) {
    if (!std::isfinite(e)) continue;
    sum += e * e;
    ++count;
  }
  return count == 0 ? kNoValue : std::sqrt(sum / static_cast<double>(count));
}

const SensorQuantity* SensorData::find(std::string_view quantity) const {
  for (const SensorQuantity& q : quantities)
    if (q.name == quantity) return &q;
  return nullptr;
}

void unwrap(std::vector<double>& values, double modulo) {
  double last = kNoValue;
  for (double& value : values) {
    if (!std::isfinite(value)) continue;
    if (std::isfinite(last)) value = last + std::remainder(value - last, modulo);
    last = value;
  }
}

AttitudeColumns attitude_columns(const LogTable& table) {
  AttitudeColumns out;
  const auto q = quaternion_columns(table);
  if (!q[0] || !q[1] || !q[2] || !q[3]) return out;
  for (size_t i = 0; i < table.time_s.size(); ++i) {
    const EulerAngles e = euler_from(attitude_at(q, i));
    out.roll_deg.push_back(e.roll / kDegree);
    // std::fmax in euler_from hides NaN: a missing attitude has no pitch either.
    out.pitch_deg.push_back(std::isfinite(e.yaw) ? e.pitch / kDegree : kNoValue);
    out.heading_deg.push_back(e.yaw < 0 ? e.yaw / kDegree + kTurn_deg : e.yaw / kDegree);
  }
  unwrap(out.heading_deg, kTurn_deg);
  return out;
}

SensorData sensor_data(const std::string& name, const LogTable& reading_table,
                       const LogTable& truth_table, const PressureReference& pressure,
                       const ScenarioFacts& scenario) {
  LogTable reading = reading_table, truth = truth_table;
  add_depth(reading, pressure);
  add_altitude(reading, truth);
  add_local_fixes(reading, scenario);
  add_world_velocity(reading);
  add_attitude(reading);
  add_attitude(truth);
  SensorData data{name, reading.type, truth.time_s, 0, {}};
  const std::vector<std::ptrdiff_t> pairs = pair_rows(truth, reading);
  std::vector<bool> read(pairs.size(), false);
  for (size_t c = 0; c < truth.names.size(); ++c) {
    const std::vector<double>* column = reading.find(truth.names[c]);
    const bool quaternion = truth.names[c].starts_with("attitude_");
    if (!column || quaternion) continue;
    ColumnName parsed = parse_name(truth.names[c]);
    SensorChannel channel;
    for (size_t i = 0; i < pairs.size(); ++i) {
      channel.truth.push_back(parsed.factor * truth.columns[c][i]);
      channel.reading.push_back(
          pairs[i] < 0 ? kNoValue : parsed.factor * (*column)[static_cast<size_t>(pairs[i])]);
    }
    for (size_t i = 0; i < pairs.size(); ++i)
      if (std::isfinite(channel.reading[i])) read[i] = true;
    if (has_value(channel.reading)) add_channel(data, std::move(parsed), std::move(channel));
  }
  data.readings = static_cast<size_t>(std::count(read.begin(), read.end(), true));
  return data;
}

}  // namespace hadal::outputs
