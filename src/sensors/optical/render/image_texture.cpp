#include "sensors/optical/render/image_texture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <jpeglib.h>  // needs cstdio

#include "base/check.h"

namespace hadal::sensors {
namespace {

// What a decoder found: bytes r g b r g b ..., rows from the top; or why there are none.
struct DecodedImage {
  int64_t width = 0, height = 0;
  std::vector<uint8_t> rgb;
  std::string trouble;
};

std::string trouble_with_size(int64_t width, int64_t height) {
  const std::string size = std::to_string(width) + " x " + std::to_string(height) + " pixels";
  if (width < 1 || height < 1) return "has " + size + "; expected at least 1 x 1";
  if (width > ImageTexture::kLargestSide_px || height > ImageTexture::kLargestSide_px)
    return "has " + size + "; expected at most " + std::to_string(ImageTexture::kLargestSide_px) +
           " a side: scale it down";
  if (width * height > ImageTexture::kMostPixels)
    return "has " + size + "; expected at most " + std::to_string(ImageTexture::kMostPixels) +
           " pixels in all: scale it down";
  return {};
}

DecodedImage decode_png(std::span<const uint8_t> bytes) {
  DecodedImage out;
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
    out.trouble = std::string("is a broken PNG file (") + image.message + ")";
    return out;
  }
  out.width = image.width, out.height = image.height;
  out.trouble = trouble_with_size(out.width, out.height);
  if (out.trouble.empty()) {
    image.format = PNG_FORMAT_RGBA;
    std::vector<uint8_t> rgba(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr) == 0)
      out.trouble = std::string("is a broken PNG file (") + image.message + ")";
    for (size_t i = 0; i < rgba.size(); i += 4)
      out.rgb.insert(out.rgb.end(), {rgba[i], rgba[i + 1], rgba[i + 2]});
  }
  png_image_free(&image);
  return out;
}

struct JpegErrors {
  jpeg_error_mgr manager;  // first: libjpeg hands back its address
  std::jmp_buf escape;
  char message[JMSG_LENGTH_MAX] = {};
};
[[noreturn]] void leave_jpeg(j_common_ptr info) {
  auto* errors = reinterpret_cast<JpegErrors*>(info->err);
  errors->manager.format_message(info, errors->message);
  std::longjmp(errors->escape, 1);
}
// A warning means missing or damaged data, which libjpeg would replace by grey.
void refuse_jpeg(j_common_ptr info, int level) {
  if (level < 0) leave_jpeg(info);
}

// Everything that libjpeg may jump out of; owns nothing itself.
[[gnu::noinline]] void read_jpeg(jpeg_decompress_struct& info, std::span<const uint8_t> bytes,
                                 DecodedImage& out) {
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes.data(), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  out.width = info.image_width, out.height = info.image_height;
  out.trouble = trouble_with_size(out.width, out.height);
  if (!out.trouble.empty()) return;
  info.out_color_space = JCS_RGB;
  info.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&info);
  const size_t row = static_cast<size_t>(out.width) * 3;
  out.rgb.resize(row * static_cast<size_t>(out.height));
  while (info.output_scanline < info.output_height) {
    uint8_t* line = out.rgb.data() + info.output_scanline * row;
    jpeg_read_scanlines(&info, &line, 1);
  }
  jpeg_finish_decompress(&info);
}
// False where libjpeg jumped out.
[[gnu::noinline]] bool try_jpeg(jpeg_decompress_struct& info, JpegErrors& errors,
                                std::span<const uint8_t> bytes, DecodedImage& out) {
  if (setjmp(errors.escape) != 0) return false;
  read_jpeg(info, bytes, out);
  return true;
}

DecodedImage decode_jpeg(std::span<const uint8_t> bytes) {
  DecodedImage out;
  jpeg_decompress_struct info{};
  JpegErrors errors{};
  info.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = leave_jpeg;
  errors.manager.emit_message = refuse_jpeg;
  if (!try_jpeg(info, errors, bytes, out))
    out.trouble = std::string("is a broken JPEG file (") + errors.message + ")";
  jpeg_destroy_decompress(&info);
  return out;
}

