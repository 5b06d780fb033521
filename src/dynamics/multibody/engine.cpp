#include "dynamics/multibody/engine.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "dynamics/multibody/engine_contact.h"
#include "dynamics/multibody/engine_equality.h"
#include "dynamics/multibody/engine_model.h"
#include "dynamics/multibody/factor.h"

namespace hadal::dynamics {
struct Engine::Impl {
  Impl(const EngineModel& engine, const TreeLayout& mass_layout);

  const EngineModel& shared;
  const TreeLayout& layout;
  // Means of the inverse inertias of the bodies, zero for kinematic ones.
  std::vector<mjtNum> body_weights;
  // A copy of the pointers of the shared model, but for body_invweight0, which is body_weights, and
  // eq_active and eq_data, which are those of the couplings.
  mjModel model;
  DataPointer data;
  EngineContacts contacts;
  EngineEqualities couplings;
  EngineArrays arrays;
  std::span<double> factor, inverse_diagonal;  // the engine's own, which its solver uses

  void factorise();
  bool limit_reached() const;
};

Engine::Impl::Impl(const EngineModel& engine, const TreeLayout& mass_layout)
    : shared(engine),
      layout(mass_layout),
      body_weights(engine.model->body_invweight0,
                   engine.model->body_invweight0 + 2 * engine.model->nbody),
      model(*engine.model),
      data(make_data(*engine.model)),
      contacts(engine),
      couplings(engine, model) {
  model.body_invweight0 = body_weights.data();
  const auto nv = static_cast<size_t>(model.nv), packed = static_cast<size_t>(model.nM);
  arrays.qpos = {data->qpos, static_cast<size_t>(model.nq)};
  arrays.qvel = {data->qvel, nv};
  arrays.qacc = {data->qacc, nv};
  arrays.warmstart = {data->qacc_warmstart, nv};
  arrays.mass = {data->qM, packed};
  arrays.smooth_force = {data->qfrc_smooth, nv};
  arrays.smooth_acceleration = {data->qacc_smooth, nv};
  factor = {data->qLD, packed};
  inverse_diagonal = {data->qLDiagInv, nv};
}

Engine::Engine(const EngineModel& model, const TreeLayout& layout)
    : impl_(std::make_unique<Impl>(model, layout)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const EngineArrays& Engine::arrays() const {
  return impl_->arrays;
}

void Engine::reset() {
  const mjModel& start = *impl_->shared.model;
  const EngineArrays& a = impl_->arrays;
  std::copy_n(start.qpos0, start.nq, a.qpos.begin());
  for (const std::span<double> numbers : {a.qvel, a.qacc, a.warmstart})
    std::fill(numbers.begin(), numbers.end(), 0.0);
  std::copy_n(start.body_invweight0, impl_->body_weights.size(), impl_->body_weights.begin());
  std::fill_n(impl_->data->warning, static_cast<int>(mjNWARNING), mjWarningStat{});
  impl_->contacts.reset();
  impl_->couplings.reset();
}

void Engine::set_kinematic(const Tree& tree, int root, bool on) {
  impl_->contacts.set_kinematic(root, on);
  for (int i = root; i <= tree.last_link(root); ++i) {
    if (tree.links()[i].root != root) continue;
    const int body = impl_->shared.bodies[i];
    for (int k = 2 * body; k < 2 * body + 2; ++k)
      impl_->body_weights[k] = on ? 0 : impl_->shared.model->body_invweight0[k];
  }
}

void Engine::Impl::factorise() {
  const int weak = dynamics::factorise(layout, arrays.mass, mjMINVAL, factor, inverse_diagonal);
  if (weak < 0) return;
  mjWarningStat& warning = data->warning[mjWARN_INERTIA];
  ++warning.number;
  warning.lastinfo = weak;
}

void Engine::solve_smooth() {
  mjData* d = impl_->data.get();
  const int nv = impl_->model.nv;
  impl_->factorise();
  std::copy_n(d->qfrc_smooth, nv, d->qacc_smooth);
  solve(impl_->layout, impl_->factor, impl_->inverse_diagonal, 0, nv,
        {d->qacc_smooth, static_cast<size_t>(nv)});
}

bool Engine::Impl::limit_reached() const {
  for (const int joint : shared.limited_joints) {
    const double q = data->qpos[model.jnt_qposadr[joint]];
    const double* range = model.jnt_range + 2 * joint;
    if (q - range[0] < model.jnt_margin[joint] || range[1] - q < model.jnt_margin[joint])
      return true;
  }
  return false;
}

void Engine::set_smooth_acceleration(std::span<const double> acceleration) {
  const mjModel* m = &impl_->model;
  mjData* d = impl_->data.get();
  impl_->factorise();
  std::copy(acceleration.begin(), acceleration.end(), d->qacc_smooth);
  mj_mulM(m, d, d->qfrc_smooth, d->qacc_smooth);
}

bool Engine::find_constraints(const Tree& tree) {
  const bool near = impl_->contacts.find_near(tree);
  if (near || impl_->limit_reached() || impl_->couplings.any_active()) return true;
  impl_->contacts.forget();
  impl_->couplings.forget();
  // The engine's kinematics normalises the quaternions of qpos. So do we wherever links come close,
  // so that the last bits of a pose do not depend on how well the search tells links apart.
  if (impl_->contacts.spheres_overlap())
    mj_normalizeQuat(&impl_->model, impl_->data->qpos);
  return false;
}

void Engine::accept_smooth() {
  mjData* d = impl_->data.get();
  std::copy_n(d->qacc_smooth, impl_->model.nv, d->qacc);
  std::copy_n(d->qacc_smooth, impl_->model.nv, d->qacc_warmstart);
}

void Engine::solve_constraints(const Tree& tree, std::span<const double> start_velocity) {
  const mjModel* m = &impl_->model;
  mjData* d = impl_->data.get();
  mj_kinematics(m, d);
  mj_comPos(m, d);
  impl_->couplings.write_targets(impl_->model, tree);
  impl_->contacts.add_contacts(*m, *d, tree, impl_->couplings);
  mj_makeConstraint(m, d);
  impl_->couplings.turn_rows(*m, *d, tree);
  if (d->nefc == 0) {
    impl_->contacts.forget();
    impl_->couplings.forget();
    return accept_smooth();
  }
  mj_mulJacVec(m, d, d->efc_vel, start_velocity.data());
  impl_->contacts.set_softness(*m, *d);
  mj_projectConstraint(m, d);
  for (int row = 0; row < d->nefc; ++row) {
    const mjtNum* kbip = d->efc_KBIP + 4 * row;
    d->efc_aref[row] =
        -kbip[1] * d->efc_vel[row] - kbip[0] * kbip[2] * (d->efc_pos[row] - d->efc_margin[row]);
  }
  impl_->contacts.set_references(*m, *d);
  impl_->couplings.set_references(*m, *d, tree);
  for (int solves = 1;; ++solves) {
    mj_fwdConstraint(m, d);
    std::copy_n(d->qacc, m->nv, d->qacc_warmstart);
    if (solves == kMaxSolves) break;
    const bool released = impl_->couplings.release_stops(*d);
    if (!impl_->contacts.repair_references(*m, *d) && !released) break;
  }
  impl_->contacts.read_forces(*m, *d, tree);
  impl_->couplings.read_forces(*d, tree);
}

std::span<const ContactForce> Engine::contacts() const {
  return impl_->contacts.forces();
}
std::span<const Vec6> Engine::contact_wrenches_L() const {
  return impl_->contacts.wrenches_L();
}
std::span<CouplingTarget> Engine::couplings() {
  return impl_->couplings.targets();
}
std::span<const CouplingForce> Engine::coupling_forces() const {
  return impl_->couplings.forces();
}
std::span<const Vec6> Engine::coupling_wrenches_L() const {
  return impl_->couplings.wrenches_L();
}
bool Engine::touched(int root) const {
  return impl_->contacts.touched(root);
}

bool Engine::faulty() const {
  const mjWarningStat* warning = impl_->data->warning;
  return warning[mjWARN_CONTACTFULL].number + warning[mjWARN_CNSTRFULL].number +
             warning[mjWARN_INERTIA].number >
         0;
}

StepStatus Engine::status() const {
  const mjWarningStat* warning = impl_->data->warning;
  StepStatus status;
  if (warning[mjWARN_CONTACTFULL].number > 0 || warning[mjWARN_CNSTRFULL].number > 0) {
    status.code = StepStatus::Code::kContactOverflow;
    std::snprintf(status.message, sizeof status.message,
                  "more contacts or constraints than the model has room for");
  } else if (warning[mjWARN_INERTIA].number > 0) {
    status.code = StepStatus::Code::kEngineError;
    std::snprintf(status.message, sizeof status.message,
                  "the mass matrix is singular at degree of freedom %d",
                  warning[mjWARN_INERTIA].lastinfo);
  }
  return status;
}

Eigen::MatrixXd Engine::dense_mass() const {
  const int nv = impl_->model.nv;
  Eigen::MatrixXd dense(nv, nv);
  if (nv > 0) mj_fullM(&impl_->model, dense.data(), impl_->data->qM);
  return dense;
}

Eigen::MatrixXd Engine::rigid_mass() {
  mj_kinematics(&impl_->model, impl_->data.get());
  mj_comPos(&impl_->model, impl_->data.get());
  mj_crb(&impl_->model, impl_->data.get());
  return dense_mass();
}

}  // namespace hadal::dynamics
