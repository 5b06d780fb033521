// The kinds of actuators, ours in the order in which a vehicle has them. One file per kind, written
// in the header for everybody's (hadal/extension/actuator.h).
#pragma once
#include "hadal/extension/actuator.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
extension::ActuatorKind built_in_actuator();

KindList<extension::ActuatorKind>& actuator_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& actuator_schemas();
// The kind of a config; it must have one. The joints of links have one that no list names.
const extension::ActuatorKind& actuator_kind_of(const AnyConfig& config);

}  // namespace hadal::kinds
