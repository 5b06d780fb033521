// Images, labels, sonar images, points and events of a log as arrays of numbers. The files are what
// the messages hold, every element of them; axes that a sonar image has beside lie in files of
// their own, written again when they change.
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>

#include "logs/exports.h"
#include "logs/picture/image_messages.h"
#include "logs/reader/decode.h"
#include "logs/reader/log_facts.h"
#include "outputs/picture/picture.h"
#include "outputs/picture/raw_plane.h"
#include "outputs/picture/sonar_pings.h"

namespace hadal {
namespace logs {
namespace {

namespace fs = std::filesystem;

// One message: its array, or the plane that it is, and its axes.
struct Numbers {
  int64_t stamp_ns = 0;
  std::optional<Plane> plane;
  std::vector<uint8_t> npy;
  std::map<std::string, std::vector<float>> axes;  // name with unit
};

// Types of sensor_msgs/PointField as NumPy has them; none for others.
std::optional<std::pair<std::string, size_t>> numpy_type(uint8_t datatype) {
  constexpr std::pair<const char*, size_t> kTypes[] = {{"|i1", 1}, {"|u1", 1}, {"<i2", 2},
                                                       {"<u2", 2}, {"<i4", 4}, {"<u4", 4},
                                                       {"<f4", 4}, {"<f8", 8}};
  if (datatype < 1 || datatype > std::size(kTypes)) return std::nullopt;
  return kTypes[datatype - 1];
}

bool is_plain(const std::string& name) {
  if (name.empty()) return false;
  for (const char c : name)
    if (c < ' ' || c > '~' || c == '\'' || c == '\\') return false;
  return true;
}

// The fields of a point as a NumPy type, with what lies between them as unnamed bytes; empty where
// they overlap, do not fit or have names that no type can have.
std::string point_type(const PointCloud2& cloud) {
  std::string out;
  size_t at = 0;
  const auto skip = [&](size_t until) {
    if (until > at) out += "('', '|V" + std::to_string(until - at) + "'), ";
    at = until;
  };
  std::map<std::string, int> seen;
  for (const PointField& field : cloud.point_fields) {
    const auto type = numpy_type(field.datatype);
    if (!type || field.count != 1 || field.offset < at || !is_plain(field.name) ||
        seen[field.name]++)
      return {};
    skip(field.offset);
    out += "('" + field.name + "', '" + type->first + "'), ";
    at += type->second;
    if (at > cloud.point_step) return {};
  }
  skip(cloud.point_step);
  return out.empty() ? "" : "[" + out + "]";
}

std::optional<Numbers> numbers_of(const PointCloud2& cloud) {
  const uint64_t points = static_cast<uint64_t>(cloud.width) * cloud.height;
  const std::string type = cloud.is_bigendian ? "" : point_type(cloud);
  const bool packed = static_cast<uint64_t>(cloud.width) * cloud.point_step == cloud.row_step;
  constexpr size_t kMaxType = 60000;  // of the header of a file
  if (type.empty() || type.size() > kMaxType || !packed ||
      cloud.data.size() / cloud.point_step < points)
    return std::nullopt;
  Numbers out;
  const size_t shape[] = {points};
  out.npy = npy_bytes(type, shape, std::span(cloud.data).first(points * cloud.point_step));
  return out;
}

std::optional<Numbers> numbers_of(const EventArray& events) {
  const size_t count = events.x.size();
  if (events.y.size() != count || events.time_us.size() != count ||
      events.polarity.size() != count)
    return std::nullopt;
  constexpr size_t kEventBytes = 9;
  std::vector<uint8_t> bytes(kEventBytes * count);
  for (size_t i = 0; i < count; ++i) {
    uint8_t* event = &bytes[kEventBytes * i];
    std::memcpy(event, &events.x[i], 2);
    std::memcpy(event + 2, &events.y[i], 2);
    std::memcpy(event + 4, &events.time_us[i], 4);
    event[8] = events.polarity[i];
  }
  Numbers out;
  const size_t shape[] = {count};
  out.npy = npy_bytes("[('x', '<u2'), ('y', '<u2'), ('time_us', '<i4'), ('polarity', '|u1')]",
                      shape, bytes);
  return out;
}

std::optional<Numbers> numbers_of(const ProjectedSonarImage& image) {
  SonarLevels levels;
  if (!sonar_levels(image, levels)) return std::nullopt;
  Numbers out;
  out.plane.emplace(std::string(kLevelPlane), PlaneType::kFloat32,
                    static_cast<int>(levels.bearings_rad.size()),
                    static_cast<int>(levels.ranges_m.size()));
  std::copy(levels.level_db.begin(), levels.level_db.end(), out.plane->floats().begin());
  out.axes = {{"bearings_rad", std::move(levels.bearings_rad)},
              {"ranges_m", std::move(levels.ranges_m)}};
  return out;
}

template <Message M>
std::optional<Numbers> decoded(std::span<const uint8_t> payload, const auto& convert) {
  M message;
  if (!decode(payload, message)) return std::nullopt;
  std::optional<Numbers> out = convert(message);
  if (out) out->stamp_ns = to_ns(message.header.stamp);
  return out;
}

std::optional<Numbers> read_numbers(std::string_view type, const std::string& topic,
                                    std::span<const uint8_t> payload) {
  const auto convert = [](const auto& message) { return numbers_of(message); };
  if (type == ProjectedSonarImage::kType) return decoded<ProjectedSonarImage>(payload, convert);
  if (type == PointCloud2::kType) return decoded<PointCloud2>(payload, convert);
  if (type == EventArray::kType) return decoded<EventArray>(payload, convert);
  return decoded<Image>(payload, [&](const Image& message) -> std::optional<Numbers> {
    Numbers out;
    out.plane = plane_of(message, last_part(topic));
    if (!out.plane) return std::nullopt;
    return out;
  });
}

std::vector<uint8_t> file_of(const Numbers& numbers, bool png) {
  if (!numbers.plane) return numbers.npy;
  return png ? outputs::png_bytes(*numbers.plane) : npy_bytes(*numbers.plane);
}

std::string no_png(const std::string& topic, const Numbers& numbers) {
  if (numbers.plane && fits_png(*numbers.plane)) return {};
  return topic + ": does not fit the 16 bits of a PNG; take --npy";
}

struct Arrived {
  int64_t time_ns = 0;
  Numbers numbers;
};

// Calls take(arrived) for every message that can be read, until it says false; the number of those
// that cannot.
size_t for_each_numbers(McapReader& log, const std::string& topic, const auto& take) {
  size_t unreadable = 0;
  bool more = true;
  (void)log.for_each_message({{topic}}, [&](const McapChannel& channel, int64_t time_ns,
                                            std::span<const uint8_t> payload) {
    const McapSchema* schema = log.schema_of(channel);
    if (!more || !schema) return;
    std::optional<Numbers> numbers = read_numbers(schema->name, topic, payload);
    if (!numbers) return void(++unreadable);
    more = take(Arrived{time_ns, std::move(*numbers)});
  });
  return unreadable;
}

// FOLDER/000000.npy and on, axes, times.csv.
class NumbersFolder {
 public:
  NumbersFolder(const McapReader& log, const std::string& topic, bool png, const fs::path& folder)
      : log_(log), topic_(topic), png_(png), folder_(folder) {
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    table_.open(folder / "times.csv", std::ios::binary);
  }

