// SHA-256 (FIPS 180-4), for the type hashes of ROS 2 messages.
#pragma once
#include <string>
#include <string_view>

namespace hadal::outputs {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace hadal::outputs
