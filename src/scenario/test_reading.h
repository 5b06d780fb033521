// Reading of config structs in tests. In a text @@ marks the place a message must name; it is cut
// out before the text is read.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "scenario/reader.h"

namespace hadal::inline scenario {
namespace test_reading {

struct Marked {
  std::string text;
  std::string location;  // file:line:column of the mark
};

inline Marked cut_mark(std::string text, const std::string& file = "a.yaml") {
  const size_t at = text.find("@@");
  if (at == std::string::npos) return {text, file};
  text.erase(at, 2);
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return {text,
          file + ":" + std::to_string(line + 1) + ":" + std::to_string(at - start + 1)};
}

// Reads a text into a struct of type T; all problems, one per line.
template <class T>
std::string read(const std::string& text, T& out) {
  SourceMap locations;
  const Result<Node> node = parse_yaml(text, "a.yaml");
  Problems problems;
  if (!node) return node.problems().text();
  read_struct(node.value(), T::schema(), &out, "", locations, problems);
  return problems.text();
}

// Likewise into a new struct of one of several kinds.
inline std::string read(const std::string& text, const StructSchema& schema, AnyConfig& out) {
  SourceMap locations;
  const Result<Node> node = parse_yaml(text, "a.yaml");
  Problems problems;
  if (!node) return node.problems().text();
  out = AnyConfig(&schema, schema.create());
  read_struct(node.value(), schema, out.data(), "", locations, problems);
  return problems.text();
}

// A number of a struct by its keys, "noise.bias", in the unit of memory.
inline double number_in(const AnyConfig& config, const std::string& keys) {
  const StructSchema* schema = config.schema();
  void* object = config.data();
  size_t begin = 0;
  for (size_t dot; (dot = keys.find('.', begin)) != std::string::npos; begin = dot + 1) {
    const FieldSchema& field = *schema->find(keys.substr(begin, dot - begin));
    object = field.member(object);
    schema = &field.sub();
  }
  return *static_cast<double*>(schema->find(keys.substr(begin))->member(object));
}

template <class T>
T taken(const std::string& text) {
  T out;
  EXPECT_EQ(read(text, out), "") << text;
  return out;
}

// The text has this one problem, at the mark.
template <class T>
void expect_refused(const std::string& marked_text, const std::string& message) {
  const Marked marked = cut_mark(marked_text);
  T out;
  EXPECT_EQ(read(marked.text, out), marked.location + ": " + message) << marked_text;
}

inline void expect_refused(const StructSchema& schema, const std::string& marked_text,
                           const std::string& message) {
  const Marked marked = cut_mark(marked_text);
  AnyConfig out;
  EXPECT_EQ(read(marked.text, schema, out), marked.location + ": " + message) << marked_text;
}

}  // namespace test_reading
}  // namespace hadal::scenario
