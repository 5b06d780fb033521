#include "outputs/picture/codec.h"

#include <utility>

#include "base/image_codec.h"

namespace hadal::outputs {

Result<Picture> decode_picture(std::span<const uint8_t> bytes) {
  Result<RgbImage> image = decode_image(bytes, {kMaxPicturePixels});
  if (!image) return image.problems();
  RgbImage& found = image.value();
  return Picture::of_rgb(found.width, found.height, std::move(found.rgb));
}

}  // namespace hadal::outputs
