#include "sensors/optical/render/image_texture.h"

#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <jpeglib.h>

#include "base/rng.h"

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

Bytes jpeg_file(int width, int height, Bytes pixels) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* out = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &out, &size);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 95, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    uint8_t* row = pixels.data() + info.next_scanline * static_cast<size_t>(width) * 3;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  Bytes file(out, out + size);
  jpeg_destroy_compress(&info);
  std::free(out);
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

TEST(ImageTexture, DropsAlphaAndReadsGrey) {
  const auto with_alpha =
      decode_image_texture(png_file(1, 1, {200, 100, 50, 128}, PNG_FORMAT_RGBA), "a");
  ASSERT_TRUE(with_alpha.ok());
  EXPECT_NEAR(with_alpha.value().data()[1], linear(100), 1e-6);
  const auto grey = decode_image_texture(png_file(1, 1, {90}, PNG_FORMAT_GRAY), "g");
  ASSERT_TRUE(grey.ok());
  EXPECT_NEAR(grey.value().data()[2], linear(90), 1e-6);
}

TEST(ImageTexture, ReadsJpeg) {
  constexpr double kCompression = 0.06;  // quality 95, colour at half resolution
  const Bytes pixels = ramp(64, 64);
  const auto texture = decode_image_texture(jpeg_file(64, 64, pixels), "ramp.jpg");
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
  EXPECT_NE(message({}).find("is empty"), std::string::npos);
  EXPECT_NE(message({'G', 'I', 'F', '8'}).find("neither a PNG nor a JPEG"), std::string::npos);
  Bytes cut = png_file(64, 64, ramp(64, 64));
  cut.resize(cut.size() / 2);
  EXPECT_NE(message(cut).find("broken PNG"), std::string::npos);
  Bytes cut_jpeg = jpeg_file(64, 64, ramp(64, 64));
  cut_jpeg.resize(cut_jpeg.size() / 2);
  EXPECT_NE(message(cut_jpeg).find("broken JPEG"), std::string::npos);
  EXPECT_EQ(message(cut).rfind("wall.png", 0), 0u);
  const auto missing = load_image_texture("no/such/picture.png");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.problems().text().find("cannot be opened"), std::string::npos);
  EXPECT_FALSE(load_image_texture(std::filesystem::temp_directory_path()).ok());
}

// Width and height stand big-endian at byte 16 of a PNG, followed by a checksum; those of a JPEG,
// height first, behind its marker ff c0.
TEST(ImageTexture, RefusesSizesBeyondItsLimitsBeforeReadingThem) {
  Bytes jpeg = jpeg_file(8, 8, ramp(8, 8));
  for (size_t i = 0; i + 9 < jpeg.size(); ++i)
    if (jpeg[i] == 0xff && jpeg[i + 1] == 0xc0)
      jpeg[i + 5] = 0x50, jpeg[i + 7] = 0x50;  // 20,000 a side
  EXPECT_NE(message(jpeg).find("at most 16384 a side"), std::string::npos) << message(jpeg);
  const int wide = ImageTexture::kLargestSide_px + 1;
  const Bytes long_row(static_cast<size_t>(wide), 9);
  EXPECT_NE(message(png_file(wide, 1, long_row, PNG_FORMAT_GRAY)).find("at most 16384 a side"),
            std::string::npos);
  Bytes zero = png_file(8, 8, ramp(8, 8));
  zero[19] = 0;
  EXPECT_FALSE(message(zero).empty());
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

// Cut anywhere or with bytes changed, a file gives a picture or a problem, never a crash.
TEST(ImageTexture, SurvivesBrokenFiles) {
  const RandomStream stream(3, "image_texture", "flips");
  int refused = 0, tried = 0;
  for (const Bytes& whole : {png_file(24, 24, ramp(24, 24)), jpeg_file(24, 24, ramp(24, 24))}) {
    for (size_t size = 0; size < whole.size(); size += 3, ++tried)
      refused += message(Bytes(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size))).empty()
                     ? 0
                     : 1;
    for (int round = 0; round < 1500; ++round) {
      Bytes bytes = whole;
      for (uint32_t k = 0; k < 3; ++k) {
        const double place = stream.uniform(round, 2 * k), value = stream.uniform(round, 2 * k + 1);
        bytes[static_cast<size_t>(place * static_cast<double>(bytes.size()))] =
            static_cast<uint8_t>(256 * value);
      }
      message(bytes);
    }
  }
  EXPECT_GE(refused, tried - 10);  // the last bytes of a file may be missing
}

}  // namespace image_texture_test
}  // namespace hadal::sensors
