// Sonar images of a log as pictures. How a topic is drawn follows from what its messages hold:
//   many beams                fan (or beams by range) of one message
//   one beam that turns       fan of the sweep up to a time
//   one or two still beams    waterfall of all lines
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "outputs/mcap_reader.h"
#include "outputs/messages.h"
#include "outputs/picture/sonar_picture.h"

namespace hadal::outputs {

enum class SonarView { kAuto, kFan, kBeams, kWaterfall };

struct SonarPictureRequest {
  std::string topic;
  SonarView view = SonarView::kAuto;
  std::optional<double> at_s;  // since the start of the log; the last message by default
  int size = 720;
};

// Bearings, ranges and levels (beam after beam) of a message; false where it is inconsistent.
struct SonarLevels {
  std::vector<float> bearings_rad, ranges_m, level_db;
  BeamLevels view() const { return {bearings_rad, ranges_m, level_db}; }
};
bool sonar_levels(const ProjectedSonarImage& message, SonarLevels& out);

Result<Picture> sonar_picture(McapReader& log, const SonarPictureRequest& request);

// Topics of the log that hold sonar images.
std::vector<std::string> sonar_topics(const McapReader& log);

}  // namespace hadal::outputs
