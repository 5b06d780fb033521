#include "kinds/actuators/list.h"

#include "base/check.h"
#include "kinds/actuators/ballast.h"
#include "kinds/actuators/fin.h"
#include "kinds/actuators/joint.h"
#include "kinds/actuators/moving_mass.h"
#include "kinds/actuators/thruster.h"

namespace hadal::inline kinds {

using extension::actuator_kind;
using extension::ActuatorKind;

namespace {

constexpr ActuatorKind kActuators[] = {
    actuator_kind<Thruster>(),
    actuator_kind<Fin>(),
    actuator_kind<Ballast>(),
    actuator_kind<MovingMass>(),
};

struct ActuatorLists {
  std::vector<const ActuatorKind*> kinds;
  std::vector<const StructSchema*> schemas;

  ActuatorLists() {
    for (const ActuatorKind& kind : kActuators) add(kind);
  }
  void add(const ActuatorKind& kind) {
    kinds.push_back(&kind);
    schemas.push_back(&kind.schema());
  }
};

ActuatorLists& actuator_lists() {
  static ActuatorLists lists;
  return lists;
}

}  // namespace

const std::vector<const ActuatorKind*>& actuator_kinds() {
  return actuator_lists().kinds;
}

const std::vector<const StructSchema*>& actuator_schemas() {
  return actuator_lists().schemas;
}

const ActuatorKind& actuator_kind_of(const AnyConfig& config) {
  for (const ActuatorKind* kind : actuator_kinds())
    if (&kind->schema() == config.schema()) return *kind;
  HADAL_CHECK(config.schema() == &JointDrive::schema(), "an actuator of no known kind");
  return joint_kind();
}

const ActuatorKind& joint_kind() {
  static constexpr ActuatorKind kKind = actuator_kind<JointDrive>();
  return kKind;
}

void add_actuator_kind(const ActuatorKind& kind) {
  actuator_lists().add(kind);
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
