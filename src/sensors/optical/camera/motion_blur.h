// Motion during the exposure. The picture shows the start of it; until its end the light of a pixel
// goes the way v t, v the velocity of its image and t the exposure. So every pixel averages over
// the way that light came to it, from -v t to itself. The way is walked in whole pixels along its
// longer axis, each weighted by how much of it the way covers, so that a point becomes a streak of
// length v t (to less than a pixel) that begins at the point and, where v is even, keeps its
// energy. The other axis is rounded. Ways of less than half a pixel change nothing. Beyond
// max_taps pixels the steps grow. Screen space: where velocities differ, light from behind an edge
// may be taken for light in front, and what moves before something still leaves no streak on it;
// borders repeat the outer pixels.
#pragma once
#include <span>

#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

struct MotionBlur {
  double exposure_s = 0.01;
  double strength = 1;  // of the length
  int max_taps = 64;
};

// velocity_x, velocity_y: px/s, one entry per pixel.
void blur_motion(const MotionBlur& model, std::span<const float> velocity_x,
                 std::span<const float> velocity_y, RgbInput image, RgbView out,
                 ThreadArena& arena);

}  // namespace hadal::sensors::camera
