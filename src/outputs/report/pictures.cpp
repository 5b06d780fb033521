#include "outputs/report/pictures.h"

#include "base/image_codec.h"
#include "outputs/picture/camera_log.h"
#include "outputs/picture/log_pictures.h"
#include "outputs/picture/png.h"
#include "outputs/report/html.h"

namespace hadal::outputs {
namespace {

constexpr size_t kPhotoColumns = 4;
constexpr int kPhotoQuality = 85;

struct PageFile {
  std::string media_type;
  std::vector<uint8_t> bytes;
};

PageFile png_file(const Picture& picture) {
  return {"image/png", picture.png()};
}
// Photographs are small as JPEG, flat colours as PNG.
PageFile smaller_file(const Picture& picture) {
  PageFile png = png_file(picture);
  PageFile jpeg{"image/jpeg",
                jpeg_bytes(picture.width(), picture.height(), picture.rgb(), kPhotoQuality)};
  return png.bytes.size() < jpeg.bytes.size() ? png : jpeg;
}

std::string shot_html(const std::string& topic, const TimedPicture& shot, const PageFile& file) {
  const std::string text = shot.what + format_number(", %.2f s", shot.time_s);
  return "<figure class=\"shot\"><figcaption><small>" + escape_html(text) +
         "</small></figcaption><img width=\"" + std::to_string(shot.picture.width()) +
         "\" height=\"" + std::to_string(shot.picture.height()) + "\" alt=\"" +
         escape_html(topic + ", " + text) + "\" src=\"data:" + file.media_type + ";base64," +
         base64(file.bytes) + "\"></figure>\n";
}

// As many of the pictures as the budget allows; `full` where not all.
std::string shots_html(const std::string& topic, const std::vector<TimedPicture>& shots,
                       PageFile (*file_of)(const Picture&), PictureBudget& budget, bool& full) {
  std::string out;
  for (const TimedPicture& shot : shots) {
    const PageFile file = file_of(shot.picture);
    full = full || file.bytes.size() > budget.bytes;
    if (full) break;
    budget.bytes -= file.bytes.size();
    out += shot_html(topic, shot, file);
  }
  return out;
}

std::string page_full(const std::string& topic) {
  return "<p class=\"soft\">The page is full; <code>hadal export LOG --topic " +
         escape_html(topic) + " --png</code> draws the rest.</p>\n";
}

std::string topic_html(McapReader& log, const std::string& topic, PictureBudget& budget) {
  bool full = false;
  const std::string shots =
      shots_html(topic, sample_pictures(log, topic, budget.size), png_file, budget, full);
  std::string out = "<h4>" + escape_html(topic) + "</h4>\n";
  if (!shots.empty()) out += "<div class=\"plots small\">\n" + shots + "</div>\n";
  if (full)
    out += page_full(topic);
  else if (shots.empty())
    out += "<p class=\"soft\">Nothing that can be drawn.</p>\n";
  return out;
}

// A strip per topic of the camera, all with the same times from left to right.
std::string camera_html(McapReader& log, const LogCamera& camera, PictureBudget& budget) {
  std::string out;
  bool full = false;
  for (const SheetRow& row : camera_sheet(log, camera, kPhotoColumns, budget.photo_size)) {
    const std::string shots = shots_html(row.topic, row.pictures, smaller_file, budget, full);
    out += "<h4>" + escape_html(row.topic) + "</h4>\n";
    if (!shots.empty()) out += "<div class=\"strip\">\n" + shots + "</div>\n";
    if (full) return out + page_full(row.topic);
    if (shots.empty()) out += "<p class=\"soft\">Nothing that can be drawn.</p>\n";
  }
  return out;
}

std::string not_recorded(const std::vector<std::string>& sensors) {
  std::string names;
  for (const std::string& name : sensors) names += (names.empty() ? "" : ", ") + name;
  return "<p class=\"soft\">The pictures of " + escape_html(names) +
         " are not in the log: the scenario says <code>record: {frames: none}</code>. Run it with "
         "<code>--set record.frames=images</code> to see them here.</p>\n";
}

}  // namespace

std::string pictures_html(McapReader& log, const std::string& vehicle,
                          const ScenarioFacts& scenario, PictureBudget& budget) {
  const std::string prefix = "/" + vehicle + "/";
  std::string body;
  for (const std::string& topic : picture_topics(log))
    if (topic.starts_with(prefix)) body += topic_html(log, topic, budget);
  const auto imaging = scenario.imaging.find(vehicle);
  const bool measured = !body.empty();
  for (const LogCamera& camera : cameras_of(log))
    if (camera.name.starts_with(prefix)) body += camera_html(log, camera, budget);
  if (body.empty() && imaging != scenario.imaging.end() && scenario.recorded_frames == "none")
    body = not_recorded(imaging->second);
  if (body.empty()) return "";
  const std::string note =
      measured
          ? "<p class=\"soft\">Sonar images: level in dB over range in m and bearing in degrees to "
            "starboard, or over time where the beam stands still. Points: from above, coloured "
            "by depth.</p>\n"
          : "";
  return "<h3>Pictures</h3>\n" + note + body;
}

}  // namespace hadal::outputs
