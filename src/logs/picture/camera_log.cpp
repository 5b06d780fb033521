#include "logs/picture/camera_log.h"

#include <algorithm>
#include <map>

#include "logs/picture/image_messages.h"
#include "logs/reader/log_facts.h"
#include "outputs/picture/label_picture.h"

namespace hadal::logs {
namespace {

constexpr std::string_view kCompressedEnd = "/compressed";

std::string_view schema_name(const McapReader& log, const std::string& topic) {
  const McapChannel* channel = log.find_channel(topic);
  const McapSchema* schema = channel ? log.schema_of(*channel) : nullptr;
  return schema ? std::string_view(schema->name) : std::string_view();
}

std::string without_compressed(const std::string& topic) {
  return topic.ends_with(kCompressedEnd) ? topic.substr(0, topic.size() - kCompressedEnd.size())
                                         : topic;
}

std::string parent(const std::string& topic) {
  return topic.substr(0, topic.rfind('/'));
}

// Pictures and events make a camera; any other image beside them is a label.
bool is_picture_topic(const std::string& topic) {
  const std::string part = last_part(without_compressed(topic));
  return part == kImagePlane || part == kEventsPlane;
}

}  // namespace

std::vector<LogCamera> cameras_of(const McapReader& log) {
  std::map<std::string, LogCamera> found;
  for (const std::string& topic : log.topics())
    if (is_image_type(schema_name(log, topic)) && is_picture_topic(topic)) {
      LogCamera& camera = found[parent(without_compressed(topic))];
      camera.name = parent(without_compressed(topic));
      const bool events = last_part(topic) == kEventsPlane;  // less than a picture
      if (camera.image.empty() || (!events && last_part(camera.image) == kEventsPlane))
        camera.image = topic;
    }
  for (const std::string& topic : log.topics()) {
    const auto camera = found.find(parent(without_compressed(topic)));
    if (camera != found.end() && is_image_type(schema_name(log, topic)) &&
        topic != camera->second.image && last_part(topic) != "event_counts")
      camera->second.labels.push_back(topic);
  }
  std::vector<LogCamera> out;
  for (auto& [name, camera] : found) out.push_back(std::move(camera));
  return out;
}

std::optional<std::string> find_image_topic(const McapReader& log, const std::string& wanted) {
  const std::vector<LogCamera> cameras = cameras_of(log);
  if (wanted.empty()) return cameras.size() == 1 ? std::optional(cameras[0].image) : std::nullopt;
  const std::string topic = wanted.starts_with('/') ? wanted : "/" + wanted;
  for (const std::string& candidate : {topic, topic + std::string(kCompressedEnd)})
    if (is_image_type(schema_name(log, candidate))) return candidate;
  for (const LogCamera& camera : cameras)
    if (camera.name == topic) return camera.image;
  return std::nullopt;
}

void for_each_picture(McapReader& log, const std::string& topic,
                      const std::function<bool(LogPicture&)>& take) {
  const int64_t start_ns = log.statistics().message_start_ns;
  const std::string type(schema_name(log, topic));
  bool wanted = true;
  (void)log.for_each_message(
      {{topic}}, [&](const McapChannel&, int64_t time_ns, std::span<const uint8_t> payload) {
        std::optional<ShownImage> shown;
        if (wanted) shown = shown_image(type, topic, payload);
        if (!shown) return;
        LogPicture out{seconds_between(start_ns, time_ns), time_ns, shown->stamp_ns, {}, {},
                       std::move(shown->picture)};
        CompressedImage compressed;
        if (type == CompressedImage::kType && decode(payload, compressed)) {
          out.format = compressed.data[0] == 0xff ? "jpeg" : "png";
          out.file = std::move(compressed.data);
        }
        wanted = take(out);
      });
}

}  // namespace hadal::logs
