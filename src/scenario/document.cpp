#include "scenario/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/text.h"
#include "scenario/nearest.h"

namespace hadal::inline scenario {

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

namespace {

constexpr size_t kLargestFile = 8u << 20;
constexpr int kMaxValues = 400'000;
constexpr size_t kDeepest = 64;
constexpr size_t kShownKey = 80;

struct TooLarge {
  YAML::Mark mark;
};

// Builds the tree from the parser's events. yaml-cpp's own nodes are not used: they cost twice the
// time, and YAML::LoadAll never ends on a stray token, because it takes it for one empty document
// after the other.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string file, Problems& problems) : file_(std::move(file)), problems_(problems) {}

  Node root;
  std::optional<SourceLocation> last_quoted;  // where the last scalar in quotes begins

  void OnDocumentStart(const YAML::Mark& mark) override { root.location = location(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    attach(begin(mark, "", Node::Kind::kNull), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node = begin(mark, tag, Node::Kind::kScalar);
    if (value.empty() && !node.tag.empty())
      node.kind = Node::Kind::kNull;  // a tag and nothing else: !instant
    node.scalar = value;
    node.quoted = tag == "!";
    if (tag != "?") last_quoted = node.location;  // plain scalars have "?"
    attach(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open_.push_back({begin(mark, tag, Node::Kind::kList), anchor});
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open_.push_back({begin(mark, tag, Node::Kind::kMap), anchor});
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      problems_.add(location(mark), "", "an alias is inside the node it refers to");
      return attach(begin(mark, "", Node::Kind::kNull), 0);
    }
    count(found->second, mark, open_.size());
    attach(found->second, 0);
  }

 private:
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    std::optional<Node> key = std::nullopt;  // of a map: the key whose value comes next
    std::set<std::string> keys = {};
  };

  Node begin(const YAML::Mark& mark, const std::string& tag, Node::Kind kind) {
    if (open_.size() > kDeepest || ++count_ > kMaxValues) throw TooLarge{mark};
    Node node{.kind = kind, .location = location(mark)};
    if (tag.size() > 1 && tag[0] == '!' && tag[1] != '!') node.tag = tag.substr(1);
    return node;
  }

  // Counts the values of an alias, which are copied.
  void count(const Node& node, const YAML::Mark& mark, size_t depth) {
    if (depth > kDeepest || ++count_ > kMaxValues) throw TooLarge{mark};
    for (const Node& item : node.items) count(item, mark, depth + 1);
    for (const Node::Entry& entry : node.entries) count(entry.value, mark, depth + 1);
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    attach(std::move(done.node), done.anchor);
  }

  void attach(Node node, YAML::anchor_t anchor) {
    if (anchor) anchors_[anchor] = node;
    if (open_.empty())
      root = std::move(node);
    else if (open_.back().node.kind == Node::Kind::kList)
      open_.back().node.items.push_back(std::move(node));
    else
      attach_to_map(open_.back(), std::move(node));
  }

  void attach_to_map(Open& map, Node node) {
    if (!map.key) {
      map.key = std::move(node);
      return;
    }
    const Node key = std::move(*map.key);
    map.key.reset();
    if (key.kind != Node::Kind::kScalar)
      problems_.add(key.location, "", "expected a plain word as key");
    else if (!map.keys.insert(key.scalar).second)
      problems_.add(key.location, key.scalar.substr(0, kShownKey),
                    "this key occurs twice in the same map");
    else {
      if (node.kind == Node::Kind::kNull && node.tag.empty())
        node.location = key.location;  // nothing stands nowhere
      map.node.entries.push_back({key.scalar, key.location, std::move(node)});
    }
  }

  SourceLocation location(const YAML::Mark& mark) const {
    return mark.is_null() ? SourceLocation{file_, 0, 0} : SourceLocation{file_, mark.line + 1,
        mark.column + 1};
  }

  std::string file_;
  Problems& problems_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  int count_ = 0;
};

// True when a tab stands before the first word of a line; lines count from 1.
bool indented_with_tab(std::string_view text, int line) {
  for (int i = 1; i < line && !text.empty(); ++i)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

// Length of the UTF-8 character a text begins with, by table 3-7 of the Unicode standard; 0 for none.
size_t utf8_length(std::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xBF; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool fits = second >= (first == 0xE0 ? 0xA0u : 0x80u) &&
                      second <= (first == 0xED ? 0x9Fu : 0xBFu);
    return fits && continues(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool fits = second >= (first == 0xF0 ? 0x90u : 0x80u) &&
                      second <= (first == 0xF4 ? 0x8Fu : 0xBFu);
    return fits && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

// The first byte that is not UTF-8; npos when all are.
size_t find_no_utf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

// Line and column of a byte, both from 1.
SourceLocation location_of(std::string_view text, size_t offset, const std::string& file) {
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const size_t start = before.rfind('\n');  // npos + 1 is 0: the first line
  return {file, line, static_cast<int>(offset - (start + 1)) + 1};
}

// The byte at a line and column that count from 1.
size_t offset_of(std::string_view text, const SourceLocation& location) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (int line = 1; line < location.line; ++line)
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  return start + static_cast<size_t>(location.column - 1);
}

// Whether a scalar in quotes ends before the text does; a tag and an anchor may stand before it.
bool closes(std::string_view text, const SourceLocation& location) {
  size_t at = offset_of(text, location);
  while (at < text.size() && (text[at] == '!' || text[at] == '&'))
    at = text.find_first_not_of(" \t\r\n", std::min(text.find_first_of(" \t\r\n", at), text.size()));
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return true;  // a block: | or >
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\')
      ++at;
    else if (text[at] == quote && quote == '\'' && text.substr(at + 1).starts_with(quote))
      ++at;
    else if (text[at] == quote)
      return true;
  }
  return false;
}

}  // namespace

Result<Node> parse_yaml(std::string_view text, const std::string& file) {
  Problems problems;
  if (text.size() > kLargestFile) {
    problems.add({file, 0, 0}, "", "the file is larger than 8 MiB");
    return problems;
  }
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos) {
    problems.add(location_of(text, nul, file), "", "the file holds a NUL byte; expected YAML text");
    return problems;
  }
  // yaml-cpp would put U+FFFD in its place.
  if (const size_t bad = find_no_utf8(text); bad != std::string_view::npos) {
    const std::string hex = hex_text(static_cast<unsigned char>(text[bad])).substr(14);
    problems.add(location_of(text, bad, file), "",
                 "the byte 0x" + hex + " is not UTF-8; expected UTF-8 text");
    return problems;
  }
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    Problems of_second;
    TreeBuilder builder(file, problems), second(file, of_second);
    if (!parser.HandleNextDocument(builder)) builder.root.location = {file, 1, 1};
    // yaml-cpp takes the end of the file for the quote when a line ends there.
    if (builder.last_quoted && !closes(text, *builder.last_quoted))
      problems.add(*builder.last_quoted, "", "the quote that opens here is never closed");
    if (problems.empty() && parser.HandleNextDocument(second))
      problems.add(second.root.location, "",
                   "expected the end of the file, found another document or a stray sign");
    if (problems.empty()) return std::move(builder.root);
  } catch (const TooLarge& stop) {
    problems.add({file, stop.mark.line + 1, stop.mark.column + 1}, "",
                 "the file nests too deep or holds too many values");
  } catch (const YAML::Exception& error) {
    const SourceLocation location = error.mark.is_null()
                            ? SourceLocation{file, 0, 0}
                            : SourceLocation{file, error.mark.line + 1, error.mark.column + 1};
    problems.add(location, "",
                 "not valid YAML: " + error.msg +
                     (indented_with_tab(text, location.line)
                          ? "; the line is indented with a tab, expected blanks"
                          : ""));
  }
  return problems;
}

