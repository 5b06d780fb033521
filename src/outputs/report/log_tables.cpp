#include "outputs/report/log_tables.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "math/frames.h"
#include "outputs/messages.h"
#include "outputs/report/log_facts.h"

namespace hadal::outputs {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr size_t kMostColumns = 512;
using Names = std::vector<std::string>;

struct Row {
  const Names* names = nullptr;
  std::vector<double> values;
  Time stamp;

  void put(double value) { values.push_back(value); }
  void put(const Vec3& v) { values.insert(values.end(), {v.x(), v.y(), v.z()}); }
  void put(const Quat& q) { values.insert(values.end(), {q.w(), q.x(), q.y(), q.z()}); }
};

template <class V>
Vec3 vec3(const V& v) {
  return {v.x, v.y, v.z};
}

// Attitude of FRD in NED; an unusable quaternion gives NaN.
Quat attitude(const Quaternion& q) {
  const Quat read(q.w, q.x, q.y, q.z);
  if (!(read.norm() > 0.1)) return Quat(kNone, kNone, kNone, kNone);
  return ned_frd_from_enu_flu(read);
}

void fill(const Odometry& m, Row& row) {
  static const Names names{"position_north_m",
                           "position_east_m",
                           "position_down_m",
                           "attitude_w",
                           "attitude_x",
                           "attitude_y",
                           "attitude_z",
                           "velocity_x_m_s",
                           "velocity_y_m_s",
                           "velocity_z_m_s",
                           "angular_velocity_x_rad_s",
                           "angular_velocity_y_rad_s",
                           "angular_velocity_z_rad_s"};
  row.names = &names;
  row.put(ned_from_enu(vec3(m.pose.pose.position)));
  row.put(attitude(m.pose.pose.orientation));
  row.put(frd_from_flu(vec3(m.twist.twist.linear)));
  row.put(frd_from_flu(vec3(m.twist.twist.angular)));
}

void fill(const Imu& m, Row& row) {
  static const Names names{"angular_velocity_x_rad_s",
                           "angular_velocity_y_rad_s",
                           "angular_velocity_z_rad_s",
                           "specific_force_x_m_s2",
                           "specific_force_y_m_s2",
                           "specific_force_z_m_s2",
                           "attitude_w",
                           "attitude_x",
                           "attitude_y",
                           "attitude_z"};
  row.names = &names;
  row.put(frd_from_flu(vec3(m.angular_velocity)));
  row.put(frd_from_flu(vec3(m.linear_acceleration)));
  const bool given = m.orientation_covariance[0] != -1;
  row.put(given ? attitude(m.orientation) : Quat(kNone, kNone, kNone, kNone));
}

void fill(const FluidPressure& m, Row& row) {
  static const Names names{"pressure_Pa"};
  row.names = &names;
  row.put(m.fluid_pressure);
}

void fill(const Range& m, Row& row) {
  static const Names names{"range_m"};
  row.names = &names;
  row.put(m.range);
}

void fill(const MagneticField& m, Row& row) {
  static const Names names{"magnetic_field_x_T", "magnetic_field_y_T", "magnetic_field_z_T"};
  row.names = &names;
  row.put(frd_from_flu(vec3(m.magnetic_field)));
}

void fill(const NavSatFix& m, Row& row) {
  static const Names names{"latitude_deg", "longitude_deg", "elevation_m"};
  row.names = &names;
  row.put(m.status.status < 0 ? Vec3(kNone, kNone, kNone)
                              : Vec3(m.latitude, m.longitude, m.altitude));
}

void fill(const BatteryState& m, Row& row) {
  static const Names names{"voltage_V", "current_A", "charge"};
  row.names = &names;
  row.put(Vec3(m.voltage, -m.current, m.percentage));
}

void fill(const WaterSample& m, Row& row) {
  static const Names names{"current_north_m_s", "current_east_m_s", "current_down_m_s",
                           "density_kg_m3",     "temperature_degc", "sound_speed_m_s"};
  row.names = &names;
  row.put(ned_from_enu(vec3(m.current)));
  row.put(Vec3(m.density, m.temperature, m.sound_speed));
}

void fill(const Scalars& m, Row& row) {
  row.names = &m.names;
  row.values = m.values;
}

// Reads messages of one topic into its table; keeps what is reused between messages.
class TopicFiller {
 public:
  virtual ~TopicFiller() = default;
  // False if the message is malformed.
  virtual bool read(std::span<const uint8_t> payload, Row& row) = 0;
};

template <class M>
class PlainFiller : public TopicFiller {
 public:
  bool read(std::span<const uint8_t> payload, Row& row) override {
    if (!decode(payload, message_)) return false;
    row.stamp = message_.header.stamp;
    fill(message_, row);
    return true;
  }

 private:
  M message_;
};

class ThrusterFiller : public TopicFiller {
 public:
  bool read(std::span<const uint8_t> payload, Row& row) override {
    if (!decode(payload, message_)) return false;
    row.stamp = message_.header.stamp;
    if (names_.empty() || known_ != message_.name) make_names();
    row.names = &names_;
    const auto value = [](const std::vector<double>& values, size_t i) {
      return i < values.size() ? values[i] : kNone;
    };
    for (size_t i = 0; i < known_.size(); ++i)
      row.put(Vec3(value(message_.load_percent, i), value(message_.thrust, i),
                   value(message_.health, i)));
    return true;
  }

