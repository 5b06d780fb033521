// Pictures out of PNG and JPEG files of unknown origin. Files are made by png.h and
// base/image_codec.h.
#pragma once
#include <cstdint>
#include <span>

#include "base/result.h"
#include "outputs/picture/picture.h"

namespace hadal::outputs {

constexpr int64_t kMaxPicturePixels = 1 << 25;

// Refuses whatever is damaged, cut off or larger than kMaxPicturePixels.
Result<Picture> decode_picture(std::span<const uint8_t> bytes);

}  // namespace hadal::outputs
