#include "outputs/frame_size.h"

#include "outputs/frame_recorder.h"

namespace hadal::outputs {
namespace {

// Bytes in the log per byte of the message.
constexpr double kLevelRatio = 0.82;   // levels with speckle and noise
constexpr double kFloatRatio = 0.6;    // points, ranges, normals
constexpr double kIndexRatio = 0.05;   // instances, materials: large patches of one number
constexpr double kRawImageRatio = 0.7;
// Of pictures, bytes per pixel.
constexpr double kJpegBytes = 0.25;  // at quality 90; noise of the pixels is most of it
constexpr double kPngBytes = 1.9;

double cells(const Plane& plane) {
  return static_cast<double>(plane.rows) * plane.columns * plane.channels;
}

double plane_bytes(const RecordConfig& config, const Plane& plane) {
  if (plane.name == kLevelPlane)
    return cells(plane) * (config.sonar == "float32" ? 4 : 2) * kLevelRatio;
  if (plane.type == PlaneType::kFloat32) return cells(plane) * 4 * kFloatRatio;
  if (plane.type == PlaneType::kInt32) return cells(plane) * 4 * kIndexRatio;
  return cells(plane) * kRawImageRatio;
}

}  // namespace

FrameSize expected_frame_size(const RecordConfig& config, const Frame& blank) {
  FrameSize out;
  for (const Plane& plane : blank.planes) {
    if (!is_recorded(config, plane)) continue;
    if (is_compressed_picture(config, plane))
      out.picture_bytes += static_cast<double>(plane.rows) * plane.columns *
                           (config.images == "png" ? kPngBytes : kJpegBytes);
    else
      out.bytes += plane_bytes(config, plane);
  }
  return out;
}

}  // namespace hadal::outputs
