#include "scenario/nearest.h"

#include <algorithm>
#include <compare>
#include <iterator>

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

namespace {

// Words of the field, and of other simulators, for what has another name here.
struct Synonym {
  std::string_view said, meant;
};
constexpr Synonym kSynonyms[] = {
    {"sonar", "forward_looking_sonar"},
    {"multibeam", "multibeam_echosounder"},
    {"mbes", "multibeam_echosounder"},
    {"msis", "scanning_sonar"},
    {"mechanical_scanning_sonar", "scanning_sonar"},
    {"profiling_sonar", "multibeam_echosounder"},
    {"sidescan", "side_scan_sonar"},
    {"sss", "side_scan_sonar"},
    {"towfish", "side_scan_sonar"},
    {"gnss", "gps"},
    {"velocity_log", "dvl"},
    {"current_profiler", "adcp"},
    {"modem", "acoustic_modem"},
    {"barometer", "pressure"},
    {"propeller", "thruster"},
    {"rudder", "fin"},
    {"light", "lamp"},
    {"lights", "lamps"},
    {"terrain", "seabed"},
    {"seafloor", "seabed"},
    {"bottom", "seabed"},
    {"bathymetry", "seabed"},
    {"ground", "seabed"},
    {"robots", "vehicles"},
    {"robot", "vehicle"},
    {"assertions", "expect"},
    {"expectations", "expect"},
    {"waypoint", "go_to"},
    {"goto", "go_to"},
    {"waypoints", "follow"},
    {"station_keeping", "hold"},
    {"dive", "go_to"},
    {"yaw_deg", "heading_deg"},
    {"orientation", "rpy_deg"},
    {"frequency_hz", "rate_hz"},
    {"update_rate", "rate_hz"},
    {"timestep", "step_s"},
    {"dt", "step_s"},
    {"stone", "rock"},
    {"ship", "shipwreck"},
    {"mine", "ordnance_mine"},
    {"bomb", "ordnance_bomb"},
    {"black_box", "flight_recorder"},
};

constexpr size_t kShortestPart = 3;  // letters; fewer stand in too many names
constexpr size_t kSaid = 4;          // names in a hint

std::string plain(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ') c = '_';
  }
  return out;
}

std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> out;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('_', begin), name.size());
    if (end > begin) out.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

bool is_initials(std::string_view name, std::string_view candidate) {
  std::string initials;
  for (const std::string_view word : words_of(candidate)) initials += word.front();
  return name.size() >= kShortestPart && name == initials;
}

bool is_synonym(std::string_view name, std::string_view candidate) {
  return std::any_of(std::begin(kSynonyms), std::end(kSynonyms), [&](const Synonym& synonym) {
    return synonym.said == name && synonym.meant == candidate;
  });
}

size_t letters_in_common(std::string_view name, std::string_view candidate) {
  size_t letters = 0;
  for (const std::string_view word : words_of(name))
    for (const std::string_view other : words_of(candidate))
      if (word == other && word.size() >= kShortestPart) letters += word.size();
  return letters;
}

// How far a candidate is: the rule by which it was found, and a distance within the rule.
struct Nearness {
  int rule = 0, distance = 0;
  auto operator<=>(const Nearness&) const = default;
};
constexpr Nearness kNotNear{100, 0};
constexpr int kOneEdit = 2, kEdits = 6;

// Both in lower case.
Nearness nearness(std::string_view name, std::string_view candidate) {
  if (name == candidate) return {0, 0};
  const bool begins = candidate.starts_with(name);
  // A forgotten unit ("depth" for "depth_m") is the commonest slip.
  if (begins && candidate[name.size()] == '_') return {1, 0};
  const int edits = edit_distance(name, candidate);
  if (edits == 1) return {kOneEdit, 0};
  if (is_synonym(name, candidate) || is_initials(name, candidate)) return {3, 0};
  const bool part = name.size() >= kShortestPart;
  if (part && begins) return {4, 0};
  if (part && candidate.find(name) != std::string_view::npos) return {5, 0};
  // Two edits in a name of three letters make any other of them.
  const int length = static_cast<int>(name.size());
  if (edits <= (length <= 3 ? 1 : std::max(2, length / 3))) return {kEdits, edits};
  const size_t common = letters_in_common(name, candidate);
  return common > 0 ? Nearness{7, -static_cast<int>(common)} : kNotNear;
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name,
                                       std::span<const std::string> candidates) {
  constexpr size_t kLongestName = 64;  // anything longer is no misspelling
  std::vector<std::string> out;
  if (name.empty() || name.size() > kLongestName) return out;
  const std::string wanted = plain(name);
  Nearness best = kNotNear;
  for (const std::string& candidate : candidates) {
    const Nearness found = nearness(wanted, plain(candidate));
    // Of names equally far by edits the first is as good as any.
    const bool by_edits = found.rule == kOneEdit || found.rule == kEdits;
    if (found == kNotNear || found > best || (found == best && by_edits)) continue;
    if (found < best) out.clear();
    best = found;
    out.push_back(candidate);
  }
  return out;
}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  const std::vector<std::string> names = nearest_names(name, candidates);
  return names.empty() ? "" : names.front();
}

std::string hint_for(std::string_view name, std::span<const std::string> candidates) {
  const std::vector<std::string> nearest = nearest_names(name, candidates);
  const size_t said = std::min(nearest.size(), kSaid);
  std::string text;
  for (size_t i = 0; i < said; ++i)
    text += (i == 0 ? "'" : i + 1 == said ? "' or '" : "', '") + nearest[i];
  if (!nearest.empty()) return " (did you mean " + text + "'?)";
  if (candidates.empty()) return "";
  text = " (one of: ";
  for (size_t i = 0; i < candidates.size(); ++i) text += (i ? ", " : "") + candidates[i];
  return text + ")";
}

}  // namespace hadal::scenario
