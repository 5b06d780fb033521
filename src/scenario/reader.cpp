#include "scenario/reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "base/text.h"
#include "scenario/nearest.h"

namespace hadal::inline scenario {

SourceLocation SourceMap::location(std::string key) const {
  while (true) {
    if (const auto found = locations_.find(key); found != locations_.end()) return found->second;
    const size_t cut = key.find_last_of(".[");
    if (cut == std::string::npos) break;
    key.resize(cut);
  }
  const auto root = locations_.find("");
  return root == locations_.end() ? SourceLocation{} : root->second;
}

namespace {

// A decimal number with nothing after it; may be infinite or NaN, which the caller refuses by name.
std::optional<double> scalar_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  if (text == ".inf" || text == "-.inf" || text == ".nan") return NAN;  // YAML's spelling
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string describe_bounds(const Bounds& bounds) {
  const bool low = std::isfinite(bounds.min), high = std::isfinite(bounds.max);
  if (low && high)
    return "a number " + std::string(bounds.above_min ? "above " : "from ") +
           shortest_text(bounds.min) + (bounds.above_min ? " and at most " : " to ") +
           shortest_text(bounds.max);
  if (low)
    return "a number " + std::string(bounds.above_min ? "above " : "of at least ") +
           shortest_text(bounds.min);
  if (high) return "a number of at most " + shortest_text(bounds.max);
  return "a number";
}

std::string found(const Node& node) {
  constexpr size_t kShown = 40;
  switch (node.kind) {
    case Node::Kind::kNull:
      return "nothing";
    case Node::Kind::kList:
      return "a list of " + std::to_string(node.items.size());
    case Node::Kind::kMap:
      return "a map";
    case Node::Kind::kScalar:
      break;
  }
  return "'" + node.scalar.substr(0, kShown) + (node.scalar.size() > kShown ? "...'" : "'");
}

class Reader {
 public:
  Reader(SourceMap& locations, Problems& problems, const TagHint& tag_hint)
      : locations_(locations), problems_(problems), tag_hint_(tag_hint) {}

  void read_struct(const Node& node, const StructSchema& schema, void* object,
                   const std::string& key) {
    locations_.set(key, node.location);
    if (node.kind != Node::Kind::kMap && node.kind != Node::Kind::kNull) {
      expected(node, key, "a map with the keys of " + schema.name);
      return;
    }
    const size_t before = problems_.size();
    for (const Node::Entry& entry : node.entries) {
      if (full()) return;
      const std::string path = key.empty() ? entry.key : key + "." + entry.key;
      if (const FieldSchema* field = schema.find(entry.key)) {
        locations_.set(path, entry.location);
        if (const FieldSchema* table = table_for(entry.value, *field, schema))
          expected(entry.value, path,
                   "a single value (rows over depth go under '" + table->name + "')");
        else
          read_field(entry.value, *field, object, path);
      } else if (const FieldSchema* renamed = schema.find_renamed(entry.key)) {
        problems_.add(entry.location, shown(path),
                      "is now called '" + renamed->name + "'; tools/rename_keys.py rewrites files");
      } else {
        problems_.add(entry.location, shown(path),
                      "unknown key in " + schema.name + hint_for(entry.key, schema.field_names()));
      }
    }
    for (const FieldSchema& field : schema.fields)
      if (field.required && !is_given(node.find(field.name), field))
        problems_.add(node.location, key, missing(field, schema));
    if (problems_.size() == before) run_checks(schema, object, key);
  }

 private:
  // A file with so many problems is not what it claims to be; the rest would help nobody.
  bool full() {
    if (problems_.size() < kMaxProblems) return false;
    if (!stopped_)
      problems_.add(
          {locations_.location("").file, 0, 0}, "",
          "more than " + std::to_string(kMaxProblems) + " problems; the rest is left out");
    stopped_ = true;
    return true;
  }

  static std::string shown(const std::string& path) {
    constexpr size_t kShown = 200;
    return path.size() > kShown ? path.substr(0, kShown) + "..." : path;
  }

  // Whether a key is there with something that can be read, or complained about by its kind.
  static bool is_given(const Node* value, const FieldSchema& field) {
    const bool may_be_nothing = field.kind == FieldKind::kTagged ||
                                field.kind == FieldKind::kTaggedList ||
                                field.kind == FieldKind::kStructs || field.may_be_absent();
    return value && !(may_be_nothing && value->kind == Node::Kind::kNull && value->tag.empty());
  }

  static std::string missing(const FieldSchema& field, const StructSchema& schema) {
    const std::string text = "'" + field.name + "' is missing in " + schema.name + ": " + field.doc;
    const bool one_value =
        field.kind == FieldKind::kInteger && field.bounds.min == field.bounds.max;
    return one_value ? text + " Add '" + field.name + ": " + shortest_text(field.bounds.min) + "'"
                     : text;
  }

