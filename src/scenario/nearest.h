// The nearest valid name, for "did you mean" in messages.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hadal::inline scenario {

// Levenshtein distance with adjacent transpositions counted as one edit.
int edit_distance(std::string_view a, std::string_view b);

// The candidates that a wrong name may mean, most likely first, all found by the same rule; empty
// when none is near enough. Upper case, '-' and ' ' count as lower case and '_'. The rules, in this
// order: the same name; a unit was left out (depth for depth_m); one edit; another word for it
// (towfish: a table) or its initials (fls); its beginning; a part of it (wreck for shipwreck); a
// few edits; words in common (oculus_m750d for fls_m750d).
std::vector<std::string> nearest_names(std::string_view name,
                                       std::span<const std::string> candidates);

// The first of them, or empty.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// " (did you mean 'x'?)", or " (one of: a, b, c)" when nothing is near.
std::string hint_for(std::string_view name, std::span<const std::string> candidates);

}  // namespace hadal::scenario
