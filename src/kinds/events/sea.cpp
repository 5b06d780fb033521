// `!waves`, `!wind`, `!turbidity`: one number of the sea each. Waves and wind have a factor on what
// the scenario says, and a factor on nothing would do nothing.
#include "kinds/events/list.h"
#include "kinds/phrases.h"
#include "kinds/quantities.h"

namespace hadal::inline kinds {

struct WavesEvent : EventConfig {
  double factor = 1;

  static const StructSchema& schema() {
    static const StructSchema s =
        event_schema<WavesEvent>("waves", "Changes the waves while the simulation runs.")
            .number("factor", &WavesEvent::factor,
                    "Multiplies every amplitude; a later event replaces an earlier one.",
                    quantity::kWaveFactor.bounds)
            .required();
    return s;
  }
  EventEffect effect(const EventSetting& setting) const {
    if (!setting.has_waves())
      setting.fail("", "there are no waves to change: environment.waves is missing");
    return {.inputs = {{{InputKey::kWaveFactor, 0}, {factor}}}};
  }
  std::string text() const {
    return printed("waves now %.3g times as high as at the start", factor);
  }
};

struct WindEvent : EventConfig {
  double factor = 1;

  static const StructSchema& schema() {
    static const StructSchema s =
        event_schema<WindEvent>("wind", "Changes the wind while the simulation runs.")
            .number("factor", &WindEvent::factor,
                    "Multiplies its speed; a later event replaces an earlier one.",
                    quantity::kWindFactor.bounds)
            .required();
    return s;
  }
  EventEffect effect(const EventSetting& setting) const {
    if (!setting.has_wind())
      setting.fail("", "there is no wind to change: environment.wind.speed_m_s is 0");
    return {.inputs = {{{InputKey::kWindFactor, 0}, {factor}}}};
  }
  std::string text() const {
    return printed("wind now %.3g times as strong as at the start", factor);
  }
};

struct TurbidityEvent : EventConfig {
  double turbidity_ntu = 0;

  static const StructSchema& schema() {
    static const StructSchema s =
        event_schema<TurbidityEvent>("turbidity",
                                     "Changes the turbidity while the simulation runs.")
            .number("turbidity_ntu", &TurbidityEvent::turbidity_ntu,
                    "Silt in the water beyond that of its type.", quantity::kTurbidity.bounds)
            .required();
    return s;
  }
  EventEffect effect(const EventSetting&) const {
    return {.inputs = {{{InputKey::kTurbidity, 0}, {turbidity_ntu}}}};
  }
  std::string text() const { return printed("turbidity now %.3g NTU", turbidity_ntu); }
};

template <>
EventKind built_in_event<WavesEvent>() {
  return event_kind<WavesEvent>();
}
template <>
EventKind built_in_event<WindEvent>() {
  return event_kind<WindEvent>();
}
template <>
EventKind built_in_event<TurbidityEvent>() {
  return event_kind<TurbidityEvent>();
}

}  // namespace hadal::kinds
