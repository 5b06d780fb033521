#include "kinds/sensors/inertial.h"

#include <cmath>

#include "math/rotation.h"

namespace hadal::inline kinds {

Vec3 earth_rate_N(double latitude_rad) {
  return kEarthRate_rad_s * Vec3(std::cos(latitude_rad), 0, -std::sin(latitude_rad));
}

Vec3 specific_force_S(const extension::SensorContext& now) {
  const extension::Motion& body = now.body();
  const Quat q_BN = to_quat(body.q_NB).conjugate();
  const Vec3 w_B = to_vec6(body.nu_B).tail<3>(), r = to_vec3(now.X_BS().p);
  const Vec3 coriolis_N = 2 * to_vec3(now.earth_rate_N()).cross(v_NS_N(now));
  const Vec3 origin_N = to_vec3(body.a_NB_N) + coriolis_N - Vec3(0, 0, now.sea().gravity_m_s2());
  const Vec3 f_B = q_BN * origin_N + to_vec3(body.alpha_NB_B).cross(r) + w_B.cross(w_B.cross(r));
  return to_quat(now.X_BS().q).conjugate() * f_B;
}

Vec3 angular_rate_S(const extension::SensorContext& now) {
  const extension::Motion& body = now.body();
  const Vec3 w_IB_B = to_vec6(body.nu_B).tail<3>() +
                      to_quat(body.q_NB).conjugate() * to_vec3(now.earth_rate_N());
  return to_quat(now.X_BS().q).conjugate() * w_IB_B;
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

}  // namespace hadal::kinds
