#include "web/gzip.h"

#include <zlib.h>

#include <limits>

namespace hadal::web {

std::vector<uint8_t> gzip(std::span<const uint8_t> bytes) {
  static constexpr int kLevel = 6, kGzipWindow = 15 + 16, kMemory = 8;
  if (bytes.size() > std::numeric_limits<uInt>::max() / 2) return {};
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::vector<uint8_t> out(deflateBound(&stream, bytes.size()));
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&stream, Z_FINISH);
  out.resize(result == Z_STREAM_END ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace hadal::web
