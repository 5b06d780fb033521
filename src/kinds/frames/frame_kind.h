// A kind of instrument that gives frames: sonars, lidars, cameras. It is a struct with its
// parameters,
//
//   struct LidarModel : extension::SensorConfig {
//     double max_range_m = 20;
//     static const StructSchema& schema();
//     std::vector<CoverageShape> views() const;
//   };
//
// one line in the list of kinds (list.h), frame_sensor_kind<LidarModel>() in its file, and the
// instrument itself (sensors/frame_sensor.h), whose file defines make_instrument<LidarModel>()
// (sensors/make_instrument.h). The planes of its frames, with their units, are those of
// FrameSensor::blank(); messages and pictures in the log know planes by their names
// (world/frame.h).
//
// Optional member: heads() for one that consists of several instruments.
#pragma once
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "hadal/extension/sensor.h"
#include "math/types.h"

namespace hadal::inline kinds {

struct CameraModel;

// What of the world an instrument covers, for drawing, in the frame S of the sensor.
// Along x of S; the calibration of its frames says the rest.
struct CameraView {
  int width_px = 0, height_px = 0;
  double view_rad = 0;  // across the width
  double range_m = 0;
};
// Directions (cos b, sin b, 0) of bearings b between two bounds, elevation_rad wide across, turned
// by the attitude.
struct FanView {
  double bearing_min_rad = 0, bearing_max_rad = 0, elevation_rad = 0;
  double range_min_m = 0, range_max_m = 0;
  Quat attitude = Quat::Identity();
};
using CoverageShape = std::variant<CameraView, FanView, extension::Beams>;

// A fan about x of S.
inline FanView fan_view(double width_rad, double height_rad, double min_m, double max_m) {
  return {-width_rad / 2, width_rad / 2, height_rad, min_m, max_m, Quat::Identity()};
}

// One of the instruments that a sensor consists of.
struct FrameHead {
  std::string name_end;       // added to the name of the sensor
  Vec3 p_SH_S = Vec3::Zero();  // where it sits
  AnyConfig config;           // its own, of the same kind
};

// Everything there is to know of a kind but how it computes; made by frame_sensor_kind<T>(). What
// is null is not there.
struct FrameSensorKind {
  const StructSchema& (*schema)() = nullptr;
  std::vector<FrameHead> (*heads)(const void* config) = nullptr;
  std::vector<CoverageShape> (*views)(const void* config) = nullptr;
  CameraModel* (*camera)(void* config) = nullptr;  // lens and picture, of cameras
};

template <class T>
constexpr FrameSensorKind frame_sensor_kind() {
  static_assert(std::is_base_of_v<extension::SensorConfig, T>, "derive from SensorConfig first");
  FrameSensorKind kind;
  kind.schema = &T::schema;
  kind.heads = [](const void* c) -> std::vector<FrameHead> {
    const T& config = *static_cast<const T*>(c);
    if constexpr (requires { config.heads(); }) {
      return config.heads();
    } else {
      return {{"", Vec3::Zero(), AnyConfig::of(config)}};
    }
  };
  kind.views = [](const void* c) { return static_cast<const T*>(c)->views(); };
  if constexpr (std::is_base_of_v<CameraModel, T>)
    kind.camera = [](void* c) -> CameraModel* { return static_cast<T*>(c); };
  return kind;
}

}  // namespace hadal::kinds
