#include "logs/picture/log_pictures.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "logs/picture/sensor_track.h"
#include "math/frames.h"
#include "outputs/picture/point_map.h"

namespace hadal::logs {
namespace {

constexpr std::string_view kPointsEnd = "/points";

std::string type_of(const McapReader& log, const std::string& topic) {
  const McapChannel* channel = log.find_channel(topic);
  const McapSchema* schema = channel ? log.schema_of(*channel) : nullptr;
  return schema ? schema->name : "";
}

// The topic of the instrument whose points these are.
std::string sensor_of(const std::string& topic) {
  return topic.ends_with(kPointsEnd) ? topic.substr(0, topic.size() - kPointsEnd.size()) : topic;
}

std::string with_time(const std::string& topic, double time_s) {
  char text[64];
  std::snprintf(text, sizeof text, "  %.2f s", time_s);
  return topic + text;
}

// Calls take(time_s, levels) for the sonar images of a topic.
template <class Take>
void for_each_image(McapReader& log, const std::string& topic, Take take) {
  const int64_t start_ns = log.statistics().message_start_ns;
  ProjectedSonarImage message;
  (void)log.for_each_message(
      {{topic}}, [&](const McapChannel&, int64_t time_ns, std::span<const uint8_t> payload) {
        SonarLevels levels;
        if (decode(payload, message) && sonar_levels(message, levels))
          take(1e-9 * static_cast<double>(time_ns - start_ns), std::move(levels));
      });
}

// Points of a cloud whose first fields are x, y and z, float32.
bool plain_cloud(const PointCloud2& cloud) {
  constexpr uint8_t kFloat32 = 7;
  static const char* const kNames[] = {"x", "y", "z"};
  if (cloud.point_fields.size() < 3 || cloud.is_bigendian) return false;
  for (uint32_t i = 0; i < 3; ++i)
    if (cloud.point_fields[i].name != kNames[i] || cloud.point_fields[i].datatype != kFloat32 ||
        cloud.point_fields[i].offset != i * sizeof(float))
      return false;
  return cloud.point_step >= 3 * sizeof(float);
}

struct CloudMap {
  PointMap map;
  double time_s = 0;  // of the last cloud
};

CloudMap map_of(McapReader& log, const std::string& topic, std::optional<double> at_s) {
  const SensorTrack track(log, sensor_of(topic).substr(topic.starts_with('/') ? 1 : 0));
  const int64_t start_ns = log.statistics().message_start_ns;
  CloudMap out;
  PointCloud2 cloud;
  (void)log.for_each_message(
      {{topic}}, [&](const McapChannel&, int64_t time_ns, std::span<const uint8_t> payload) {
        const double time_s = 1e-9 * static_cast<double>(time_ns - start_ns);
        if (at_s && time_s > *at_s && !out.map.empty()) return;
        if (!decode(payload, cloud) || !plain_cloud(cloud)) return;
        const std::optional<hadal::Pose> X_WS = track.at(to_ns(cloud.header.stamp));
        if (!X_WS) return;
        out.time_s = time_s;
        for (size_t i = 0; i + cloud.point_step <= cloud.data.size(); i += cloud.point_step) {
          float p[3];
          std::memcpy(p, &cloud.data[i], sizeof p);
          out.map.add(ned_from_enu(X_WS->p + X_WS->q * Vec3(p[0], p[1], p[2])));
        }
      });
  return out;
}

Result<Picture> points_picture(McapReader& log, const PictureRequest& request) {
  Problems problems;
  if (request.view != SonarView::kAuto)
    problems.add({}, request.topic, "points are drawn as a map only; leave the view out");
  const CloudMap found = map_of(log, request.topic, request.at_s);
  if (found.map.empty())
    problems.add({}, request.topic, "no points that can be drawn; their positions need /tf");
  if (!problems.empty()) return problems;
  return found.map.picture(with_time(request.topic, found.time_s), request.size);
}

}  // namespace

Result<Picture> log_picture(McapReader& log, const PictureRequest& request) {
  if (type_of(log, request.topic) == PointCloud2::kType) return points_picture(log, request);
  SonarPings pings;
  for_each_image(log, request.topic, [&](double time_s, SonarLevels levels) {
    if (!request.at_s || time_s <= *request.at_s || pings.empty())
      pings.add(time_s, std::move(levels));
  });
  return pings.picture(request.topic, request.view, request.size);
}

std::vector<std::string> picture_topics(const McapReader& log) {
  std::vector<std::string> out;
  for (const std::string& topic : log.topics()) {
    const std::string type = type_of(log, topic);
    const bool extra =
        type == PointCloud2::kType && type_of(log, sensor_of(topic)) == ProjectedSonarImage::kType;
    if ((type == ProjectedSonarImage::kType || type == PointCloud2::kType) && !extra)
      out.push_back(topic);
  }
  return out;
}

}  // namespace hadal::logs