 private:
  void make_names() {
    known_ = message_.name;
    names_.clear();
    for (const std::string& name : known_)
      for (const char* what : {":load_percent", ":thrust_N", ":health"})
        names_.push_back(name + what);
  }
  ThrusterState message_;
  Names known_, names_;
};

class WrenchFiller : public TopicFiller {
 public:
  bool read(std::span<const uint8_t> payload, Row& row) override {
    if (!decode(payload, message_)) return false;
    row.stamp = message_.header.stamp;
    if (names_.empty() || known_ != message_.terms) make_names();
    row.names = &names_;
    for (size_t i = 0; i < known_.size(); ++i) {
      const Wrench wrench = i < message_.wrenches.size() ? message_.wrenches[i] : Wrench{};
      row.put(frd_from_flu(vec3(wrench.force)));
      row.put(frd_from_flu(vec3(wrench.torque)));
    }
    return true;
  }

 private:
  void make_names() {
    known_ = message_.terms;
    names_.clear();
    for (const std::string& term : known_)
      for (const char* axis : {":0", ":1", ":2", ":3", ":4", ":5"}) names_.push_back(term + axis);
  }
  WrenchTerms message_;
  Names known_, names_;
};

std::unique_ptr<TopicFiller> make_filler(std::string_view type) {
  if (type == Odometry::kType) return std::make_unique<PlainFiller<Odometry>>();
  if (type == Imu::kType) return std::make_unique<PlainFiller<Imu>>();
  if (type == FluidPressure::kType) return std::make_unique<PlainFiller<FluidPressure>>();
  if (type == Range::kType) return std::make_unique<PlainFiller<Range>>();
  if (type == MagneticField::kType) return std::make_unique<PlainFiller<MagneticField>>();
  if (type == NavSatFix::kType) return std::make_unique<PlainFiller<NavSatFix>>();
  if (type == BatteryState::kType) return std::make_unique<PlainFiller<BatteryState>>();
  if (type == WaterSample::kType) return std::make_unique<PlainFiller<WaterSample>>();
  if (type == Scalars::kType) return std::make_unique<PlainFiller<Scalars>>();
  if (type == ThrusterState::kType) return std::make_unique<ThrusterFiller>();
  if (type == WrenchTerms::kType) return std::make_unique<WrenchFiller>();
  return nullptr;
}

// A column for a name that has none yet.
size_t column_of(LogTable& table, const std::string& name) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  if (found != table.names.end()) return static_cast<size_t>(found - table.names.begin());
  if (table.names.size() >= kMostColumns) return kMostColumns;
  table.names.push_back(name);
  table.columns.emplace_back(table.time_s.size() - 1, kNone);  // the new row's cell follows
  return table.names.size() - 1;
}

void append(LogTable& table, double time_s, const Row& row) {
  table.time_s.push_back(time_s);
  const size_t count = std::min(row.names->size(), row.values.size());
  const bool same = count == table.names.size() && *row.names == table.names;
  for (size_t i = 0; i < count; ++i) {
    const size_t column = same ? i : column_of(table, (*row.names)[i]);
    if (column < table.columns.size() && table.columns[column].size() < table.time_s.size())
      table.columns[column].push_back(row.values[i]);
  }
  for (auto& column : table.columns) column.resize(table.time_s.size(), kNone);
}

struct Span {
  int64_t start_ns, end_ns;

  // The message's own stamp where it is believable, else the time it was logged.
  double time_s(const Time& stamp, int64_t log_ns) const {
    const int64_t ns = to_ns(stamp);
    return seconds_between(start_ns, ns >= start_ns && ns <= end_ns ? ns : log_ns);
  }
};

struct Entry {
  std::unique_ptr<TopicFiller> filler;
  LogTable* table = nullptr;
};

}  // namespace

const std::vector<double>* LogTable::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &columns[static_cast<size_t>(found - names.begin())];
}

LogTables read_tables(McapReader& log, size_t most_values) {
  LogTables tables;
  std::map<uint16_t, Entry> entries;
  McapFilter filter;
  for (const auto& [id, channel] : log.channels()) {
    const McapSchema* schema = log.schema_of(channel);
    std::unique_ptr<TopicFiller> filler = schema ? make_filler(schema->name) : nullptr;
    const bool taken = tables.topics.contains(channel.topic);
    const std::string name = taken ? channel.topic + std::string(kSecondType) : channel.topic;
    if (!filler || tables.topics.contains(name)) continue;
    LogTable& table = tables.topics[name];
    table.type = schema->name;
    entries[id] = {std::move(filler), &table};
    filter.topics.push_back(channel.topic);
  }
  if (entries.empty()) return tables;
  const Span span{log.statistics().message_start_ns, log.statistics().message_end_ns};
  Row row;
  size_t values = 0;
  tables.problems = log.for_each_message(
      filter, [&](const McapChannel& channel, int64_t log_ns, std::span<const uint8_t> payload) {
        const auto found = entries.find(channel.id);
        if (found == entries.end()) return;
        tables.clipped |= values > most_values;
        row.values.clear();
        if (tables.clipped || !found->second.filler->read(payload, row)) return;
        append(*found->second.table, span.time_s(row.stamp, log_ns), row);
        values += found->second.table->columns.size() + 1;
      });
  return tables;
}

}  // namespace hadal::outputs
