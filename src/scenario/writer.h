// Writes a config struct as YAML with every default spelt out; reading it back gives the same
// values bit for bit (numbers are written in the shortest form that round-trips).
#pragma once
#include <span>
#include <string>

#include "hadal/schema.h"

namespace hadal::inline scenario {

std::string write_yaml(const StructSchema& schema, const void* object);

// The number of the file that gives a value in memory: file_number(x, f) * f is x.
std::string file_number(double value, double factor);
std::string number_list(std::span<const double> numbers, double factor);
// A list or vector member as it stands in the file.
std::string file_numbers(const FieldSchema& field, const void* member);

// Markdown table of a struct's parameters: key, unit, default, range, meaning.
std::string describe_markdown(const StructSchema& schema);
// The same for a terminal.
std::string describe_text(const StructSchema& schema);
// The same for programs.
std::string describe_json(const StructSchema& schema);
// One key of a struct, with the kinds that may stand there.
std::string key_text(const StructSchema& owner, const FieldSchema& field);
std::string key_json(const StructSchema& owner, const FieldSchema& field);

// The unit a key wears, e.g. "m/s" for speed_m_s; empty when it has none.
std::string unit_of(const std::string& key);

}  // namespace hadal::scenario
