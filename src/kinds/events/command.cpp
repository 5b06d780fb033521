// `!command`: commands an actuator, in the unit of commands in missions.
#include "kinds/events/list.h"
#include "kinds/phrases.h"
#include "kinds/quantities.h"

namespace hadal::inline kinds {

struct CommandEvent : EventConfig {
  std::string vehicle;
  std::string actuator;
  double command = 0;

  static const StructSchema& schema() {
    using C = CommandEvent;
    static const StructSchema s =
        event_schema<C>("command",
                        "Commands an actuator; one of the controller's takes the vehicle over.")
            .name("vehicle", &C::vehicle, "The vehicle.")
            .required()
            .name("actuator", &C::actuator, "The actuator.")
            .required()
            .number("command", &C::command,
                    "In the unit of commands in missions: degrees of a fin.")
            .required();
    return s;
  }
  EventEffect effect(const EventSetting& setting) const {
    const int index =
        setting.actuator(setting.vehicle(vehicle, "vehicle"), actuator, "actuator");
    if (index < 0) return {};
    const extension::ActuatorCommand& meaning = setting.command_of(index);
    const double value = command * meaning.schedule_unit;
    if (const std::string wrong = range_problem(quantity_of(meaning), value); !wrong.empty())
      setting.fail("command", wrong);
    return {.inputs = {{{InputKey::kCommand, index}, {value}}}};
  }
  std::string text() const { return actuator + printed(" commanded %.4g", command); }
};

template <>
EventKind built_in_event<CommandEvent>() {
  return event_kind<CommandEvent>();
}

}  // namespace hadal::kinds
