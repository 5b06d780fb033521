#include "outputs/picture/png.h"

#include <png.h>

#include "base/check.h"

namespace hadal::outputs {
namespace {

template <class Sample>
std::vector<uint8_t> encoded(int width, int height, png_uint_32 format,
                             std::span<const Sample> pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = format;
  HADAL_CHECK(pixels.size_bytes() == PNG_IMAGE_SIZE(image));
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<uint8_t> bytes(size);
  HADAL_CHECK(png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr));
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::vector<uint8_t> png_bytes(int width, int height, std::span<const uint8_t> rgb) {
  return encoded(width, height, PNG_FORMAT_RGB, rgb);
}

std::vector<uint8_t> png_bytes(int width, int height, std::span<const uint16_t> grey) {
  return encoded(width, height, PNG_FORMAT_LINEAR_Y, grey);
}

}  // namespace hadal::outputs
