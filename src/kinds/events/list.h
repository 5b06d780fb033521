// The kinds of events. One file per kind, as event.h says (waves, wind and turbidity share one);
// its struct is in a header where somebody else asks for its parameters.
#pragma once
#include "kinds/events/event.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
EventKind built_in_event();

KindList<EventKind>& event_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& event_schemas();

}  // namespace hadal::kinds
