// `!couple`: lets a coupling hold, or opens it.
#include "kinds/events/list.h"

namespace hadal::inline kinds {

struct CoupleEvent : EventConfig {
  std::string coupling;
  bool engaged = false;

  static const StructSchema& schema() {
    using C = CoupleEvent;
    static const StructSchema s =
        event_schema<C>("couple", "Lets a coupling hold, or opens it.")
            .name("coupling", &C::coupling, "Its name.")
            .required()
            .boolean("engaged", &C::engaged, "Whether it may hold; if not, it opens at once.")
            .required();
    return s;
  }
  EventEffect effect(const EventSetting& setting) const {
    return {.inputs = {{{InputKey::kEngaged, setting.coupling(coupling, "coupling")},
                        {engaged ? 1.0 : 0.0}}}};
  }
  std::string text() const { return coupling + (engaged ? " engaged" : " opened"); }
};

template <>
EventKind built_in_event<CoupleEvent>() {
  return event_kind<CoupleEvent>();
}

}  // namespace hadal::kinds
