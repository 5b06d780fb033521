#include <algorithm>
#include <cstdio>

#include "hadal/log.h"
#include "logs/picture/camera_log.h"
#include "logs/reader/log_facts.h"
#include "logs/video.h"
#include "outputs/picture/font.h"

namespace hadal {
namespace logs {
namespace {

struct FilmFacts {
  size_t count = 0;
  int64_t first_ns = 0, last_ns = 0;
  int width = 0, height = 0;  // of the first
};

FilmFacts film_facts(McapReader& log, const std::string& topic) {
  FilmFacts facts;
  for_each_picture(log, topic, [&](LogPicture& next) {
    facts.width = next.picture.width(), facts.height = next.picture.height();
    return false;
  });
  if (facts.width == 0) return facts;
  (void)log.for_each_message({{topic}},
                             [&](const McapChannel&, int64_t time_ns, std::span<const uint8_t>) {
                               if (facts.count++ == 0) facts.first_ns = time_ns;
                               facts.last_ns = time_ns;
                             });
  return facts;
}

// As fast as the pictures were taken.
double natural_fps(const FilmFacts& facts) {
  constexpr double kSlowest = 0.1, kFastest = 240;
  const double span_s =
      1e-9 * (static_cast<double>(facts.last_ns) - static_cast<double>(facts.first_ns));
  if (facts.count < 2 || !(span_s > 0)) return 1;
  return std::clamp(static_cast<double>(facts.count - 1) / span_s, kSlowest, kFastest);
}

void write_time(Picture& picture, double time_s) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f s", time_s);
  const int scale = std::max(1, picture.height() / 240), gap = 6 * scale;
  const int y = picture.height() - kGlyphHeight * scale - gap;
  picture.text(gap + 1, y + 1, text, {0, 0, 0}, scale);
  picture.text(gap, y, text, {255, 255, 255}, scale);
}

std::string camera_list(const McapReader& log) {
  std::string names;
  for (const LogCamera& camera : cameras_of(log)) names += "\n  " + camera.name;
  return names.empty() ? "; the log has no pictures of cameras" : "; cameras of the log:" + names;
}

}  // namespace
}  // namespace logs

LogResult export_video(const std::string& log_path, const VideoOptions& options) {
  using namespace logs;
  Result<McapReader> opened = McapReader::open(log_path);
  if (!opened) return {2, opened.problems().text()};
  McapReader& log = opened.value();
  const std::optional<std::string> topic = find_image_topic(log, options.topic);
  if (!topic)
    return {2, log_path +
                   (options.topic.empty() ? ": expected --topic /VEHICLE/CAMERA"
                                          : ": no pictures on '" + options.topic + "'") +
                   camera_list(log)};
  const FilmFacts facts = film_facts(log, *topic);
  if (facts.width == 0) return {2, *topic + ": holds no picture that can be drawn"};
  const double fps = options.fps > 0 ? options.fps : natural_fps(facts);
  Result<std::unique_ptr<VideoWriter>> film =
      VideoWriter::open(options.path, facts.width, facts.height, fps);
  if (!film) return {2, film.problems().text()};
  size_t count = 0;
  for_each_picture(log, *topic, [&](LogPicture& next) {
    if (next.picture.width() != facts.width || next.picture.height() != facts.height) return true;
    if (options.time)
      write_time(next.picture, seconds_between(log.statistics().message_start_ns, next.stamp_ns));
    ++count;
    return film.value()->add(next.picture);
  });
  const Problems problems = film.value()->close();
  if (!problems.empty()) return {2, problems.text()};
  char text[64];
  std::snprintf(text, sizeof text, ": %zu pictures, %.4g per second\n", count, fps);
  return {0, options.path + text};
}

}  // namespace hadal
