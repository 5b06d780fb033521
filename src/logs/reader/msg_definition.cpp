#include "logs/reader/msg_definition.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace hadal::logs {
namespace {

constexpr int kMaxNesting = 32;

struct PrimitiveName {
  std::string_view name;
  MsgType type;
};
constexpr PrimitiveName kPrimitives[] = {
    {"bool", MsgType::boolean},    {"byte", MsgType::uint8},    {"char", MsgType::uint8},
    {"int8", MsgType::int8},       {"uint8", MsgType::uint8},   {"int16", MsgType::int16},
    {"uint16", MsgType::uint16},   {"int32", MsgType::int32},   {"uint32", MsgType::uint32},
    {"int64", MsgType::int64},     {"uint64", MsgType::uint64}, {"float32", MsgType::float32},
    {"float64", MsgType::float64}, {"string", MsgType::string},
};

constexpr std::string_view kBlank = " \t\r";

std::string_view trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// "pkg/msg/Name" -> "pkg/Name".
std::string two_part_name(std::string_view type) {
  const size_t first = type.find('/'), last = type.rfind('/');
  if (first == last) return std::string(type);
  return std::string(type.substr(0, first)) + std::string(type.substr(last));
}

std::optional<uint32_t> parse_size(std::string_view text) {
  uint32_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return size;
}

class Parser {
 public:
  explicit Parser(std::string_view type) : file_(type) { begin_message(type); }

  void parse(std::string_view text) {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      take_line(trim(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  // Finds the message behind each nested type.
  void resolve() {
    for (const Pending& use : pending_) {
      const auto it = indexes_.find(use.type);
      if (it == indexes_.end())
        problems_.add({file_, use.line, 0}, "", "unknown type '" + use.type + "'");
      else
        definitions_.messages[use.message].fields[use.field].message = it->second;
    }
    heights_.assign(definitions_.messages.size(), 0);
    if (problems_.empty() && height(0, 0) > kMaxNesting)
      problem("a message contains itself or nests too deeply");
  }

  Result<MsgDefinitions> result() && {
    if (!problems_.empty()) return problems_;
    return std::move(definitions_);
  }

 private:
  struct Pending {
    std::string type;  // pkg/Name
    size_t message, field;
    int line;
  };

  void begin_message(std::string_view type) {
    const std::string name = two_part_name(type);
    indexes_.emplace(name, definitions_.messages.size());
    definitions_.messages.push_back({name, {}});
  }

  void take_line(std::string_view line) {
    if (line.starts_with("MSG:")) {
      begin_message(trim(line.substr(4)));
      return;
    }
    line = trim(line.substr(0, line.find('#')));
    if (line.empty() || line.starts_with("====")) return;
    const size_t gap = line.find_first_of(kBlank);
    if (gap == std::string_view::npos) {
      problem("expected 'type name', found '" + std::string(line) + "'");
      return;
    }
    const std::string_view rest = trim(line.substr(gap));
    const size_t name_end = std::min(rest.find_first_of(" \t="), rest.size());
    const bool constant = trim(rest.substr(name_end)).starts_with('=');
    if (!constant) take_field(line.substr(0, gap), rest.substr(0, name_end));
  }

  void take_field(std::string_view type, std::string_view name) {
    MsgField field;
    field.name = name;
    const size_t bracket = type.find('[');
    if (bracket != std::string_view::npos) {
      if (!take_array(type.substr(bracket), field)) {
        problem("expected [], [n] or [<=n] in '" + std::string(type) + "'");
        return;
      }
      type = type.substr(0, bracket);
    }
    take_type(type.substr(0, type.find("<=")), field);  // the bound of a string is not on the wire
    definitions_.messages.back().fields.push_back(std::move(field));
  }

  static bool take_array(std::string_view brackets, MsgField& field) {
    if (!brackets.ends_with(']')) return false;
    const std::string_view inside = brackets.substr(1, brackets.size() - 2);
    field.array = MsgArray::sequence;
    if (inside.empty()) return true;
    if (inside.starts_with("<=")) return parse_size(inside.substr(2)).has_value();
    field.array = MsgArray::fixed;
    field.array_size = parse_size(inside).value_or(0);
    return field.array_size > 0;
  }

  void take_type(std::string_view type, MsgField& field) {
    for (const PrimitiveName& primitive : kPrimitives) {
      if (primitive.name != type) continue;
      field.type = primitive.type;
      return;
    }
    field.type = MsgType::message;
    MsgDefinition& message = definitions_.messages.back();
    std::string full = two_part_name(type);
    if (type == "Header") full = "std_msgs/Header";
    if (full.find('/') == std::string::npos)  // of the same package
      full = message.name.substr(0, message.name.find('/') + 1) + full;
    pending_.push_back({full, definitions_.messages.size() - 1, message.fields.size(), line_});
  }

  // Levels of nesting below and including a message. Each is computed once: a hostile schema can
  // nest in exponentially many ways.
  int height(size_t message, int depth) {
    if (depth > kMaxNesting) return 1;
    if (heights_[message] > 0) return heights_[message];
    int below = 0;
    for (const MsgField& field : definitions_.messages[message].fields)
      if (field.type == MsgType::message) below = std::max(below, height(field.message, depth + 1));
    return heights_[message] = below + 1;
  }

  void problem(const std::string& message) { problems_.add({file_, line_, 0}, "", message); }

  std::string file_;
  int line_ = 0;
  MsgDefinitions definitions_;
  std::map<std::string, size_t> indexes_;
  std::vector<Pending> pending_;
  std::vector<int> heights_;
  Problems problems_;
};

}  // namespace

Result<MsgDefinitions> parse_msg_definitions(std::string_view type, std::string_view text) {
  Parser parser(type);
  parser.parse(text);
  parser.resolve();
  return std::move(parser).result();
}

size_t wire_size(MsgType type) {
  switch (type) {
    case MsgType::boolean:
    case MsgType::int8:
    case MsgType::uint8:
      return 1;
    case MsgType::int16:
    case MsgType::uint16:
      return 2;
    case MsgType::int32:
    case MsgType::uint32:
    case MsgType::float32:
      return 4;
    case MsgType::int64:
    case MsgType::uint64:
    case MsgType::float64:
      return 8;
    case MsgType::string:
    case MsgType::message:
      return 0;
  }
  return 0;
}

}  // namespace hadal::logs
