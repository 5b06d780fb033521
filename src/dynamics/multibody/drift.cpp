#include "dynamics/multibody/drift.h"

#include <cmath>

#include "math/rotation.h"

namespace hadal::dynamics {
namespace {

Quat read_quaternion(const double* q) {
  return Quat(q[0], q[1], q[2], q[3]);
}

void write_quaternion(const Quat& q, double* to) {
  to[0] = q.w();
  to[1] = q.x();
  to[2] = q.y();
  to[3] = q.z();
}

void turn(const double* from, const Vec3& rotation, double* to) {
  const Quat q = read_quaternion(from) * quaternion_from_rotation_vector(rotation);
  write_quaternion(q.normalized(), to);
}

// Mean of the rotations passed on the way to `rotation`: the displacement of a point that moves
// with the constant velocity v in turning axes is mean_rotation * v dt.
Mat3 mean_rotation(const Vec3& rotation) {
  const double angle = rotation.norm(), square = angle * angle;
  const bool small = angle < 1e-4;
  const double a = small ? 0.5 - square / 24 : (1 - std::cos(angle)) / square;
  const double b = small ? 1.0 / 6 - square / 120 : (angle - std::sin(angle)) / (square * angle);
  const Mat3 cross = skew(rotation);
  return Mat3::Identity() + a * cross + b * cross * cross;
}

void drift_root(const double* from, const double* v, double dt, double* to, double* v_to) {
  const Mat3 R = read_quaternion(from + 3).toRotationMatrix();
  const Vec3 v_L = R.transpose() * Vec3(v[0], v[1], v[2]);
  const Vec3 rotation = dt * Vec3(v[3], v[4], v[5]);
  const Vec3 displacement = dt * (R * (mean_rotation(rotation) * v_L));
  for (int k = 0; k < 3; ++k) to[k] = from[k] + displacement[k];
  turn(from + 3, rotation, to + 3);
  const Vec3 v_N = read_quaternion(to + 3).toRotationMatrix() * v_L;
  for (int k = 0; k < 3; ++k) v_to[k] = v_N[k];
  for (int k = 3; k < 6; ++k) v_to[k] = v[k];
}

}  // namespace

void drift(const Tree& tree, std::span<const double> from, std::span<const double> qvel,
           double dt_s, std::span<double> to) {
  for (size_t i = 0; i < tree.links().size(); ++i) {
    const TreeLink& link = tree.links()[i];
    if (link.dof < 0 || tree.kinematic(static_cast<int>(i))) continue;
    const double* v = &qvel[link.dof];
    const double* q = &from[link.position];
    double* out = &to[link.position];
    if (link.joint != JointKind::kFree) {
      out[0] = q[0] + dt_s * v[0];
      continue;
    }
    for (int k = 0; k < 3; ++k) out[k] = q[k] + dt_s * v[k];
    turn(q + 3, dt_s * Vec3(v[3], v[4], v[5]), out + 3);
  }
}

void drift_kinematic(const Tree& tree, std::span<const double> from, std::span<const double> qvel,
                     double dt_s, std::span<double> to, std::span<double> qvel_to) {
  for (size_t i = 0; i < tree.links().size(); ++i) {
    const TreeLink& link = tree.links()[i];
    if (link.dof < 0 || !tree.kinematic(static_cast<int>(i))) continue;
    if (link.joint == JointKind::kFree) {
      drift_root(&from[link.position], &qvel[link.dof], dt_s, &to[link.position],
                 &qvel_to[link.dof]);
    } else {
      to[link.position] = from[link.position] + dt_s * qvel[link.dof];
      qvel_to[link.dof] = qvel[link.dof];
    }
  }
}

}  // namespace hadal::dynamics
