// Compression of answers.
#pragma once
#include <span>
#include <vector>

#include <cstdint>

namespace hadal::web {

// The gzip format (RFC 1952); empty when it cannot be made.
std::vector<uint8_t> gzip(std::span<const uint8_t> bytes);

}  // namespace hadal::web
