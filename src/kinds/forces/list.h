// The kinds of forces that a link may list under `forces`. One file per kind, written in the header
// for everybody's (hadal/extension/force.h).
#pragma once
#include "hadal/extension/force.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
extension::ForceKind built_in_force();

KindList<extension::ForceKind>& force_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& force_schemas();

}  // namespace hadal::kinds
