// Pixels out of PNG and JPEG files of unknown origin, and JPEG files out of pixels (libpng,
// libjpeg-turbo). Pixels are 8 bits of red, green and blue, row after row from the top.
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace hadal::inline base {

struct RgbImage {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb;  // 3 width height
};

// What a reader is prepared to hold.
struct ImageLimits {
  int64_t max_pixels = 0;
  int64_t longest_side_px = std::numeric_limits<int>::max();
};

// Says what is wrong with a size; empty where it is within the limits.
std::string image_size_problem(int64_t width, int64_t height, const ImageLimits& limits);

// Refuses what is no picture, damaged or cut off, and what is beyond the limits before any memory
// is taken for it. Opacity is dropped. `name` is that of the file, for messages.
Result<RgbImage> decode_image(std::span<const uint8_t> bytes, const ImageLimits& limits,
                              const std::string& name = {});

// The bytes of a file; quality 1 to 100.
std::vector<uint8_t> jpeg_bytes(int width, int height, std::span<const uint8_t> rgb, int quality);

}  // namespace hadal::base
