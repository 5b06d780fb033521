#include "web/bounded_json.h"

namespace hadal::web {

// Every value but the first follows one of [ { , : so their number bounds that of the values.
bool json_is_bounded(std::string_view text) {
  int depth = 0;
  size_t values = 1;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
      continue;
    }
    in_string = c == '"';
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == '[' || c == '{' || c == ',' || c == ':') ++values;
    if (depth > kMaxJsonDepth || values > kMaxJsonValues) return false;
  }
  return true;
}

std::optional<nlohmann::json> parse_bounded_json(std::string_view text) {
  if (!json_is_bounded(text)) return std::nullopt;
  nlohmann::json value = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

}  // namespace hadal::web
