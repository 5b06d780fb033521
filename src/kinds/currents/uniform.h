// The same current everywhere in its layer.
#pragma once
#include "kinds/currents/current.h"

namespace hadal::inline kinds {

struct UniformCurrent : CurrentConfig {
  double speed_m_s = 0;  // horizontal
  double toward_rad = 0;
  double down_m_s = 0;
  static const StructSchema& schema();

  void prepare(const CurrentRun&, CheckReport&);
  Vec3 velocity_everywhere_N(double, const double*) const { return prepared_velocity_N; }

  Vec3 prepared_velocity_N = Vec3::Zero();
};

}  // namespace hadal::kinds
