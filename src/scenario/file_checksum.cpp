#include "scenario/file_checksum.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/hash.h"
#include "base/text.h"

namespace hadal::inline scenario {

std::optional<std::string> file_checksum(const std::string& path) {
  constexpr uint64_t kBlock = 64 * 1024, kMaxBlocks = 4096;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const auto size = static_cast<uint64_t>(file.tellg());
  const uint64_t blocks = (size + kBlock - 1) / kBlock;
  const bool whole = blocks <= kMaxBlocks;
  Hasher hasher;
  hasher.add(size);
  std::vector<char> block(kBlock);
  for (uint64_t i = 0; i < (whole ? blocks : kMaxBlocks); ++i) {
    const uint64_t start = whole ? i * kBlock : (size - kBlock) * i / (kMaxBlocks - 1);
    const uint64_t length = std::min(kBlock, size - start);
    file.seekg(static_cast<std::streamoff>(start));
    file.read(block.data(), static_cast<std::streamsize>(length));
    if (!file) return std::nullopt;
    hasher.add_bytes(block.data(), length);
  }
  return hex_text(hasher.value());
}

}  // namespace hadal::scenario
