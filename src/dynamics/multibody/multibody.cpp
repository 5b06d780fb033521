#include "dynamics/multibody/multibody.h"

#include <cmath>

#include "base/check.h"
#include "dynamics/multibody/stepper.h"
#include "math/symmetric.h"

namespace hadal::dynamics {

struct Multibody::Impl {
  Impl(const MultibodySpec& spec, Engine engine) : stepper(spec, std::move(engine)) {}
  Stepper stepper;
};

namespace {

// Of the joint-space mass matrix at the start pose, its diagonal scaled to one.
constexpr double kSmallestEigenvalue = 1e-12;
constexpr double kSmallestInertia = 1e-14;  // kg or kg m2; the engine takes 1e-15 for singular

// Which link's joint makes the mass matrix singular at the start pose, if any.
Problems check_definite(const Eigen::MatrixXd& mass, const MultibodySpec& spec,
                        const TreeLayout& layout) {
  Problems problems;
  if (mass.rows() == 0) return problems;
  Eigen::Index worst = 0;
  bool bad = mass.diagonal().minCoeff(&worst) < kSmallestInertia;
  if (!bad) {
    const Eigen::VectorXd scale = mass.diagonal().cwiseSqrt().cwiseInverse();
    const SymmetricEigenX eigen =
        symmetric_eigen(Eigen::MatrixXd(scale.asDiagonal() * mass * scale.asDiagonal()));
    bad = eigen.values[0] < kSmallestEigenvalue;
    eigen.vectors.col(0).cwiseAbs().maxCoeff(&worst);
  }
  if (!bad) return problems;
  size_t link = 0;
  for (size_t i = 0; i < spec.links.size(); ++i)
    if (layout.dof_address[i] >= 0 && layout.dof_address[i] <= worst &&
        (layout.dof_address[link] < 0 || layout.dof_address[i] >= layout.dof_address[link]))
      link = i;
  problems.add({}, "links[" + std::to_string(link) + "]",
               "'" + spec.links[link].name +
                   "' can move without moving enough mass: the mass matrix with added mass must be "
                   "positive definite");
  return problems;
}

}  // namespace

Multibody::Multibody(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Multibody::~Multibody() = default;
Multibody::Multibody(Multibody&&) noexcept = default;
Multibody& Multibody::operator=(Multibody&&) noexcept = default;

Result<Multibody> Multibody::create(const MultibodySpec& spec) {
  const Problems problems = check_spec(spec);
  if (!problems.empty()) return problems;
  Result<Engine> engine = Engine::create(spec);
  if (!engine) return engine.problems();
  auto impl = std::make_unique<Impl>(spec, std::move(engine).value());
  Multibody bodies(std::move(impl));
  bodies.refresh();
  const Problems singular =
      check_definite(bodies.mass_matrix(), spec, bodies.impl_->stepper.engine().layout());
  if (!singular.empty()) return singular;
  bodies.impl_->stepper.engine().set_weights();
  for (int i = 0; i < bodies.link_count(); ++i)
    if (bodies.dof_address(i) >= 0)
      bodies.impl_->stepper.tree().set_joint_inverse_inertia(
          i, bodies.impl_->stepper.engine().joint_inverse_inertia(bodies.dof_address(i)));
  bodies.impl_->stepper.store_start_velocity();
  return bodies;
}

int Multibody::link_count() const {
  return static_cast<int>(impl_->stepper.tree().links().size());
}
int Multibody::nq() const {
  return static_cast<int>(impl_->stepper.engine().arrays().qpos.size());
}
int Multibody::nv() const {
  return static_cast<int>(impl_->stepper.engine().arrays().qvel.size());
}
double Multibody::step_s() const {
  return impl_->stepper.step_s();
}
int Multibody::qpos_address(int link) const {
  return impl_->stepper.tree().links()[link].position;
}
int Multibody::dof_address(int link) const {
  return impl_->stepper.tree().links()[link].dof;
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
  impl_->stepper.tree().place(a.qpos, a.qvel);
}

int Multibody::stage_count() const {
  return impl_->stepper.stage_count();
}
double Multibody::stage_fraction(int stage) const {
  return impl_->stepper.stage_fraction(stage);
}
void Multibody::place(int stage) {
  impl_->stepper.place(stage);
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

LinkAcceleration Multibody::acceleration(int link) const {
  const LinkKinematics& kin = impl_->stepper.tree().kinematics()[link];
  const Eigen::Map<const Vec6> start(&impl_->stepper.start_velocity()[6 * link]);
  return {(kin.R_NL * kin.nu_L.head<3>() - start.head<3>()) / impl_->stepper.step_s(),
          (kin.nu_L.tail<3>() - start.tail<3>()) / impl_->stepper.step_s()};
}

std::span<const ContactForce> Multibody::contacts() const {
  return impl_->stepper.engine().contacts();
}
const Vec6& Multibody::contact_wrench_L(int link) const {
  return impl_->stepper.engine().contact_wrenches_L()[link];
}

void Multibody::set_kinematic(int root_link, bool on) {
  HADAL_CHECK(impl_->stepper.tree().links()[root_link].parent < 0, "only a root can be kinematic");
  impl_->stepper.set_kinematic(root_link, on);
}

bool Multibody::kinematic(int link) const {
  return impl_->stepper.tree().kinematic(link);
}

void Multibody::set_twist(int root_link, const Vec6& nu_L) {
  const TreeLink& link = impl_->stepper.tree().links()[root_link];
  HADAL_CHECK(link.joint == JointKind::kFree, "only a free link has a twist");
  const Vec3 v_N = impl_->stepper.tree().kinematics()[root_link].R_NL * nu_L.head<3>();
  for (int k = 0; k < 3; ++k) {
    qvel()[link.dof + k] = v_N[k];
    qvel()[link.dof + 3 + k] = nu_L[3 + k];
  }
  refresh();
}

void Multibody::set_joint_rate(int link, double rate) {
  const TreeLink& joint = impl_->stepper.tree().links()[link];
  HADAL_CHECK(joint.joint == JointKind::kHinge || joint.joint == JointKind::kSlide);
  qvel()[joint.dof] = rate;
  refresh();
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
