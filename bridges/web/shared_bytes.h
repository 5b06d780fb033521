// Bytes that several clients send without copies.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace hadal::web {

using Clock = std::chrono::steady_clock;
using Bytes = std::shared_ptr<const std::vector<uint8_t>>;

inline Bytes bytes_of(std::string_view text) {
  return std::make_shared<const std::vector<uint8_t>>(text.begin(), text.end());
}

inline Clock::duration seconds(double s) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

}  // namespace hadal::web
