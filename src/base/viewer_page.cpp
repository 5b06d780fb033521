#include "base/viewer_page.h"

#include <cstdint>
#include <fstream>
#include <iterator>

namespace hadal::inline base {
namespace {

constexpr std::string_view kEndOfHead = "</head>";

// Safe between double quotes; browsers replace what is no UTF-8.
std::string attribute_text(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  return out;
}

}  // namespace

Problems write_viewer_page(const std::string& page_path, std::span<const PageDocument> documents,
                           const std::string& html_path) {
  Problems problems;
  std::ifstream in(page_path, std::ios::binary);
  const std::string page(std::istreambuf_iterator<char>(in), {});
  const size_t head = page.find(kEndOfHead);
  if (head == page.npos) {
    problems.add(
        "the viewer's page is not built; ./hadal builds it where Node.js is installed, an "
        "installed tree has it in share/hadal/page");
    return problems;
  }
  std::ofstream out(html_path, std::ios::binary);
  out << page.substr(0, head);
  for (const PageDocument& document : documents)
    out << "<script type=\"text/plain\" id=\"hadal-" << document.kind << "\" data-name=\""
        << attribute_text(document.name) << "\">" << base64(document.bytes) << "</script>\n";
  out << page.substr(head);
  if (!out.flush()) problems.add(html_path + ": cannot write here");
  return problems;
}

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](size_t i) { return uint32_t{static_cast<uint8_t>(bytes[i])}; };
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    const uint32_t word =
        byte(i) << 16 | (left > 1 ? byte(i + 1) << 8 : 0) | (left > 2 ? byte(i + 2) : 0);
    for (size_t k = 0; k < 4; ++k) out += k <= left ? kDigits[word >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

}  // namespace hadal::base
