// The frame of the report: head, style and script, all inline.
#pragma once
#include <string>
#include <string_view>

namespace hadal::outputs {

// A complete HTML document. `body` is HTML; `title` is text.
std::string html_page(std::string_view title, std::string_view body);

}  // namespace hadal::outputs
