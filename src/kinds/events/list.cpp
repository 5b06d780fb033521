#include "kinds/events/list.h"

namespace hadal::inline kinds {

// `describe` and the docs show them in this order.
constexpr EventKind (*kEvents[])() = {
    built_in_event<struct ThrusterHealthEvent>,
    built_in_event<struct CurrentEvent>,
    built_in_event<struct WavesEvent>,
    built_in_event<struct WindEvent>,
    built_in_event<struct TurbidityEvent>,
    built_in_event<struct LampEvent>,
    built_in_event<struct WrenchEvent>,
    built_in_event<struct SendEvent>,
    built_in_event<struct CommandEvent>,
    built_in_event<struct JointFaultEvent>,
};

KindList<EventKind>& event_list() {
  static KindList<EventKind> list(kEvents);
  return list;
}

const std::vector<const StructSchema*>& event_schemas() {
  return event_list().schemas();
}

}  // namespace hadal::kinds
