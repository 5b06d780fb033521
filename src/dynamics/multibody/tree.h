// The equations of motion of trees of links with full 6x6 inertias, in link coordinates.
//
//   M(q) qacc = f,   M = sum_i J_i^T (M_i + Ma_i) J_i + armature
// by the composite rigid body algorithm, and f by the recursive Newton-Euler algorithm at zero
// joint acceleration (Featherstone 2008, ch. 5 and 6). Every link obeys (Fossen 2021, ch. 6 and 8)
//   M_i dnu + nu x* (M_i nu) + Ma_i dnu_r + nu_r x* (Ma_i nu_r) = tau_i + weight of M_i,
// with nu_r = nu - nu_c and the velocity nu_c of the water constant in N over the step. dnu is the
// derivative of the components in link axes. Added mass has inertia and momentum but no weight.
//
// Velocity coordinates of a free link: velocity of its origin in N, then its angular velocity in
// link axes; position coordinates: origin in N, then the quaternion w x y z. The mass matrix is
// packed the way the engine keeps it: row of dof i = M(i, i), M(i, parent of i), M(i, its
// parent)...
#pragma once
#include <span>
#include <vector>

#include "dynamics/multibody/link_state.h"
#include "dynamics/multibody/spec.h"

namespace hadal::dynamics {

// Where the coordinates of a link stand. Made by the engine, which orders the links depth first.
struct TreeLayout {
  std::vector<int> position_address;  // per link, -1 without a joint
  std::vector<int> dof_address;       // per link, -1 without a joint
  std::vector<int> mass_address;      // per dof: where its row of the packed mass matrix begins
  std::vector<int> dof_parent;        // per dof, -1 for the first of a tree
  std::vector<int> dof_depth;         // per dof: number of its ancestors
  int packed_size = 0;                // of the mass matrix
};

struct TreeLink {
  int parent = -1;
  int root = 0;
  JointKind joint = JointKind::kFree;
  int position = -1;  // address in qpos
  int dof = -1;       // address in qvel
  int row = -1;       // address of the first dof's row in the packed mass matrix
  Quat q_PL;
  Vec3 p_PL;
  Vec3 axis_L;
  double damping = 0;
  double armature = 0;
  double inverse_inertia = 0;  // of the joint at the start pose, 1/kg or 1/(kg m2)
  bool has_added_mass = false;
  bool added_mass_momentum = true;
  double mass = 0;
  Vec3 mass_moment_L;  // mass * centre of mass
  Mat6 rigid;
  Mat6 added;
  Mat6 total;          // rigid + added
  Mat6 total_inverse;  // pseudo-inverse with very small principal values raised
};

inline int dof_count(const TreeLink& link) {
  if (link.dof < 0) return 0;
  return link.joint == JointKind::kFree ? 6 : 1;
}

// How far a step treats damping implicitly: the force at v_start + theta h qacc, linearised about
// the velocity the loads were computed at, v_start + h/2 * predictor.
struct ImplicitDamping {
  double step_s = 0;                  // zero: damping is explicit
  std::span<const double> predictor;  // accelerations, one per dof
};

// What follows from the spec alone; any number of trees may share one.
struct TreeModel {
  TreeModel(const MultibodySpec& spec, TreeLayout layout);

  TreeLayout layout;
  std::vector<TreeLink> links;
  std::vector<int> last_link;  // per link; at roots: the last link of the tree
};

// On each link, about its origin in its axes; empty where nothing acts.
struct ConstraintWrenches {
  std::span<const Vec6> contacts_L, couplings_L;
};

class Tree {
 public:
  explicit Tree(const TreeModel& model);  // which must outlive the tree

  const std::vector<TreeLink>& links() const { return model_->links; }
  const TreeLayout& layout() const { return model_->layout; }
  int last_link(int root) const { return model_->last_link[root]; }
  std::span<const LinkKinematics> kinematics() const { return kinematics_; }
  std::span<LinkLoad> loads() { return loads_; }
  std::span<const LinkLoad> loads() const { return loads_; }

  // No loads, nothing kinematic.
  void reset();
  // A kinematic tree is given a very large mass and keeps the accelerations it is told.
  void set_kinematic(int root, bool on);
  bool kinematic(int link) const { return kinematic_[links()[link].root]; }

