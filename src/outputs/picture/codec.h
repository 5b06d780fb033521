// JPEG files out of pictures, and pictures out of JPEG and PNG files of unknown origin
// (libjpeg-turbo, libpng). PNG files are made by png.h.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "outputs/picture/picture.h"

namespace hadal::outputs {

constexpr int64_t kMostPicturePixels = 1 << 25;

// 8 bits of red, green and blue; quality 1 to 100.
std::vector<uint8_t> jpeg_bytes(int width, int height, std::span<const uint8_t> rgb, int quality);

// Refuses whatever is damaged, cut off or larger than kMostPicturePixels.
Result<Picture> decode_picture(std::span<const uint8_t> bytes);

}  // namespace hadal::outputs