  // Where rows belong that stand under the name of a single value: temperature_profile beside
  // temperature_degc.
  static const FieldSchema* table_for(const Node& node, const FieldSchema& field,
                                      const StructSchema& schema) {
    constexpr std::string_view kTable = "_profile";
    if (node.kind != Node::Kind::kList ||
        (field.kind != FieldKind::kNumber && field.kind != FieldKind::kEnum))
      return nullptr;
    for (const FieldSchema& other : schema.fields)
      if (other.kind == FieldKind::kRows && other.name.ends_with(kTable) &&
          field.name.starts_with(other.name.substr(0, other.name.size() - kTable.size())))
        return &other;
    return nullptr;
  }

  static std::string item_key(const std::string& key, size_t index) {
    return key + "[" + std::to_string(index) + "]";
  }

 public:
  // A tag where nothing is chosen by tag is a mistake, e.g. !body before the pose.
  void refuse_tag(const Node& node, const std::string& key) {
    if (!node.tag.empty())
      problems_.add(node.location, key,
                    "expected no tag here, found '!" + node.tag.substr(0, 40) + "'");
  }

 private:
  void expected(const Node& node, const std::string& key, const std::string& what) {
    problems_.add(node.location, key, "expected " + what + ", found " + found(node));
  }

  void run_checks(const StructSchema& schema, const void* object, const std::string& key) {
    struct Report : CheckReport {
      Report(SourceMap& p, Problems& q, const std::string& k) : locations(p), problems(q), key(k) {}
      void fail(const std::string& field, const std::string& message) override {
        const std::string path = key.empty() ? field : key + "." + field;
        problems.add(locations.location(path), path, message);
      }
      SourceMap& locations;
      Problems& problems;
      const std::string& key;
    } report(locations_, problems_, key);
    for (const auto& check : schema.checks) check(object, report);
  }

  void read_field(const Node& node, const FieldSchema& field, void* object,
                  const std::string& key) {
    if (field.may_be_absent()) {
      if (node.kind == Node::Kind::kNull) return;  // `key:` or `key: null` leaves an optional unset
      field.emplace(object);
    }
    if (field.kind != FieldKind::kTagged) refuse_tag(node, key);
    void* member = field.member(object);
    switch (field.kind) {
      case FieldKind::kNumber:
        if (read_number(node, field.bounds, key, *static_cast<double*>(member)))
          *static_cast<double*>(member) *= field.factor;
        return;
      case FieldKind::kInteger:
        read_integer(node, field, key, member);
        return;
      case FieldKind::kBoolean:
        read_boolean(node, key, *static_cast<bool*>(member));
        return;
      case FieldKind::kText:
        read_text(node, key, *static_cast<std::string*>(member));
        return;
      case FieldKind::kName:
        read_name(node, key, *static_cast<std::string*>(member));
        return;
      case FieldKind::kChoice:
        read_choice(node, field, key, *static_cast<std::string*>(member));
        return;
      case FieldKind::kEnum:
        read_enum(node, field, key, member);
        return;
      case FieldKind::kNumbers:
        read_numbers(node, field, key, *static_cast<std::vector<double>*>(member));
        return;
      case FieldKind::kVector:
        read_vector(node, field, key, static_cast<double*>(member));
        return;
      case FieldKind::kMatrix:
        read_matrix(node, field, key, *static_cast<std::vector<double>*>(member));
        return;
      case FieldKind::kRows:
        read_rows(node, field, key, *static_cast<std::vector<std::vector<double>>*>(member));
        return;
      case FieldKind::kTexts:
        read_texts(node, key, *static_cast<std::vector<std::string>*>(member));
        return;
      case FieldKind::kStruct:
        read_struct(node, field.sub(), member, key);
        return;
      case FieldKind::kStructs:
        read_structs(node, field, member, key);
        return;
      case FieldKind::kTagged:
        if (node.kind != Node::Kind::kNull || !node.tag.empty())
          read_tagged(node, field, key, *static_cast<AnyConfig*>(member));
        return;
      case FieldKind::kTaggedList:
        read_tagged_list(node, field, key, *static_cast<std::vector<AnyConfig>*>(member));
        return;
    }
  }

  bool read_number(const Node& node, const Bounds& bounds, const std::string& key, double& out) {
    const bool plain = node.kind == Node::Kind::kScalar && !node.quoted;
    const std::optional<double> value = plain ? scalar_number(node.scalar) : std::nullopt;
    if (!value) {
      expected(node, key, describe_bounds(bounds));
      return false;
    }
    if (!std::isfinite(*value)) {
      expected(node, key, "a finite number");
      return false;
    }
    if (*value < bounds.min || *value > bounds.max || (bounds.above_min && *value <= bounds.min)) {
      expected(node, key, describe_bounds(bounds));
      return false;
    }
    out = *value;
    return true;
  }

