// Numbers, texts and meshes as a row of bytes, for files of our own and for pipes between processes
// of one machine. Little-endian; not a format for exchange.
#pragma once
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace hadal::geometry {

class ByteWriter {
 public:
  template <class T>
  requires std::is_arithmetic_v<T>
  void put(T value) { put_raw(&value, sizeof value); }
  void put(std::string_view text) {
    put(static_cast<uint64_t>(text.size()));
    put_raw(text.data(), text.size());
  }
  void put(const TriangleMesh& mesh);
  void put_raw(const void* data, size_t size);
  std::vector<std::byte> bytes;
};

// Reads what a ByteWriter wrote. A read beyond the end gives nothing, and so do all after it.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  requires std::is_arithmetic_v<T> std::optional<T> number() {
    T value;
    if (!take(&value, sizeof value)) return std::nullopt;
    return value;
  }
  std::optional<std::string> text();
  // Nothing also if a face names a vertex that does not exist.
  std::optional<TriangleMesh> mesh();
  bool take(void* target, size_t size);
  std::span<const std::byte> rest() const { return rest_; }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace hadal::geometry