Result<Node> parse_yaml_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || text.fail()) {
    Problems problems;
    problems.add({path, 0, 0}, "", "cannot read this file");
    return problems;
  }
  return parse_yaml(text.str(), path);
}

namespace {

// Splits "vehicles[0].pose.depth_m"; an empty result means a malformed path.
std::vector<SettingStep> split_path(std::string_view path) {
  std::vector<SettingStep> steps;
  while (!path.empty()) {
    if (path.front() == '[') {
      const size_t end = path.find(']');
      int index = -1;
      if (end == std::string_view::npos) return {};
      const auto [stop, error] = std::from_chars(path.data() + 1, path.data() + end, index);
      if (error != std::errc{} || stop != path.data() + end || index < 0) return {};
      steps.push_back({"", index});
      path.remove_prefix(end + 1);
    } else {
      const size_t end = std::min(path.find('.'), path.find('['));
      if (end == 0) return {};
      steps.push_back({std::string(path.substr(0, end)), -1});
      path.remove_prefix(std::min(end, path.size()));
    }
    if (path.starts_with('.')) {
      path.remove_prefix(1);
      if (path.empty()) return {};
    } else if (!path.empty() && path.front() != '[') {
      return {};
    }
  }
  return steps;
}

Node* item_named(Node& list, const std::string& name) {
  for (Node& item : list.items) {
    const Node* own = item.find("name");
    if (own && own->scalar == name) return &item;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> names_of(const Node& node) {
  std::vector<std::string> names;
  for (const Node::Entry& entry : node.entries) names.push_back(entry.key);
  for (const Node& item : node.items)
    if (const Node* own = item.find("name")) names.push_back(own->scalar);
  return names;
}

Node* find_item(Node& list, const SettingStep& step) {
  if (step.index < 0) return item_named(list, step.key);
  const auto index = static_cast<size_t>(step.index);
  return index < list.items.size() ? &list.items[index] : nullptr;
}

namespace {

// The child a step leads to, made if it may be made; null with a message otherwise.
Node* descend(Node& node, const SettingStep& step, const SourceLocation& location, std::string& why) {
  if (step.index >= 0 || node.kind == Node::Kind::kList) {
    if (node.kind == Node::Kind::kNull) node.kind = Node::Kind::kList;
    if (node.kind != Node::Kind::kList) {
      why = "is not a list";
      return nullptr;
    }
    if (step.index < 0) {
      Node* item = item_named(node, step.key);
      if (!item) why = "has no item named '" + step.key + "'" + hint_for(step.key, names_of(node));
      return item;
    }
    const auto index = static_cast<size_t>(step.index);
    if (index > node.items.size()) {
      why = "has only " + std::to_string(node.items.size()) +
            (node.items.size() == 1 ? " item" : " items");
      return nullptr;
    }
    if (index == node.items.size()) node.items.emplace_back().location = location;
    return &node.items[index];
  }
  if (node.kind == Node::Kind::kNull) node.kind = Node::Kind::kMap;
  if (node.kind != Node::Kind::kMap) {
    why = "is a plain value";
    return nullptr;
  }
  for (Node::Entry& entry : node.entries)
    if (entry.key == step.key) return &entry.value;
  node.entries.push_back({step.key, location, Node{.location = location}});
  return &node.entries.back().value;
}

}  // namespace

std::vector<SettingStep> setting_path(const std::string& setting) {
  return split_path(std::string_view(setting).substr(0, setting.find('=')));
}

void apply_setting(const std::string& setting, Node& root, Problems& problems, size_t below) {
  const SourceLocation location{std::string(kSettingPrefix) + setting, 0, 0};
  const size_t equals = setting.find('=');
  const std::vector<SettingStep> steps = setting_path(setting);
  if (equals == std::string::npos || steps.empty()) {
    problems.add(location, "", "expected key.path=value");
    return;
  }
  Result<Node> value = parse_yaml(std::string_view(setting).substr(equals + 1), location.file);
  if (!value) {
    problems.append(value.problems());
    return;
  }
  Node* node = &root;
  std::string path, why;
  for (size_t i = 0; i < steps.size(); ++i) {
    const SettingStep& step = steps[i];
    Node* child = i < below ? node : descend(*node, step, location, why);
    if (!child) {
      problems.add(location, "", (path.empty() ? "the scenario" : "'" + path + "'") + " " + why);
      return;
    }
    path += step.index >= 0 ? "[" + std::to_string(step.index) + "]"
                            : (path.empty() ? "" : ".") + step.key;
    node = child;
  }
  const std::string tag = value.value().tag.empty() ? node->tag : value.value().tag;
  *node = std::move(value).value();
  node->tag = tag;
  node->location = location;
}

}  // namespace hadal::scenario
