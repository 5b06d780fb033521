// MuJoCo behind a wall: its data for one Multibody, and its constraint solver for joint limits,
// contacts (engine_contact.h) and couplings (engine_equality.h). Its model is shared, see engine_model.h.
//
// The mass matrix and the smooth forces are ours (tree.h), because MuJoCo's own mj_crb and mj_rne
// know no 6x6 added mass. They are handed over in MuJoCo's packed layout, factorised (factor.h), so
// that the constraint solver sees the same inertia as the integrator. Consequences, all dealt with here:
// - mj_forward, mj_step and mj_RungeKutta may not be called: they would run mj_crb again;
// - the shortcuts for "simple" bodies assume a diagonal mass matrix and are switched off;
// - invweight0 and meaninertia, which scale the softness of constraints, are computed with the
//   added mass (without it the contact of a body of 1 kg with 20 kg added is 14 times too soft);
// - numbers are written into the model after it is compiled, not as XML text: text depends on the
//   locale, and the compiler diagonalises inertias to 1e-6 rad only;
// - MuJoCo's error handler, which would wait for a key and exit, is replaced by one that throws;
//   warnings, which would go to a log file, are counted and reported instead.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <span>

#include "dynamics/contact/contact_force.h"
#include "dynamics/multibody/coupling_state.h"
#include "dynamics/multibody/link_state.h"
#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

// Views of the engine's own arrays; valid as long as the engine.
struct EngineArrays {
  std::span<double> qpos, qvel, qacc, warmstart;
  std::span<double> mass;          // packed mass matrix
  std::span<double> smooth_force;  // all but constraint forces
  std::span<const double> smooth_acceleration;
};

struct EngineModel;

class Engine {
 public:
  Engine(const EngineModel& model, const TreeLayout& layout);  // which must outlive it
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  const EngineArrays& arrays() const;
  // As it was made: at the start pose, at rest, nothing kinematic.
  void reset();

  // Factorises arrays().mass; then smooth_acceleration = mass^-1 smooth_force.
  void solve_smooth();
  // The other way round: factorises, and takes the smooth accelerations as given.
  void set_smooth_acceleration(std::span<const double> acceleration);

  // Whether a limit or a contact may act at arrays().qpos, where the tree must have been placed.
  // Cheap when nothing is near.
  bool find_constraints(const Tree& tree);
  // qacc = smooth_acceleration, when nothing acts.
  void accept_smooth();
  // qacc = smooth_acceleration plus the effect of limits and contacts; after find_constraints.
  //   start_velocity: qvel when the step began, which the constraints brake and push.
  void solve_constraints(const Tree& tree, std::span<const double> start_velocity);

  // One per coupling of the spec; those of joints have none and are left alone.
  std::span<CouplingTarget> couplings();

  // Of the last step.
  std::span<const ContactForce> contacts() const;
  std::span<const Vec6> contact_wrenches_L() const;  // per link, about its origin, link axes
  std::span<const CouplingForce> coupling_forces() const;
  std::span<const Vec6> coupling_wrenches_L() const;  // likewise, of couplings of links
  bool touched(int root) const;                      // whether a link of the tree was in contact

  // Links of a kinematic tree push and are not pushed.
  void set_kinematic(const Tree& tree, int root, bool on);
  // What the engine had to drop or could not do since it was made.
  bool faulty() const;
  StepStatus status() const;

  // The packed matrix as a dense one; and the engine's own rigid mass matrix at arrays().qpos,
  // which must agree with ours when there is no added mass.
  Eigen::MatrixXd dense_mass() const;
  Eigen::MatrixXd rigid_mass();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::dynamics
