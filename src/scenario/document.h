// A parsed YAML file as a plain tree in which every value knows its place. yaml-cpp stays in the
// .cpp; bounds on size, depth and number of values keep hostile files harmless.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hadal::inline scenario {

struct Node {
  enum class Kind { kNull, kScalar, kList, kMap };
  struct Entry;

  Kind kind = Kind::kNull;
  SourceLocation location;
  std::string tag;             // "uniform" for !uniform; empty without a tag
  std::string scalar;          // for kScalar
  bool quoted = false;         // a quoted scalar is text, never a number
  std::vector<Node> items;     // for kList
  std::vector<Entry> entries;  // for kMap, in file order

  const Node* find(std::string_view key) const;
};

struct Node::Entry {
  std::string key;
  SourceLocation location;
  Node value;
};

// Parses one YAML document. Duplicate keys, several documents, syntax errors and anything beyond
// the bounds are problems.
Result<Node> parse_yaml(std::string_view text, const std::string& file);
Result<Node> parse_yaml_file(const std::string& path);

// What stands for the file name in the places of a setting: "--set a.b=c".
inline constexpr std::string_view kSettingPrefix = "--set ";

// Applies one "a.b[0].c=value" to a tree. List items may be named by index or, where the items have
// a `name`, by that name: vehicles.rov.pose.depth_m=3. The value is YAML. New keys may be added to
// maps, so that the strict reader judges them; a list index must exist or be one past the end.
//   below: how many steps of the path lead to `root` itself.
void apply_setting(const std::string& setting, Node& root, Problems& problems, size_t below = 0);

struct SettingStep {
  std::string key;  // a map key or the name of a list item
  int index = -1;   // a list index when >= 0
};
// The steps of "a.b[0].c=value"; none when it is malformed.
std::vector<SettingStep> setting_path(const std::string& setting);
// The item of a list a step leads to; nothing when there is none.
Node* find_item(Node& list, const SettingStep& step);
// What a map or list offers to a path: keys and the names of items.
std::vector<std::string> names_of(const Node& node);

}  // namespace hadal::scenario
