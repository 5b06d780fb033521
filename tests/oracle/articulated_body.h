// Independent oracle for the multibody dynamics: the articulated-body algorithm (Featherstone 2008,
// ch. 7) with arbitrary 6x6 link inertias, in link coordinates, linear first, with dense 6x6
// transforms. It never forms a joint-space mass matrix, so that it shares no step with the program.
//
// Coordinates stand in link order: a free link has 7 positions (origin in N, quaternion w x y z)
// and 6 velocities (of the origin in N, angular in link axes), a hinge or slide one of each.
#pragma once
#include <span>
#include <vector>

#include "dynamics/multibody/link_state.h"
#include "dynamics/multibody/spec.h"
#include "math/solve.h"

namespace hadal::oracle {

class ArticulatedBody {
 public:
  explicit ArticulatedBody(const dynamics::MultibodySpec& spec) : spec_(spec) {
    for (const dynamics::LinkSpec& link : spec.links) {
      Body body;
      const Mat3 c = skew(link.p_LG_L);
      body.rigid.setZero();
      body.rigid.topLeftCorner<3, 3>().diagonal().setConstant(link.mass_kg);
      body.rigid.bottomLeftCorner<3, 3>() = link.mass_kg * c;
      body.rigid.topRightCorner<3, 3>() = link.mass_kg * c.transpose();
      body.rigid.bottomRightCorner<3, 3>() = link.inertia_G + link.mass_kg * c * c.transpose();
      body.axis.setZero();
      if (link.joint == dynamics::JointKind::kHinge) body.axis.tail<3>() = link.axis_L.normalized();
      if (link.joint == dynamics::JointKind::kSlide) body.axis.head<3>() = link.axis_L.normalized();
      body.q = positions_;
      body.dof = velocities_;
      const bool free = link.joint == dynamics::JointKind::kFree;
      const bool fixed = link.joint == dynamics::JointKind::kFixed;
      positions_ += free ? 7 : fixed ? 0 : 1;
      velocities_ += free ? 6 : fixed ? 0 : 1;
      bodies_.push_back(body);
    }
  }

  int positions() const { return positions_; }
  int velocities() const { return velocities_; }

  // Accelerations of the velocity coordinates.
  Eigen::VectorXd accelerations(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                std::span<const dynamics::LinkLoad> loads,
                                const Eigen::VectorXd& effort) {
    for (size_t i = 0; i < bodies_.size(); ++i) outward(i, q, v, loads[i]);
    for (size_t i = bodies_.size(); i-- > 0;) inward(i, v, effort);
    Eigen::VectorXd out(velocities_);
    for (size_t i = 0; i < bodies_.size(); ++i) accelerate(i, effort, out);
    return out;
  }
  // After accelerations(): what the parent of a link exerts on it, about its origin, link axes.
  Vec6 transmitted_wrench(size_t link) const {
    return bodies_[link].inertia * bodies_[link].a + bodies_[link].bias;
  }

 private:
  struct Body {
    Mat6 rigid, X, inertia;  // X: motion of the parent frame -> motion of the link frame
    Vec6 axis, nu, c, bias, U, a;
    Mat3 R_NL;
    double D = 0, u = 0;
    int q = 0, dof = 0;
  };

  static Mat6 cross(const Vec6& nu) {  // motion cross product
    Mat6 m = Mat6::Zero();
    m.topLeftCorner<3, 3>() = m.bottomRightCorner<3, 3>() = skew(nu.tail<3>());
    m.topRightCorner<3, 3>() = skew(nu.head<3>());
    return m;
  }
  static Mat6 transform(const Mat3& R_PL, const Vec3& p_PL) {
    Mat6 X = Mat6::Zero();
    X.topLeftCorner<3, 3>() = X.bottomRightCorner<3, 3>() = R_PL.transpose();
    X.topRightCorner<3, 3>() = -R_PL.transpose() * skew(p_PL);
    return X;
  }

