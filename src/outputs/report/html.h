// Text on its way into HTML. Whatever comes from a log or a scenario passes through here.
#pragma once
#include <string>
#include <string_view>

namespace hadal::outputs {

// Safe as element content and inside a quoted attribute: & < > " ' are escaped, control characters
// (except tab and newline) and bytes that are no UTF-8 become U+FFFD.
std::string escape_html(std::string_view text);

// printf with one number: format_number("%.2f", x); "n/a" if it is not finite, "0.00" for "-0.00".
std::string format_number(const char* format, double value);

}  // namespace hadal::outputs
