#include "outputs/picture/codec.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <jpeglib.h>  // needs cstdio

#include "base/check.h"

namespace hadal::outputs {
namespace {

struct Found {
  int64_t width = 0, height = 0;
  std::vector<uint8_t> rgb;
  std::string trouble;
};

// Says what is wrong with a size; nothing where it is usable.
std::string size_trouble(int64_t width, int64_t height) {
  if (width >= 1 && height >= 1 && width * height <= kMostPicturePixels) return {};
  return "has " + std::to_string(width) + " x " + std::to_string(height) +
         " pixels; expected 1 to " + std::to_string(kMostPicturePixels);
}

Found read_png(std::span<const uint8_t> bytes) {
  Found out;
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
    out.trouble = std::string("is a broken PNG (") + image.message + ")";
    return out;
  }
  out.width = image.width, out.height = image.height;
  out.trouble = size_trouble(out.width, out.height);
  if (out.trouble.empty()) {
    image.format = PNG_FORMAT_RGB;
    const png_color black{0, 0, 0};
    out.rgb.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, &black, out.rgb.data(), 0, nullptr) == 0)
      out.trouble = std::string("is a broken PNG (") + image.message + ")";
  }
  png_image_free(&image);
  return out;
}

struct JpegTrouble {
  jpeg_error_mgr manager;  // first: libjpeg hands back its address
  std::jmp_buf escape;
  char message[JMSG_LENGTH_MAX] = {};
};
[[noreturn]] void jump_out(j_common_ptr info) {
  auto* trouble = reinterpret_cast<JpegTrouble*>(info->err);
  trouble->manager.format_message(info, trouble->message);
  std::longjmp(trouble->escape, 1);
}
// A warning means missing or damaged data, which libjpeg would replace by grey.
void jump_at_warnings(j_common_ptr info, int level) {
  if (level < 0) jump_out(info);
}
void start_errors(JpegTrouble& trouble) {
  jpeg_std_error(&trouble.manager);
  trouble.manager.error_exit = jump_out;
  trouble.manager.emit_message = jump_at_warnings;
}

// What libjpeg may jump out of owns nothing itself.
[[gnu::noinline]] void decompress(jpeg_decompress_struct& info, std::span<const uint8_t> bytes,
                                  Found& out) {
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes.data(), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  out.width = info.image_width, out.height = info.image_height;
  out.trouble = size_trouble(out.width, out.height);
  if (!out.trouble.empty()) return;
  info.out_color_space = JCS_RGB;
  info.dct_method = JDCT_ISLOW;
  jpeg_start_decompress(&info);
  const size_t row = 3 * static_cast<size_t>(out.width);
  out.rgb.resize(row * static_cast<size_t>(out.height));
  while (info.output_scanline < info.output_height) {
    uint8_t* line = out.rgb.data() + info.output_scanline * row;
    jpeg_read_scanlines(&info, &line, 1);
  }
  jpeg_finish_decompress(&info);
}
// False where libjpeg jumped out.
[[gnu::noinline]] bool try_decompress(jpeg_decompress_struct& info, JpegTrouble& trouble,
                                      std::span<const uint8_t> bytes, Found& out) {
  if (setjmp(trouble.escape) != 0) return false;
  decompress(info, bytes, out);
  return true;
}

Found read_jpeg(std::span<const uint8_t> bytes) {
  Found out;
  jpeg_decompress_struct info{};
  JpegTrouble trouble{};
  start_errors(trouble);
  info.err = &trouble.manager;
  if (!try_decompress(info, trouble, bytes, out))
    out.trouble = std::string("is a broken JPEG (") + trouble.message + ")";
  jpeg_destroy_decompress(&info);
  return out;
}

Found read_either(std::span<const uint8_t> bytes) {
  constexpr uint8_t kPng[] = {0x89, 'P', 'N', 'G'}, kJpeg[] = {0xff, 0xd8, 0xff};
  const auto starts_with = [&](std::span<const uint8_t> magic) {
    return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
  };
  if (starts_with(kPng)) return read_png(bytes);
  if (starts_with(kJpeg)) return read_jpeg(bytes);
  Found out;
  out.trouble = "is neither a PNG nor a JPEG";
  return out;
}

struct JpegMemory {
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  ~JpegMemory() { std::free(bytes); }  // NOLINT: libjpeg uses malloc
};

[[gnu::noinline]] bool try_compress(jpeg_compress_struct& info, JpegTrouble& trouble,
                                    std::span<const uint8_t> rgb, int quality, JpegMemory& out) {
  if (setjmp(trouble.escape) != 0) return false;
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

std::vector<uint8_t> jpeg_bytes(int width, int height, std::span<const uint8_t> rgb, int quality) {
  HADAL_CHECK(width > 0 && height > 0 && quality >= 1 && quality <= 100);
  HADAL_CHECK(rgb.size() == 3 * static_cast<size_t>(width) * static_cast<size_t>(height));
  jpeg_compress_struct info{};
  JpegTrouble trouble{};
  start_errors(trouble);
  info.err = &trouble.manager;
  JpegMemory memory;
  jpeg_create_compress(&info);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  const bool done = try_compress(info, trouble, rgb, quality, memory);
  jpeg_destroy_compress(&info);
  HADAL_CHECK(done, std::string("JPEG: ") + trouble.message);
  return {memory.bytes, memory.bytes + memory.size};
}

Result<Picture> decode_picture(std::span<const uint8_t> bytes) {
  Found found = read_either(bytes);
  if (found.trouble.empty())
    return Picture::of_rgb(static_cast<int>(found.width), static_cast<int>(found.height),
                           std::move(found.rgb));
  Problems problems;
  problems.add({}, "picture", found.trouble);
  return problems;
}

}  // namespace hadal::outputs
