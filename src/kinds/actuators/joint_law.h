// What acts between a link and its parent along the axis of their joint, beside plain efforts: the
// drive, whose effort depends on the motion of the step itself, dry friction and play. Plain numbers of
// one step; dynamics/multibody/joint_forces.h solves them together with the equations of motion.
//
//   drive     tau_d = effort + stiffness (target - q) + damping (target_rate - q'),
//             held within -L(-q') .. L(q'), L(q') = effort_limit * clamp((velocity_limit - q') / band, -1, 1):
//             no push beyond the velocity limit but a brake. band = velocity_limit / 100.
//   friction  Coulomb: -friction * sign(q') while it slides, any torque up to `friction` at rest. The
//             sign is a ramp of the width kStickRate on either side of rest.
//   play      with gap > 0 drive and link meet through a spring of gear_stiffness that begins at gap/2 on
//             either side; the drive then moves by itself, with the inertia drive_inertia:
//             drive_inertia q_d'' = tau_d(q_d, q_d') - tau_gear,   tau_gear acts on the link.
// Units: N m, rad of a hinge; N, m of a slide.
#pragma once
#include <limits>

namespace hadal::inline kinds {

struct JointLaw {
  double effort = 0;
  double stiffness = 0, target = 0;
  double damping = 0, target_rate = 0;
  double effort_limit = 1e9;
  double velocity_limit = std::numeric_limits<double>::infinity();
  double friction = 0;
  double gap = 0;  // from contact on one side to contact on the other; 0: drive and link are one
  double gear_stiffness = 0, drive_inertia = 0;
  double drive_position = 0, drive_rate = 0;  // at the beginning of the step; with a gap only
};

// Of one step, its mean.
struct JointAction {
  double drive_effort = 0;  // tau_d
  double drive_rate = 0;    // that the drive was computed with
  double friction = 0;      // effort of the friction on the link
  double end_drive_position = 0, end_drive_rate = 0;  // with a gap only
};

constexpr double kStickRate = 1e-6;   // rad/s, m/s: creep under the whole of the friction
constexpr double kStuckEffort = 1e7;  // friction of a joint that is stuck

}  // namespace hadal::kinds
