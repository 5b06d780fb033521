#include "sensors/optical/render/image_texture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/image_codec.h"

namespace hadal::sensors {
namespace image_texture_test {

using Bytes = std::vector<uint8_t>;

// A ramp: r grows along the row, g down, b is constant.
Bytes ramp(int width, int height) {
  Bytes rgb;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (const int value : {255 * x / width, 255 * y / height, 77})
        rgb.push_back(static_cast<uint8_t>(value));
  return rgb;
}

Bytes png_file(int width, int height, const Bytes& pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<uint32_t>(width), image.height = static_cast<uint32_t>(height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  Bytes file(size);
  EXPECT_NE(png_image_write_to_memory(&image, file.data(), &size, 0, pixels.data(), 0, nullptr), 0);
  file.resize(size);
  return file;
}

// The curve of IEC 61966-2-1, written again.
double linear(int srgb) {
  const double s = srgb / 255.0;
  return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

std::string message(const Bytes& bytes) {
  const auto result = decode_image_texture(bytes, "wall.png");
  return result.ok() ? "" : result.problems().text();
}

TEST(ImageTexture, ReadsPngToLinearValues) {
  const Bytes pixels = ramp(5, 3);
  const auto texture = decode_image_texture(png_file(5, 3, pixels), "ramp");
  ASSERT_TRUE(texture.ok());
  ASSERT_EQ(texture.value().levels()[0].width, 5);
  ASSERT_EQ(texture.value().levels()[0].height, 3);
  for (size_t i = 0; i < pixels.size(); ++i)
    EXPECT_NEAR(texture.value().data()[i], linear(pixels[i]), 1e-6);
}

TEST(ImageTexture, ReadsJpeg) {
  constexpr double kCompression = 0.06;  // quality 95, colour at half resolution
  const Bytes pixels = ramp(64, 64);
  const auto texture = decode_image_texture(jpeg_bytes(64, 64, pixels, 95), "ramp.jpg");
  ASSERT_TRUE(texture.ok());
  for (size_t i = 0; i < pixels.size(); ++i)
    EXPECT_NEAR(texture.value().data()[i], linear(pixels[i]), kCompression);
}

// Also for sides that are no power of 2.
TEST(ImageTexture, AllLevelsHaveTheSameMean) {
  const auto texture = decode_image_texture(png_file(37, 11, ramp(37, 11)), "ramp");
  ASSERT_TRUE(texture.ok());
  const auto levels = texture.value().levels();
  const auto mean = [&](const ImageTexture::Level& level, int channel) {
    double sum = 0;
    for (int i = 0; i < level.width * level.height; ++i)
      sum += texture.value().data()[level.first + 3 * i + channel];
    return sum / (level.width * level.height);
  };
  ASSERT_EQ(levels.size(), 6u);  // 37, 18, 9, 4, 2, 1
  EXPECT_EQ(levels.back().width * levels.back().height, 1);
  for (const auto& level : levels)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(mean(level, c), mean(levels[0], c), 1e-5);
}

TEST(ImageTexture, SaysWhatIsWrong) {
  EXPECT_NE(message({'G', 'I', 'F', '8'}).find("neither a PNG nor a JPEG"), std::string::npos);
  EXPECT_EQ(message({}).rfind("wall.png", 0), 0u);
  const auto missing = load_image_texture("no/such/picture.png");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.problems().text().find("cannot be opened"), std::string::npos);
  EXPECT_FALSE(load_image_texture(std::filesystem::temp_directory_path()).ok());
}

TEST(ImageTexture, RefusesSizesBeyondItsLimits) {
  const int wide = ImageTexture::kLargestSide_px + 1;
  const Bytes row(3 * static_cast<size_t>(wide), 9);
  EXPECT_NE(message(png_file(wide, 1, row)).find("at most 16384 a side"), std::string::npos);
}

TEST(ImageTexture, ReadsFiles) {
  const auto file = std::filesystem::temp_directory_path() / "hadal_image_texture_test.png";
  const Bytes bytes = png_file(3, 2, ramp(3, 2));
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const auto texture = load_image_texture(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(texture.ok());
  EXPECT_EQ(texture.value().levels()[0].width, 3);
}

}  // namespace image_texture_test
}  // namespace hadal::sensors
