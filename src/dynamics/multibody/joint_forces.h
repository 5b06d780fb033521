// Drives, dry friction and play of joints (kinds/actuators/joint_law.h) inside the equations of motion.
//
// Every law is an effort g_i that falls, piece by piece linearly, with the acceleration a_i of its own
// joint. With the motion of the step written through it (leapfrog, h the step),
//   v_e = v0 + theta h a,   q_e = q0 + theta h v_e           of the drive
//   v_1 = v0 + h a                                           of friction and the velocity limit
// M a = f + g(a) is the minimum of a convex function; Newton's method with an exact search along its
// direction finds the solution, piece by piece, in a finite number of rounds: with -dg/da on the
// diagonal of the mass matrix, as for damping, and the rest of g beside f. Most steps end after the
// first round, which begins with the pieces of the predicted acceleration.
//
// theta = 1/2 is the mean of the two ends of the step: second order and without any loss. It grows
// towards 1 (backward, no ringing) for drives that the step does not resolve, h sqrt(stiffness / inertia)
// or h damping / inertia above 2, so that any stiffness is stable at any step. MuJoCo treats springs and
// dampers of joints alike, with theta = 1 (Todorov 2014, "Convex and analytically-invertible dynamics
// with contacts and constraints"). RKMK4 takes drives explicitly (theta = 0).
#pragma once
#include <span>
#include <vector>

#include "dynamics/multibody/tree.h"
#include "kinds/actuators/joint_law.h"

namespace hadal::dynamics {

// g at an acceleration, with its slope, which is never above zero.
struct JointForce {
  double effort = 0;
  double slope = 0;
};

// One law within one step.
struct JointMotion {
  double q0 = 0, v0 = 0;  // of the joint, at the beginning of the step (RKMK4: at the stage)
  double theta = 0.5;
  double step_s = 0;
};
JointForce joint_force(const JointLaw& law, const JointMotion& motion, double acceleration);
JointAction joint_action(const JointLaw& law, const JointMotion& motion, double acceleration);

class JointForces {
 public:
  JointForces(const TreeModel& tree, double step_s);

  // No laws.
  void reset();
  // The law of a joint from now on; null: none.
  void set(int link, const JointLaw* law);
  bool none() const { return active_.empty(); }
  const JointAction& action(int link) const { return joints_[link].action; }

  // At the beginning of a stage: where the joints are. Laws of kinematic trees do not act.
  void begin(const Tree& tree, std::span<const double> position, std::span<const double> velocity,
             bool implicit);
  // Remembers the equations without laws; `accelerations` chooses the first pieces.
  void hold(std::span<const double> mass, std::span<const double> force,
            std::span<const double> accelerations);
  // The same when the accelerations solve the equations with the laws.
  void hold_solved(std::span<double> mass, std::span<double> force,
                   std::span<const double> accelerations);
  // Puts the laws, linear about these accelerations, into the equations.
  void linearise(std::span<const double> accelerations, std::span<double> mass,
                 std::span<double> force);
  void linearise_at_guess(std::span<double> mass, std::span<double> force) {
    linearise(guess_, mass, force);
  }
  // Whether the laws are at these accelerations what they were taken for.
  bool fits(std::span<const double> accelerations) const;
  // Goes from the guess towards these accelerations, which solve the equations as linearised, as far
  // as it helps.
  void advance_guess(std::span<const double> mass, std::span<const double> accelerations);

  // What the joints did at these accelerations; of several stages, the sum with their weights.
  void keep_actions(std::span<const double> accelerations, double weight, bool first);

 private:
  struct Joint {
    int dof = -1, row = -1, root = 0;
    double inverse_inertia = 0;
    bool has_law = false, acts = false;
    JointLaw law;
    JointMotion motion;
    double mass = 0, force = 0;        // of the equations without laws
    double at = 0;                     // where it is linearised
    JointForce linear;
    JointAction action;
  };
  double theta(const Joint& joint) const;
  double slope_along(double fraction, double curvature) const;

  const TreeModel* tree_;
  double step_s_;
  std::vector<Joint> joints_;  // per link
  std::vector<int> active_;    // links with a law
  std::vector<double> guess_, direction_;
};

}  // namespace hadal::dynamics
