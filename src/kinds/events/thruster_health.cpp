// `!thruster_health`: a thruster fails, weakens or recovers; its controller may know.
#include "kinds/events/list.h"
#include "kinds/phrases.h"
#include "kinds/quantities.h"

namespace hadal::inline kinds {

struct ThrusterHealthEvent : EventConfig {
  std::string vehicle;
  std::string thruster;
  double health = 0;
  bool known = true;

  static const StructSchema& schema() {
    using C = ThrusterHealthEvent;
    static const StructSchema s =
        event_schema<C>("thruster_health", "A thruster fails, weakens or recovers.")
            .name("vehicle", &C::vehicle, "The vehicle.")
            .required()
            .name("thruster", &C::thruster, "The thruster.")
            .required()
            .number("health", &C::health, "1 = as new, 0 = dead; scales its thrust.",
                    quantity::kHealth.bounds)
            .boolean("known", &C::known, "The controller is informed and reallocates the thrust.");
    return s;
  }
  EventEffect effect(const EventSetting& setting) const {
    const int index =
        setting.thruster(setting.vehicle(vehicle, "vehicle"), thruster, "thruster");
    return {.inputs = {{{InputKey::kActuatorHealth, index}, {health, known ? 1.0 : 0.0}}}};
  }
  std::string text() const {
    const std::string who = "thruster " + thruster;
    const std::string hidden = known ? "" : ", unknown to its controller";
    if (health <= 0) return who + " fails" + hidden;
    if (health >= 1) return who + " works again" + hidden;
    return who + printed(" drops to %.0f %% of its thrust", 100 * health) + hidden;
  }
};

template <>
EventKind built_in_event<ThrusterHealthEvent>() {
  return event_kind<ThrusterHealthEvent>();
}

}  // namespace hadal::kinds
