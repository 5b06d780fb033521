// The kinds of currents that a scenario may list under environment.currents. One file per kind, as
// current.h says.
#pragma once
#include "kinds/currents/current.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
CurrentKind built_in_current();

KindList<CurrentKind>& current_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& current_schemas();

}  // namespace hadal::kinds
