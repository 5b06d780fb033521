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
  if (vehicle.is_object) return false;
  if (vehicle.kinematic) return mode != ControlMode::kEffort && mode != ControlMode::kCourse;
  if (vehicle.controller.kind) return vehicle.controller.kind->offers(mode);
  return vehicle.thrusters.count > 0 &&
         (mode == ControlMode::kManual || mode == ControlMode::kOff);
}

std::vector<ControlMode> modes_of(const Vehicle& vehicle) {
  std::vector<ControlMode> modes;
  for (int i = 0; i < kControlModes; ++i)
    if (offers_mode(vehicle, static_cast<ControlMode>(i)))
      modes.push_back(static_cast<ControlMode>(i));
  return modes;
}

}  // namespace hadal::control
