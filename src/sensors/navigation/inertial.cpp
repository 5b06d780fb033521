#include "sensors/navigation/inertial.h"

#include <cmath>

#include "math/rotation.h"

namespace hadal::sensors {

Vec3 earth_rate_N(double latitude_rad) {
  return kEarthRate_rad_s * Vec3(std::cos(latitude_rad), 0, -std::sin(latitude_rad));
}

Vec3 specific_force_S(const Truth& truth, const Pose& X_BS) {
  const Vec3 w_B = truth.nu_B.tail<3>();
  const Vec3& r = X_BS.p;
  const Vec3 coriolis_N = 2 * truth.w_IN_N.cross(v_NS_N(truth, X_BS));
  const Vec3 origin_N = truth.a_NB_N + coriolis_N - Vec3(0, 0, truth.gravity_m_s2);
  const Vec3 f_B =
      truth.q_NB.conjugate() * origin_N + truth.alpha_NB_B.cross(r) + w_B.cross(w_B.cross(r));
  return X_BS.q.conjugate() * f_B;
}

Vec3 angular_rate_S(const Truth& truth, const Pose& X_BS) {
  const Vec3 w_IB_B = truth.nu_B.tail<3>() + truth.q_NB.conjugate() * truth.w_IN_N;
  return X_BS.q.conjugate() * w_IB_B;
}

InertialSample mean_inertial_sample(const InertialMotion& start, const InertialMotion& end,
                                    double dt_s, double gravity_m_s2, const Vec3& w_IN_N) {
  const Vec3 turn = rotation_vector(start.q_NS.conjugate() * end.q_NS);
  const Quat q_SN_middle = (start.q_NS * quaternion_from_rotation_vector(turn / 2)).conjugate();
  const Vec3 acceleration_N = (end.v_NS_N - start.v_NS_N) / dt_s;
  const Vec3 coriolis_N = w_IN_N.cross(start.v_NS_N + end.v_NS_N);
  const Vec3 f_N = acceleration_N + coriolis_N - Vec3(0, 0, gravity_m_s2);
  return {q_SN_middle * f_N, turn / dt_s + q_SN_middle * w_IN_N};
}

}  // namespace hadal::sensors