  void outward(size_t i, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               const dynamics::LinkLoad& load) {
    const dynamics::LinkSpec& link = spec_.links[i];
    Body& b = bodies_[i];
    if (link.joint == dynamics::JointKind::kFree) {
      b.R_NL = Quat(q[b.q + 3], q[b.q + 4], q[b.q + 5], q[b.q + 6]).toRotationMatrix();
      b.nu.head<3>() = b.R_NL.transpose() * v.segment<3>(b.dof);
      b.nu.tail<3>() = v.segment<3>(b.dof + 3);
      b.c.setZero();
    } else {
      Mat3 R = link.pose_PL.q.normalized().toRotationMatrix();
      Vec3 p = link.pose_PL.p;
      double rate = 0;
      if (link.joint != dynamics::JointKind::kFixed) rate = v[b.dof];
      if (link.joint == dynamics::JointKind::kHinge)
        R = R * Eigen::AngleAxisd(q[b.q], link.axis_L.normalized()).toRotationMatrix();
      if (link.joint == dynamics::JointKind::kSlide) p += R * link.axis_L.normalized() * q[b.q];
      const bool root = link.parent < 0;
      b.X = transform(R, p);
      b.R_NL = root ? R : Mat3(bodies_[link.parent].R_NL * R);
      b.nu = b.axis * rate;
      if (!root) b.nu += b.X * bodies_[link.parent].nu;
      b.c = cross(b.nu) * b.axis * rate;
    }
    Vec6 water = Vec6::Zero(), weight = Vec6::Zero();
    water.head<3>() = b.R_NL.transpose() * load.v_water_N;
    weight.head<3>() = link.mass_kg * b.R_NL.transpose() * spec_.gravity_N;
    weight.tail<3>() = link.p_LG_L.cross(weight.head<3>());
    const Vec6 relative = b.nu - water;
    const Mat6& added = link.added_mass_L;
    b.inertia = b.rigid + added;
    b.bias = -cross(b.nu).transpose() * b.rigid * b.nu + added * cross(b.nu) * water - weight -
             load.tau_L;
    if (link.added_mass_momentum) b.bias -= cross(relative).transpose() * added * relative;
  }

  void inward(size_t i, const Eigen::VectorXd& v, const Eigen::VectorXd& effort) {
    const dynamics::LinkSpec& link = spec_.links[i];
    Body& b = bodies_[i];
    if (link.joint == dynamics::JointKind::kFree) return;
    Mat6 inertia = b.inertia;
    Vec6 bias = b.bias + inertia * b.c;
    if (link.joint != dynamics::JointKind::kFixed) {
      b.U = b.inertia * b.axis;
      b.D = b.axis.dot(b.U) + link.armature;
      b.u = effort[b.dof] - link.damping * v[b.dof] - b.axis.dot(b.bias);
      inertia -= b.U * b.U.transpose() / b.D;
      bias = b.bias + inertia * b.c + b.U * (b.u / b.D);
    }
    if (link.parent < 0) return;
    bodies_[link.parent].inertia += b.X.transpose() * inertia * b.X;
    bodies_[link.parent].bias += b.X.transpose() * bias;
  }

  void accelerate(size_t i, const Eigen::VectorXd& effort, Eigen::VectorXd& out) {
    const dynamics::LinkSpec& link = spec_.links[i];
    Body& b = bodies_[i];
    if (link.joint == dynamics::JointKind::kFree) {
      Vec6 f;
      f.head<3>() = b.R_NL.transpose() * effort.segment<3>(b.dof);
      f.tail<3>() = effort.segment<3>(b.dof + 3);
      b.a = solve(b.inertia, f - b.bias);
      out.segment<3>(b.dof) = b.R_NL * (b.a.head<3>() + b.nu.tail<3>().cross(b.nu.head<3>()));
      out.segment<3>(b.dof + 3) = b.a.tail<3>();
      return;
    }
    b.a = b.c;
    if (link.parent >= 0) b.a += b.X * bodies_[link.parent].a;
    if (link.joint == dynamics::JointKind::kFixed) return;
    out[b.dof] = (b.u - b.U.dot(b.a)) / b.D;
    b.a += b.axis * out[b.dof];
  }

  dynamics::MultibodySpec spec_;
  std::vector<Body> bodies_;
  int positions_ = 0;
  int velocities_ = 0;
};

}  // namespace hadal::oracle
