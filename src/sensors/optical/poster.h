// A picture of a reef as printed for tank floors, made by arithmetic: sand with stones, corals and
// sponges of many colours and sizes, so that features are found everywhere. The same on every
// machine.
#pragma once
#include "sensors/optical/render/image_texture.h"

namespace hadal::sensors {

constexpr int kPosterWidth_px = 1024, kPosterHeight_px = 768;

ImageTexture reef_poster();

}  // namespace hadal::sensors
