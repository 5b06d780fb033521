#include "scenario/material_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "scenario/nearest.h"

namespace hadal::inline scenario {

Node* find_entry(Node& map, std::string_view key) {
  for (Node::Entry& entry : map.entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

void take_over(const Node& preset, Node& node) {
  for (const Node::Entry& entry : preset.entries) {
    Node* own = find_entry(node, entry.key);
    if (!own)
      node.entries.push_back(entry);
    else if (own->kind == Node::Kind::kMap && entry.value.kind == Node::Kind::kMap &&
             own->tag == entry.value.tag)
      take_over(entry.value, *own);
  }
}

namespace {

namespace fs = std::filesystem;

struct Use {
  SourceLocation location;
  std::string key;  // path in the file
};
using Uses = std::map<std::string, Use>;  // by material, the first place that names it

void collect_uses(const Node& node, const std::string& key, Uses& uses) {
  for (size_t i = 0; i < node.items.size(); ++i)
    collect_uses(node.items[i], key + "[" + std::to_string(i) + "]", uses);
  for (const Node::Entry& entry : node.entries) {
    const std::string path = key.empty() ? entry.key : key + "." + entry.key;
    const bool names = entry.key == "material" || entry.key.ends_with("_material");
    if (names && entry.value.kind == Node::Kind::kScalar && !entry.value.scalar.empty())
      uses.emplace(entry.value.scalar, Use{entry.value.location, path});
    else
      collect_uses(entry.value, path, uses);
  }
}

std::string name_of(const Node& item) {
  const Node* name = item.find("name");
  return name && name->kind == Node::Kind::kScalar ? name->scalar : "";
}

// The two names of a pair of friction, in alphabetical order; empty when it is not one.
std::pair<std::string, std::string> pair_of(const Node& item) {
  const Node* between = item.find("between");
  if (!between || between->items.size() != 2) return {};
  std::pair<std::string, std::string> out{between->items[0].scalar, between->items[1].scalar};
  if (out.second < out.first) std::swap(out.first, out.second);
  return out;
}

struct Tables {
  std::map<std::string, Node> materials;
  std::map<std::pair<std::string, std::string>, Node> pairs;
};

void read_table(const fs::path& path, Tables& tables, Problems& problems) {
  Result<Node> file = parse_yaml_file(path.string());
  if (!file) {
    problems.append(file.problems());
    return;
  }
  if (const Node* list = file.value().find("materials"))
    for (const Node& item : list->items) tables.materials.emplace(name_of(item), item);
  if (const Node* list = file.value().find("friction"))
    for (const Node& item : list->items) tables.pairs.emplace(pair_of(item), item);
}

Tables read_tables(const std::vector<std::string>& folders, Problems& problems) {
  Tables tables;
  for (const std::string& folder : folders) {
    std::set<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(folder) / "models/materials", error))
      if (entry.path().extension() == ".yaml") files.insert(entry.path());
    for (const fs::path& path : files) read_table(path, tables, problems);
  }
  return tables;
}

// The list at a key of the root, made when it is missing.
Node& list_at(Node& root, const char* key) {
  if (!find_entry(root, key))
    root.entries.push_back({key, root.location, Node{.kind = Node::Kind::kList, .location =
                                                     root.location}});
  Node& list = *find_entry(root, key);
  if (list.kind == Node::Kind::kNull) list.kind = Node::Kind::kList;
  return list;
}

// Every material of the scenario after those it uses were taken in.
std::set<std::string> take_in_names(Node& root, const Uses& uses, const Tables& tables,
                                    Problems& problems) {
  std::set<std::string> present;
  Node& list = list_at(root, "materials");
  for (Node& own : list.items) {
    present.insert(name_of(own));
    if (const auto found = tables.materials.find(name_of(own)); found != tables.materials.end())
      take_over(found->second, own);
  }
  std::vector<std::string> known(present.begin(), present.end());
  for (const auto& [name, node] : tables.materials)
    if (!present.count(name)) known.push_back(name);
  for (const auto& [name, use] : uses) {
    if (present.count(name)) continue;
    if (const auto found = tables.materials.find(name); found != tables.materials.end()) {
      list.items.push_back(found->second);
      present.insert(name);
    } else {
      problems.add(use.location, use.key,
                   "no material '" + name.substr(0, 40) + "'" + hint_for(name, known));
    }
  }
  return present;
}

}  // namespace

void take_in_materials(Node& root, const std::vector<std::string>& folders, Problems& problems) {
  if (root.kind != Node::Kind::kMap) return;
  Uses uses;
  collect_uses(root, "", uses);
  if (const Node* pairs = root.find("friction"))
    for (size_t i = 0; i < pairs->items.size(); ++i)
      if (const Node* between = pairs->items[i].find("between"))
        for (size_t k = 0; k < between->items.size(); ++k)
          uses.emplace(between->items[k].scalar,
                       Use{between->items[k].location, "friction[" + std::to_string(i) +
                           "].between[" +
                                                        std::to_string(k) + "]"});
  const Node* own = root.find("materials");
  if (uses.empty() && (!own || own->items.empty())) return;
  const Tables tables = read_tables(folders, problems);
  const std::set<std::string> present = take_in_names(root, uses, tables, problems);
  std::set<std::pair<std::string, std::string>> listed;
  Node& friction = list_at(root, "friction");
  for (const Node& item : friction.items) listed.insert(pair_of(item));
  for (const auto& [pair, node] : tables.pairs)
    if (present.count(pair.first) && present.count(pair.second) && !listed.count(pair))
      friction.items.push_back(node);
}

}  // namespace hadal::scenario
