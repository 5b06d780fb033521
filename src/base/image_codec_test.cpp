#include "base/image_codec.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <cstdlib>

#include "base/rng.h"

namespace hadal::inline base {
namespace image_codec_test {

using Bytes = std::vector<uint8_t>;

constexpr ImageLimits kLimits{1 << 25, 16384};

// A ramp: r grows along the row, g down, b has an edge.
Bytes ramp(int width, int height) {
  Bytes rgb;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (const int value : {255 * x / width, 255 * y / height, x > width / 2 ? 200 : 60})
        rgb.push_back(static_cast<uint8_t>(value));
  return rgb;
}

Bytes png_file(int width, int height, const Bytes& pixels, uint32_t format = PNG_FORMAT_RGB) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<uint32_t>(width), image.height = static_cast<uint32_t>(height);
  image.format = format;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  Bytes file(size);
  EXPECT_NE(png_image_write_to_memory(&image, file.data(), &size, 0, pixels.data(), 0, nullptr), 0);
  file.resize(size);
  return file;
}
Bytes jpeg_file(int width, int height, int quality = 90) {
  return jpeg_bytes(width, height, ramp(width, height), quality);
}
// The size stands behind the marker ff c0, height first, two bytes each.
Bytes with_claimed_side(Bytes jpeg, int side) {
  for (size_t i = 0; i + 8 < jpeg.size(); ++i)
    if (jpeg[i] == 0xff && jpeg[i + 1] == 0xc0) {
      jpeg[i + 5] = jpeg[i + 7] = static_cast<uint8_t>(side >> 8);
      jpeg[i + 6] = jpeg[i + 8] = static_cast<uint8_t>(side & 255);
    }
  return jpeg;
}

Bytes pixels_of(const Bytes& file) {
  return decode_image(file, kLimits).value().rgb;
}
std::string message(const Bytes& file, const ImageLimits& limits = kLimits) {
  const Result<RgbImage> image = decode_image(file, limits, "wall.png");
  return image.ok() ? "" : image.problems().text();
}
bool says(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(ImageCodec, PngComesBackBitForBit) {
  const RgbImage image = decode_image(png_file(5, 3, ramp(5, 3)), kLimits).value();
  EXPECT_EQ(image.width, 5);
  EXPECT_EQ(image.height, 3);
  EXPECT_EQ(image.rgb, ramp(5, 3));
}

TEST(ImageCodec, DropsOpacityAndReadsGrey) {
  EXPECT_EQ(pixels_of(png_file(2, 1, {200, 100, 50, 128, 7, 8, 9, 255}, PNG_FORMAT_RGBA)),
            (Bytes{200, 100, 50, 7, 8, 9}));
  EXPECT_EQ(pixels_of(png_file(1, 1, {90}, PNG_FORMAT_GRAY)), (Bytes{90, 90, 90}));
}

TEST(ImageCodec, JpegIsCloserWithMoreQuality) {
  const auto mean_error = [](int quality) {
    const Bytes original = ramp(40, 30), back = pixels_of(jpeg_file(40, 30, quality));
    double sum = 0;
    for (size_t i = 0; i < original.size(); ++i) sum += std::abs(back[i] - original[i]);
    return sum / static_cast<double>(original.size());
  };
  EXPECT_LT(mean_error(95), 4);
  EXPECT_LT(mean_error(95), mean_error(20));
  EXPECT_LT(jpeg_file(40, 30, 20).size(), jpeg_file(40, 30, 95).size());
}

TEST(ImageCodec, SaysWhatIsWrong) {
  EXPECT_TRUE(says(message({}), "is empty"));
  EXPECT_TRUE(says(message({'G', 'I', 'F', '8'}), "neither a PNG nor a JPEG"));
  Bytes cut = png_file(64, 64, ramp(64, 64)), cut_jpeg = jpeg_file(64, 64);
  cut.resize(cut.size() / 2);
  cut_jpeg.resize(cut_jpeg.size() / 2);
  EXPECT_TRUE(says(message(cut), "broken PNG"));
  EXPECT_TRUE(says(message(cut_jpeg), "broken JPEG"));
  EXPECT_EQ(message(cut).rfind("wall.png", 0), 0u);
}

// A header that claims 60,000 x 60,000 pixels costs no memory.
TEST(ImageCodec, RefusesSizesBeyondTheLimitsBeforeReadingThem) {
  EXPECT_TRUE(says(message(with_claimed_side(jpeg_file(8, 8), 20000)), "at most 16384 a side"));
  const std::string huge = message(with_claimed_side(jpeg_file(8, 8), 60000), {1 << 25});
  EXPECT_TRUE(says(huge, "has 60000 x 60000 pixels; expected at most 33554432 pixels")) << huge;
  const Bytes long_row(16385, 9);
  EXPECT_TRUE(says(message(png_file(16385, 1, long_row, PNG_FORMAT_GRAY)), "at most 16384 a side"));
  EXPECT_TRUE(says(message(png_file(5, 3, ramp(5, 3)), {14}), "at most 14 pixels in all"));
  EXPECT_EQ(message(png_file(5, 3, ramp(5, 3)), {15}), "");
  Bytes zero = png_file(8, 8, ramp(8, 8));
  zero[19] = 0;  // of the width, which is followed by a checksum
  EXPECT_FALSE(message(zero).empty());
}

// Cut anywhere or with bytes changed, a file gives a picture or a problem, never a crash.
TEST(ImageCodec, SurvivesBrokenFiles) {
  constexpr int kMutations = 2000;
  const RandomStream random(21, "codec", "damage");
  int cuts = 0, refused_cuts = 0, refused = 0;
  for (const Bytes& whole : {png_file(24, 24, ramp(24, 24)), jpeg_file(24, 24)}) {
    for (size_t size = 0; size < whole.size(); size += 3, ++cuts)
      if (!message(Bytes(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size))).empty())
        ++refused_cuts;
    for (int round = 0; round < kMutations; ++round) {
      Bytes bytes = whole;
      for (uint32_t k = 0; k < 4; ++k) {
        const double place = random.uniform(round, 2 * k), value = random.uniform(round, 2 * k + 1);
        bytes[static_cast<size_t>(place * static_cast<double>(bytes.size()))] =
            static_cast<uint8_t>(256 * value);
      }
      if (!message(bytes).empty()) ++refused;
    }
  }
  EXPECT_GE(refused_cuts, cuts - 10);  // the last bytes of a file may be missing
  EXPECT_GT(refused, 2 * kMutations / 3);
}

}  // namespace image_codec_test
}  // namespace hadal::base
