#include "logs/motion_series.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/csv.h"
#include "logs/reader/log_facts.h"
#include "logs/reader/mcap_reader.h"
#include "math/frames.h"
#include "math/rotation.h"
#include "math/units.h"
#include "outputs/messages/messages.h"

namespace hadal::logs {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kTimeColumns[] = {"time_s", "stamp_s", "arrival_s"};  // the first there is
constexpr std::string_view kTruthEnd = "/ground_truth";

// Angles in degrees made continuous.
void unwrap(std::vector<double>& angles_deg) {
  double last = kNothing;
  for (double& angle : angles_deg) {
    if (!std::isfinite(angle)) continue;
    if (std::isfinite(last)) angle -= 360 * std::round((angle - last) / 360);
    last = angle;
  }
}

void unwrap(MotionSeries& series) {
  for (size_t i = 0; i < kMotionQuantities.size(); ++i)
    if (kMotionQuantities[i].is_angle) unwrap(series.columns[i]);
}

// Names of vehicles in the order of the log; objects, of which nothing can be asked, come last.
std::vector<std::string> vehicles_of(const McapReader& log) {
  std::vector<std::string> vehicles, objects;
  for (const auto& [id, channel] : log.channels()) {
    const std::string& topic = channel.topic;
    if (!topic.ends_with(kTruthEnd) || topic.size() <= kTruthEnd.size() + 1) continue;
    const std::string name = topic.substr(1, topic.size() - kTruthEnd.size() - 1);
    (log.find_channel("/" + name + "/set_point") ? vehicles : objects).push_back(name);
  }
  vehicles.insert(vehicles.end(), objects.begin(), objects.end());
  return vehicles;
}

std::string name_list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

void add_sample(const Odometry& message, double time_s, MotionSeries& series) {
  const auto& [position, orientation] = message.pose.pose;
  const Vector3& v = message.twist.twist.linear;
  const Vec3 p = ned_from_enu({position.x, position.y, position.z});
  const EulerAngles angles = euler_from(
      ned_frd_from_enu_flu(Quat(orientation.w, orientation.x, orientation.y, orientation.z)));
  const double values[] = {p.x(),
                           p.y(),
                           p.z(),
                           angles.yaw / kDegree,
                           angles.roll / kDegree,
                           angles.pitch / kDegree,
                           Vec3(v.x, v.y, v.z).norm(),
                           v.x,
                           -v.y,
                           -v.z};
  if (!series.time_s.empty() && time_s <= series.time_s.back()) return;
  series.time_s.push_back(time_s);
  for (size_t i = 0; i < kMotionQuantities.size(); ++i) series.columns[i].push_back(values[i]);
}

// The number in a cell; nothing where it is empty or says "nan".
double number_or_nothing(const CsvTable& csv, const CsvRow& row, size_t cell, Problems& problems) {
  const std::string& text = row.cells[cell].text;
  return text.empty() || text == "nan" || text == "NaN" ? kNothing
                                                        : csv.number(row, cell, problems);
}

struct TableColumns {
  size_t time = 0;
  std::vector<std::pair<size_t, size_t>> quantities;  // index, cell
};

Result<TableColumns> find_columns(const CsvTable& csv, MotionSeries& series) {
  Problems problems;
  TableColumns out;
  const SourceLocation top{csv.file, csv.header ? csv.header->line : 1, 1};
  std::optional<size_t> time;
  for (const char* name : kTimeColumns)
    if (!time) time = csv.find_column(name);
  for (size_t i = 0; i < kMotionQuantities.size(); ++i)
    if (const auto cell = csv.find_column(kMotionQuantities[i].column))
      out.quantities.emplace_back(i, *cell);
  if (!csv.header) {
    problems.add(top, "", "no line with the names of the columns; expected " + expected_columns());
    return problems;
  }
  const auto is_used = [&](size_t cell) {
    return (time && cell == *time) ||
           std::any_of(out.quantities.begin(), out.quantities.end(),
                       [&](const auto& one) { return one.second == cell; });
  };
  for (size_t cell = 0; cell < csv.width(); ++cell)
    if (!is_used(cell)) series.unused.push_back(csv.header->cells[cell].text);
  if (!time) problems.add(top, "", "no column time_s; expected " + expected_columns());
  if (out.quantities.empty())
    problems.add(top, "", "none of the columns is known (" + name_list(series.unused) +
                              "); expected " + expected_columns());
  if (!problems.empty()) return problems;
  out.time = *time;
  return out;
}

// The value between two samples; NaN outside and where either is not known.
double value_at(const std::vector<double>& times, const std::vector<double>& values,
                double time_s) {
  const auto after = std::lower_bound(times.begin(), times.end(), time_s);
  if (after == times.end()) return kNothing;
  const auto i = static_cast<size_t>(after - times.begin());
  if (*after == time_s) return values[i];
  if (i == 0) return kNothing;
  const double fraction = (time_s - times[i - 1]) / (times[i] - times[i - 1]);
  return values[i - 1] + fraction * (values[i] - values[i - 1]);
}

}  // namespace

