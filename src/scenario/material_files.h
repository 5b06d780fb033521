// The built-in materials, models/materials/*.yaml: those that a scenario uses are copied into its
// tree before it is read, so that a saved scenario needs no other file.
#pragma once
#include <string>
#include <vector>

#include "scenario/document.h"

namespace hadal::inline scenario {

// Every key `material` (or ending in `_material`) of the tree names a material. What the scenario's
// own `materials` leave out is taken from the tables of the folders, keys of a material that is in
// both one by one; pairs of `friction` likewise. The first folder that has a name wins. An unknown
// name is a problem.
void take_in_materials(Node& root, const std::vector<std::string>& folders, Problems& problems);

// Keys of `preset` that `node` does not give; maps of the same kind are merged key by key.
void take_over(const Node& preset, Node& node);

// The value of a key of a map that may be changed; nothing when it is not there.
Node* find_entry(Node& map, std::string_view key);

}  // namespace hadal::scenario
