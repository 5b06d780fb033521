// All moving bodies of a world: trees of links, stepped together. The only class of the project
// that stands on MuJoCo, and no MuJoCo type leaves this folder.
//
// Model: tree.h gives the equations of motion with each link's 6x6 added mass inside the
// joint-space mass matrix; engine.h solves them together with joint limits and contacts. What
// touches: collision shapes of links against each other and against the terrain, see
// contact/contact_scene.h, contact/terrain_contact.h and contact/contact_law.h; how it is put into
// the engine: engine_contact.h; into the integrators: stepper.h.
//
// A step asks the caller for forces at one or more stages:
//   for (int stage = 0; stage < bodies.stage_count(); ++stage) {
//     bodies.update_kinematics(stage);              // poses and velocities of the stage
//     ... bodies.kinematics() -> bodies.loads(), bodies.joint_effort() ...
//     bodies.accelerate(stage);
//   }
//   const StepStatus status = bodies.finish();
//
// Leapfrog: q_mid = q0 + h/2 v0; forces at q_mid and at the predicted velocity v0 + h/2 qacc (qacc
// of the step before); v1 = v0 + h qacc_new; q1 = q_mid + h/2 v1. Second order. RKMK4:
// Runge-Kutta-Munthe-Kaas (Munthe-Kaas 1998) with the classical coefficients: rotations are
// advanced by rotation vectors u whose rates are corrected with
//   du = w + u x w / 2 + u x (u x w) / 12,
// without which a tumbling body converges with second order only.
//
// Implicit damping (leapfrog): with D = damping_L of the loads,
//   tau(v0 + theta h a) ~ tau(v_pred) - D (v0 + theta h a - v_pred).
// theta h J^T D J joins the mass matrix. theta = 1/2 keeps second order; it grows towards 1
// (backward, first order, no ringing) link by link when h |D| exceeds twice the link's inertia, see
// tree.h. Damping of joints is treated alike. The steady state does not depend on theta.
//
// Velocity coordinates of a free link are the velocity of its origin in N and its angular velocity
// in link axes. Nothing is allocated after construction.
//
// MultibodyModel holds what follows from the spec and never changes; any number of Multibodies, in
// any number of threads, may share one. A Multibody is what changes: its coordinates and scratch.
#pragma once
#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "dynamics/contact/contact_force.h"
#include "dynamics/contact/contact_scene.h"
#include "dynamics/multibody/coupling_state.h"
#include "dynamics/multibody/link_state.h"
#include "dynamics/multibody/spec.h"
#include "kinds/actuators/joint_law.h"

namespace hadal::dynamics {

// More than this the engine cannot hold: 10,000 free bodies. (Its own load takes half a minute.)
constexpr int kMaxDofs = 60000;

// Two links that overlap at the start.
struct StartOverlap {
  int link_a = -1;
  int link_b = -1;  // -1: the terrain
  double depth_m = 0;
};

class MultibodyModel {
 public:
  // Refuses a bad spec with every problem found.
  static Result<std::shared_ptr<const MultibodyModel>> create(const MultibodySpec& spec);
  ~MultibodyModel();

  int link_count() const;
  int nq() const;  // position coordinates
  int nv() const;  // velocity coordinates
  // Where the coordinates of a link's joint begin in qpos and qvel; -1 for a fixed link.
  int qpos_address(int link) const;
  int dof_address(int link) const;
  // The shapes that touch, and which of them may meet.
  const ContactScene& scene() const;
  // Those of the marked links with each other and with all others that they may meet, and with links
  // of their tree that they do not meet because of it. Deepest point of each pair; for the load only.
  //   marked, joint_position: one per link; rad or m of a hinge or slide.
  std::vector<StartOverlap> start_overlaps(std::span<const char> marked,
                                           std::span<const double> joint_position) const;

 private:
  friend class Multibody;
  struct Impl;
  explicit MultibodyModel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

class Multibody {
 public:
  explicit Multibody(std::shared_ptr<const MultibodyModel> model);
  // With a model of its own.
  static Result<Multibody> create(const MultibodySpec& spec);
  ~Multibody();
  Multibody(Multibody&&) noexcept;
  Multibody& operator=(Multibody&&) noexcept;

  const MultibodyModel& model() const;
  int link_count() const;
  int nq() const;
  int nv() const;
  double step_s() const;
  int qpos_address(int link) const;
  int dof_address(int link) const;
  // Back to the start as after construction: pose of the spec, at rest, no loads, no efforts,
  // nothing kinematic.
  void reset();

  // All that changes from step to step. Save and restore all five; call refresh() after writing.
  std::span<double> qpos();
  std::span<double> qvel();
  std::span<double> qacc();            // predicts the next velocity
  std::span<double> warmstart();       // first guess of the constraint solver
  std::span<double> start_velocity();  // six per link; only acceleration() needs it
  std::span<const double> qpos() const;
  std::span<const double> qvel() const;
  std::span<const double> qacc() const;
  std::span<const double> warmstart() const;
  std::span<const double> start_velocity() const;
  // Normalises quaternions and recomputes kinematics().
  void refresh();

  int stage_count() const;
  double stage_fraction(int stage) const;  // 0..1: when in the step the stage is
  void update_kinematics(int stage);
  void accelerate(int stage);
  // Ends the step. On failure qpos and qvel are those of the start of the step and qacc is zero.
  StepStatus finish();

  // Of the stage after update_kinematics(), of the end of the step after finish().
  std::span<const LinkKinematics> kinematics() const;
  std::span<LinkLoad> loads();
  // Generalised force per degree of freedom, at dof_address(); stays until overwritten.
  std::span<double> joint_effort();
  // Drive, friction and play of a hinge or slide from now on (joint_forces.h), beside its joint_effort();
  // null: none. And what they did in the last step.
  void set_joint_law(int link, const JointLaw* law);
  const JointAction& joint_action(int link) const;
  // Mean over the last step; zero before the first.
  LinkAcceleration acceleration(int link) const;

  // Whether steps compute what the parent of each link exerts on it (tree.h), and that of the last step,
  // its mean, about the origin of the link in its axes.
  void measure_wrenches(bool on);
  const Vec6& transmitted_wrench_L(int link) const;

  // What touched in the last step, in a fixed order. A result, not part of the state: after a
  // restore it is that of the step before, until the next step.
  std::span<const ContactForce> contacts() const;
  // Sum of the contact forces on a link in the last step, about its origin, link axes.
  const Vec6& contact_wrench_L(int link) const;

  // One per coupling of the spec; targets of welds belong to what changes. Joints need none.
  std::span<CouplingTarget> couplings();
  std::span<const CouplingForce> coupling_forces() const;  // of the last step, as contacts()
  // Sum of the forces of couplings on a link in the last step, about its origin, link axes. Those of
  // coupled joints act within their joints and are not in it.
  const Vec6& coupling_wrench_L(int link) const;

  // A kinematic tree moves with the twist of its root (constant in link axes) and its joint rates,
  // whatever the forces. It pushes what it meets and is not pushed; it passes through the ground
  // and through static links.
  void set_kinematic(int root_link, bool on);
  bool kinematic(int link) const;
  // Writes the velocity of a free root or, for other joints, its rate.
  void set_twist(int root_link, const Vec6& nu_L);
  void set_joint_rate(int link, double rate);

  // For tests. Joint-space mass matrix with added mass and without damping at qpos(); the same
  // without added mass, as the engine computes it by itself.
  Eigen::MatrixXd mass_matrix();
  Eigen::MatrixXd engine_rigid_mass_matrix();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hadal::dynamics
