// The true motion of the frame S of a sensor, mounted on body B, in the vectors of math/.
#pragma once
#include "hadal/extension/sensor.h"
#include "math/arrays.h"

namespace hadal::inline kinds {

inline Vec3 p_NS_N(const extension::SensorContext& now) {
  return to_vec3(now.body().p_NB_N) + to_quat(now.body().q_NB) * to_vec3(now.X_BS().p);
}
inline Quat q_NS(const extension::SensorContext& now) {
  return to_quat(now.body().q_NB) * to_quat(now.X_BS().q);
}
inline Vec3 v_NS_N(const extension::SensorContext& now) {
  const Vec6 nu_B = to_vec6(now.body().nu_B);
  const Vec3 v_B = nu_B.head<3>(), w_B = nu_B.tail<3>();
  return to_quat(now.body().q_NB) * (v_B + w_B.cross(to_vec3(now.X_BS().p)));
}
// Whether the sensor is under water, waves included.
inline bool is_wet(const extension::Sea& sea, const Vec3& p_N) {
  return p_N.z() > -sea.surface_elevation_m(p_N.x(), p_N.y());
}

}  // namespace hadal::kinds
