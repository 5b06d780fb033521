// Every kind of force that a link may list under `forces`: ours, then those of extensions.
#pragma once
#include <vector>

#include "hadal/extension/force.h"

namespace hadal::inline kinds {

const std::vector<const extension::ForceKind*>& force_kinds();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& force_schemas();
// The kind of a config; it must have one.
const extension::ForceKind& force_kind_of(const AnyConfig& config);
// Adds a kind of an extension. Before any scenario is read.
void add_force_kind(const extension::ForceKind& kind);

}  // namespace hadal::kinds
