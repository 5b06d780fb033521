// Six-axis force/torque sensor between a link and its parent, at any joint or weld: the wrench that the
// parent exerts on the link, about the origin of the sensor in its axes,
//   f_S = R_LS^T f_L,   m_S = R_LS^T (m_L - p_LS x f_L).
// It holds and moves all that hangs on the link: inertia and the reaction of the added mass, weight,
// buoyancy, drag, carried mass and contact (dynamics/multibody/tree.h). Mean over the last step; zero
// before the first.
#pragma once
#include "kinds/sensors/columns.h"

namespace hadal::inline kinds {

struct ForceTorque : extension::SensorConfig {
  static constexpr auto kMessage = extension::ReadingMessage::kWrench;
  extension::NoiseModel force;   // N
  extension::NoiseModel torque;  // N m
  int wrench = 0;                // by its number

  static const StructSchema& schema();
  void prepare(extension::SensorSetting& setting) { wrench = setting.transmitted_wrench(); }
  Columns columns() const { return join({xyz("force", "_N", "N"), xyz("torque", "_N_m", "N m")}); }
  std::vector<extension::NoiseGroup> noise_groups() const { return {{force, 3}, {torque, 3}}; }
  bool measure(const extension::SensorContext& now, extension::SensorSample& sample) const;
};

}  // namespace hadal::kinds
