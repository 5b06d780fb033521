// The kinds of couplings. One file per kind or group of kinds, as coupling.h says.
#pragma once
#include "kinds/couplings/coupling.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
CouplingKind built_in_coupling();

KindList<CouplingKind>& coupling_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& coupling_schemas();

}  // namespace hadal::kinds
