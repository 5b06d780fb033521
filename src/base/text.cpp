#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace hadal::inline base {

std::string shortest_text(double value) {
  constexpr size_t kReadable = 6;  // characters: 0.0001 and 100000 need no exponent
  char plain[512], short_form[32];
  const std::string_view fixed(
      plain, std::to_chars(plain, plain + sizeof plain, value, std::chars_format::fixed).ptr);
  const std::string_view shortest(
      short_form, std::to_chars(short_form, short_form + sizeof short_form, value).ptr);
  return std::string(fixed.size() <= std::max(kReadable, shortest.size()) ? fixed : shortest);
}

std::string hex_text(uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::string format_number(const char* format, double value) {
  if (!std::isfinite(value)) return "n/a";
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  const std::string_view digits = text;
  const size_t end = digits.find_first_not_of("-0.");
  const bool zero = end == digits.npos || digits[end] == ' ';
  return text + (text[0] == '-' && zero ? 1 : 0);
}

}  // namespace hadal::base
