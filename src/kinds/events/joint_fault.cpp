// `!joint_fault`: a joint is stuck, its drive comes off it, or it is repaired.
#include "kinds/events/list.h"

namespace hadal::inline kinds {

struct JointFaultEvent : EventConfig {
  enum class Fault { kNone, kFree, kStuck };  // as InputKey::kJointFault counts them
  std::string vehicle;
  std::string joint;
  Fault fault = Fault::kStuck;

  static const StructSchema& schema() {
    using C = JointFaultEvent;
    static const StructSchema s =
        event_schema<C>("joint_fault", "A joint is stuck, comes off its drive, or is repaired.")
            .name("vehicle", &C::vehicle, "The vehicle.")
            .required()
            .name("joint", &C::joint, "The joint, by the name of its link.")
            .required()
            .choice("fault", &C::fault,
                    "stuck: it holds still under any load; free: neither drive nor friction acts; "
                    "none: as new.",
                    {{"stuck", Fault::kStuck}, {"free", Fault::kFree}, {"none", Fault::kNone}});
    return s;
  }
  EventEffect effect(const EventSetting& setting) const {
    const int index = setting.joint(setting.vehicle(vehicle, "vehicle"), joint, "joint");
    return {.inputs = {{{InputKey::kJointFault, index}, {static_cast<double>(fault)}}}};
  }
  std::string text() const {
    const std::string who = "joint " + joint;
    if (fault == Fault::kStuck) return who + " is stuck";
    return who + (fault == Fault::kFree ? " is free of its drive" : " works again");
  }
};

template <>
EventKind built_in_event<JointFaultEvent>() {
  return event_kind<JointFaultEvent>();
}

}  // namespace hadal::kinds
