#include <cstdio>
#include <filesystem>
#include <fstream>

#include "hadal/log.h"
#include "outputs/picture/camera_log.h"
#include "outputs/picture/log_pictures.h"

namespace hadal {
namespace {

namespace fs = std::filesystem;

std::string topics_text(const outputs::McapReader& log) {
  std::string text;
  for (const std::string& topic : outputs::picture_topics(log)) text += " " + topic;
  for (const outputs::LogCamera& camera : outputs::cameras_of(log)) {
    text += " " + camera.image;
    for (const std::string& label : camera.labels) text += " " + label;
  }
  return text.empty() ? "; the log has no pictures" : "; pictures are on:" + text;
}

bool is_measurement(const outputs::McapReader& log, const std::string& topic) {
  const outputs::McapChannel* channel = log.find_channel(topic);
  const outputs::McapSchema* schema = channel ? log.schema_of(*channel) : nullptr;
  return schema && (schema->name == outputs::ProjectedSonarImage::kType ||
                    schema->name == outputs::PointCloud2::kType);
}

LogResult saved(const outputs::Picture& picture, const std::string& path) {
  if (!picture.save(path)) return {2, path + ": cannot write here"};
  return {0, path + ": " + std::to_string(picture.width()) + " x " +
                 std::to_string(picture.height()) + " pixels\n"};
}

bool names_a_picture(const std::string& path) {
  return path.ends_with(".png") || outputs::is_jpeg_path(path);
}

LogResult export_one(outputs::McapReader& log, const std::string& topic,
                     const PngOptions& options) {
  std::optional<outputs::Picture> last;
  outputs::for_each_picture(log, topic, [&](outputs::LogPicture& next) {
    if (last && options.at_s && next.time_s > *options.at_s) return false;
    last = std::move(next.picture);
    return true;
  });
  if (!last) return {2, topic + ": holds no picture that can be drawn"};
  return saved(*last, options.png_path);
}

// Every picture as FOLDER/000000.png, with their times in times.csv.
LogResult export_all(outputs::McapReader& log, const std::string& topic,
                     const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  std::ofstream table(fs::path(folder) / "times.csv");
  table << "file,time_s,stamp_ns\n";
  size_t count = 0;
  outputs::for_each_picture(log, topic, [&](outputs::LogPicture& next) {
    char name[32];
    std::snprintf(name, sizeof name, "%06zu.png", count++);
    char time[32];
    std::snprintf(time, sizeof time, "%.9g", next.time_s);
    table << name << "," << time << "," << next.stamp_ns << "\n";
    return static_cast<bool>(table) && next.picture.save((fs::path(folder) / name).string());
  });
  if (!table.flush() || !fs::exists(fs::path(folder) / "times.csv"))
    return {2, folder + ": cannot write here"};
  if (count == 0) return {2, topic + ": holds no picture that can be drawn"};
  return {0, folder + ": " + std::to_string(count) + " pictures of " + topic + "\n"};
}

}  // namespace

LogResult export_png(const std::string& path, const PngOptions& options) {
  Result<outputs::McapReader> opened = outputs::McapReader::open(path);
  if (!opened) return {2, opened.problems().text()};
  outputs::McapReader& log = opened.value();
  const std::optional<outputs::SonarView> view = outputs::sonar_view_named(options.view);
  if (!view) return {2, "no view '" + options.view + "'; expected auto, fan, beams or waterfall"};
  if (is_measurement(log, options.topic)) {
    const Result<outputs::Picture> picture =
        outputs::log_picture(log, {options.topic, *view, options.at_s, options.size});
    if (!picture) return {2, picture.problems().text()};
    return saved(picture.value(), options.png_path);
  }
  const std::optional<std::string> topic = outputs::find_image_topic(log, options.topic);
  if (!topic)
    return {2, path + ": no sonar images, points or pictures on '" + options.topic + "'" +
                   topics_text(log)};
  return names_a_picture(options.png_path) ? export_one(log, *topic, options)
                                           : export_all(log, *topic, options.png_path);
}

}  // namespace hadal
