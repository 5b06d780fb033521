#include <algorithm>
#include <fstream>

#include "hadal/log.h"
#include "outputs/picture/sonar_log.h"

namespace hadal {
namespace {

bool parse_view(const std::string& text, outputs::SonarView& view) {
  if (text.empty() || text == "auto")
    view = outputs::SonarView::kAuto;
  else if (text == "fan")
    view = outputs::SonarView::kFan;
  else if (text == "beams")
    view = outputs::SonarView::kBeams;
  else if (text == "waterfall")
    view = outputs::SonarView::kWaterfall;
  else
    return false;
  return true;
}

std::string topics_text(const outputs::McapReader& log) {
  std::string text;
  for (const std::string& topic : outputs::sonar_topics(log)) text += " " + topic;
  return text.empty() ? "; the log has no sonar images" : "; sonar images are on:" + text;
}

}  // namespace

LogResult export_png(const std::string& path, const PngOptions& options) {
  Result<outputs::McapReader> log = outputs::McapReader::open(path);
  if (!log) return {2, log.problems().text()};
  outputs::SonarPictureRequest request{options.topic, outputs::SonarView::kAuto, options.at_s,
                                       options.size};
  if (!parse_view(options.view, request.view))
    return {2, "no view '" + options.view + "'; expected auto, fan, beams or waterfall"};
  const auto topics = outputs::sonar_topics(log.value());
  if (std::find(topics.begin(), topics.end(), options.topic) == topics.end())
    return {2, path + ": no sonar images on '" + options.topic + "'" + topics_text(log.value())};
  const Result<outputs::Picture> picture = outputs::sonar_picture(log.value(), request);
  if (!picture) return {2, picture.problems().text()};
  const std::vector<uint8_t> png = picture.value().png();
  std::ofstream out(options.png_path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
  if (!out.flush()) return {2, options.png_path + ": cannot write here"};
  return {0, options.png_path + ": " + std::to_string(picture.value().width()) + " x " +
                 std::to_string(picture.value().height()) + " pixels\n"};
}

}  // namespace hadal
