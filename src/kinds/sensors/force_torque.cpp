#include "kinds/sensors/force_torque.h"

#include "kinds/sensors/list.h"
#include "math/arrays.h"

namespace hadal::inline kinds {

bool ForceTorque::measure(const extension::SensorContext& now,
                          extension::SensorSample& sample) const {
  const Vec6 wrench_L = to_vec6(now.transmitted_wrench(wrench));
  const Vec3 f_L = wrench_L.head<3>(), m_L = wrench_L.tail<3>();
  const Quat q_SL = to_quat(now.X_BS().q).conjugate();
  ColumnWriter(sample.truth) << Vec3(q_SL * f_L)
                             << Vec3(q_SL * (m_L - to_vec3(now.X_BS().p).cross(f_L)));
  return sample.add_noise(sample.truth, sample.values);
}

const StructSchema& ForceTorque::schema() {
  using C = ForceTorque;
  static const StructSchema s =
      extension::sensor_schema<C>(
          "force_torque",
          "Force and torque that the parent of its link exerts on it, in sensor axes: at any joint "
          "or weld, with inertia, added mass, weight, buoyancy, drag and contact beyond it.")
          .object("force", &C::force, "N.")
          .object("torque", &C::torque, "N m.");
  return s;
}

template <>
extension::SensorKind built_in_sensor<ForceTorque>() {
  return extension::sensor_kind<ForceTorque>();
}

}  // namespace hadal::kinds
