// The two integrators of multibody.h: what happens between the engine, which holds the state, and
// the tree, which holds the equations.
//
// Constraints (joint limits, contacts) act once per step, at the pose q0 + h/2 v0 in its middle and
// on the velocity v0 of its start, in both integrators:
//   v1 = v0 + h a,   q1 = q0 + h v_mean + h^2/2 (a - a_smooth)
// Seen at the middles of the steps this is v1 = v0 + h a(q), q' = q + h v1, the semi-implicit rule
// for which the time constants of the constraints are stable: a body at rest stays at rest, and
// what the solver is told to stop has stopped at the end of the step. RKMK4 takes v_mean and
// a_smooth from its four stages, which know no constraints. (Constraints at every stage of RKMK4
// would be pushed with the velocities of other stages, and a bounce would happen up to four times.)
//
// The acceleration of a body in contact does not predict the next velocity: an impact is over.
#pragma once
#include <span>
#include <vector>

#include "dynamics/multibody/engine.h"
#include "dynamics/multibody/joint_forces.h"
#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

// What follows from the spec alone.
struct StepperSettings {
  Vec3 gravity_N = Vec3::Zero();
  double step_s = 0;
  Integrator integrator = Integrator::kLeapfrog;
  double implicit_step_s = 0;  // zero: damping is explicit
};

class Stepper {
 public:
  // The models must outlive the stepper.
  Stepper(const StepperSettings& settings, const EngineModel& engine, const TreeModel& tree);

  Engine& engine() { return engine_; }
  const Engine& engine() const { return engine_; }
  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }
  double step_s() const { return set_.step_s; }
  std::span<double> effort() { return effort_; }  // generalised forces of the caller
  JointForces& joints() { return joints_; }
  const JointForces& joints() const { return joints_; }
  // Per link: velocity of the origin in N and angular velocity in link axes when the step began.
  std::span<double> start_velocity() { return start_velocity_; }
  void store_start_velocity();
  void set_kinematic(int root, bool on);
  // As it was made. Allocates nothing.
  void reset();

  int stage_count() const { return set_.integrator == Integrator::kLeapfrog ? 1 : 4; }
  double stage_fraction(int stage) const;
  void update_kinematics(int stage);
  void accelerate(int stage);
  StepStatus finish();

 private:
  void begin();
  void update_leapfrog();
  void update_rkmk4(int stage);
  void solve_accelerations(int stage);
  void solve_joints();
  ConstraintWrenches constraint_wrenches() const;
  void solve_constraints();
  void end_step();
  void constrain_rkmk4();
  void load_kinematic();
  void prescribe(std::span<double> accelerations) const;
  void accumulate_rkmk4(int stage);
  void correct_rotation_rates(double dt_s);
  void end_leapfrog();
  void end_rkmk4();
  void go_back();
  void note_failure(StepStatus::Code code, int link, const char* message);
  bool within_bounds() const;
  void check_finite();
  void check_bounds();
  void check_smooth_acceleration();
  void note_beyond(std::span<const double> numbers, bool positions, double bound,
                   const char* quantity, const char* unit);
  int culprit() const;

  StepperSettings set_;
  Engine engine_;
  Tree tree_;
  JointForces joints_;
  int kinematic_trees_ = 0;
  StepStatus status_;
  std::vector<double> effort_, start_velocity_;
  std::vector<double> q_start_, v_start_;
  std::vector<double> drift_rate_, drift_sum_, acceleration_sum_;  // RKMK4 only
};

}  // namespace hadal::dynamics
