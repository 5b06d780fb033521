#include "world/build.h"

namespace hadal::build {

std::optional<FrameModel> frame_model(const AnyConfig& config) {
  if (const auto* c = config.as<LidarConfig>()) return lidar_model(*c);
  if (const auto* c = config.as<CameraConfig>()) return camera_model(*c);
  if (const auto* c = config.as<EventCameraConfig>()) return event_camera_model(*c);
  if (const auto* c = config.as<ThermalCameraConfig>()) return thermal_camera_model(*c);
  if (auto model = imaging_sonar_model(config)) return model;
  return line_sonar_model(config);
}

}  // namespace hadal::build