std::string expected_columns() {
  std::string out = "time_s and any of";
  for (const MotionQuantity& quantity : kMotionQuantities)
    out += std::string(out.ends_with("of") ? " " : ", ") + quantity.column;
  return out;
}

Result<MotionSeries> motion_of_log(const std::string& path, const std::string& vehicle,
                                   bool or_only) {
  Result<McapReader> opened = McapReader::open(path);
  if (!opened) return opened.problems();
  McapReader& log = opened.value();
  const std::vector<std::string> vehicles = vehicles_of(log);
  MotionSeries series;
  series.path = path;
  const auto is_there = [&](const std::string& name) {
    return std::find(vehicles.begin(), vehicles.end(), name) != vehicles.end();
  };
  const bool takes_first =
      !vehicles.empty() &&
      (vehicle.empty() || (or_only && vehicles.size() == 1 && !is_there(vehicle)));
  series.vehicle = takes_first ? vehicles.front() : vehicle;
  Problems problems;
  if (!is_there(series.vehicle)) {
    problems.add({path, 0, 0}, "",
                 vehicles.empty() ? "no ground truth of any vehicle in this log"
                                  : "no vehicle '" + vehicle +
                                        "'; there are: " + name_list(vehicles));
    return problems;
  }
  const int64_t start_ns = log.statistics().message_start_ns;
  Odometry message;
  (void)log.for_each_message(
      {{"/" + series.vehicle + std::string(kTruthEnd)}},
      [&](const McapChannel&, int64_t, std::span<const uint8_t> payload) {
        if (!decode(payload, message)) return;
        add_sample(message, seconds_between(start_ns, to_ns(message.header.stamp)), series);
      });
  unwrap(series);
  return series;
}

Result<MotionSeries> motion_of_table(const std::string& path, double offset_s) {
  Result<CsvTable> read = read_csv(path);
  if (!read) return read.problems();
  const CsvTable& csv = read.value();
  MotionSeries series;
  series.path = path;
  const Result<TableColumns> columns = find_columns(csv, series);
  if (!columns) return columns.problems();
  Problems problems;
  for (const CsvRow& row : csv.rows) {
    const double time_s = csv.number(row, columns.value().time, problems) + offset_s;
    if (problems.empty() && !series.time_s.empty() && time_s <= series.time_s.back())
      problems.add(csv.place(row, columns.value().time), "", "the time must rise from row to row");
    series.time_s.push_back(time_s);
    for (const auto& [quantity, cell] : columns.value().quantities)
      series.columns[quantity].push_back(number_or_nothing(csv, row, cell, problems));
  }
  if (csv.rows.empty()) problems.add({path, 1, 1}, "", "expected at least one row of numbers");
  if (!problems.empty()) return problems;
  unwrap(series);
  return series;
}

std::vector<double> differences(const MotionSeries& reference, const MotionSeries& other,
                                size_t quantity) {
  const std::vector<double>& known = reference.columns[quantity];
  const std::vector<double>& values = other.columns[quantity];
  std::vector<double> out(reference.time_s.size(), kNothing);
  if (known.empty() || values.empty()) return out;
  for (size_t i = 0; i < out.size(); ++i) {
    const double value = value_at(other.time_s, values, reference.time_s[i]);
    const double difference = value - known[i];
    out[i] = kMotionQuantities[quantity].is_angle ? std::remainder(difference, 360.0) : difference;
  }
  return out;
}

}  // namespace hadal::logs