DecodedImage decode_picture(std::span<const uint8_t> bytes) {
  constexpr uint8_t kPng[] = {0x89, 'P', 'N', 'G'}, kJpeg[] = {0xff, 0xd8, 0xff};
  const auto starts_with = [&](std::span<const uint8_t> magic) {
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
  };
  if (starts_with(kPng)) return decode_png(bytes);
  if (starts_with(kJpeg)) return decode_jpeg(bytes);
  DecodedImage out;
  out.trouble =
      bytes.empty() ? "is empty; expected a PNG or JPEG file" : "is neither a PNG nor a JPEG file";
  return out;
}

// How `from` samples become `to` fewer, each the mean over what it covers.
struct Resample {
  size_t to = 0;
  std::vector<size_t> first;              // source samples of each
  std::vector<std::vector<float>> share;  // and their shares
};
Resample area_means(int from, int to) {
  Resample r{static_cast<size_t>(to), {}, {}};
  const double step = static_cast<double>(from) / to;
  for (int k = 0; k < to; ++k) {
    const double low = k * step, high = (k + 1) * step;
    const int first = static_cast<int>(low),
              end = std::min(static_cast<int>(std::ceil(high)), from);
    r.first.push_back(static_cast<size_t>(first));
    r.share.emplace_back();
    for (int i = first; i < end; ++i)
      r.share.back().push_back(static_cast<float>(
          (std::min(high, i + 1.0) - std::max(low, static_cast<double>(i))) / step));
  }
  return r;
}

void halve(const float* from, ImageTexture::Level fine, ImageTexture::Level coarse, float* to) {
  const Resample across = area_means(fine.width, coarse.width);
  const Resample down = area_means(fine.height, coarse.height);
  const size_t row = static_cast<size_t>(fine.width) * 3;
  for (size_t y = 0; y < down.to; ++y)
    for (size_t x = 0; x < across.to; ++x)
      for (size_t c = 0; c < 3; ++c) {
        float sum = 0;
        for (size_t j = 0; j < down.share[y].size(); ++j)
          for (size_t i = 0; i < across.share[x].size(); ++i)
            sum += down.share[y][j] * across.share[x][i] *
                   from[(down.first[y] + j) * row + (across.first[x] + i) * 3 + c];
        to[(y * across.to + x) * 3 + c] = sum;
      }
}

}  // namespace

float linear_of_srgb(uint8_t value) {
  const double s = value / 255.0;
  return static_cast<float>(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4));
}

ImageTexture::ImageTexture(int width, int height, std::span<const float> rgb) {
  HADAL_CHECK(trouble_with_size(width, height).empty());
  HADAL_CHECK(rgb.size() == static_cast<size_t>(width) * static_cast<size_t>(height) * 3);
  int32_t first = 0;
  for (Level level{width, height, 0};;
       level.width = std::max(level.width / 2, 1), level.height = std::max(level.height / 2, 1)) {
    level.first = first;
    levels_.push_back(level);
    first += 3 * level.width * level.height;
    if (level.width == 1 && level.height == 1) break;
  }
  data_.resize(static_cast<size_t>(first));
  std::copy(rgb.begin(), rgb.end(), data_.begin());
  for (size_t k = 1; k < levels_.size(); ++k)
    halve(data_.data() + levels_[k - 1].first, levels_[k - 1], levels_[k],
          data_.data() + levels_[k].first);
}

Result<ImageTexture> decode_image_texture(std::span<const uint8_t> bytes, const std::string& name) {
  const DecodedImage image = decode_picture(bytes);
  if (!image.trouble.empty()) {
    Problems problems;
    problems.add({name, 0, 0}, "", "the picture " + image.trouble);
    return problems;
  }
  std::array<float, 256> linear{};
  for (size_t i = 0; i < linear.size(); ++i) linear[i] = linear_of_srgb(static_cast<uint8_t>(i));
  std::vector<float> rgb;
  rgb.reserve(image.rgb.size());
  for (const uint8_t byte : image.rgb) rgb.push_back(linear[byte]);
  return ImageTexture(static_cast<int>(image.width), static_cast<int>(image.height), rgb);
}

Result<ImageTexture> load_image_texture(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file)) {
    Problems problems;
    problems.add({file.string(), 0, 0}, "",
                 "the picture cannot be opened; expected a PNG or JPEG file here");
    return problems;
  }
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(stream),
                                   std::istreambuf_iterator<char>()};
  return decode_image_texture(bytes, file.string());
}

}  // namespace hadal::sensors
