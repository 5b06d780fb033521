#include "scenario/writer.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace hadal::inline scenario {
namespace {

// Double-quoted YAML text with the escapes it needs.
std::string quote(const std::string& text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += std::string("\\x") + kHex[c >> 4] + kHex[c & 15];
    else
      out += c;
  }
  return out + "\"";
}


// What is empty or not finite because nobody gave it; the reader takes no such value.
bool not_given(const FieldSchema& field, void* member) {
  switch (field.kind) {
    case FieldKind::kNumber:
      return !std::isfinite(*static_cast<double*>(member));
    case FieldKind::kName:
      return static_cast<std::string*>(member)->empty();
    case FieldKind::kMatrix:
    case FieldKind::kNumbers:
      return !field.sizes.empty() && static_cast<std::vector<double>*>(member)->empty();
    case FieldKind::kTagged:
      return static_cast<AnyConfig*>(member)->empty();
    default:
      return false;
  }
}

class Writer {
 public:
  std::string text;

  // Writes the fields of an object as block lines at the given indent.
  void object(const StructSchema& schema, void* object, int indent) {
    for (const FieldSchema& field : schema.fields) {
      if (field.may_be_absent() && !field.present(object)) continue;
      void* member = field.member(object);
      if (not_given(field, member)) continue;
      text += std::string(indent, ' ') + field.name + ":";
      value(field, member, indent);
    }
  }

 private:
  void value(const FieldSchema& field, void* member, int indent) {
    switch (field.kind) {
      case FieldKind::kNumber:
        text += " " + file_number(*static_cast<double*>(member), field.factor) + "\n";
        return;
      case FieldKind::kInteger:
        text += " " + std::to_string(load_integer(field, member)) + "\n";
        return;
      case FieldKind::kBoolean:
        text += *static_cast<bool*>(member) ? " true\n" : " false\n";
        return;
      case FieldKind::kText:
      case FieldKind::kName:
      case FieldKind::kChoice:
        text += " " + quote(*static_cast<std::string*>(member)) + "\n";
        return;
      case FieldKind::kEnum:
        text += " " + quote(enum_choice(field, member)) + "\n";
        return;
      case FieldKind::kMatrix:
      case FieldKind::kNumbers:
      case FieldKind::kVector:
        text += " " + file_numbers(field, member) + "\n";
        return;
      case FieldKind::kRows:
        rows(*static_cast<std::vector<std::vector<double>>*>(member), field.factor, indent);
        return;
      case FieldKind::kTexts:
        texts(*static_cast<std::vector<std::string>*>(member));
        return;
      case FieldKind::kStruct:
        nested(field.sub(), member, indent);
        return;
      case FieldKind::kStructs:
        structs(field, member, indent);
        return;
      case FieldKind::kTagged:
        tagged(*static_cast<AnyConfig*>(member), indent);
        return;
      case FieldKind::kTaggedList:
        tagged_list(*static_cast<std::vector<AnyConfig>*>(member), indent);
        return;
    }
  }

  void nested(const StructSchema& schema, void* member, int indent) {
    const size_t before = text.size();
    text += "\n";
    object(schema, member, indent + 2);
    if (text.size() == before + 1) text.replace(before, 1, " {}\n");
  }

  void rows(const std::vector<std::vector<double>>& list, double factor, int indent) {
    if (list.empty()) text += " []";
    text += "\n";
    for (const auto& row : list)
      text += std::string(indent + 2, ' ') + "- " + number_list(row, factor) + "\n";
  }

  void texts(const std::vector<std::string>& list) {
    text += " [";
    for (size_t i = 0; i < list.size(); ++i) text += (i ? ", " : "") + quote(list[i]);
    text += "]\n";
  }

  void item(const StructSchema& schema, void* member, const std::string& tag, int indent) {
    text += std::string(indent + 2, ' ') + "-" + (tag.empty() ? "" : " !" + tag);
    nested(schema, member, indent + 2);
  }

  void structs(const FieldSchema& field, void* list, int indent) {
    const size_t count = field.count(list);
    text += count ? "\n" : " []\n";
    for (size_t i = 0; i < count; ++i) item(field.sub(), field.at(list, i), "", indent);
  }

  void tagged(const AnyConfig& config, int indent) {
    text += " !" + config.kind();
    nested(*config.schema(), config.data(), indent);
  }

  void tagged_list(const std::vector<AnyConfig>& list, int indent) {
    text += list.empty() ? " []\n" : "\n";
    for (const AnyConfig& config : list)
      item(*config.schema(), config.data(), config.kind(), indent);
  }
};

}  // namespace

std::string file_number(double value, double factor) {
  if (factor == 1) return shortest_text(value);
  const double quotient = value / factor;
  // The quotient rounds: the decimal number that was read is it or one of its neighbours, and has
  // few digits.
  for (int digits = 6; digits <= std::numeric_limits<double>::max_digits10; ++digits)
    for (double candidate : {quotient, std::nextafter(quotient, -INFINITY),
                             std::nextafter(quotient, INFINITY)}) {
      char text[32];
      const char* end =
          std::to_chars(text, text + sizeof text, candidate, std::chars_format::general, digits).ptr;
      std::from_chars(text, end, candidate);
      if (candidate * factor == value) return shortest_text(candidate);
    }
  return shortest_text(quotient);
}

std::string number_list(std::span<const double> numbers, double factor) {
  std::string out = "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    out += (i ? ", " : "") + file_number(numbers[i], factor);
  return out + "]";
}

std::string file_numbers(const FieldSchema& field, const void* member) {
  if (field.kind == FieldKind::kVector)
    return number_list({static_cast<const double*>(member), field.sizes[0]}, field.factor);
  return number_list(*static_cast<const std::vector<double>*>(member), field.factor);
}

std::string write_yaml(const StructSchema& schema, const void* object) {
  Writer writer;
  writer.object(schema, const_cast<void*>(object), 0);
  return writer.text;
}

}  // namespace hadal::scenario
