#include "world/world.h"

#include "scenario/quantities.h"

namespace hadal::inline world {

World::World() = default;
World::~World() = default;
World::World(const World&) = default;
World::World(World&&) noexcept = default;
World& World::operator=(const World&) = default;
World& World::operator=(World&&) noexcept = default;

const Quantity& command_quantity(ActuatorKind kind) {
  switch (kind) {
    case ActuatorKind::kFin:
      return quantity::kFinAngle;
    case ActuatorKind::kBallast:
      return quantity::kBallastContent;
    case ActuatorKind::kMass:
      return quantity::kMassOffset;
    case ActuatorKind::kJoint:
      return quantity::kJointEffort;
    case ActuatorKind::kThruster:
      break;
  }
  return quantity::kThrusterCommand;
}

int World::find_vehicle(const std::string& name) const {
  for (size_t i = 0; i < vehicles.size(); ++i)
    if (vehicles[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace hadal::world
