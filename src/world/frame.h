// A frame: what an imaging instrument gives per ping or exposure, as named planes of numbers. The
// shape of a sensor's frames is fixed at load; only the numbers change.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ticks.h"
#include "math/types.h"

namespace hadal {

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
constexpr std::string_view kLevelPlane = "level_db", kPointsPlane = "points";

// What stays the same from frame to frame.
struct FrameAxes {
  std::vector<float> bearings_rad;    // about z of S, to starboard; per row of a beam image
  std::vector<float> elevations_rad;  // below the x-y plane of S
  std::vector<float> ranges_m;        // of the bin centres
  double frequency_hz = 0;
  double sound_speed_m_s = 0;  // at the sensor when the frame was taken
  double beam_width_rad = 0, beam_height_rad = 0;
};

struct Frame {
  Tick stamp = -1;      // when it was taken
  int64_t number = -1;  // of the ping
  Pose X_NS;            // of the sensor then
  FrameAxes axes;
  std::vector<Plane> planes;

  Plane& plane(std::string_view name);  // must exist
  const Plane& plane(std::string_view name) const;
  const Plane* find(std::string_view name) const;
  uint64_t hash() const;  // of every number
};

}  // namespace hadal
