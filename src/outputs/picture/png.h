// Pictures as PNG files, by libpng.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hadal::outputs {

// 8 bits of red, green and blue.
std::vector<uint8_t> png_bytes(int width, int height, std::span<const uint8_t> rgb);
// 16 bits of grey, as they are.
std::vector<uint8_t> png_bytes(int width, int height, std::span<const uint16_t> grey);

}  // namespace hadal::outputs
