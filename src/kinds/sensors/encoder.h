// Encoder of a joint: its position and velocity, and the effort of its drive (of strain gauges in the
// gear or the current of its motor). Resolution and range are those of the noise models; docs/sensors.md.
#pragma once
#include <string>

#include "kinds/sensors/columns.h"

namespace hadal::inline kinds {

struct Encoder : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kJointState;
  std::string joint;
  extension::NoiseModel position;  // rad or m
  extension::NoiseModel velocity;  // rad/s or m/s
  extension::NoiseModel effort;    // N m or N
  extension::JointOfVehicle measured;

  static const StructSchema& schema();
  void prepare(extension::SensorSetting& setting) { measured = setting.joint(joint, "joint"); }
  Columns columns() const;
  std::vector<extension::NoiseGroup> noise_groups() const;
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;
};

}  // namespace hadal::kinds
