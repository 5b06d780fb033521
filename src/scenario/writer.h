// Writes a config struct as YAML with every default spelt out; reading it back gives the same
// values bit for bit (numbers are written in the shortest form that round-trips).
#pragma once
#include <string>

#include "scenario/schema.h"

namespace hadal::inline scenario {

std::string write_yaml(const StructSchema& schema, const void* object);

// Markdown table of a struct's parameters: key, unit, default, range, meaning.
std::string describe_markdown(const StructSchema& schema);
// The same for a terminal.
std::string describe_text(const StructSchema& schema);
// The same for programs.
std::string describe_json(const StructSchema& schema);

// The unit a key wears, e.g. "m/s" for speed_m_s; empty when it has none.
std::string unit_of(const std::string& key);

}  // namespace hadal::scenario