  bool add(const Arrived& arrived) {
    const Numbers& numbers = arrived.numbers;
    if (png_ && !(problem_ = no_png(topic_, numbers)).empty()) return false;
    char name[32];
    std::snprintf(name, sizeof name, "%06zu", count_);
    if (count_ == 0) begin(numbers);
    const std::string file = name + std::string(png_ ? ".png" : ".npy");
    if (!write(file, file_of(numbers, png_))) return false;
    table_ << file << "," << seconds_text(log_, arrived.time_ns) << ","
           << seconds_text(log_, numbers.stamp_ns) << "," << numbers.stamp_ns;
    for (const auto& [axis, values] : numbers.axes) {
      Axis& last = axes_[axis];
      if (last.file.empty() || last.values != values) {
        last = {name + ("_" + axis) + ".npy", values};
        const size_t shape[] = {values.size()};
        const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
        if (!write(last.file, npy_bytes("'<f4'", shape, {bytes, sizeof(float) * values.size()})))
          return false;
      }
      table_ << "," << last.file;
    }
    table_ << "\n";
    ++count_;
    return true;
  }

  LogResult result(size_t unreadable) {
    if (problem_.empty() && !table_.flush())
      problem_ = (folder_ / "times.csv").string() + ": cannot write here";
    if (!problem_.empty()) return {2, problem_};
    if (count_ == 0) return {2, topic_ + ": holds no numbers that can be read"};
    std::string text = folder_.string() + ": " + std::to_string(count_) + " arrays of " + topic_;
    if (!step_.empty()) text += ", one step of the 16 bits is " + step_;
    text += "\n";
    if (unreadable > 0) text += std::to_string(unreadable) + " messages cannot be read\n";
    return {0, text};
  }

