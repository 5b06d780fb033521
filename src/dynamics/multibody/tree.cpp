#include "dynamics/multibody/tree.h"

#include <algorithm>
#include <cmath>

#include "dynamics/multibody/spatial.h"
#include "math/symmetric.h"

namespace hadal::dynamics {
namespace {

// Mass (kg) and inertia (kg m2) of every degree of freedom of a kinematic tree: contacts cannot
// move it.
constexpr double kKinematicInertia = 1e12;
constexpr double kSmallestPrincipal = 1e-12;  // relative to the largest, when inverting a link mass

Mat6 guarded_inverse(const Mat6& m) {
  const SymmetricEigen6 eigen = symmetric_eigen(m);
  const double floor = std::max(kSmallestPrincipal * eigen.values.maxCoeff(), 1e-30);
  const Vec6 inverse = eigen.values.cwiseMax(floor).cwiseInverse();
  return eigen.vectors * inverse.asDiagonal() * eigen.vectors.transpose();
}

TreeLink make_link(const LinkSpec& spec) {
  TreeLink link;
  link.parent = spec.parent;
  link.joint = spec.joint;
  link.q_PL = spec.pose_PL.q.normalized();
  link.p_PL = spec.pose_PL.p;
  const bool has_axis = spec.joint == JointKind::kHinge || spec.joint == JointKind::kSlide;
  link.axis_L = has_axis ? Vec3(spec.axis_L.normalized()) : Vec3(Vec3::Zero());
  link.damping = has_axis ? spec.damping : 0;
  link.armature = has_axis ? spec.armature : 0;
  link.mass = spec.mass_kg;
  link.mass_moment_L = spec.mass_kg * spec.p_LG_L;
  link.rigid = rigid_mass_matrix(spec.mass_kg, spec.p_LG_L, spec.inertia_G);
  link.added = 0.5 * (spec.added_mass_L + spec.added_mass_L.transpose());
  link.has_added_mass = !link.added.isZero(0);
  link.added_mass_momentum = spec.added_mass_momentum;
  link.total = link.rigid + link.added;
  link.total_inverse = guarded_inverse(link.total);
  return link;
}

double implicitness(double x) {
  return x > 2 ? 1 - 1 / x : 0.5;
}

}  // namespace

TreeModel::TreeModel(const MultibodySpec& spec, TreeLayout of_engine)
    : layout(std::move(of_engine)), last_link(spec.links.size()) {
  for (size_t i = 0; i < spec.links.size(); ++i) {
    TreeLink link = make_link(spec.links[i]);
    link.root = link.parent < 0 ? static_cast<int>(i) : links[link.parent].root;
    link.position = layout.position_address[i];
    link.dof = layout.dof_address[i];
    if (link.dof >= 0) link.row = layout.mass_address[link.dof];
    last_link[link.root] = static_cast<int>(i);
    links.push_back(std::move(link));
  }
}

Tree::Tree(const TreeModel& model)
    : model_(&model),
      kinematics_(model.links.size()),
      loads_(model.links.size()),
      scratch_(model.links.size()),
      kinematic_(model.links.size(), 0),
      predictor_scale_(model.links.size(), 1.0) {
  for (size_t i = 0; i < model.links.size(); ++i) {
    scratch_[i].R_PL = model.links[i].q_PL.toRotationMatrix();
    scratch_[i].p_PL = model.links[i].p_PL;
  }
}

void Tree::reset() {
  for (Measured& m : measured_) m.wrench.setZero();
  std::fill(loads_.begin(), loads_.end(), LinkLoad{});
  std::fill(kinematic_.begin(), kinematic_.end(), char{0});
  std::fill(predictor_scale_.begin(), predictor_scale_.end(), 1.0);
}

void Tree::set_kinematic(int root, bool on) {
  kinematic_[root] = on;
  predictor_scale_[root] = 1;
}

void Tree::update_kinematics(std::span<const double> qpos, std::span<const double> qvel) {
  for (size_t i = 0; i < links().size(); ++i) update_link(i, qpos, qvel);
}

void Tree::update_tree(int root, std::span<const double> qpos, std::span<const double> qvel) {
  for (int i = root; i <= last_link(root); ++i)
    if (links()[i].root == root) update_link(i, qpos, qvel);
}

void Tree::update_link(size_t i, std::span<const double> qpos, std::span<const double> qvel) {
  const TreeLink& link = links()[i];
  LinkKinematics& kin = kinematics_[i];
  if (link.joint == JointKind::kFree) {
    const double* q = &qpos[link.position];
    const double* v = &qvel[link.dof];
    kin.p_NL_N = Vec3(q[0], q[1], q[2]);
    kin.q_NL = Quat(q[3], q[4], q[5], q[6]);
    kin.R_NL = kin.q_NL.toRotationMatrix();
    kin.nu_L.head<3>() = kin.R_NL.transpose() * Vec3(v[0], v[1], v[2]);
    kin.nu_L.tail<3>() = Vec3(v[3], v[4], v[5]);
    return;
  }
  Scratch& s = scratch_[i];
  Quat q_PL = link.q_PL;
  if (link.joint == JointKind::kHinge) {
    const double half = 0.5 * qpos[link.position];
    Quat turn;
    turn.w() = std::cos(half);
    turn.vec() = std::sin(half) * link.axis_L;
    q_PL = link.q_PL * turn;
    s.R_PL = q_PL.toRotationMatrix();
  } else if (link.joint == JointKind::kSlide) {
    s.p_PL = link.p_PL + s.R_PL * link.axis_L * qpos[link.position];
  }
  if (link.parent < 0) {
    kin.p_NL_N = s.p_PL;
    kin.q_NL = q_PL;
    kin.R_NL = s.R_PL;
    kin.nu_L.setZero();
  } else {
    const LinkKinematics& parent = kinematics_[link.parent];
    kin.p_NL_N = parent.p_NL_N + parent.R_NL * s.p_PL;
    kin.q_NL = parent.q_NL * q_PL;
    kin.R_NL = kin.q_NL.toRotationMatrix();
    kin.nu_L = motion_to_child(s.R_PL, s.p_PL, parent.nu_L);
  }
  if (link.joint == JointKind::kHinge) kin.nu_L.tail<3>() += link.axis_L * qvel[link.dof];
  if (link.joint == JointKind::kSlide) kin.nu_L.head<3>() += link.axis_L * qvel[link.dof];
}

void Tree::weigh_damping(double step_s) {
  any_damping_ = false;
  for (size_t i = 0; i < links().size(); ++i) {
    const TreeLink& link = links()[i];
    Scratch& s = scratch_[i];
    s.theta_h = 0;
    s.joint_theta_h = 0;
    if (link.parent < 0) predictor_scale_[i] = 1;
    if (step_s <= 0) continue;
    if (link.damping > 0)
      s.joint_theta_h = step_s * implicitness(step_s * link.damping * link.inverse_inertia);
    if (loads_[i].damping_is_diagonal ? loads_[i].damping_L.diagonal().isZero(0)
                                      : loads_[i].damping_L.isZero(0))
      continue;
    any_damping_ = true;
    const double x = step_s * link.total_inverse.cwiseProduct(loads_[i].damping_L).sum();
    const double theta = implicitness(x);
    s.theta_h = theta * step_s;
    predictor_scale_[link.root] = std::min(predictor_scale_[link.root], 2 * (1 - theta));
  }
}

void Tree::mass_matrix(std::span<double> packed) {
  for (size_t i = 0; i < links().size(); ++i) {
    Scratch& s = scratch_[i];
    const double fraction = loads_[i].added_mass_fraction;
    if (loads_[i].own_added_mass)
      s.inertia = links()[i].rigid + loads_[i].added_mass_L;
    else
      s.inertia = fraction == 1 ? links()[i].total : links()[i].rigid + fraction * links()[i].added;
    if (loads_[i].carries) s.inertia += loads_[i].carried_L;
    if (s.theta_h > 0) {
      const Mat6& D = loads_[i].damping_L;
      if (loads_[i].damping_is_diagonal)
        s.inertia.diagonal() += s.theta_h * D.diagonal();
      else
        s.inertia += 0.5 * s.theta_h * (D + D.transpose());
    }
  }
  for (size_t i = 0; i < measured_.size(); ++i) measured_[i].inertia = scratch_[i].inertia;
  for (size_t i = links().size(); i-- > 0;) {
    const TreeLink& link = links()[i];
    if (kinematic_[link.root]) {
      fill_kinematic(link, packed);
      continue;
    }
    const Scratch& s = scratch_[i];
    if (link.parent >= 0)
      scratch_[link.parent].inertia += inertia_to_parent(s.R_PL, s.p_PL, s.inertia);
    if (link.joint == JointKind::kFree)
      project_free(link, i, packed);
    else if (link.dof >= 0)
      project_joint(link, i, packed);
  }
}

void Tree::project_free(const TreeLink& link, size_t i, std::span<double> packed) const {
  const Mat3& R = kinematics_[i].R_NL;
  Mat6 m = scratch_[i].inertia;
  m.topLeftCorner<3, 3>() = R * m.topLeftCorner<3, 3>().eval() * R.transpose();
  m.topRightCorner<3, 3>() = R * m.topRightCorner<3, 3>().eval();
  int adr = link.row;
  for (int row = 0; row < 6; ++row)
    for (int column = row; column >= 0; --column) packed[adr++] = m(column, row);
}

// The force that a unit acceleration of the joint needs, carried down to the root.
void Tree::project_joint(const TreeLink& link, size_t i, std::span<double> packed) const {
  const int half = link.joint == JointKind::kHinge ? 3 : 0;
  Vec6 f = scratch_[i].inertia.middleCols<3>(half) * link.axis_L;
  int adr = link.row;
  packed[adr++] = link.axis_L.dot(f.segment<3>(half)) + link.armature +
                  scratch_[i].joint_theta_h * link.damping;
  for (int j = static_cast<int>(i); links()[j].parent >= 0;) {
    f = force_to_parent(scratch_[j].R_PL, scratch_[j].p_PL, f);
    j = links()[j].parent;
    const TreeLink& ancestor = links()[j];
    if (ancestor.joint == JointKind::kHinge) packed[adr++] = ancestor.axis_L.dot(f.tail<3>());
    if (ancestor.joint == JointKind::kSlide) packed[adr++] = ancestor.axis_L.dot(f.head<3>());
    if (ancestor.joint != JointKind::kFree) continue;
    const Vec3 f_N = kinematics_[j].R_NL * f.head<3>();
    for (int k = 5; k >= 3; --k) packed[adr++] = f[k];
    for (int k = 2; k >= 0; --k) packed[adr++] = f_N[k];
  }
}

void Tree::fill_kinematic(const TreeLink& link, std::span<double> packed) const {
  for (int dof = link.dof; dof < link.dof + dof_count(link); ++dof) {
    double* row = &packed[layout().mass_address[dof]];
    std::fill_n(row, layout().dof_depth[dof] + 1, 0.0);
    row[0] = kKinematicInertia;
  }
}

Vec6 Tree::bias_acceleration(size_t i, std::span<const double> qvel) const {
  const TreeLink& link = links()[i];
  const Vec6& nu = kinematics_[i].nu_L;
  Vec6 a = Vec6::Zero();
  if (link.joint == JointKind::kFree) {
    a.head<3>() = nu.head<3>().cross(nu.tail<3>());
    return a;
  }
  if (link.parent >= 0)
    a = motion_to_child(scratch_[i].R_PL, scratch_[i].p_PL, scratch_[link.parent].acceleration);
  if (link.dof < 0) return a;
  const Vec3 rate = link.axis_L * qvel[link.dof];
  if (link.joint == JointKind::kHinge) {
    a.head<3>() += nu.head<3>().cross(rate);
    a.tail<3>() += nu.tail<3>().cross(rate);
  } else {
    a.head<3>() += nu.tail<3>().cross(rate);
  }
  return a;
}

// What the mass beside the link's own needs.
[[gnu::noinline]] Vec6 Tree::carried_force(size_t i) const {
  const Mat6& carried = loads_[i].carried_L;
  const Vec6& nu = kinematics_[i].nu_L;
  return carried * scratch_[i].acceleration + cross_force(nu, carried * nu);
}

Vec6 Tree::inertial_force(size_t i, const Vec3& gravity_N) const {
  const TreeLink& link = links()[i];
  const LinkKinematics& kin = kinematics_[i];
  const Vec6& nu = kin.nu_L;
  Vec6 f = link.rigid * scratch_[i].acceleration + cross_force(nu, link.rigid * nu);
  const Vec3 gravity_L = kin.R_NL.transpose() * gravity_N;
  f.head<3>() -= link.mass * gravity_L;
  f.tail<3>() -= link.mass_moment_L.cross(gravity_L);
  if (loads_[i].carries) f += carried_force(i);
  if (!link.has_added_mass) return f;
  const Vec3 water_L = kin.R_NL.transpose() * loads_[i].v_water_N;
  Vec6 relative = nu, acceleration = scratch_[i].acceleration;
  relative.head<3>() -= water_L;
  acceleration.head<3>() += nu.tail<3>().cross(water_L);
  const LinkLoad& load = loads_[i];
  const Mat6& added = load.own_added_mass ? load.added_mass_L : link.added;
  const double fraction = load.own_added_mass ? 1 : load.added_mass_fraction;
  f += fraction * (added * acceleration);
  if (link.added_mass_momentum) f += fraction * cross_force(relative, added * relative);
  return f;
}

Vec6 Tree::predicted_change(size_t i, std::span<const double> predictor) const {
  const TreeLink& link = links()[i];
  Vec6 change = Vec6::Zero();
  if (link.joint == JointKind::kFree) {
    const double* a = &predictor[link.dof];
    change.head<3>() = kinematics_[i].R_NL.transpose() * Vec3(a[0], a[1], a[2]);
    change.tail<3>() = Vec3(a[3], a[4], a[5]);
    return change;
  }
  if (link.parent >= 0)
    change =
        motion_to_child(scratch_[i].R_PL, scratch_[i].p_PL, scratch_[link.parent].predicted_change);
  if (link.joint == JointKind::kHinge) change.tail<3>() += link.axis_L * predictor[link.dof];
  if (link.joint == JointKind::kSlide) change.head<3>() += link.axis_L * predictor[link.dof];
  return change;
}

void Tree::velocity_accelerations(std::span<const double> qvel) {
  for (size_t i = 0; i < links().size(); ++i) scratch_[i].acceleration = bias_acceleration(i, qvel);
}

void Tree::forces(std::span<const double> qvel, std::span<const double> effort,
                  const Vec3& gravity_N, const ImplicitDamping& damping, std::span<double> out) {
  const bool implicit = any_damping_ && damping.step_s > 0;
  for (size_t i = 0; i < links().size(); ++i) {
    Scratch& s = scratch_[i];
    s.acceleration = bias_acceleration(i, qvel);
    s.force = loads_[i].tau_L - inertial_force(i, gravity_N);
    if (!implicit) continue;
    s.predicted_change = predicted_change(i, damping.predictor);
    if (s.theta_h == 0) continue;
    const Mat6& D = loads_[i].damping_L;
    s.force += 0.25 * damping.step_s * ((D + D.transpose()) * s.predicted_change);
  }
  for (size_t i = 0; i < measured_.size(); ++i) measured_[i].force = scratch_[i].force;
  for (size_t i = links().size(); i-- > 0;) {
    const TreeLink& link = links()[i];
    const Scratch& s = scratch_[i];
    if (link.dof >= 0) project_force(i, qvel, effort, damping, out);
    if (link.parent >= 0) scratch_[link.parent].force += force_to_parent(s.R_PL, s.p_PL, s.force);
  }
}

void Tree::measure_wrenches(bool on) {
  measured_.resize(on ? links().size() : 0);
}

// From the inertias and forces of the links and their accelerations, which stand in predicted_change.
void Tree::sum_wrenches(const ConstraintWrenches& constraints, double weight) {
  for (size_t i = links().size(); i-- > 0;) {
    Measured& m = measured_[i];
    m.force = m.inertia * scratch_[i].predicted_change - m.force;
    if (!constraints.contacts_L.empty()) m.force -= constraints.contacts_L[i];
    if (!constraints.couplings_L.empty()) m.force -= constraints.couplings_L[i];
  }
  for (size_t i = links().size(); i-- > 0;) {
    Measured& m = measured_[i];
    m.wrench += weight * m.force;
    if (const int parent = links()[i].parent; parent >= 0)
      measured_[parent].force += force_to_parent(scratch_[i].R_PL, scratch_[i].p_PL, m.force);
  }
}

void Tree::add_wrenches(std::span<const double> accelerations,
                        const ConstraintWrenches& constraints, double weight, bool first) {
  for (size_t i = 0; i < links().size(); ++i) {
    if (first) measured_[i].wrench.setZero();
    scratch_[i].predicted_change = predicted_change(i, accelerations);
  }
  sum_wrenches(constraints, weight);
}

void Tree::add_to_wrenches(std::span<const double> more, const ConstraintWrenches& constraints) {
  for (size_t i = 0; i < links().size(); ++i) {
    scratch_[i].predicted_change = predicted_change(i, more);
    measured_[i].force.setZero();
  }
  sum_wrenches(constraints, 1);
}

void Tree::project_force(size_t i, std::span<const double> qvel, std::span<const double> effort,
                         const ImplicitDamping& damping, std::span<double> out) const {
  const TreeLink& link = links()[i];
  const Vec6& f = scratch_[i].force;
  const int dof = link.dof;
  if (link.joint == JointKind::kFree) {
    const Vec3 f_N = kinematics_[i].R_NL * f.head<3>();
    for (int k = 0; k < 3; ++k) {
      out[dof + k] = f_N[k] + effort[dof + k];
      out[dof + 3 + k] = f[3 + k] + effort[dof + 3 + k];
    }
    return;
  }
  const double projected =
      link.joint == JointKind::kHinge ? link.axis_L.dot(f.tail<3>()) : link.axis_L.dot(f.head<3>());
  double rate = qvel[dof];
  if (damping.step_s > 0) rate -= 0.5 * damping.step_s * damping.predictor[dof];
  out[dof] = projected + effort[dof] - link.damping * rate;
}

}  // namespace hadal::dynamics
