#include "outputs/scene/sensor_views.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace hadal::outputs {
namespace {

using SceneJson = nlohmann::ordered_json;

SceneJson fan_json(const FanView& fan) {
  SceneJson out{{"shape", "fan"},
                {"bearing_min_rad", fan.bearing_min_rad},
                {"bearing_max_rad", fan.bearing_max_rad},
                {"elevation_rad", fan.elevation_rad},
                {"range_min_m", fan.range_min_m},
                {"range_max_m", fan.range_max_m}};
  const Quat& q = fan.attitude;
  if (!q.isApprox(Quat::Identity())) out["attitude"] = {q.w(), q.x(), q.y(), q.z()};
  return out;
}

SceneJson beams_json(const extension::Beams& beams) {
  SceneJson directions = SceneJson::array();
  for (const extension::Vector3& e_S : beams.directions_S)
    directions.push_back({e_S[0], e_S[1], e_S[2]});
  return {{"shape", "beams"}, {"directions", directions}, {"range_m", beams.range_m}};
}

SceneJson camera_json(const CameraView& camera, const Frame& blank) {
  const double fx = camera.width_px / (2 * std::tan(std::min(camera.view_rad, 3.0) / 2));
  Calibration c{camera.width_px,
                camera.height_px,
                fx,
                fx,
                camera.width_px / 2. - .5,
                camera.height_px / 2. - .5,
                {},
                {},
                0,
                0};
  if (blank.calibration) c = *blank.calibration;
  return {{"shape", "camera"}, {"width_px", c.width_px},   {"height_px", c.height_px},
          {"fx_px", c.fx_px},  {"fy_px", c.fy_px},         {"cx_px", c.cx_px},
          {"cy_px", c.cy_px},  {"range_m", camera.range_m}};
}

struct ViewJson {
  const Frame& blank;

  SceneJson operator()(const CameraView& view) const { return camera_json(view, blank); }
  SceneJson operator()(const FanView& view) const { return fan_json(view); }
  SceneJson operator()(const extension::Beams& view) const { return beams_json(view); }
};

}  // namespace

std::string sensor_views(const Sensor& sensor) {
  SceneJson out = SceneJson::array();
  if (sensor.kind && sensor.kind->beams)
    out.push_back(beams_json(sensor.kind->beams(sensor.config.data())));
  return out.dump();
}

std::string frame_views(const MountedFrameSensor& sensor, const Frame& blank) {
  SceneJson out = SceneJson::array();
  for (const CoverageShape& view : sensor.kind->views(sensor.config.data()))
    out.push_back(std::visit(ViewJson{blank}, view));
  return out.dump();
}

}  // namespace hadal::outputs
