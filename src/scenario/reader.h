// The strict reader: fills a config struct from a YAML tree and reports every problem.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hadal/schema.h"
#include "scenario/document.h"

namespace hadal::inline scenario {

// Where each key path of a file stands, for problems found after reading (e.g. unknown vehicle).
class SourceMap {
 public:
  void set(const std::string& key, SourceLocation location) { locations_[key] =
      std::move(location); }
  // Place of a key, or of its nearest parent that stands in the file.
  SourceLocation location(std::string key) const;

 private:
  std::map<std::string, SourceLocation> locations_;
};

// What else an unknown tag may mean, as the end of a message; empty: nothing.
using TagHint = std::function<std::string(const std::string& tag,
                                          const std::vector<std::string>& kinds)>;

// Reads `node` into `object`, a struct of the given schema that holds its defaults. Unknown keys,
// wrong types, numbers out of range or not finite, missing required keys, duplicate names and
// broken cross-field rules are problems. `key` is the path of the node within the file.
void read_struct(const Node& node, const StructSchema& schema, void* object, const std::string& key,
                 SourceMap& locations, Problems& problems, const TagHint& tag_hint = {});

}  // namespace hadal::scenario
