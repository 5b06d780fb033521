#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>

#include "logs/exports.h"
#include "math/frames.h"
#include "math/rotation.h"
#include "math/units.h"
#include "logs/reader/decode.h"
#include "logs/reader/log_facts.h"
#include "outputs/messages/messages.h"
#include "scenario/nearest.h"

namespace hadal {
namespace {

using logs::FlatMessage;
using logs::FlatValue;
using logs::McapChannel;
using logs::McapReader;
using logs::McapSchema;
using logs::MessageDecoder;

constexpr uint32_t kMaxElements = 1024;  // of an array
constexpr size_t kMaxColumns = 8192;
constexpr int kMessagesForColumns = 1000;  // those whose fields make up the columns

std::string quoted(const std::string& cell) {
  const bool spaced = !cell.empty() && (cell.front() == ' ' || cell.back() == ' ');
  if (!spaced && cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

// Messages that carry the names of their array elements.
struct Naming {
  std::string_view type, names;
  bool keep_array;  // the array's own name is part of the column
};
constexpr Naming kNamings[] = {{outputs::Scalars::kType, "names", false},
                               {outputs::WrenchTerms::kType, "terms", false},
                               {outputs::ThrusterState::kType, "name", true},
                               {outputs::JointState::kType, "name", true}};

// "wrenches[2].force.z" in its parts; no index gives index -1.
struct PathParts {
  std::string_view array, rest;
  int index = -1;
};
PathParts split(std::string_view path) {
  const size_t open = path.find('['), close = path.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return {path, "", -1};
  PathParts parts{path.substr(0, open), path.substr(close + 1), -1};
  std::from_chars(path.data() + open + 1, path.data() + close, parts.index);
  return parts;
}

// Turns field paths into column names.
class Columns {
 public:
  explicit Columns(std::string_view type) {
    for (const Naming& naming : kNamings)
      if (naming.type == type) naming_ = &naming;
  }

  // Calls use(column name, value) for every field of the message.
  template <class Use>
  void each(const FlatMessage& message, Use&& use) {
    if (naming_) read_labels(message);
    for (const auto& field : message.fields) {
      const PathParts parts = naming_ ? split(field.path) : PathParts{field.path, "", -1};
      const bool is_label = naming_ && parts.index >= 0 && parts.array == naming_->names;
      if (!is_label) use(name_of(field.path, parts), field.value);
    }
  }

 private:
  void read_labels(const FlatMessage& message) {
    labels_.clear();
    for (const auto& field : message.fields) {
      const PathParts parts = split(field.path);
      if (parts.index < 0 || parts.array != naming_->names) continue;
      std::string label = logs::as_text(field.value);
      if (std::find(labels_.begin(), labels_.end(), label) != labels_.end())
        label += "[" + std::to_string(parts.index) + "]";
      labels_.push_back(std::move(label));
    }
  }
  std::string name_of(const std::string& path, const PathParts& parts) const {
    if (!naming_ || parts.index < 0 || static_cast<size_t>(parts.index) >= labels_.size())
      return path;
    std::string name = labels_[static_cast<size_t>(parts.index)];
    if (naming_->keep_array) name += "." + std::string(parts.array);
    return name + std::string(parts.rest);
  }

  const Naming* naming_ = nullptr;
  std::vector<std::string> labels_;
};

// The topic's messages, decoded one by one.
class TopicReader {
 public:
  static Result<TopicReader> open(McapReader& log, const std::string& path,
                                  const std::string& topic) {
    Problems problems;
    TopicReader reader(log, topic);
    for (const auto& [id, channel] : log.channels()) {
      if (channel.topic != topic) continue;
      const McapSchema* schema = log.schema_of(channel);
      const bool readable =
          schema && schema->encoding == "ros2msg" && channel.message_encoding == "cdr";
      if (!readable) {
        problems.add({path, 0, 0}, topic,
                     "only CDR messages with a ros2msg schema can be exported");
        return problems;
      }
      Result<MessageDecoder> decoder =
          MessageDecoder::make(schema->name, schema->text, kMaxElements);
      if (!decoder) return decoder.problems();
      reader.type = schema->name;
      reader.decoders_.emplace(id, Decoder{std::move(decoder).value(), Columns(schema->name)});
    }
    return reader;
  }

  // use(time_ns, message, columns), for at most `max` messages.
  template <class Use>
  void each(uint64_t max, Use&& use) {
    FlatMessage message;
    uint64_t seen = 0;
    (void)log_->for_each_message({{topic_}}, [&](const McapChannel& channel, int64_t time_ns,
                                                 std::span<const uint8_t> payload) {
      const auto found = decoders_.find(channel.id);
      if (found == decoders_.end() || seen >= max) return;
      ++seen;
      if (!found->second.decoder.decode(payload, message)) ++malformed;
      clipped |= message.clipped;
      use(time_ns, message, found->second.columns);
    });
  }
  std::string type;  // of the messages
  uint64_t malformed = 0;
  bool clipped = false;

 private:
  struct Decoder {
    MessageDecoder decoder;
    Columns columns;
  };
  TopicReader(McapReader& log, std::string topic) : log_(&log), topic_(std::move(topic)) {}
  McapReader* log_;
  std::string topic_;
  std::map<uint16_t, Decoder> decoders_;
};

struct TableHeader {
  std::vector<std::string> names;
  std::map<std::string, size_t> places;
  bool stamped = false, odometry = false;  // has columns beside those of the fields
  std::vector<std::string> leading() const {
    std::vector<std::string> out{"arrival_s"};
    if (stamped) out.emplace_back("stamp_s");
    if (odometry)
      for (const char* name :
           {"north_m", "east_m", "depth_m", "roll_deg", "pitch_deg", "heading_deg"})
        out.emplace_back(name);
    return out;
  }
};

TableHeader find_columns(TopicReader& topic) {
  TableHeader header;
  topic.each(kMessagesForColumns, [&](int64_t, const FlatMessage& message, Columns& columns) {
    columns.each(message, [&](const std::string& name, const FlatValue&) {
      if (header.names.size() < kMaxColumns &&
          header.places.emplace(name, header.names.size()).second)
        header.names.push_back(name);
    });
  });
  header.stamped = header.places.contains("header.stamp.nanosec");
  header.odometry = topic.type == outputs::Odometry::kType;
  return header;
}

// The fields of a message that the columns in front are computed from.
class Leading {
 public:
  explicit Leading(const FlatMessage& message) {
    for (const auto& field : message.fields) fields_.emplace(field.path, &field.value);
  }
  std::string stamp_s(int64_t start_ns) const {
    if (!fields_.contains("header.stamp.nanosec")) return {};
    const outputs::Time stamp{static_cast<int32_t>(number("header.stamp.sec")),
                              static_cast<uint32_t>(number("header.stamp.nanosec"))};
    return logs::as_text(FlatValue(logs::seconds_between(start_ns, outputs::to_ns(stamp))));
  }
  // In the frames of the sea: down from the surface, roll, pitch and heading of forward-right-down
  // in north-east-down.
  std::array<std::string, 6> pose() const {
    const std::string at = "pose.pose.position.", turn = "pose.pose.orientation.";
    const Vec3 p = ned_from_enu({number(at + "x"), number(at + "y"), number(at + "z")});
    const Quat q(number(turn + "w"), number(turn + "x"), number(turn + "y"), number(turn + "z"));
    const EulerAngles angles = euler_from(ned_frd_from_enu_flu(q));
    const double heading = angles.yaw < 0 ? angles.yaw + kTurn : angles.yaw;
    const double values[] = {p.x(), p.y(), p.z(), angles.roll / kDegree, angles.pitch / kDegree,
                             heading / kDegree};
    std::array<std::string, 6> out;
    for (size_t i = 0; i < out.size(); ++i) out[i] = logs::as_text(FlatValue(values[i]));
    return out;
  }

 private:
  double number(const std::string& path) const {
    const auto found = fields_.find(path);
    return found == fields_.end() ? 0 : logs::as_number(*found->second);
  }
  std::map<std::string_view, const FlatValue*> fields_;
};

struct Table {
  uint64_t rows = 0, left_out = 0;
};

Table write_rows(TopicReader& topic, const TableHeader& header, int64_t start_ns,
                 std::ostream& out) {
  Table table;
  const std::vector<std::string> leading = header.leading();
  for (size_t i = 0; i < leading.size(); ++i) out << (i ? "," : "") << leading[i];
  for (const std::string& name : header.names) out << ',' << quoted(name);
  out << '\n';
  std::vector<std::string> cells(header.names.size());
  topic.each(UINT64_MAX, [&](int64_t time_ns, const FlatMessage& message, Columns& columns) {
    for (std::string& cell : cells) cell.clear();
    columns.each(message, [&](const std::string& name, const FlatValue& value) {
      const auto found = header.places.find(name);
      if (found == header.places.end())
        ++table.left_out;
      else
        cells[found->second] = quoted(logs::as_text(value));
    });
    out << logs::as_text(FlatValue(logs::seconds_between(start_ns, time_ns)));
    if (header.stamped || header.odometry) {
      const Leading first(message);
      if (header.stamped) out << ',' << first.stamp_s(start_ns);
      if (header.odometry)
        for (const std::string& cell : first.pose()) out << ',' << cell;
    }
    for (const std::string& cell : cells) out << ',' << cell;
    out << '\n';
    ++table.rows;
  });
  return table;
}

LogResult no_such_topic(const McapReader& log, const std::string& path, const std::string& topic) {
  constexpr size_t kShown = 3, kLongest = 256;
  std::vector<std::string> topics = log.topics();
  std::string text = path + ": no topic '" + topic + "'";
  if (topics.empty()) return {2, text + "; the log has no topics"};
  const std::string wanted = topic.substr(0, kLongest);
  const auto distance = [&](const std::string& name) {
    return edit_distance(wanted, name.substr(0, kLongest));
  };
  std::stable_sort(topics.begin(), topics.end(), [&](const std::string& a, const std::string& b) {
    return distance(a) < distance(b);
  });
  topics.resize(std::min(topics.size(), kShown));
  text += "; nearest:";
  for (const std::string& name : topics) text += " " + name;
  return {2, text};
}

std::string summary(const TopicReader& topic, const TableHeader& header, const Table& table,
                    bool numbers, const std::string& csv_path) {
  std::string text = csv_path + ": " + std::to_string(table.rows) + " rows, " +
                     std::to_string(header.names.size() + header.leading().size()) + " columns\n";
  if (topic.clipped)
    text += "arrays were cut after " + std::to_string(kMaxElements) + " elements" +
            (numbers ? "; --npy writes them whole" : "") + "\n";
  if (table.left_out > 0)
    text += std::to_string(table.left_out) + " values of fields that first appear after " +
            std::to_string(kMessagesForColumns) + " messages were left out\n";
  if (topic.malformed > 0)
    text += std::to_string(topic.malformed) + " messages could not be decoded to their end\n";
  return text;
}

}  // namespace

LogResult logs::topic_csv(McapReader& log, const std::string& path, const std::string& topic,
                          const std::string& csv_path) {
  Result<TopicReader> opened = TopicReader::open(log, path, topic);
  if (!opened) return {2, opened.problems().text()};
  TopicReader& reader = opened.value();
  const TableHeader header = find_columns(reader);
  reader.malformed = 0;
  const int64_t start_ns = log.statistics().message_start_ns;
  if (csv_path.empty()) {
    std::ostringstream out;
    write_rows(reader, header, start_ns, out);
    return {0, out.str()};
  }
  std::ofstream out(csv_path, std::ios::binary);
  const Table table = write_rows(reader, header, start_ns, out);
  if (!out.flush()) return {2, csv_path + ": cannot write here"};
  return {0, summary(reader, header, table, logs::has_numbers(log, topic), csv_path)};
}

LogResult export_csv(const std::string& path, const std::string& topic,
                     const std::string& csv_path) {
  Result<McapReader> log = McapReader::open(path);
  if (!log) return {2, log.problems().text()};
  if (!log.value().find_channel(topic)) return no_such_topic(log.value(), path, topic);
  return logs::topic_csv(log.value(), path, topic, csv_path);
}

}  // namespace hadal
