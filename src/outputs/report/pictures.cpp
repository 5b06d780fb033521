#include "outputs/report/pictures.h"

#include "outputs/picture/log_pictures.h"
#include "outputs/picture/png.h"
#include "outputs/report/html.h"

namespace hadal::outputs {
namespace {

std::string shot_html(const std::string& topic, const TimedPicture& shot,
                      std::span<const uint8_t> png) {
  const std::string text = shot.what + format_number(", %.2f s", shot.time_s);
  return "<figure class=\"shot\"><figcaption><small>" + escape_html(text) +
         "</small></figcaption><img width=\"" + std::to_string(shot.picture.width()) +
         "\" height=\"" + std::to_string(shot.picture.height()) + "\" alt=\"" +
         escape_html(topic + ", " + text) + "\" src=\"data:image/png;base64," + base64(png) +
         "\"></figure>\n";
}

// As many pictures of a topic as the budget allows.
std::string topic_html(McapReader& log, const std::string& topic, PictureBudget& budget) {
  std::string shots;
  bool all = true;
  for (const TimedPicture& shot : sample_pictures(log, topic, budget.size)) {
    const std::vector<uint8_t> png = shot.picture.png();
    all = png.size() <= budget.bytes;
    if (!all) break;
    budget.bytes -= png.size();
    shots += shot_html(topic, shot, png);
  }
  std::string out = "<h4>" + escape_html(topic) + "</h4>\n";
  if (!shots.empty()) out += "<div class=\"plots small\">\n" + shots + "</div>\n";
  if (!all)
    out += "<p class=\"soft\">The page is full; <code>hadal export LOG --topic " +
           escape_html(topic) + " --png</code> draws the rest.</p>\n";
  else if (shots.empty())
    out += "<p class=\"soft\">Nothing that can be drawn.</p>\n";
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
  if (body.empty() && imaging != scenario.imaging.end() && scenario.recorded_frames == "none")
    body = not_recorded(imaging->second);
  if (body.empty()) return "";
  return "<h3>Pictures</h3>\n<p class=\"soft\">Sonar images: level in dB over range in m and "
         "bearing "
         "in degrees to starboard, or over time where the beam stands still. Points: from above, "
         "coloured by depth.</p>\n" +
         body;
}

}  // namespace hadal::outputs
