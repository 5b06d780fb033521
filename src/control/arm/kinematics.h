// Kinematics of an arm: where its tool is, how the tool moves with the joints, and which joint
// positions bring it somewhere.
//
// Forward: X_PT(q) = prod_j [X_j J_j(q_j)] X_T, J_j a turn about, or a shift along, the joint's axis;
// P is the link that the arm stands on, T the tool. Geometric Jacobian at the tool point, in axes of
// P, linear first: column j is (a x (p_T - p_j), a) of a hinge and (a, 0) of a slide, a the axis
// (Siciliano et al. 2009, Robotics, 3.1).
//
// Inverse: one step of damped least squares on the error e (position; rotation vector of
// q* q^-1 times a length, so that metres and radians can be weighed),
//   dq = J^T (J J^T + l^2 I)^-1 e,   l^2 = l_0^2 + |e|^2 / 2
// (Levenberg-Marquardt with the damping of Sugihara 2011, IEEE T-RO 27(5), which neither needs the
// pose to be reachable nor the Jacobian to be regular). A joint that the step would take beyond its
// limit goes to the limit, its share leaves e, and the others solve again. What the task leaves free
// moves toward the posture (the middle of the range), dq += (I - J^+ J) k (q_0 - q).
// Of a pose beyond reach it finds a nearest one, a local minimum of |e|. An arm that is stretched out
// straight toward its goal is at such a minimum and does not fold by itself.
//
// Pure functions; nothing allocates.
#pragma once
#include <span>
#include <vector>

#include "kinds/controllers/arm_types.h"
#include "math/types.h"

namespace hadal::control {

struct ChainJoint {
  Pose X_PL;  // of the joint's link at zero, in the link of the joint before (in P for the first)
  Vec3 axis_L = Vec3::UnitZ();
  bool slides = false;
  double lower = -1e9;
  double upper = 1e9;
};

struct ArmChain {
  std::vector<ChainJoint> joints;  // base first
  Pose X_LT;                       // of the tool on the last joint's link

  int count() const { return static_cast<int>(joints.size()); }
};

using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxArmJoints, 1>;
using ToolJacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, kMaxArmJoints>;

Pose tool_pose(const ArmChain& chain, std::span<const double> q);  // X_PT
// J_P: twist of the tool point in axes of P per joint rate.
struct ToolKinematics {
  Pose X_PT;
  ToolJacobian J_P;
};
ToolKinematics tool_kinematics(const ArmChain& chain, std::span<const double> q);

struct InverseParameters {
  bool keeps_attitude = true;
  double radian_m = 0.2;      // metres of error that a radian of error weighs
  double damping_m = 1e-3;    // l_0
  double posture_gain = 0.05;  // fraction of the way to the posture per step
};

// Position and rotation vector from a pose to the wanted one, in axes of P.
Vec6 pose_error(const Pose& wanted_PT, const Pose& X_PT);

// One step. error_P as of pose_error, not weighed; without attitude its last three are ignored.
// lower and upper bound q + dq; both empty: those of the chain.
JointVector inverse_step(const ArmChain& chain, const InverseParameters& parameters,
                         std::span<const double> q, const ToolKinematics& now, const Vec6& error_P,
                         std::span<const double> posture, std::span<const double> lower = {},
                         std::span<const double> upper = {});

// A step toward a pose that does not take the tool further from it: halved until that is so, or none.
// Without this a pose beyond reach may be circled forever.
JointVector inverse_advance(const ArmChain& chain, const InverseParameters& parameters,
                            std::span<const double> q, const Pose& wanted_PT,
                            std::span<const double> posture, std::span<const double> lower = {},
                            std::span<const double> upper = {});

struct InverseResult {
  double residual_m = 0;
  double residual_rad = 0;
  int steps = 0;
};
// From q on, until a step moves no joint by more than 1e-9 or steps_max is reached.
InverseResult inverse_kinematics(const ArmChain& chain, const InverseParameters& parameters,
                                 const Pose& wanted_PT, std::span<const double> posture,
                                 int steps_max, std::span<double> q);

}  // namespace hadal::control
