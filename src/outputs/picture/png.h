// Pictures as PNG files, by libpng.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hadal::outputs {

// 8 bits of red, green, blue and opacity, row after row from the top.
struct RgbaPicture {
  int width = 0, height = 0;
  std::vector<uint8_t> rgba;
};

std::vector<uint8_t> png_bytes(const RgbaPicture& picture);
// 8 bits of red, green and blue.
std::vector<uint8_t> png_bytes(int width, int height, std::span<const uint8_t> rgb);
// 16 bits of grey, as they are.
std::vector<uint8_t> png_bytes(int width, int height, std::span<const uint16_t> grey);

// RFC 4648, with padding.
std::string base64(std::span<const uint8_t> bytes);

}  // namespace hadal::outputs
