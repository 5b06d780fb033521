// Random access to the bytes of a file or of a buffer.
#pragma once
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace hadal::logs {

class ByteSource {
 public:
  static Result<ByteSource> open_file(const std::string& path);
  explicit ByteSource(std::vector<uint8_t> bytes)
      : bytes_(std::move(bytes)), size_(bytes_.size()) {}

  uint64_t size() const { return size_; }
  bool contains(uint64_t offset, uint64_t length) const {
    return offset <= size_ && length <= size_ - offset;
  }
  // False, without touching memory, if the range is not inside the source or cannot be read.
  bool read(uint64_t offset, std::span<uint8_t> out);
  // Resizes `out`; allocates only if the range is inside the source.
  bool read(uint64_t offset, uint64_t length, std::vector<uint8_t>& out);

 private:
  ByteSource() = default;
  std::ifstream file_;
  std::vector<uint8_t> bytes_;
  uint64_t size_ = 0;
};

}  // namespace hadal::logs
