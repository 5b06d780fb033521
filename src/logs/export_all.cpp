#include <cstdio>
#include <fstream>

#include "logs/exports.h"
#include "logs/reader/log_facts.h"
#include "outputs/messages/messages.h"

namespace hadal {
namespace logs {
namespace {

namespace fs = std::filesystem;

// Drawn by viewers; its numbers are on other topics.
bool is_drawn(const std::string& topic) {
  return topic == "/hadal/scene" || topic == "/hadal/seabed";
}

// FOLDER/rov/imu of /rov/imu; whatever the topic is called, inside the folder.
fs::path place_of(const std::string& topic, const fs::path& folder) {
  fs::path out = folder;
  std::string part;
  const auto add = [&] {
    if (!part.empty()) out /= part == "." || part == ".." ? std::string("_") : part;
    part.clear();
  };
  for (const char c : topic) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                       (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
    if (c == '/')
      add();
    else
      part += plain ? c : '_';
  }
  add();
  return out == folder ? folder / "_" : out;
}

// The pictures as the files that the log holds.
LogResult topic_files(McapReader& log, const std::string& topic, const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  std::ofstream table(folder / "times.csv", std::ios::binary);
  table << "file,arrival_s,stamp_s,stamp_ns\n";
  size_t count = 0;
  std::string failed;
  outputs::CompressedImage message;
  (void)log.for_each_message({{topic}}, [&](const McapChannel&, int64_t time_ns,
                                            std::span<const uint8_t> payload) {
    if (!failed.empty() || !decode(payload, message)) return;
    const bool png = message.format.find("png") != std::string::npos;
    char name[32];
    std::snprintf(name, sizeof name, "%06zu.%s", count++, png ? "png" : "jpg");
    if (!write_bytes(folder / name, message.data)) failed = (folder / name).string();
    const int64_t stamp_ns = outputs::to_ns(message.header.stamp);
    table << name << "," << seconds_text(log, time_ns) << "," << seconds_text(log, stamp_ns)
          << "," << stamp_ns << "\n";
  });
  if (!table.flush()) failed = (folder / "times.csv").string();
  if (!failed.empty()) return {2, failed + ": cannot write here"};
  return {0, folder.string() + ": " + std::to_string(count) + " pictures\n"};
}

LogResult topic_out(McapReader& log, const std::string& path, const std::string& topic,
                    const fs::path& folder) {
  const fs::path place = place_of(topic, folder);
  if (has_numbers(log, topic)) return topic_numbers(log, topic, false, place.string());
  const McapSchema* schema = log.schema_of(*log.find_channel(topic));
  if (schema && schema->name == outputs::CompressedImage::kType)
    return topic_files(log, topic, place);
  std::error_code ignored;
  fs::create_directories(place.parent_path(), ignored);
  return topic_csv(log, path, topic, place.string() + ".csv");
}

}  // namespace
}  // namespace logs

LogResult export_all(const std::string& path, const std::string& folder) {
  Result<logs::McapReader> opened = logs::McapReader::open(path);
  if (!opened) return {2, opened.problems().text()};
  logs::McapReader& log = opened.value();
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  LogResult out;
  for (const std::string& topic : log.topics()) {
    if (logs::is_drawn(topic)) continue;
    const LogResult one = logs::topic_out(log, path, topic, folder);
    out.text += one.text;
    if (one.exit_code == 0) continue;
    if (!one.text.ends_with('\n')) out.text += "\n";
    // A topic without one message that can be read is no reason to keep the others.
    const auto& counts = log.statistics().channel_message_counts;
    const auto count = counts.find(log.find_channel(topic)->id);
    if (count != counts.end() && count->second > 0) out.exit_code = one.exit_code;
  }
  const std::string scenario = logs::attached_text(log, "scenario.yaml");
  const auto file = std::filesystem::path(folder) / "scenario.yaml";
  const auto* bytes = reinterpret_cast<const uint8_t*>(scenario.data());
  if (!scenario.empty() && !logs::write_bytes(file, {bytes, scenario.size()}))
    return {2, out.text + file.string() + ": cannot write here"};
  return out;
}

}  // namespace hadal