 private:
  struct Axis {
    std::string file;
    std::vector<float> values;
  };
  void begin(const Numbers& numbers) {
    table_ << "file,arrival_s,stamp_s,stamp_ns";
    for (const auto& [axis, values] : numbers.axes) table_ << "," << axis;
    table_ << "\n";
    if (png_ && numbers.plane) step_ = png_step(*numbers.plane);
  }
  bool write(const std::string& file, const std::vector<uint8_t>& bytes) {
    if (write_bytes(folder_ / file, bytes)) return true;
    problem_ = (folder_ / file).string() + ": cannot write here";
    return false;
  }

  const McapReader& log_;
  std::string topic_;
  bool png_;
  fs::path folder_;
  std::ofstream table_;
  std::map<std::string, Axis> axes_;
  std::string problem_, step_;
  size_t count_ = 0;
};

LogResult one_array(McapReader& log, const NumbersOptions& options) {
  std::optional<Numbers> last;
  for_each_numbers(log, options.topic, [&](Arrived arrived) {
    const double time_s = seconds_between(log.statistics().message_start_ns, arrived.time_ns);
    if (last && options.at_s && time_s > *options.at_s) return false;
    last = std::move(arrived.numbers);
    return true;
  });
  if (!last) return {2, options.topic + ": holds no numbers that can be read"};
  if (options.png)
    if (const std::string problem = no_png(options.topic, *last); !problem.empty())
      return {2, problem};
  if (!write_bytes(options.path, file_of(*last, options.png)))
    return {2, options.path + ": cannot write here"};
  const std::string step = options.png && last->plane ? png_step(*last->plane) : "";
  return {0, options.path + (step.empty() ? "" : ": one step of the 16 bits is " + step) + "\n"};
}

std::string other_topics(const McapReader& log) {
  std::string text;
  for (const std::string& topic : log.topics())
    if (has_numbers(log, topic)) text += " " + topic;
  return text.empty() ? "; the log has none" : "; they are on:" + text;
}

}  // namespace

bool has_numbers(const McapReader& log, const std::string& topic) {
  const McapChannel* channel = log.find_channel(topic);
  const McapSchema* schema = channel ? log.schema_of(*channel) : nullptr;
  return schema && channel->message_encoding == "cdr" &&
         (schema->name == Image::kType || schema->name == ProjectedSonarImage::kType ||
          schema->name == PointCloud2::kType || schema->name == EventArray::kType);
}

LogResult topic_numbers(McapReader& log, const std::string& topic, bool png,
                        const std::string& folder) {
  NumbersFolder out(log, topic, png, folder);
  const size_t unreadable =
      for_each_numbers(log, topic, [&](const Arrived& arrived) { return out.add(arrived); });
  return out.result(unreadable);
}

bool write_bytes(const fs::path& path, std::span<const uint8_t> bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(out.flush());
}

std::string seconds_text(const McapReader& log, int64_t time_ns) {
  return as_text(FlatValue(seconds_between(log.statistics().message_start_ns, time_ns)));
}

}  // namespace logs

LogResult export_numbers(const std::string& path, const NumbersOptions& options) {
  Result<logs::McapReader> log = logs::McapReader::open(path);
  if (!log) return {2, log.problems().text()};
  if (!logs::has_numbers(log.value(), options.topic))
    return {2, path + ": no images, sonar images, points or events on '" + options.topic + "'" +
                   logs::other_topics(log.value())};
  const std::string expected = options.png ? ".png" : ".npy";
  const std::string ending = outputs::ending_of(options.path);
  std::error_code ignored;
  if (std::filesystem::is_directory(options.path, ignored) || ending.empty()) {
    if (options.at_s) return {2, "--at picks one array; give -o a file that ends in " + expected};
    return logs::topic_numbers(log.value(), options.topic, options.png, options.path);
  }
  if (ending != expected)
    return {2, options.path + ": expected a file that ends in " + expected +
                   ", or a folder (a name without an ending)"};
  return logs::one_array(log.value(), options);
}

}  // namespace hadal
