#include "outputs/hull/png.h"

#include <zlib.h>

#include <string_view>

#include "base/check.h"

namespace hadal::outputs {
namespace {

void put_u32(uint32_t value, std::vector<uint8_t>& out) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<uint8_t>(value >> shift));
}

void put_chunk(std::string_view type, std::span<const uint8_t> data, std::vector<uint8_t>& out) {
  put_u32(static_cast<uint32_t>(data.size()), out);
  const size_t start = out.size();
  out.insert(out.end(), type.begin(), type.end());
  out.insert(out.end(), data.begin(), data.end());
  put_u32(
      static_cast<uint32_t>(crc32(0, out.data() + start, static_cast<uInt>(out.size() - start))),
      out);
}

// Each row behind a filter byte: differences to the pixel on the left, which shaded surfaces like.
std::vector<uint8_t> filtered_rows(const Picture& p) {
  constexpr uint8_t kSub = 1;
  constexpr size_t kBytes = 4;
  const size_t stride = kBytes * static_cast<size_t>(p.width);
  std::vector<uint8_t> out;
  out.reserve((stride + 1) * static_cast<size_t>(p.height));
  for (size_t y = 0; y < static_cast<size_t>(p.height); ++y) {
    out.push_back(kSub);
    const uint8_t* row = p.rgba.data() + y * stride;
    for (size_t i = 0; i < stride; ++i)
      out.push_back(static_cast<uint8_t>(row[i] - (i < kBytes ? 0 : row[i - kBytes])));
  }
  return out;
}

}  // namespace

std::vector<uint8_t> png_bytes(const Picture& picture) {
  HADAL_CHECK(picture.rgba.size() ==
              4 * static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height));
  std::vector<uint8_t> out = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  std::vector<uint8_t> header;
  put_u32(static_cast<uint32_t>(picture.width), header);
  put_u32(static_cast<uint32_t>(picture.height), header);
  for (const uint8_t byte : {8, 6, 0, 0, 0}) header.push_back(byte);  // 8 bits, RGBA
  put_chunk("IHDR", header, out);
  const std::vector<uint8_t> rows = filtered_rows(picture);
  std::vector<uint8_t> packed(compressBound(static_cast<uLong>(rows.size())));
  uLongf size = static_cast<uLongf>(packed.size());
  const int result =
      compress2(packed.data(), &size, rows.data(), static_cast<uLong>(rows.size()), 6);
  HADAL_CHECK(result == Z_OK);
  packed.resize(size);
  put_chunk("IDAT", packed, out);
  put_chunk("IEND", {}, out);
  return out;
}

std::string base64(std::span<const uint8_t> bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    const uint32_t word = uint32_t{bytes[i]} << 16 | (left > 1 ? uint32_t{bytes[i + 1]} << 8 : 0) |
                          (left > 2 ? uint32_t{bytes[i + 2]} : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= left ? kDigits[word >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

}  // namespace hadal::outputs
