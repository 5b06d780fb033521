#include <cstdio>
#include <filesystem>
#include <fstream>

#include "logs/exports.h"
#include "logs/picture/camera_log.h"
#include "logs/picture/log_pictures.h"

namespace hadal {
namespace {

namespace fs = std::filesystem;

std::string topics_text(const logs::McapReader& log) {
  std::string text;
  for (const std::string& topic : logs::picture_topics(log)) text += " " + topic;
  for (const logs::LogCamera& camera : logs::cameras_of(log)) {
    text += " " + camera.image;
    for (const std::string& label : camera.labels) text += " " + label;
  }
  return text.empty() ? "; the log has no pictures" : "; pictures are on:" + text;
}

bool is_measurement(const logs::McapReader& log, const std::string& topic) {
  const logs::McapChannel* channel = log.find_channel(topic);
  const logs::McapSchema* schema = channel ? log.schema_of(*channel) : nullptr;
  return schema && (schema->name == outputs::ProjectedSonarImage::kType ||
                    schema->name == outputs::PointCloud2::kType);
}

LogResult saved(const outputs::Picture& picture, const std::string& path) {
  if (!picture.save(path)) return {2, path + ": cannot write here"};
  return {0, path + ": " + std::to_string(picture.width()) + " x " +
                 std::to_string(picture.height()) + " pixels\n"};
}

// What the pictures of a camera, which keep their pixels, make no use of; empty where all is well.
std::string idle_option(const PngOptions& options, bool one_picture) {
  if (options.view != "auto") return "a camera has one view; leave --view out";
  if (options.size != PngOptions{}.size)
    return "pictures of cameras keep their pixels; leave --size out";
  if (options.at_s && !one_picture)
    return "--at picks one picture; give -o a file that ends in " +
           std::string(outputs::kPictureEndings);
  return {};
}

std::string ending_problem(const std::string& path) {
  return path + ": expected a file that ends in " + std::string(outputs::kPictureEndings);
}

LogResult export_one(logs::McapReader& log, const std::string& topic,
                     const PngOptions& options) {
  std::optional<outputs::Picture> last;
  logs::for_each_picture(log, topic, [&](logs::LogPicture& next) {
    if (last && options.at_s && next.time_s > *options.at_s) return false;
    last = std::move(next.picture);
    return true;
  });
  if (!last) return {2, topic + ": holds no picture that can be drawn"};
  return saved(*last, options.png_path);
}

// Every picture as FOLDER/000000.png, with their times in times.csv.
LogResult export_all(logs::McapReader& log, const std::string& topic,
                     const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string table_path = (fs::path(folder) / "times.csv").string();
  std::ofstream table(table_path);
  table << "file,arrival_s,stamp_s,stamp_ns\n";
  if (!table.flush()) return {2, table_path + ": cannot write here"};
  size_t count = 0;
  std::string failed;
  logs::for_each_picture(log, topic, [&](logs::LogPicture& next) {
    char name[32];
    std::snprintf(name, sizeof name, "%06zu.png", count);
    const std::string path = (fs::path(folder) / name).string();
    if (!next.picture.save(path)) failed = path;
    if (!failed.empty()) return false;
    ++count;
    table << name << "," << logs::seconds_text(log, next.time_ns) << ","
          << logs::seconds_text(log, next.stamp_ns) << "," << next.stamp_ns << "\n";
    return static_cast<bool>(table);
  });
  if (!table.flush()) failed = table_path;
  if (!failed.empty())
    return {2, failed + ": cannot write here; " + std::to_string(count) + " pictures are written"};
  if (count == 0) return {2, topic + ": holds no picture that can be drawn"};
  return {0, folder + ": " + std::to_string(count) + " pictures of " + topic + "\n"};
}

// A folder is one that is there, or a name without an ending.
LogResult export_camera(logs::McapReader& log, const std::string& topic,
                        const PngOptions& options) {
  const std::string& path = options.png_path;
  std::error_code ignored;
  const bool folder = fs::is_directory(path, ignored) || outputs::ending_of(path).empty();
  if (!folder && !outputs::is_picture_path(path))
    return {2, ending_problem(path) + ", or a folder (a name without an ending)"};
  if (const std::string problem = idle_option(options, !folder); !problem.empty())
    return {2, topic + ": " + problem};
  return folder ? export_all(log, topic, path) : export_one(log, topic, options);
}

}  // namespace

LogResult export_png(const std::string& path, const PngOptions& options) {
  Result<logs::McapReader> opened = logs::McapReader::open(path);
  if (!opened) return {2, opened.problems().text()};
  logs::McapReader& log = opened.value();
  const std::optional<outputs::SonarView> view = outputs::sonar_view_named(options.view);
  if (!view) return {2, "no view '" + options.view + "'; expected auto, fan, beams or waterfall"};
  if (is_measurement(log, options.topic)) {
    if (!outputs::is_picture_path(options.png_path)) return {2, ending_problem(options.png_path)};
    const Result<outputs::Picture> picture =
        logs::log_picture(log, {options.topic, *view, options.at_s, options.size});
    if (!picture) return {2, picture.problems().text()};
    return saved(picture.value(), options.png_path);
  }
  const std::optional<std::string> topic = logs::find_image_topic(log, options.topic);
  if (!topic)
    return {2, path + ": no sonar images, points or pictures on '" + options.topic + "'" +
                   topics_text(log)};
  return export_camera(log, *topic, options);
}

}  // namespace hadal
