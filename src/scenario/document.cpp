#include "scenario/document.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>
#include <sstream>

#include "scenario/nearest.h"

namespace hadal {

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

namespace {

constexpr size_t kLargestFile = 8u << 20;
constexpr int kMostValues = 400'000;
constexpr int kDeepest = 64;
constexpr size_t kShownKey = 80;

class Converter {
 public:
  Converter(std::string file, Problems& problems) : file_(std::move(file)), problems_(problems) {}

  Node convert(const YAML::Node& yaml, int depth = 0) {
    Node node;
    node.place = place(yaml.Mark());
    if (depth > kDeepest || ++count_ > kMostValues) {
      if (!overflow_) problems_.add(node.place, "", "the file nests too deep or holds too many values");
      overflow_ = true;
      return node;
    }
    const std::string tag = yaml.Tag();
    if (tag.size() > 1 && tag[0] == '!' && tag[1] != '!') node.tag = tag.substr(1);
    if (yaml.IsScalar()) {
      node.kind = Node::Kind::kScalar;
      node.scalar = yaml.Scalar();
      node.quoted = tag == "!";
    } else if (yaml.IsSequence()) {
      node.kind = Node::Kind::kList;
      for (const YAML::Node& item : yaml) {
        node.items.push_back(convert(item, depth + 1));
        if (overflow_) return node;
      }
    } else if (yaml.IsMap()) {
      convert_map(yaml, depth, node);
    }
    return node;
  }

 private:
  void convert_map(const YAML::Node& yaml, int depth, Node& node) {
    node.kind = Node::Kind::kMap;
    std::set<std::string> keys;
    for (const auto& pair : yaml) {
      const Place key_place = place(pair.first.Mark());
      if (!pair.first.IsScalar()) {
        problems_.add(key_place, "", "expected a plain word as key");
        continue;
      }
      const std::string key = pair.first.Scalar();
      if (!keys.insert(key).second) {
        problems_.add(key_place, key.substr(0, kShownKey), "this key stands twice in the same map");
        continue;
      }
      node.entries.push_back({key, key_place, convert(pair.second, depth + 1)});
      Node& value = node.entries.back().value;  // nothing stands nowhere: its key is the place to look
      if (value.kind == Node::Kind::kNull && value.tag.empty()) value.place = key_place;
      if (overflow_) return;
    }
  }

  Place place(const YAML::Mark& mark) const {
    return mark.is_null() ? Place{file_, 0, 0} : Place{file_, mark.line + 1, mark.column + 1};
  }

  std::string file_;
  Problems& problems_;
  int count_ = 0;
  bool overflow_ = false;
};

// True when a tab stands before the first word of a line; lines count from 1.
bool indented_with_tab(std::string_view text, int line) {
  for (int i = 1; i < line && !text.empty(); ++i) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

// Line and column of a byte, both from 1.
Place place_of(std::string_view text, size_t offset, const std::string& file) {
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const size_t start = before.rfind('\n');  // npos + 1 is 0: the first line
  return {file, line, static_cast<int>(offset - (start + 1)) + 1};
}

}  // namespace

Result<Node> parse_yaml(std::string_view text, const std::string& file) {
  Problems problems;
  if (text.size() > kLargestFile) {
    problems.add({file, 0, 0}, "", "the file is larger than 8 MiB");
    return problems;
  }
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos) {
    problems.add(place_of(text, nul, file), "", "the file holds a NUL byte; expected YAML text");
    return problems;
  }
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    if (documents.size() > 1)
      problems.add({file, documents[1].Mark().line + 1, 1}, "", "expected one YAML document, found several");
    Node root = documents.empty() ? Node{.place = {file, 1, 1}} : Converter(file, problems).convert(documents[0]);
    if (problems.empty()) return root;
  } catch (const YAML::Exception& error) {
    const Place place = error.mark.is_null() ? Place{file, 0, 0} : Place{file, error.mark.line + 1, error.mark.column + 1};
    problems.add(place, "", "not valid YAML: " + error.msg +
                                (indented_with_tab(text, place.line) ? "; the line is indented with a tab, expected blanks" : ""));
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

struct PathStep {
  std::string key;  // a map key or the name of a list item
  int index = -1;   // a list index when >= 0
};

// Splits "vehicles[0].pose.depth_m"; an empty result means a malformed path.
std::vector<PathStep> split_path(std::string_view path) {
  std::vector<PathStep> steps;
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
    if (!path.empty() && path.front() == '.') {
      path.remove_prefix(1);
      if (path.empty()) return {};
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

std::vector<std::string> names_of(const Node& node) {
  std::vector<std::string> names;
  for (const Node::Entry& entry : node.entries) names.push_back(entry.key);
  for (const Node& item : node.items)
    if (const Node* own = item.find("name")) names.push_back(own->scalar);
  return names;
}

// The child a step leads to, made if it may be made; null with a message otherwise.
Node* descend(Node& node, const PathStep& step, const Place& place, std::string& why) {
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
      why = "has only " + std::to_string(node.items.size()) + (node.items.size() == 1 ? " item" : " items");
      return nullptr;
    }
    if (index == node.items.size()) node.items.emplace_back().place = place;
    return &node.items[index];
  }
  if (node.kind == Node::Kind::kNull) node.kind = Node::Kind::kMap;
  if (node.kind != Node::Kind::kMap) {
    why = "is a plain value";
    return nullptr;
  }
  for (Node::Entry& entry : node.entries)
    if (entry.key == step.key) return &entry.value;
  node.entries.push_back({step.key, place, Node{.place = place}});
  return &node.entries.back().value;
}

}  // namespace

void apply_setting(const std::string& setting, Node& root, Problems& problems) {
  const Place place{"--set " + setting, 0, 0};
  const size_t equals = setting.find('=');
  const std::vector<PathStep> steps = split_path(std::string_view(setting).substr(0, equals));
  if (equals == std::string::npos || steps.empty()) {
    problems.add(place, "", "expected key.path=value");
    return;
  }
  Result<Node> value = parse_yaml(std::string_view(setting).substr(equals + 1), place.file);
  if (!value) {
    problems.append(value.problems());
    return;
  }
  Node* node = &root;
  std::string path, why;
  for (const PathStep& step : steps) {
    Node* child = descend(*node, step, place, why);
    if (!child) {
      problems.add(place, "", (path.empty() ? "the scenario" : "'" + path + "'") + " " + why);
      return;
    }
    path += step.index >= 0 ? "[" + std::to_string(step.index) + "]" : (path.empty() ? "" : ".") + step.key;
    node = child;
  }
  const std::string tag = value.value().tag.empty() ? node->tag : value.value().tag;
  *node = std::move(value).value();
  node->tag = tag;
  node->place = place;
}

}  // namespace hadal
