#include "scenario/nearest.h"

#include <algorithm>
#include <vector>

namespace hadal::inline scenario {

int edit_distance(std::string_view a, std::string_view b) {
  const size_t n = b.size();
  std::vector<int> before(n + 1), previous(n + 1), current(n + 1);
  for (size_t j = 0; j <= n; ++j) previous[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = static_cast<int>(i);
    for (size_t j = 1; j <= n; ++j) {
      const int change = previous[j - 1] + (a[i - 1] != b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[n];
}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  constexpr size_t kLongestName = 64;  // anything longer is no misspelling
  if (name.empty() || name.size() > kLongestName) return "";
  std::string best;
  int best_distance = std::max(2, static_cast<int>(name.size()) / 3) + 1;
  for (const std::string& candidate : candidates) {
    int distance = edit_distance(name, candidate);
    // A forgotten unit ("depth" for "depth_m") is the commonest slip.
    if (candidate.size() > name.size() && candidate.starts_with(name) &&
        candidate[name.size()] == '_')
      distance = 1;
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string hint_for(std::string_view name, std::span<const std::string> candidates) {
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) return " (did you mean '" + nearest + "'?)";
  if (candidates.empty()) return "";
  std::string text = " (one of: ";
  for (size_t i = 0; i < candidates.size(); ++i) text += (i ? ", " : "") + candidates[i];
  return text + ")";
}

}  // namespace hadal::scenario
