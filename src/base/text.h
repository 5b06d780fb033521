// Numbers as text.
#pragma once
#include <cstdint>
#include <string>

namespace hadal::inline base {

// The shortest decimal form that reads back to the same bits; "inf" and "nan" are possible.
std::string shortest_text(double value);

// 16 hexadecimal digits.
std::string hex_text(uint64_t value);

// printf with one number: format_number("%.2f", x); "n/a" if it is not finite, "0.00" for "-0.00".
std::string format_number(const char* format, double value);

}  // namespace hadal::base
