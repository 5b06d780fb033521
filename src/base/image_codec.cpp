#include "base/image_codec.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>  // needs cstdio

#include "base/check.h"

namespace hadal::inline base {
namespace {

// What a reader found, or why there is nothing.
struct Found {
  RgbImage image;
  std::string error;

  // False where the size is beyond the limits.
  bool accept_size(int64_t width, int64_t height, const ImageLimits& limits) {
    error = image_size_problem(width, height, limits);
    if (!error.empty()) return false;
    image.width = static_cast<int>(width), image.height = static_cast<int>(height);
    return true;
  }
};

// Opacity would mix colours with a background, so that libpng is asked for it and it is left out.
std::vector<uint8_t> without_opacity(std::vector<uint8_t> rgba) {
  const size_t pixels = rgba.size() / 4;
  for (size_t i = 0; i < pixels; ++i)
    for (size_t c = 0; c < 3; ++c) rgba[3 * i + c] = rgba[4 * i + c];
  rgba.resize(3 * pixels);
  return rgba;
}

Found read_png(std::span<const uint8_t> bytes, const ImageLimits& limits) {
  Found out;
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  bool whole = png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) != 0;
  if (whole && out.accept_size(png.width, png.height, limits)) {
    png.format = PNG_FORMAT_RGBA;
    std::vector<uint8_t> rgba(PNG_IMAGE_SIZE(png));
    whole = png_image_finish_read(&png, nullptr, rgba.data(), 0, nullptr) != 0;
    out.image.rgb = without_opacity(std::move(rgba));
  }
  if (!whole) out.error = std::string("is a broken PNG file (") + png.message + ")";
  png_image_free(&png);
  return out;
}

struct JpegError {
  jpeg_error_mgr manager;  // first: libjpeg hands back its address
  std::jmp_buf escape;
  char message[JMSG_LENGTH_MAX] = {};
};
[[noreturn]] void jump_out(j_common_ptr info) {
  auto* error = reinterpret_cast<JpegError*>(info->err);
  error->manager.format_message(info, error->message);
  std::longjmp(error->escape, 1);
}
// A warning means missing or damaged data, which libjpeg would replace by grey.
void jump_at_warnings(j_common_ptr info, int level) {
  if (level < 0) jump_out(info);
}
void start_errors(JpegError& error) {
  jpeg_std_error(&error.manager);
  error.manager.error_exit = jump_out;
  error.manager.emit_message = jump_at_warnings;
}

// What libjpeg may jump out of owns nothing itself.
[[gnu::noinline]] void decompress(jpeg_decompress_struct& info, std::span<const uint8_t> bytes,
                                  const ImageLimits& limits, Found& out) {
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes.data(), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  if (!out.accept_size(info.image_width, info.image_height, limits)) return;
  info.out_color_space = JCS_RGB;
  info.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&info);
  const size_t row = 3 * static_cast<size_t>(info.image_width);
  out.image.rgb.resize(row * info.image_height);
  while (info.output_scanline < info.output_height) {
    uint8_t* line = out.image.rgb.data() + info.output_scanline * row;
    jpeg_read_scanlines(&info, &line, 1);
  }
  jpeg_finish_decompress(&info);
}
// False where libjpeg jumped out.
[[gnu::noinline]] bool try_decompress(jpeg_decompress_struct& info, JpegError& error,
                                      std::span<const uint8_t> bytes, const ImageLimits& limits,
                                      Found& out) {
  if (setjmp(error.escape) != 0) return false;
  decompress(info, bytes, limits, out);
  return true;
}

Found read_jpeg(std::span<const uint8_t> bytes, const ImageLimits& limits) {
  Found out;
  jpeg_decompress_struct info{};
  JpegError error{};
  start_errors(error);
  info.err = &error.manager;
  if (!try_decompress(info, error, bytes, limits, out))
    out.error = std::string("is a broken JPEG file (") + error.message + ")";
  jpeg_destroy_decompress(&info);
  return out;
}

Found read_either(std::span<const uint8_t> bytes, const ImageLimits& limits) {
  constexpr uint8_t kPng[] = {0x89, 'P', 'N', 'G'}, kJpeg[] = {0xff, 0xd8, 0xff};
  const auto starts_with = [&](std::span<const uint8_t> magic) {
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
  };
  if (starts_with(kPng)) return read_png(bytes, limits);
  if (starts_with(kJpeg)) return read_jpeg(bytes, limits);
  return {
      {},
      bytes.empty() ? "is empty; expected a PNG or JPEG file" : "is neither a PNG nor a JPEG file"};
}

struct JpegMemory {
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  ~JpegMemory() { std::free(bytes); }  // NOLINT: libjpeg uses malloc
};

[[gnu::noinline]] bool try_compress(jpeg_compress_struct& info, JpegError& error,
                                    std::span<const uint8_t> rgb, int quality, JpegMemory& out) {
  if (setjmp(error.escape) != 0) return false;
  jpeg_mem_dest(&info, &out.bytes, &out.size);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  info.dct_method = JDCT_ISLOW;
  info.optimize_coding = TRUE;
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  const size_t row = 3 * static_cast<size_t>(info.image_width);
  while (info.next_scanline < info.image_height) {
    auto* line = const_cast<uint8_t*>(rgb.data() + info.next_scanline * row);
    jpeg_write_scanlines(&info, &line, 1);
  }
  jpeg_finish_compress(&info);
  return true;
}

}  // namespace

std::string image_size_problem(int64_t width, int64_t height, const ImageLimits& limits) {
  const std::string size =
      "has " + std::to_string(width) + " x " + std::to_string(height) + " pixels; expected at ";
  if (width < 1 || height < 1) return size + "least 1 x 1";
  if (std::max(width, height) > limits.longest_side_px)
    return size + "most " + std::to_string(limits.longest_side_px) + " a side: scale it down";
  if (width * height > limits.max_pixels)
    return size + "most " + std::to_string(limits.max_pixels) + " pixels in all: scale it down";
  return {};
}

Result<RgbImage> decode_image(std::span<const uint8_t> bytes, const ImageLimits& limits,
                              const std::string& name) {
  Found found = read_either(bytes, limits);
  if (found.error.empty()) return std::move(found.image);
  Problems problems;
  problems.add({name, 0, 0}, "", "the picture " + found.error);
  return problems;
}

std::vector<uint8_t> jpeg_bytes(int width, int height, std::span<const uint8_t> rgb, int quality) {
  HADAL_CHECK(width > 0 && height > 0 && quality >= 1 && quality <= 100);
  HADAL_CHECK(rgb.size() == 3 * static_cast<size_t>(width) * static_cast<size_t>(height));
  jpeg_compress_struct info{};
  JpegError error{};
  start_errors(error);
  info.err = &error.manager;
  JpegMemory memory;
  jpeg_create_compress(&info);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  const bool done = try_compress(info, error, rgb, quality, memory);
  jpeg_destroy_compress(&info);
  HADAL_CHECK(done, std::string("JPEG: ") + error.message);
  return {memory.bytes, memory.bytes + memory.size};
}

}  // namespace hadal::base
