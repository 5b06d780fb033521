// Contacts in the engine: found by contact/, or by the engine's own functions for pairs of shapes,
// and put between its stages. For the files of this folder that see MuJoCo.
//
// A constraint row of the engine obeys f = (aref - J qacc) / R, with R the row's softness. What is
// written into a normal row, u being the speed of separation and d the depth:
//   stiff:      the engine's spring and damper of time constant max(2 h, kTimeConstant_s),
//   critically
//               damped, but never pushing out faster than kPushOut_m_s;
//   compliant:  f = k (d - h u1 / 2) - c u1 with u1 = u0 + h J qacc the speed at the end of the
//   step,
//               R = 1 / (h (c + k h / 2)), aref = k d R - u0 / h. Stable for any k and c; adds a
//               damping ratio of omega h / 4. At rest f = k d;
//   ahead:      of a pair that moves so far in a step that it could pass through each other, the way
//   to the
//               next step is searched in parts shorter than the two are thick. What will meet has a
//               gap g, a depth below zero: u1 = -g / h, so that it just touches in the next step,
//               where its own law begins, with less speed.
//   sunken:     wholly below the ground, a body is pushed out as by stiff ground, whatever it is.
//   bouncing:   the speed after the step that gives the body, when it passes the surface again, the
//               share e of the speed it had when it passed it before (second order in the step).
// Sliding rows get the term -(1 - h B / 2) (dJ/dt) v that the engine leaves out, B being the row's
// damping: without it a contact on a turning body slips at (centripetal acceleration) / B.
// Without slip, a held contact creeps at f R / B under the load f. R of the sliding and rolling rows
// of two bodies is kGripSoftness of what the engine gives them, so that what a hand holds stays there:
// 0.4 kg in 0.5 m/s of current creep by thousandths of a millimetre in a minute. (The engine's own
// remedy, a second solver for the sliding rows alone, needs a matrix of all rows squared, would act
// on the ground's contacts too and would undo what the next paragraph does.)
// The engine's friction cone is convex: a contact that slides is also told to part, by
//   J_n qacc - aref_n = |mu (J_t qacc - aref_t)|  (summed over the sliding rows),
// so that fast bodies would hop and slide a few per cent too fast or too slow. The right side is
// taken off aref_n, which gives Coulomb's law (de Saxce and Feng, The bipotential method, 1998); it
// is known beforehand while sticking (zero) and while sliding (by the slip speed), and otherwise
// found by solving again, kMaxSolves times in all.
// Velocities are those at the start of the step. The engine's integrator form is v1 = v0 + h a(q),
// q' = q + h v1; leapfrog is the same thing for its mid-step positions, so that the same constants
// are stable. See stepper.h for RKMK4.
#pragma once
#include <mujoco/mujoco.h>

#include <span>
#include <vector>

#include "dynamics/contact/contact_force.h"
#include "dynamics/contact/contact_search.h"
#include "dynamics/multibody/engine_equality.h"
#include "dynamics/multibody/engine_model.h"
#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

constexpr double kTimeConstant_s = 0.01;
constexpr double kPushOut_m_s = 0.2;
constexpr int kMaxSolves = 4;

class EngineContacts {
 public:
  explicit EngineContacts(const EngineModel& engine);  // which must outlive it

  void set_kinematic(int root, bool on) { search_.set_kinematic(root, on); }

  // Broad phase, at the poses of the tree. False: nothing touches.
  bool find_near(const Tree& tree);
  bool spheres_overlap() const { return search_.spheres_overlap(); }
  void forget();  // no contacts in this step
  void reset();   // no contacts, nothing kinematic

  // In this order, with the engine's stages between: contacts after its kinematics, softness after
  // its makeConstraint, references after its referenceConstraint, forces after its solver.
  // Links that a coupling holds do not meet.
  void add_contacts(const mjModel& model, mjData& data, const Tree& tree,
                    const EngineEqualities& couplings);
  void set_softness(const mjModel& model, mjData& data);
  void set_references(const mjModel& model, mjData& data);
  // After a solution: true when the parting told by the cone was not what was allowed for; the
  // references are then new and the engine must solve again.
  bool repair_references(const mjModel& model, mjData& data);
  void read_forces(const mjModel& model, const mjData& data, const Tree& tree);

  std::span<const ContactForce> forces() const { return forces_; }
  std::span<const Vec6> wrenches_L() const { return wrenches_; }
  bool touched(int root) const { return touched_[root]; }

 private:
  struct Record {
    int shape_a = 0, shape_b = -1;  // of the scene; -1: ground
    const ContactLaw* law = nullptr;
    double fraction = 1;  // of the stiffness of the pair
    bool compliant = false;
    double slip_limit_m_s = kSlipSpeed_m_s;
    bool bounces = false;
    Vec3 slip_N = Vec3::Zero();
    Vec3 drift_N = Vec3::Zero();  // (dJ/dt) v
    double parting = 0;           // taken off the reference of the normal row, m/s2
  };
  const ContactScene& scene() const { return engine_->scene; }
  int shape_index(const SceneShape& shape) const {
    return scene().first_shape(shape.link) + shape.index;
  }
  Vec3 move_N(const mjModel& model, const Tree& tree, int link) const;
  int search_ahead(const mjModel& model, mjData& data, const Tree& tree, int a, int b,
                   double& time_s);
  void add_ground(const mjModel& model, mjData& data, const Tree& tree, int link);
  void add_pair(const mjModel& model, mjData& data, const Tree& tree, int a, int b);
  void add(const mjModel& model, mjData& data, const Tree& tree, mjContact& contact, Record record);
  void harden_sliding(mjData& data, const mjContact& contact) const;
  void soften(mjData& data, const mjContact& contact, double R) const;
  double parting(const mjContact& contact, std::span<const double> residual) const;
  double bounce_reference(const mjModel& model, const mjData& data, int row, double depth,
                          double e) const;

  const EngineModel* engine_;
  ContactSearch search_;
  std::vector<LinkPose> poses_;
  std::vector<double> far_square_m2_s2_;  // of the speed at which a link moves far in a step
  std::vector<double> moves_m_;           // in a step, of links that move far
  std::vector<mjContact> pair_contacts_;
  std::vector<Record> records_;  // per contact of the engine
  std::vector<ContactForce> forces_;
  std::vector<Vec6> wrenches_;  // per link, about the link origin, link axes
  std::vector<char> touched_;   // per link; meaningful at roots
  std::vector<double> row_acceleration_;
};

}  // namespace hadal::dynamics
