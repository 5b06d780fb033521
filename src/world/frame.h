// A frame: what an imaging instrument gives per ping or exposure, as named planes of numbers. The
// shape of a sensor's frames is fixed at load; only the numbers change.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ticks.h"
#include "math/types.h"

namespace hadal::inline world {

enum class PlaneType { kFloat32, kInt32, kUint8 };

// rows x columns x channels numbers, row after row.
struct Plane {
  std::string name;  // with its unit, e.g. intensity_db, range_m, object_id
  PlaneType type = PlaneType::kFloat32;
  int rows = 0, columns = 0, channels = 1;
  std::vector<std::string> channel_names;  // of points; empty for x_m, y_m, z_m, ...
  std::vector<std::byte> data;

  Plane(std::string name, PlaneType type, int rows, int columns, int channels = 1);
  size_t count() const { return static_cast<size_t>(rows) * columns * channels; }
  std::span<float> floats();
  std::span<const float> floats() const;
  std::span<int32_t> ints();
  std::span<const int32_t> ints() const;
  std::span<uint8_t> bytes();
  std::span<const uint8_t> bytes() const;
};

// Names that several instruments share, so that logs, pictures and reports know what they are:
//   level_db   beams x bins, dB re 1 uPa: the image of a sonar, as bearings and ranges of the axes
//   points     N x 1 x channels, in S: x_m, y_m, z_m and more; NaN where there is none
//   image      rows x columns x 3 bytes: the picture of a camera
constexpr std::string_view kLevelPlane = "level_db", kPointsPlane = "points", kImagePlane = "image";

// What stays the same from frame to frame.
struct FrameAxes {
  std::vector<float> bearings_rad;    // about z of S, to starboard; per row of a beam image
  std::vector<float> elevations_rad;  // below the x-y plane of S
  std::vector<float> ranges_m;        // of the bin centres
  double frequency_hz = 0;
  double sound_speed_m_s = 0;  // at the sensor when the frame was taken
  double beam_width_rad = 0, beam_height_rad = 0;
};

// How places in the picture of a camera belong to directions, as calibration tools and
// sensor_msgs/CameraInfo have it; pixel centres are whole numbers. Valid in the medium of use: for
// a camera in water behind a port, what calibrating it in water would give.
struct Calibration {
  int width_px = 0, height_px = 0;
  double fx_px = 0, fy_px = 0, cx_px = 0, cy_px = 0;
  std::string model;               // plumb_bob, rational_polynomial, equidistant
  std::vector<double> distortion;  // as the model has it
  double baseline_m = 0;           // of a right camera: from the left one to it
  double residual_px = 0;  // largest error of the model, of cameras that it only approximates
  // Where the camera of the model stands and looks, in the axes of the lens (x right, y down, z
  // ahead); the lens itself but behind ports that refract.
  Pose X_OC{Vec3::Zero(), Quat::Identity()};
  bool is_at_lens() const { return X_OC.p.isZero(0) && X_OC.q.vec().isZero(0); }
};

struct Frame {
  Tick stamp = -1;      // when it was taken
  int64_t number = -1;  // of the ping
  Pose X_NS;            // of the sensor then
  FrameAxes axes;
  std::optional<Calibration> calibration;  // of cameras
  std::vector<Plane> planes;

  Plane& plane(std::string_view name);  // must exist
  const Plane& plane(std::string_view name) const;
  const Plane* find(std::string_view name) const;
  uint64_t hash() const;  // of every number
};

}  // namespace hadal::world
