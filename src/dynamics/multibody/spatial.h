// Spatial (6-vector) algebra, linear first, in link coordinates (Featherstone 2008, ch. 2, with the
// two halves of every vector exchanged).
//   motion  nu = (v, w): velocity of the frame origin and angular velocity
//   force   f = (f, n): force and moment about the frame origin
//   inertia [A H; H^T B]: f = A v + H w, n = H^T v + B w
// R = R_PL and p = p_PL place the child frame L in the parent frame P.
#pragma once
#include "math/types.h"

namespace hadal::dynamics {

// nu x m: rate of change of a motion vector m fixed in a frame that moves with nu.
inline Vec6 cross_motion(const Vec6& nu, const Vec6& m) {
  Vec6 out;
  out.head<3>() = nu.tail<3>().cross(m.head<3>()) + nu.head<3>().cross(m.tail<3>());
  out.tail<3>() = nu.tail<3>().cross(m.tail<3>());
  return out;
}

// nu x* f: rate of change of a force vector f fixed in a frame that moves with nu.
inline Vec6 cross_force(const Vec6& nu, const Vec6& f) {
  Vec6 out;
  out.head<3>() = nu.tail<3>().cross(f.head<3>());
  out.tail<3>() = nu.tail<3>().cross(f.tail<3>()) + nu.head<3>().cross(f.head<3>());
  return out;
}

// The motion of the parent frame, seen by the child.
inline Vec6 motion_to_child(const Mat3& R, const Vec3& p, const Vec6& nu_P) {
  const Vec3 w = nu_P.tail<3>();
  Vec6 nu;
  nu.head<3>().noalias() = R.transpose() * (nu_P.head<3>() + w.cross(p));
  nu.tail<3>().noalias() = R.transpose() * w;
  return nu;
}

// A force on the child, as a force on the parent.
inline Vec6 force_to_parent(const Mat3& R, const Vec3& p, const Vec6& f_L) {
  const Vec3 f = R * f_L.head<3>();
  Vec6 out;
  out.head<3>() = f;
  out.tail<3>() = R * f_L.tail<3>() + p.cross(f);
  return out;
}

// m [p]x, without the products with zeros.
inline Mat3 times_skew(const Mat3& m, const Vec3& p) {
  Mat3 out;
  out.col(0) = m.col(1) * p.z() - m.col(2) * p.y();
  out.col(1) = m.col(2) * p.x() - m.col(0) * p.z();
  out.col(2) = m.col(0) * p.y() - m.col(1) * p.x();
  return out;
}

// The inertia of the child, as an inertia of the parent.
inline Mat6 inertia_to_parent(const Mat3& R, const Vec3& p, const Mat6& inertia_L) {
  const Mat3 A = R * inertia_L.topLeftCorner<3, 3>() * R.transpose();
  Mat3 H = R * inertia_L.topRightCorner<3, 3>() * R.transpose();
  Mat3 B = R * inertia_L.bottomRightCorner<3, 3>() * R.transpose();
  B -= times_skew(H.transpose(), p);
  H -= times_skew(A, p);
  B -= times_skew(H.transpose(), p).transpose();  // [p]x H = -(H^T [p]x)^T
  Mat6 out;
  out.topLeftCorner<3, 3>() = A;
  out.topRightCorner<3, 3>() = H;
  out.bottomLeftCorner<3, 3>() = H.transpose();
  out.bottomRightCorner<3, 3>() = B;
  return out;
}

}  // namespace hadal::dynamics
