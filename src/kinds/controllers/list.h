// The kinds of controllers. One file per kind, written in the header for everybody's
// (hadal/extension/controller.h).
#pragma once
#include "hadal/extension/controller.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
extension::ControllerKind built_in_controller();

KindList<extension::ControllerKind>& controller_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& controller_schemas();

}  // namespace hadal::kinds
