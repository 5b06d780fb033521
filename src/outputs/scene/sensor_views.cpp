#include "outputs/scene/sensor_views.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace hadal::outputs {
namespace {

using SceneJson = nlohmann::ordered_json;
constexpr double kQuarterTurn = std::numbers::pi / 2;

SceneJson direction(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

// Braces around one element would be read as a copy of it by some compilers.
SceneJson list_of(SceneJson item) {
  SceneJson out = SceneJson::array();
  out.push_back(std::move(item));
  return out;
}

struct Fan {
  double bearing_min_rad = 0, bearing_max_rad = 0, elevation_rad = 0;
  double range_min_m = 0, range_max_m = 0;
  Quat attitude = Quat::Identity();
};

SceneJson fan_json(const Fan& fan) {
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

Fan fan_of(double width_rad, double height_rad, double min_m, double max_m) {
  return {-width_rad / 2, width_rad / 2, height_rad, min_m, max_m, Quat::Identity()};
}

Quat turn(double angle_rad, const Vec3& axis) {
  return Quat(Eigen::AngleAxisd(angle_rad, axis));
}

SceneJson beams_json(const SceneJson& directions, double range_m) {
  return {{"shape", "beams"}, {"directions", directions}, {"range_m", range_m}};
}

SceneJson camera_json(const CameraModel& camera, const Frame& blank) {
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

// One entry per kind of instrument.
struct FrameViews {
  const Frame& blank;

  SceneJson operator()(const std::monostate&) const { return SceneJson::array(); }
  SceneJson operator()(const CameraModel& m) const { return list_of(camera_json(m, blank)); }
  SceneJson operator()(const EventSensorModel& m) const {
    return list_of(camera_json(m.camera, blank));
  }
  SceneJson operator()(const ThermalSensorModel& m) const {
    return list_of(camera_json(m.camera, blank));
  }
  SceneJson operator()(const LidarModel& m) const {
    Fan fan = fan_of(m.width_rad, m.height_rad, m.min_range_m, m.max_range_m);
    fan.attitude = turn(m.mount.pan_rad, Vec3::UnitZ()) * turn(m.mount.tilt_rad, Vec3::UnitY());
    return list_of(fan_json(fan));
  }
  SceneJson operator()(const FlsModel& m) const {
    return list_of(fan_json(
        fan_of(m.field_of_view_rad, m.vertical_aperture_rad, m.min_range_m, m.max_range_m)));
  }
  SceneJson operator()(const ImagingSonarModel& m) const {
    return list_of(
        fan_json(fan_of(m.field_of_view_rad, m.beam_height_rad, m.min_range_m, m.max_range_m)));
  }
  SceneJson operator()(const ScanningSonarModel& m) const {
    return list_of(fan_json({m.first_rad, m.last_rad, m.beam.vertical_aperture_rad,
                             m.beam.min_range_m, m.beam.max_range_m, Quat::Identity()}));
  }
  SceneJson operator()(const SideScanModel& m) const {
    Fan fan = fan_of(m.beam.field_of_view_rad, m.beam.vertical_aperture_rad, m.beam.min_range_m,
                     m.beam.max_range_m);
    SceneJson out = SceneJson::array();
    for (const double side : {-1.0, 1.0}) {  // port, starboard
      fan.attitude = turn(side * kQuarterTurn, Vec3::UnitZ()) * turn(-m.tilt_rad, Vec3::UnitY());
      out.push_back(fan_json(fan));
    }
    return out;
  }
  SceneJson operator()(const EchosounderModel& m) const {
    return list_of(beams_json(list_of(direction(Vec3::UnitZ())), m.beam.max_range_m));
  }
  SceneJson operator()(const BeamGridModel& m) const {
    Fan fan = fan_of(m.width_rad, m.height_rad + m.beam_height_rad, m.min_range_m, m.max_range_m);
    if (m.look == BeamLook::kDown) fan.attitude = turn(-kQuarterTurn, Vec3::UnitY());
    return list_of(fan_json(fan));
  }
};

}  // namespace

std::string sensor_views(const Sensor& sensor) {
  SceneJson out = SceneJson::array();
  if (sensor.kind && sensor.kind->beams) {
    const extension::Beams beams = sensor.kind->beams(sensor.config.data());
    SceneJson directions = SceneJson::array();
    for (const extension::Vector3& e_S : beams.directions_S)
      directions.push_back({e_S[0], e_S[1], e_S[2]});
    out.push_back(beams_json(directions, beams.range_m));
  }
  return out.dump();
}

std::string frame_views(const MountedFrameSensor& sensor, const Frame& blank) {
  return std::visit(FrameViews{blank}, sensor.model).dump();
}

}  // namespace hadal::outputs
