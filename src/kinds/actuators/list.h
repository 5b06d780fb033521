// Every kind of actuator: ours in the order in which a vehicle has them, then those of extensions.
#pragma once
#include <vector>

#include "hadal/extension/actuator.h"

namespace hadal::inline kinds {

const std::vector<const extension::ActuatorKind*>& actuator_kinds();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& actuator_schemas();
// The kind of a config; it must have one.
const extension::ActuatorKind& actuator_kind_of(const AnyConfig& config);
// The joints of links, which no tagged list names.
const extension::ActuatorKind& joint_kind();
// Adds a kind of an extension. Before any scenario is read.
void add_actuator_kind(const extension::ActuatorKind& kind);

}  // namespace hadal::kinds
