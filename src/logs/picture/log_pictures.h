// Pictures of what a log holds: sonar images as sonar_pings.h draws them, points as a plan view
// (point_map.h) of all that were measured up to a time, placed by the poses of /tf and /tf_static.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "logs/reader/mcap_reader.h"
#include "outputs/picture/sonar_pings.h"

namespace hadal::logs {

struct PictureRequest {
  std::string topic;
  SonarView view = SonarView::kAuto;
  std::optional<double> at_s;  // since the start of the log; the last message by default
  int size = 720;
};
Result<Picture> log_picture(McapReader& log, const PictureRequest& request);

// Topics that can be drawn. The points of an instrument that also gives images are left out.
std::vector<std::string> picture_topics(const McapReader& log);

}  // namespace hadal::logs
