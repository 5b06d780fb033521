// A text as a JSON string.
#pragma once
#include <cstdio>
#include <string>

namespace hadal::cli {

inline std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
      continue;
    }
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
    out += code;
  }
  return out + "\"";
}

}  // namespace hadal::cli
