#include "world/state.h"

#include <cstring>

namespace hadal::inline world {

std::string_view wrench_term_name(WrenchTerm term) {
  constexpr std::string_view kNames[] = {"weight", "buoyancy", "ballast", "damping", "manoeuvring",
                                         "lift",   "coriolis", "thrust",  "fins",    "external",
                                         "waves",  "air",      "mud",     "contact", "extension"};
  static_assert(std::size(kNames) == kWrenchTerms);
  return kNames[static_cast<int>(term)];
}

uint64_t state_hash(const State& state) {
  Hasher hasher;
  for_each_field(const_cast<State&>(state), [&](const char*, auto span) {
    hasher.add(std::span<const typename decltype(span)::element_type>(span));
  });
  return hasher.value();
}

std::vector<std::byte> save_state(const State& state) {
  std::vector<std::byte> bytes;
  const auto append = [&](const void* data, size_t size) {
    const auto* begin = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  };
  for_each_field(const_cast<State&>(state), [&](const char*, auto span) {
    const uint64_t size = span.size();
    append(&size, sizeof size);
    append(span.data(), span.size_bytes());
  });
  return bytes;
}

namespace {
// The number of contacts is an index into slots: a snapshot that has none for them is damaged.
bool holds_contacts(const State& state, std::string_view field, const std::byte* value) {
  if (field != "contact_count" || state.contact_count.empty()) return true;
  int64_t count = 0;
  std::memcpy(&count, value, sizeof count);
  return count >= 0 && count <= static_cast<int64_t>(state.contact_links.size() / 2);
}
}  // namespace

bool restore_state(std::span<const std::byte> bytes, State& state) {
  size_t needed = 0;
  for_each_field(state,
                 [&](const char*, auto span) { needed += sizeof(uint64_t) + span.size_bytes(); });
  if (bytes.size() != needed) return false;
  bool fits = true;
  size_t at = 0;
  // Two passes, so that a snapshot of another world leaves the state untouched.
  for (const bool write : {false, true}) {
    at = 0;
    for_each_field(state, [&](const char* name, auto span) {
      if (!fits) return;
      uint64_t size = 0;
      std::memcpy(&size, bytes.data() + at, sizeof size);
      at += sizeof size;
      fits = size == span.size() && holds_contacts(state, name, bytes.data() + at);
      if (fits && write && size > 0) std::memcpy(span.data(), bytes.data() + at, span.size_bytes());
      at += span.size_bytes();
    });
    if (!fits) return false;
  }
  return true;
}

std::string first_difference(const State& a, const State& b) {
  struct Field {
    std::string name;
    std::vector<uint64_t> bits;
  };
  const auto fields = [](const State& state) {
    std::vector<Field> list;
    for_each_field(const_cast<State&>(state), [&](const char* name, auto span) {
      Field field{name, std::vector<uint64_t>(span.size())};
      if (!span.empty()) std::memcpy(field.bits.data(), span.data(), span.size_bytes());
      list.push_back(std::move(field));
    });
    return list;
  };
  const std::vector<Field> left = fields(a), right = fields(b);
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i].bits.size() != right[i].bits.size()) return left[i].name + " (size)";
    for (size_t j = 0; j < left[i].bits.size(); ++j)
      if (left[i].bits[j] != right[i].bits[j]) return left[i].name + "[" + std::to_string(j) + "]";
  }
  return "";
}

}  // namespace hadal::world
