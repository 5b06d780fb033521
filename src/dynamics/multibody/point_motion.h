// Motion of a point of a link, or of the world, whose link is -1.
#pragma once
#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

struct PointMotion {
  Vec3 velocity_N = Vec3::Zero();
  Vec3 acceleration_N = Vec3::Zero();  // without joint accelerations
};

// After Tree::velocity_accelerations() or forces().
inline PointMotion point_motion(const Tree& tree, int link, const Vec3& p_N) {
  if (link < 0) return {};
  const LinkKinematics& kin = tree.kinematics()[link];
  const Vec6& a = tree.velocity_acceleration(link);
  const Vec3 r = kin.R_NL.transpose() * (p_N - kin.p_NL_N), v = kin.nu_L.head<3>(),
             w = kin.nu_L.tail<3>();
  const Vec3 velocity = v + w.cross(r);
  return {kin.R_NL * velocity, kin.R_NL * (a.head<3>() + a.tail<3>().cross(r) + w.cross(velocity))};
}

}  // namespace hadal::dynamics
