// Frames: what cameras, sonars and lidars give per exposure or ping, as named planes of numbers.
//
//   const hadal::FrameView frame = camera.frame();
//   const hadal::PlaneView image = frame.plane("image");  // rows x columns x 3 bytes
//   image.bytes()[(row * image.columns + column) * image.channels]
//
// A view looks into the simulation and is valid until its next step; keep() makes one that lasts.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "hadal/export.h"

namespace hadal::inline world {
struct Frame;
}

namespace hadal HADAL_API {

enum class PlaneNumber { kFloat32, kInt32, kUint8 };

// rows x columns x channels numbers, row after row. Each of the functions is for its kind of number
// and throws Error for another.
struct PlaneView {
  std::string_view name;  // with its unit: image, level_db, range_m, object_id, points, ...
  PlaneNumber type = PlaneNumber::kFloat32;
  int rows = 0, columns = 0, channels = 1;
  std::span<const std::byte> data;

  std::span<const float> floats() const;
  std::span<const int32_t> ints() const;
  std::span<const uint8_t> bytes() const;
};

// Of a camera: places in its picture and directions, as sensor_msgs/CameraInfo has it.
struct CameraCalibration {
  int width_px = 0, height_px = 0;
  double fx_px = 0, fy_px = 0, cx_px = 0, cy_px = 0;
  std::string_view model;  // plumb_bob, rational_polynomial, equidistant
  std::span<const double> distortion;
  double baseline_m = 0;  // of a right camera: from the left one to it
  // Where the camera of the model stands and how it is turned (w, x, y, z), in the axes of the
  // picture at the lens: x right, y down, z ahead. The lens itself but behind ports that refract.
  std::array<double, 3> position_m{0, 0, 0};
  std::array<double, 4> attitude{1, 0, 0, 0};
};

class FrameView {
 public:
  double stamp_s() const { return stamp_s_; }  // when it was taken; -1: none has arrived yet
  int64_t number() const;                      // of the ping or exposure, from 0
  std::array<double, 3> position_m() const;    // of the sensor then: north, east, down
  std::array<double, 4> attitude() const;      // w, x, y, z from sensor to world

  int plane_count() const;
  PlaneView plane(int index) const;
  // Throws Error when it has none of this name; the message lists those it has.
  PlaneView plane(std::string_view name) const;
  bool has_plane(std::string_view name) const;

  // Of beam images: of the rows about z of the sensor, to starboard; below its x-y plane; of the
  // bin centres. Empty where they do not apply.
  std::span<const float> bearings_rad() const;
  std::span<const float> elevations_rad() const;
  std::span<const float> ranges_m() const;
  std::optional<CameraCalibration> calibration() const;

  // The same frame in memory of its own, shared by the copies of the view.
  FrameView keep() const;

 private:
  friend class FrameSensorHandle;
  FrameView(const Frame& frame, double stamp_s) : frame_(&frame), stamp_s_(stamp_s) {}
  const Frame* frame_;
  double stamp_s_;
  std::shared_ptr<const Frame> owner_;
};

}  // namespace hadal
