// `!current`: scales a named current of the scenario and adds a velocity to it.
#include "kinds/events/list.h"
#include "kinds/phrases.h"
#include "kinds/quantities.h"

namespace hadal::inline kinds {

struct CurrentEvent : EventConfig {
  std::string current;
  double factor = 1;
  double add_north_m_s = 0;
  double add_east_m_s = 0;
  double add_down_m_s = 0;

  static const StructSchema& schema();
  EventEffect effect(const EventSetting& setting) const {
    const int index = setting.current(current, "current");
    return {.inputs = {{{InputKey::kCurrentFactor, index}, {factor}},
                       {{InputKey::kCurrentAdd, index},
                        {add_north_m_s, add_east_m_s, add_down_m_s}}}};
  }
  std::string text() const {
    std::string out = "current " + current;
    if (factor != 1) out += printed(" times %.3g", factor);
    if (add_north_m_s != 0 || add_east_m_s != 0 || add_down_m_s != 0)
      out += printed(" plus %.2f m/s north, %.2f m/s east, %.2f m/s down", add_north_m_s,
                     add_east_m_s, add_down_m_s);
    return out;
  }
};

const StructSchema& CurrentEvent::schema() {
  using C = CurrentEvent;
  static const StructSchema s =
      event_schema<C>("current", "Changes a named current while the simulation runs.")
          .name("current", &C::current, "Name of the current.")
          .required()
          .number("factor", &C::factor,
                  "Multiplies the scenario's value; a later event replaces an earlier one.",
                  quantity::kCurrentFactor.bounds)
          .number("add_north_m_s", &C::add_north_m_s, "Added to its north component.",
                  quantity::kCurrentVelocity.bounds)
          .number("add_east_m_s", &C::add_east_m_s, "Added to its east component.",
                  quantity::kCurrentVelocity.bounds)
          .number("add_down_m_s", &C::add_down_m_s, "Added to its downward component.",
                  quantity::kCurrentVelocity.bounds);
  return s;
}

template <>
EventKind built_in_event<CurrentEvent>() {
  return event_kind<CurrentEvent>();
}

}  // namespace hadal::kinds
