#include "dynamics/multibody/multibody.h"

#include <cmath>

#include "base/check.h"
#include "dynamics/multibody/engine_model.h"
#include "dynamics/multibody/engine_start.h"
#include "dynamics/multibody/stepper.h"
#include "math/symmetric.h"

namespace hadal::dynamics {

struct MultibodyModel::Impl {
  explicit Impl(const MultibodySpec& spec)
      : engine(spec),
        tree(spec, engine.layout()),
        settings{spec.gravity_N, spec.step_s, spec.integrator,
                 spec.implicit_damping && spec.integrator == Integrator::kLeapfrog ? spec.step_s
                                                                                   : 0} {}
  EngineModel engine;
  TreeModel tree;
  StepperSettings settings;
};

struct Multibody::Impl {
  explicit Impl(std::shared_ptr<const MultibodyModel> of)
      : model(std::move(of)),
        stepper(model->impl_->settings, model->impl_->engine, model->impl_->tree) {}
  std::shared_ptr<const MultibodyModel> model;
  Stepper stepper;
};

namespace {

// Of the joint-space mass matrix at the start pose, its diagonal scaled to one.
constexpr double kSmallestEigenvalue = 1e-12;
constexpr double kSmallestInertia = 1e-14;  // kg or kg m2; the engine takes 1e-15 for singular

// The dense matrix of one tree, whose degrees of freedom are first ... last - 1.
Eigen::MatrixXd tree_mass(const TreeLayout& layout, std::span<const double> mass, int first,
                          int last) {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(last - first, last - first);
  for (int row = first; row < last; ++row) {
    const double* entry = &mass[layout.mass_address[row]];
    for (int column = row; column >= 0; column = layout.dof_parent[column])
      dense(row - first, column - first) = dense(column - first, row - first) = *entry++;
  }
  return dense;
}

// The degree of freedom that can move without moving enough mass; -1: none.
Eigen::Index weak_direction(const Eigen::MatrixXd& mass) {
  Eigen::Index worst = 0;
  if (mass.diagonal().minCoeff(&worst) < kSmallestInertia) return worst;
  const Eigen::VectorXd scale = mass.diagonal().cwiseSqrt().cwiseInverse();
  const SymmetricEigenX eigen =
      symmetric_eigen(Eigen::MatrixXd(scale.asDiagonal() * mass * scale.asDiagonal()));
  if (!(eigen.values[0] < kSmallestEigenvalue)) return -1;
  eigen.vectors.col(0).cwiseAbs().maxCoeff(&worst);
  return worst;
}

// Which links' joints make the mass matrix singular at the start pose, tree by tree.
Problems check_definite(std::span<const double> mass, const MultibodySpec& spec,
                        const TreeLayout& layout) {
  Problems problems;
  const int nv = static_cast<int>(layout.dof_parent.size());
  std::vector<size_t> link_of(nv);
  for (size_t i = 0; i < spec.links.size(); ++i)
    if (const int dof = layout.dof_address[i]; dof >= 0)
      std::fill_n(&link_of[dof], spec.links[i].joint == JointKind::kFree ? 6 : 1, i);
  for (int first = 0, last = 1; first < nv; first = last++) {
    while (last < nv && layout.dof_parent[last] >= 0) ++last;
    const Eigen::Index weak = weak_direction(tree_mass(layout, mass, first, last));
    if (weak < 0) continue;
    const size_t link = link_of[first + weak];
    problems.add({}, "links[" + std::to_string(link) + "]",
                 "'" + spec.links[link].name +
                     "' can move without moving enough mass: the mass matrix with added mass must "
                     "be positive definite");
  }
  return problems;
}

Problems check_size(const MultibodySpec& spec) {
  Problems problems;
  size_t dofs = 0;
  for (const LinkSpec& link : spec.links)
    dofs += link.joint == JointKind::kFree ? 6 : (link.joint == JointKind::kFixed ? 0 : 1);
  if (dofs > kMaxDofs)
    problems.add("the bodies of the world have " + std::to_string(dofs) +
                 " degrees of freedom, six for each free body; at most " +
                 std::to_string(kMaxDofs) + " can be simulated together");
  return problems;
}

// The packed mass matrix at the start.
std::vector<double> start_mass(const TreeModel& model, const mjModel& engine) {
  Tree tree(model);
  const std::vector<double> rest(engine.nv);
  std::vector<double> mass(model.layout.packed_size);
  tree.update_kinematics({engine.qpos0, static_cast<size_t>(engine.nq)}, rest);
  tree.weigh_damping(0);
  tree.mass_matrix(mass);
  return mass;
}

}  // namespace

MultibodyModel::MultibodyModel(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MultibodyModel::~MultibodyModel() = default;

Result<std::shared_ptr<const MultibodyModel>> MultibodyModel::create(const MultibodySpec& spec) {
  Problems problems = check_spec(spec);
  if (problems.empty()) problems = check_size(spec);
  if (!problems.empty()) return problems;
  try {
    auto impl = std::make_unique<Impl>(spec);
    TreeModel& tree = impl->tree;
    const std::vector<double> mass = start_mass(tree, *impl->engine.model);
    problems = check_definite(mass, spec, tree.layout);
    if (!problems.empty()) return problems;
    impl->engine.set_weights(tree.layout, mass);
    impl->engine.leave_out_overlaps();
    for (TreeLink& link : tree.links)
      if (link.dof >= 0) link.inverse_inertia = impl->engine.model->dof_invweight0[link.dof];
    return std::shared_ptr<const MultibodyModel>(new MultibodyModel(std::move(impl)));
  } catch (const std::exception& error) {
    problems.add(std::string("the physics engine refused the model: ") + error.what());
    return problems;
  }
}

int MultibodyModel::link_count() const {
  return static_cast<int>(impl_->tree.links.size());
}
int MultibodyModel::nq() const {
  return impl_->engine.model->nq;
}
int MultibodyModel::nv() const {
  return impl_->engine.model->nv;
}
int MultibodyModel::qpos_address(int link) const {
  return impl_->tree.links[link].position;
}
int MultibodyModel::dof_address(int link) const {
  return impl_->tree.links[link].dof;
}

const ContactScene& MultibodyModel::scene() const {
  return impl_->engine.scene;
}

std::vector<StartOverlap> MultibodyModel::start_overlaps(
    std::span<const char> marked, std::span<const double> joint_position) const {
  return find_start_overlaps(impl_->engine, marked, joint_position);
}

Multibody::Multibody(std::shared_ptr<const MultibodyModel> model)
    : impl_(std::make_unique<Impl>(std::move(model))) {}
Multibody::~Multibody() = default;
Multibody::Multibody(Multibody&&) noexcept = default;
Multibody& Multibody::operator=(Multibody&&) noexcept = default;

Result<Multibody> Multibody::create(const MultibodySpec& spec) {
  Result<std::shared_ptr<const MultibodyModel>> model = MultibodyModel::create(spec);
  if (!model) return model.problems();
  return Multibody(std::move(model).value());
}

const MultibodyModel& Multibody::model() const {
  return *impl_->model;
}
void Multibody::reset() {
  impl_->stepper.reset();
}
int Multibody::link_count() const {
  return impl_->model->link_count();
}
int Multibody::nq() const {
  return impl_->model->nq();
}
int Multibody::nv() const {
  return impl_->model->nv();
}
double Multibody::step_s() const {
  return impl_->stepper.step_s();
}
int Multibody::qpos_address(int link) const {
  return impl_->model->qpos_address(link);
}
int Multibody::dof_address(int link) const {
  return impl_->model->dof_address(link);
}

std::span<double> Multibody::qpos() {
  return impl_->stepper.engine().arrays().qpos;
}
std::span<double> Multibody::qvel() {
  return impl_->stepper.engine().arrays().qvel;
}
std::span<double> Multibody::qacc() {
  return impl_->stepper.engine().arrays().qacc;
}
std::span<double> Multibody::warmstart() {
  return impl_->stepper.engine().arrays().warmstart;
}
std::span<double> Multibody::start_velocity() {
  return impl_->stepper.start_velocity();
}
std::span<const double> Multibody::qpos() const {
  return impl_->stepper.engine().arrays().qpos;
}
std::span<const double> Multibody::qvel() const {
  return impl_->stepper.engine().arrays().qvel;
}
std::span<const double> Multibody::qacc() const {
  return impl_->stepper.engine().arrays().qacc;
}
std::span<const double> Multibody::warmstart() const {
  return impl_->stepper.engine().arrays().warmstart;
}
std::span<const double> Multibody::start_velocity() const {
  return impl_->stepper.start_velocity();
}

void Multibody::refresh() {
  const EngineArrays& a = impl_->stepper.engine().arrays();
  for (const TreeLink& link : impl_->stepper.tree().links()) {
    if (link.joint != JointKind::kFree) continue;
    Eigen::Map<Eigen::Vector4d> q(&a.qpos[link.position + 3]);
    // A quaternion of unit length to rounding is left alone, so that a restored state is the same.
    if (std::abs(q.squaredNorm() - 1) > 1e-14) q.normalize();
  }
  impl_->stepper.tree().update_kinematics(a.qpos, a.qvel);
}

int Multibody::stage_count() const {
  return impl_->stepper.stage_count();
}
double Multibody::stage_fraction(int stage) const {
  return impl_->stepper.stage_fraction(stage);
}
void Multibody::update_kinematics(int stage) {
  impl_->stepper.update_kinematics(stage);
}
void Multibody::accelerate(int stage) {
  impl_->stepper.accelerate(stage);
}
StepStatus Multibody::finish() {
  return impl_->stepper.finish();
}

std::span<const LinkKinematics> Multibody::kinematics() const {
  return impl_->stepper.tree().kinematics();
}
std::span<LinkLoad> Multibody::loads() {
  return impl_->stepper.tree().loads();
}
std::span<double> Multibody::joint_effort() {
  return impl_->stepper.effort();
}

void Multibody::set_joint_law(int link, const JointLaw* law) {
  const JointKind kind = impl_->stepper.tree().links()[link].joint;
  HADAL_CHECK(kind == JointKind::kHinge || kind == JointKind::kSlide);
  impl_->stepper.joints().set(link, law);
}
const JointAction& Multibody::joint_action(int link) const {
  return impl_->stepper.joints().action(link);
}

LinkAcceleration Multibody::acceleration(int link) const {
  const LinkKinematics& kin = impl_->stepper.tree().kinematics()[link];
  const Eigen::Map<const Vec6> start(&impl_->stepper.start_velocity()[6 * link]);
  return {(kin.R_NL * kin.nu_L.head<3>() - start.head<3>()) / impl_->stepper.step_s(),
          (kin.nu_L.tail<3>() - start.tail<3>()) / impl_->stepper.step_s()};
}

void Multibody::measure_wrenches(bool on) {
  impl_->stepper.tree().measure_wrenches(on);
}
const Vec6& Multibody::transmitted_wrench_L(int link) const {
  return impl_->stepper.tree().transmitted_wrench(link);
}

std::span<const ContactForce> Multibody::contacts() const {
  return impl_->stepper.engine().contacts();
}
const Vec6& Multibody::contact_wrench_L(int link) const {
  return impl_->stepper.engine().contact_wrenches_L()[link];
}

std::span<CouplingTarget> Multibody::couplings() {
  return impl_->stepper.engine().couplings();
}
std::span<const CouplingForce> Multibody::coupling_forces() const {
  return impl_->stepper.engine().coupling_forces();
}
const Vec6& Multibody::coupling_wrench_L(int link) const {
  return impl_->stepper.engine().coupling_wrenches_L()[link];
}

void Multibody::set_kinematic(int root_link, bool on) {
  HADAL_CHECK(impl_->stepper.tree().links()[root_link].parent < 0, "only a root can be kinematic");
  impl_->stepper.set_kinematic(root_link, on);
}

bool Multibody::kinematic(int link) const {
  return impl_->stepper.tree().kinematic(link);
}

namespace {
// The links of a tree whose root or joints were written to.
void update_tree(Stepper& stepper, int link) {
  const EngineArrays& a = stepper.engine().arrays();
  stepper.tree().update_tree(stepper.tree().links()[link].root, a.qpos, a.qvel);
}
}  // namespace

void Multibody::set_twist(int root_link, const Vec6& nu_L) {
  const TreeLink& link = impl_->stepper.tree().links()[root_link];
  HADAL_CHECK(link.joint == JointKind::kFree, "only a free link has a twist");
  const Vec3 v_N = impl_->stepper.tree().kinematics()[root_link].R_NL * nu_L.head<3>();
  for (int k = 0; k < 3; ++k) {
    qvel()[link.dof + k] = v_N[k];
    qvel()[link.dof + 3 + k] = nu_L[3 + k];
  }
  update_tree(impl_->stepper, root_link);
}

void Multibody::set_joint_rate(int link, double rate) {
  const TreeLink& joint = impl_->stepper.tree().links()[link];
  HADAL_CHECK(joint.joint == JointKind::kHinge || joint.joint == JointKind::kSlide);
  qvel()[joint.dof] = rate;
  update_tree(impl_->stepper, link);
}

Eigen::MatrixXd Multibody::mass_matrix() {
  impl_->stepper.tree().weigh_damping(0);
  impl_->stepper.tree().mass_matrix(impl_->stepper.engine().arrays().mass);
  return impl_->stepper.engine().dense_mass();
}

Eigen::MatrixXd Multibody::engine_rigid_mass_matrix() {
  return impl_->stepper.engine().rigid_mass();
}

}  // namespace hadal::dynamics
