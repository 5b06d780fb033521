// Numbers as text.
#pragma once
#include <cstdint>
#include <string>

namespace hadal::inline base {

// The shortest decimal form that reads back to the same bits; "inf" and "nan" are possible.
std::string shortest_text(double value);

// 16 hexadecimal digits.
std::string hex_text(uint64_t value);

}  // namespace hadal::base