  void read_integer(const Node& node, const FieldSchema& field, const std::string& key,
                    void* out) {
    double value = 0;
    if (!read_number(node, field.bounds, key, value)) return;
    constexpr double kLargestExact = 9007199254740992.0;
    // 2^53 + 1 would be rounded to 2^53.
    int64_t digits = static_cast<int64_t>(std::clamp(value, -kLargestExact, kLargestExact));
    std::from_chars(node.scalar.data(), node.scalar.data() + node.scalar.size(), digits);
    const bool rounded =
        std::abs(value) == kLargestExact && std::abs(digits) == int64_t{9007199254740993};
    if (value != std::floor(value) || std::abs(value) > kLargestExact || rounded)
      expected(node, key, "a whole number");
    else
      store_integer(field, out, static_cast<int64_t>(value));
  }

  void read_boolean(const Node& node, const std::string& key, bool& out) {
    if (node.kind == Node::Kind::kScalar && !node.quoted &&
        (node.scalar == "true" || node.scalar == "false"))
      out = node.scalar == "true";
    else
      expected(node, key, "true or false");
  }

  bool read_text(const Node& node, const std::string& key, std::string& out) {
    if (node.kind != Node::Kind::kScalar) {
      expected(node, key, "text");
      return false;
    }
    out = node.scalar;
    return true;
  }

  void read_name(const Node& node, const std::string& key, std::string& out) {
    constexpr std::string_view kAllowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    if (!read_text(node, key, out)) return;
    if (out.empty() || out.size() > 64 || out.find_first_not_of(kAllowed) != std::string::npos)
      expected(node, key, "a name of letters, digits, '_' and '-'");
  }

  // The index of the choice, or none and the problem.
  std::optional<size_t> read_choice(const Node& node, const FieldSchema& field,
                                    const std::string& key, std::string& out) {
    if (!read_text(node, key, out)) return std::nullopt;
    for (size_t i = 0; i < field.choices.size(); ++i)
      if (field.choices[i] == out) return i;
    problems_.add(node.location, key,
                  "'" + out.substr(0, 40) + "' is not a choice" + hint_for(out, field.choices));
    return std::nullopt;
  }

  void read_enum(const Node& node, const FieldSchema& field, const std::string& key, void* out) {
    std::string text;
    if (const auto choice = read_choice(node, field, key, text))
      store_integer(field, out, field.choice_values[*choice]);
  }

  static std::string describe_sizes(const std::vector<size_t>& sizes) {
    std::string text;
    for (size_t i = 0; i < sizes.size(); ++i) text += (i ? " or " : "") + std::to_string(sizes[i]);
    return text;
  }

  static std::string describe_list(const FieldSchema& field) {
    return field.sizes.empty() ? "a list of numbers"
                               : "a list of " + describe_sizes(field.sizes) + " numbers";
  }

  bool check_size(const Node& node, const FieldSchema& field, const std::string& key,
                  size_t count) {
    bool fits = field.sizes.empty();
    for (const size_t size : field.sizes) fits |= size == count;
    if (!fits)
      problems_.add(node.location, key,
                    "expected " + describe_list(field) + ", found " + std::to_string(count));
    return fits;
  }

  void read_item(const Node& node, const FieldSchema& field, const std::string& key, double& out) {
    refuse_tag(node, key);
    if (read_number(node, field.bounds, key, out)) out *= field.factor;
  }

  void read_numbers(const Node& node, const FieldSchema& field, const std::string& key,
                    std::vector<double>& out) {
    if (node.kind != Node::Kind::kList) {
      expected(node, key, describe_list(field));
      return;
    }
    if (!check_size(node, field, key, node.items.size())) return;
    out.assign(node.items.size(), 0.0);
    for (size_t i = 0; i < out.size() && !full(); ++i)
      read_item(node.items[i], field, item_key(key, i), out[i]);
  }

  void read_vector(const Node& node, const FieldSchema& field, const std::string& key,
                   double* out) {
    std::vector<double> numbers(field.sizes[0]);
    read_numbers(node, field, key, numbers);
    std::copy(numbers.begin(), numbers.end(), out);
  }

  void read_matrix(const Node& node, const FieldSchema& field, const std::string& key,
                   std::vector<double>& out) {
    if (node.kind != Node::Kind::kList || node.items.empty() ||
        node.items[0].kind != Node::Kind::kList) {
      read_numbers(node, field, key, out);
      return;
    }
    const size_t rows = node.items.size();
    for (size_t i = 0; i < rows; ++i) {
      const Node& row = node.items[i];
      refuse_tag(row, item_key(key, i));
      if (row.kind == Node::Kind::kList && row.items.size() == rows) continue;
      expected(row, item_key(key, i), "a row of " + std::to_string(rows) + " numbers");
      return;
    }
    if (!check_size(node, field, key, rows * rows)) return;
    out.assign(rows * rows, 0.0);
    for (size_t i = 0; i < out.size() && !full(); ++i)
      read_item(node.items[i / rows].items[i % rows], field,
                item_key(item_key(key, i / rows), i % rows), out[i]);
  }

