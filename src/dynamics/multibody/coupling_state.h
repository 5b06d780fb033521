// What goes in and out of the welds of a Multibody (CouplingSpec of kind kWeld), one entry per
// coupling of its spec. Frame S is on link a, frame P on link b; axis x of S is the one that may be
// left free. SI and radians.
#pragma once
#include "math/types.h"

namespace hadal::dynamics {

// Written by the caller; stays until it is overwritten. Part of what changes: whoever restores a
// state writes it again.
struct CouplingTarget {
  bool active = false;
  Pose X_SP;  // of P in S, as it shall be
  // P may move along x of S, but not below zero, where it meets a stop that pushes and does not
  // pull; X_SP.p.x() then follows P.
  bool slides = false;
};

// Of the last step: the wrench on link b at P, in axes of S. Zero while not active.
struct CouplingForce {
  Vec3 force_S = Vec3::Zero();
  Vec3 torque_S = Vec3::Zero();
};

}  // namespace hadal::dynamics
