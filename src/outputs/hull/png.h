// Pictures as PNG (W3C Portable Network Graphics, 2nd ed.): 8 bits of red, green, blue and opacity.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hadal::outputs {

struct Picture {
  int width = 0, height = 0;
  std::vector<uint8_t> rgba;  // row after row from the top
};

std::vector<uint8_t> png_bytes(const Picture& picture);

// RFC 4648, with padding.
std::string base64(std::span<const uint8_t> bytes);

}  // namespace hadal::outputs
