// The drive of a hinge or slide: its command is an effort, which acts inside the multibody.
#pragma once
#include <span>
#include <vector>

#include "hadal/extension/actuator.h"

namespace hadal::inline kinds {

// What the command of a joint asks for: N m (N), rad (m), rad/s (m/s), V.
enum class JointCommand { kEffort, kPosition, kVelocity, kVoltage };

struct JointDrive : extension::ActuatorConfig {
  bool slides = false;
  JointCommand asks_for = JointCommand::kEffort;
  static const StructSchema& schema();
  extension::ActuatorCommand command() const;
  std::vector<extension::Column> columns() const { return {}; }
  void advance(const extension::ActuatorInput&, std::span<double>, std::span<double>) const {}
  extension::ActuatorAction act(const extension::ActuatorFlow&, const extension::ActuatorInput&,
                                std::span<const double>, std::span<double>) const {
    return {};
  }
};

}  // namespace hadal::kinds
