// Helpers of the tests of this folder.
#pragma once
#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "outputs/messages/messages.h"

namespace hadal::outputs::testing {

inline std::string to_hex(std::span<const uint8_t> bytes) {
  std::string hex;
  for (const uint8_t byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

inline std::vector<uint8_t> bytes_of(const std::ostringstream& out) {
  const std::string text = out.str();
  return {text.begin(), text.end()};
}

template <Message M>
std::vector<uint8_t> encoded(const M& message) {
  CdrWriter cdr;
  const std::span<const uint8_t> bytes = encode(message, cdr);
  return {bytes.begin(), bytes.end()};
}

// Stamp 1 s 2 ns, frame base_link: the header of the golden vectors.
inline Header golden_header(std::string frame_id = "base_link") {
  return {{1, 2}, std::move(frame_id)};
}

}  // namespace hadal::outputs::testing
