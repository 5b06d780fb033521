#include "world/build.h"

namespace hadal::build {

std::optional<FrameModel> frame_model(const AnyConfig& config) {
  if (const auto* c = config.as<LidarConfig>()) return lidar_model(*c);
  if (auto model = imaging_sonar_model(config)) return model;
  return line_sonar_model(config);
}

}  // namespace hadal::build
