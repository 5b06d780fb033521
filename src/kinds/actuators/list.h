// The kinds of actuators, ours in the order in which a vehicle has them. One file per kind, written
// in the header for everybody's (hadal/extension/actuator.h).
#pragma once
#include "hadal/extension/actuator.h"
#include "kinds/kind_list.h"

namespace hadal::inline kinds {

// Defined in the file of the kind.
template <class T>
extension::ActuatorKind built_in_actuator();

// That of a kind which throws nothing in a step: what every step calls is called straight, without the
// frame that names what a kind throws (hadal/extension/kind_error.h), 2 % of a small vehicle's step.
template <class T>
extension::ActuatorKind silent_actuator_kind() {
  extension::ActuatorKind kind = extension::actuator_kind<T>();
  kind.advance = [](const void* c, const extension::ActuatorInput& input, std::span<double> state,
                    std::span<double> middle) {
    static_cast<const T*>(c)->advance(input, state, middle);
  };
  kind.act = [](const void* c, const extension::ActuatorFlow& flow,
                const extension::ActuatorInput& input, std::span<const double> middle,
                std::span<double> state) {
    return static_cast<const T*>(c)->act(flow, input, middle, state);
  };
  return kind;
}

KindList<extension::ActuatorKind>& actuator_list();
// Their schemas, for tagged lists.
const std::vector<const StructSchema*>& actuator_schemas();
// The kind of a config; it must have one. The joints of links have one that no list names.
const extension::ActuatorKind& actuator_kind_of(const AnyConfig& config);

}  // namespace hadal::kinds
