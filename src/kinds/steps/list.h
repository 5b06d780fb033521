// The kinds of mission steps. One file per kind, as mission_step.h says; its struct is in a header
// where somebody else asks for its parameters.
#pragma once
#include "kinds/kind_list.h"
#include "kinds/steps/mission_step.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
MissionStepKind built_in_step();

KindList<MissionStepKind>& mission_step_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& mission_step_schemas();

}  // namespace hadal::kinds
