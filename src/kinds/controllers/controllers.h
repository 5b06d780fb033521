// The list of controllers: ours, then those of extensions.
#pragma once
#include <vector>

#include "hadal/extension/controller.h"

namespace hadal::inline kinds {

const std::vector<const extension::ControllerKind*>& controller_kinds();
const std::vector<const StructSchema*>& controller_schemas();
// The kind of a config; null for an empty one.
const extension::ControllerKind* controller_kind_of(const AnyConfig& config);

// A kind of an extension, which stays loaded. Before the first scenario is read, in one thread.
void add_controller_kind(const extension::ControllerKind& kind);

}  // namespace hadal::kinds
