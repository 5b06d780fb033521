#include "hadal/log.h"
#include "outputs/picture/log_pictures.h"

namespace hadal {
namespace {

std::string topics_text(const outputs::McapReader& log) {
  std::string text;
  for (const std::string& topic : outputs::picture_topics(log)) text += " " + topic;
  return text.empty() ? "; the log has no pictures" : "; pictures are on:" + text;
}

}  // namespace

LogResult export_png(const std::string& path, const PngOptions& options) {
  Result<outputs::McapReader> log = outputs::McapReader::open(path);
  if (!log) return {2, log.problems().text()};
  const std::optional<outputs::SonarView> view = outputs::sonar_view_named(options.view);
  if (!view) return {2, "no view '" + options.view + "'; expected auto, fan, beams or waterfall"};
  const outputs::McapChannel* channel = log.value().find_channel(options.topic);
  const outputs::McapSchema* schema = channel ? log.value().schema_of(*channel) : nullptr;
  if (!schema || (schema->name != outputs::ProjectedSonarImage::kType &&
                  schema->name != outputs::PointCloud2::kType))
    return {2, path + ": no sonar images or points on '" + options.topic + "'" +
                   topics_text(log.value())};
  const Result<outputs::Picture> picture =
      outputs::log_picture(log.value(), {options.topic, *view, options.at_s, options.size});
  if (!picture) return {2, picture.problems().text()};
  if (!picture.value().save_png(options.png_path))
    return {2, options.png_path + ": cannot write here"};
  return {0, options.png_path + ": " + std::to_string(picture.value().width()) + " x " +
                 std::to_string(picture.value().height()) + " pixels\n"};
}

}  // namespace hadal
