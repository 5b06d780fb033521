// A picture file laid on a surface: PNG or JPEG, to linear RGB with levels of detail.
//
// 8-bit and JPEG values are taken as sRGB (IEC 61966-2-1) and made linear; alpha is dropped. Each
// level has half the side of the last, rounded down, each texel the exact mean of the area it
// covers, so that all levels have the same mean. The picture repeats beyond u, v in [0, 1]; v runs
// down from its top row.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/result.h"

namespace hadal::sensors {

class ImageTexture {
 public:
  static constexpr int kLargestSide_px = 16384;
  static constexpr int64_t kMaxPixels = int64_t{1} << 25;  // 0.5 GB with all levels

  struct Level {
    int32_t width = 0, height = 0;
    int32_t first = 0;  // index of its first number in data(): rgb rgb ..., rows from the top
  };

  // From linear values, rgb row by row.
  ImageTexture(int width, int height, std::span<const float> rgb);

  std::span<const Level> levels() const { return levels_; }
  const float* data() const { return data_.data(); }

 private:
  std::vector<Level> levels_;
  std::vector<float> data_;
};

// Reads a file. What is missing, not a picture, broken, cut short or too large is a problem.
Result<ImageTexture> load_image_texture(const std::filesystem::path& file);
// The same from the bytes of a file; `name` is for messages.
Result<ImageTexture> decode_image_texture(std::span<const uint8_t> bytes, const std::string& name);

// sRGB byte to linear reflectance in [0, 1].
float linear_of_srgb(uint8_t value);

}  // namespace hadal::sensors
