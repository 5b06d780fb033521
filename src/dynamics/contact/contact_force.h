// What touched in a step, with what force. Link a is pushed along the normal; b is another link or,
// with index -1, the ground.
#pragma once
#include "math/types.h"

namespace hadal::dynamics {

struct ContactForce {
  int link_a = -1, link_b = -1;
  int shape_a = 0, shape_b = 0;  // index among the collision shapes of the link; 0 for the ground
  Vec3 p_N = Vec3::Zero();
  Vec3 normal_N = Vec3::Zero();  // from b to a
  Vec3 force_N = Vec3::Zero();   // on a
  Vec3 slip_N = Vec3::Zero();    // velocity of a's surface against b's, along the surface, m/s
  double depth_m = 0;
};

}  // namespace hadal::dynamics
