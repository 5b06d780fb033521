#include "kinds/actuators/list.h"

#include "kinds/actuators/joint.h"

namespace hadal::inline kinds {

constexpr extension::ActuatorKind (*kActuators[])() = {
    built_in_actuator<struct Thruster>,
    built_in_actuator<struct Fin>,
    built_in_actuator<struct Ballast>,
    built_in_actuator<struct MovingMass>,
    built_in_actuator<struct AirPropeller>,
};

KindList<extension::ActuatorKind>& actuator_list() {
  static KindList<extension::ActuatorKind> list(kActuators);
  return list;
}

const std::vector<const StructSchema*>& actuator_schemas() {
  return actuator_list().schemas();
}

const extension::ActuatorKind& actuator_kind_of(const AnyConfig& config) {
  static constexpr extension::ActuatorKind kJoint = extension::actuator_kind<JointDrive>();
  return config.schema() == &JointDrive::schema() ? kJoint : actuator_list().of(config);
}

extension::ActuatorCommand JointDrive::command() const {
  return {"effort", slides ? "N" : "N m", -1e7, 1e7, 0};
}

const StructSchema& JointDrive::schema() {
  static const StructSchema s =
      extension::actuator_schema<JointDrive>("joint", "The drive of a joint.")
          .boolean("slides", &JointDrive::slides, "It slides instead of turning.");
  return s;
}

}  // namespace hadal::kinds