  void read_rows(const Node& node, const FieldSchema& field, const std::string& key,
                 std::vector<std::vector<double>>& out) {
    if (node.kind != Node::Kind::kList) {
      expected(node, key, "a list of rows of numbers");
      return;
    }
    out.assign(node.items.size(), {});
    for (size_t i = 0; i < out.size() && !full(); ++i) {
      const std::string path = item_key(key, i);
      locations_.set(path, node.items[i].location);
      refuse_tag(node.items[i], path);
      read_numbers(node.items[i], field, path, out[i]);
    }
  }

  void read_texts(const Node& node, const std::string& key, std::vector<std::string>& out) {
    if (node.kind != Node::Kind::kList) {
      expected(node, key, "a list of texts");
      return;
    }
    out.assign(node.items.size(), "");
    for (size_t i = 0; i < out.size() && !full(); ++i) {
      const std::string path = item_key(key, i);
      locations_.set(path, node.items[i].location);
      refuse_tag(node.items[i], path);
      read_text(node.items[i], path, out[i]);
    }
  }

  void read_structs(const Node& node, const FieldSchema& field, void* list,
                    const std::string& key) {
    if (node.kind == Node::Kind::kNull) return;
    if (node.kind != Node::Kind::kList) {
      expected(node, key, "a list");
      return;
    }
    for (size_t i = 0; i < node.items.size() && !full(); ++i) {
      refuse_tag(node.items[i], item_key(key, i));
      read_struct(node.items[i], field.sub(), field.append(list), item_key(key, i));
    }
    check_unique(node, field, key);
  }

  void read_tagged(const Node& node, const FieldSchema& field, const std::string& key,
                   AnyConfig& out) {
    const auto& kinds = field.kinds();
    if (node.tag.empty()) {
      problems_.add(node.location, key,
                    "expected a tag that names the kind, e.g. !" + kinds.front()->name +
                        hint_for("", kind_names(kinds)));
      return;
    }
    for (const StructSchema* kind : kinds) {
      if (kind->name != node.tag) continue;
      out = AnyConfig(kind, kind->create());
      read_struct(node, *kind, out.data(), key);
      return;
    }
    problems_.add(node.location, key,
                  "unknown kind '!" + node.tag.substr(0, 40) + "'" +
                      tag_meaning(node.tag, kind_names(kinds), field.extensible));
  }

  std::string tag_meaning(const std::string& tag, const std::vector<std::string>& kinds,
                          bool extensible) const {
    const std::string preset = tag_hint_ ? tag_hint_(tag, kinds) : "";
    if (!preset.empty()) return preset;
    return hint_for(tag, kinds) +
           (extensible ? "; a kind of an extension needs --extensions DIR" : "");
  }

  void read_tagged_list(const Node& node, const FieldSchema& field, const std::string& key,
                        std::vector<AnyConfig>& out) {
    if (node.kind == Node::Kind::kNull) return;
    if (node.kind != Node::Kind::kList) {
      expected(node, key,
               "a list of tagged items such as - !" + field.kinds().front()->name + " {...}");
      return;
    }
    for (size_t i = 0; i < node.items.size() && !full(); ++i) {
      AnyConfig item;
      read_tagged(node.items[i], field, item_key(key, i), item);
      if (!item.empty()) out.push_back(item);
    }
    check_unique(node, field, key);
  }

  // Items must differ in the named field, whatever their kind.
  void check_unique(const Node& list, const FieldSchema& field, const std::string& key) {
    if (field.unique_key.empty()) return;
    std::set<std::string> seen;
    for (size_t i = 0; i < list.items.size(); ++i) {
      const Node* own = list.items[i].find(field.unique_key);
      if (!own || own->kind != Node::Kind::kScalar || seen.insert(own->scalar).second) continue;
      problems_.add(own->location, item_key(key, i) + "." + field.unique_key,
                    "'" + own->scalar.substr(0, 40) + "' is used twice; expected a unique " +
                        field.unique_key);
    }
  }

  static constexpr size_t kMaxProblems = 200;
  SourceMap& locations_;
  Problems& problems_;
  const TagHint& tag_hint_;
  bool stopped_ = false;
};

}  // namespace

void read_struct(const Node& node, const StructSchema& schema, void* object, const std::string& key,
                 SourceMap& locations, Problems& problems, const TagHint& tag_hint) {
  Reader reader(locations, problems, tag_hint);
  reader.refuse_tag(node, key);
  reader.read_struct(node, schema, object, key);
}

}  // namespace hadal::scenario
