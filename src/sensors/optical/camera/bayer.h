// The colour mosaic of a pixel array, and full colour from it again by the gradient-corrected
// linear filters of Malvar, He & Cutler, "High-quality linear interpolation for demosaicing of
// Bayer-patterned color images" (2004): 5 x 5, exact for planes of light. Borders are mirrored
// about the outer pixels, which keeps the pattern.
#pragma once
#include <span>

#include "kinds/frames/camera.h"
#include "sensors/optical/camera/image.h"

namespace hadal::sensors::camera {

// 0 red, 1 green, 2 blue. None of these takes BayerPattern::kNone.
int bayer_channel(BayerPattern pattern, int x, int y);

void mosaic(RgbInput image, BayerPattern pattern, std::span<float> raw, ThreadArena& arena);
// At least 3 x 3 pixels.
void demosaic(std::span<const float> raw, BayerPattern pattern, RgbView out, ThreadArena& arena);

}  // namespace hadal::sensors::camera
