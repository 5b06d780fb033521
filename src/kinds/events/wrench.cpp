#include "kinds/events/wrench.h"

#include "kinds/events/list.h"
#include "kinds/phrases.h"
#include "kinds/quantities.h"

namespace hadal::inline kinds {

EventEffect WrenchEvent::effect(const EventSetting& setting) const {
  const int index = setting.link(setting.vehicle(vehicle, "vehicle"), link, "link");
  const std::vector<double> added(wrench.begin(), wrench.end());
  std::vector<double> opposite = added;
  for (double& value : opposite) value = -value;
  return {.inputs = {{{InputKey::kLinkWrench, index}, added}},
          .end_inputs = {{{InputKey::kLinkWrench, index}, opposite}},
          .duration_s = duration_s};
}

std::string WrenchEvent::text() const {
  return six_text("pushed with", wrench, "N", "N m") +
         (duration_s < kForever_s ? printed(" for %.3g s", duration_s) : "");
}

const StructSchema& WrenchEvent::schema() {
  using C = WrenchEvent;
  static const StructSchema s =
      event_schema<C>("wrench", "A force and moment from outside on a link, in its axes.")
          .name("vehicle", &C::vehicle, "The vehicle.")
          .required()
          .text("link", &C::link, "The link; the first if left out.")
          .vector("wrench", &C::wrench,
                  "Surge, sway, heave N; roll, pitch, yaw N m, about the link origin.",
                  quantity::kWrench.bounds)
          .required()
          .number("duration_s", &C::duration_s, "How long.", kNotNegative);
  return s;
}

template <>
EventKind built_in_event<WrenchEvent>() {
  return event_kind<WrenchEvent>();
}

}  // namespace hadal::kinds
