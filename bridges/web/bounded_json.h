// JSON from strangers: the text is looked over for depth and number of values before it is parsed,
// so that neither the stack nor the memory depends on what somebody sends.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace hadal::web {

inline constexpr int kMaxJsonDepth = 16;
inline constexpr size_t kMaxJsonValues = 1 << 16;

// Whether the text stays within both bounds; says nothing about its being JSON.
bool json_is_bounded(std::string_view text);

// None unless it is bounded and JSON.
std::optional<nlohmann::json> parse_bounded_json(std::string_view text);

}  // namespace hadal::web
