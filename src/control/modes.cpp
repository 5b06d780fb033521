#include "control/modes.h"

namespace hadal::control {
namespace {
constexpr const char* kModeNames[kControlModes] = {"position", "velocity", "effort",
                                                   "manual",   "course",   "off"};
}  // namespace

const char* control_mode_name(ControlMode mode) {
  return kModeNames[static_cast<int>(mode)];
}

std::optional<ControlMode> control_mode_named(std::string_view name) {
  for (int i = 0; i < kControlModes; ++i)
    if (name == kModeNames[i]) return static_cast<ControlMode>(i);
  return std::nullopt;
}

bool offers_mode(const Vehicle& vehicle, ControlMode mode) {
  const ControllerKind kind = vehicle.controller.kind;
  const bool moves =
      vehicle.kinematic || kind != ControllerKind::kNone || vehicle.thrusters.count > 0;
  if (vehicle.is_object || !moves) return false;
  const bool six_axes = vehicle.kinematic || kind == ControllerKind::kBody;
  switch (mode) {
    case ControlMode::kManual:
    case ControlMode::kOff:
      return true;
    case ControlMode::kPosition:
    case ControlMode::kVelocity:
      return six_axes;
    case ControlMode::kEffort:
      return six_axes && !vehicle.kinematic;
    case ControlMode::kCourse:
      return !six_axes && kind != ControllerKind::kNone;
  }
  return false;
}

std::vector<ControlMode> modes_of(const Vehicle& vehicle) {
  std::vector<ControlMode> modes;
  for (int i = 0; i < kControlModes; ++i)
    if (offers_mode(vehicle, static_cast<ControlMode>(i)))
      modes.push_back(static_cast<ControlMode>(i));
  return modes;
}

}  // namespace hadal::control
