// The nearest valid name, for "did you mean" in messages.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace hadal::inline scenario {

// Levenshtein distance with adjacent transpositions counted as one edit.
int edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to a misspelt name; empty when none is near enough to be meant.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// " (did you mean 'x'?)", or " (one of: a, b, c)" when nothing is near.
std::string hint_for(std::string_view name, std::span<const std::string> candidates);

}  // namespace hadal::scenario
