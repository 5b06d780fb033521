// `!lamp`: switches or dims a lamp of a vehicle.
#include "kinds/events/list.h"
#include "kinds/phrases.h"
#include "kinds/quantities.h"

namespace hadal::inline kinds {

struct LampEvent : EventConfig {
  std::string vehicle;
  std::string lamp;
  double level = 1;

  static const StructSchema& schema() {
    using C = LampEvent;
    static const StructSchema s =
        event_schema<C>("lamp", "Switches or dims a lamp.")
            .text("vehicle", &C::vehicle, "The vehicle.")
            .required()
            .text("lamp", &C::lamp, "Its lamp.")
            .required()
            .number("level", &C::level, "Fraction of its light.", quantity::kLampLevel.bounds)
            .required();
    return s;
  }
  EventEffect effect(const EventSetting& setting) const {
    const int index = setting.lamp(setting.vehicle(vehicle, "vehicle"), lamp, "lamp");
    return {.inputs = {{{InputKey::kLampLevel, index}, {level}}}};
  }
  std::string text() const { return "lamp " + lamp + printed(" at %.0f %%", 100 * level); }
};

template <>
EventKind built_in_event<LampEvent>() {
  return event_kind<LampEvent>();
}

}  // namespace hadal::kinds