  // Poses and velocities of all links.
  void update_kinematics(std::span<const double> qpos, std::span<const double> qvel);
  // The same for the links of one tree.
  void update_tree(int root, std::span<const double> qpos, std::span<const double> qvel);

  // Chooses theta of every damped link and joint; call before mass_matrix and forces.
  //   theta = max(1/2, 1 - 1/x),  x >= h * largest eigenvalue of M_i^-1 D_i
  // x is bounded by h trace(M_i^-1 D_i). theta = 1/2 (implicit midpoint, second order) holds while
  // x <= 2; beyond it theta is the least value at which a decaying motion does not change sign from
  // step to step, and tends to the backward rule.
  void weigh_damping(double step_s);
  // 1 for a tree without stiff damping, falling to 0 with stiffness: how much of the last
  // acceleration may be used to predict the next velocity. (With quadratic drag, linearising about
  // a velocity predicted from the huge deceleration of the step before rings.)
  double predictor_scale(int link) const { return predictor_scale_[links()[link].root]; }

  // The packed joint-space mass matrix, with theta h J^T D J of weigh_damping.
  void mass_matrix(std::span<double> packed);
  // Accelerations of the links at zero joint acceleration: derivative of the components of nu_L.
  // Also computed by forces().
  void velocity_accelerations(std::span<const double> qvel);
  const Vec6& velocity_acceleration(int link) const { return scratch_[link].acceleration; }
  // The wrench that the parent of each link exerts on it, through their joint or weld: what moves the
  // links beyond it as they move, beside all that acts on them,
  //   F_i = M_i dnu_i + velocity terms - weight - loads - contacts - couplings
  //         + sum of the F of its children,
  // about the origin of the link in its axes. Of a step: the mean of its stages, with their weights.
  void measure_wrenches(bool on);
  bool measures_wrenches() const { return !measured_.empty(); }
  const Vec6& transmitted_wrench(int link) const { return measured_[link].wrench; }
  // After forces(), for the accelerations that solve the equations.
  void add_wrenches(std::span<const double> accelerations, const ConstraintWrenches& constraints,
                    double weight, bool first);
  // After mass_matrix(): what further accelerations and constraints add.
  void add_to_wrenches(std::span<const double> more, const ConstraintWrenches& constraints);

  // Generalised forces: loads, efforts, weight, damping and velocity terms.
  void forces(std::span<const double> qvel, std::span<const double> effort, const Vec3& gravity_N,
              const ImplicitDamping& damping, std::span<double> out);

 private:
  struct Scratch {
    Mat3 R_PL;
    Vec3 p_PL;
    Mat6 inertia;           // composite, in the link frame
    Vec6 acceleration;      // at zero joint acceleration
    Vec6 predicted_change;  // J * predictor
    Vec6 force;
    double theta_h = 0;        // of the link's load damping
    double joint_theta_h = 0;  // of the joint's damping
  };
  void update_link(size_t i, std::span<const double> qpos, std::span<const double> qvel);
  void project_free(const TreeLink& link, size_t i, std::span<double> packed) const;
  void project_joint(const TreeLink& link, size_t i, std::span<double> packed) const;
  void fill_kinematic(const TreeLink& link, std::span<double> packed) const;
  Vec6 bias_acceleration(size_t i, std::span<const double> qvel) const;
  Vec6 carried_force(size_t i) const;
  Vec6 inertial_force(size_t i, const Vec3& gravity_N) const;
  Vec6 predicted_change(size_t i, std::span<const double> predictor) const;
  void project_force(size_t i, std::span<const double> qvel, std::span<const double> effort,
                     const ImplicitDamping& damping, std::span<double> out) const;

  void sum_wrenches(const ConstraintWrenches& constraints, double weight);

  const TreeModel* model_;
  struct Measured {
    Mat6 inertia;                 // of the link alone, with its damping
    Vec6 force;                   // on it
    Vec6 wrench = Vec6::Zero();
  };
  std::vector<Measured> measured_;  // per link; empty: wrenches are not measured
  std::vector<LinkKinematics> kinematics_;
  std::vector<LinkLoad> loads_;
  std::vector<Scratch> scratch_;
  std::vector<char> kinematic_;          // per link; meaningful at roots
  std::vector<double> predictor_scale_;  // per link; meaningful at roots
  bool any_damping_ = false;
};

}  // namespace hadal::dynamics
