#include "dynamics/multibody/engine.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "dynamics/multibody/engine_contact.h"
#include "dynamics/multibody/engine_model.h"
#include "dynamics/multibody/factor.h"

namespace hadal::dynamics {
struct Engine::Impl {
  explicit Impl(const MultibodySpec& spec)
      : contacts(spec), model(build_model(spec, contacts.room(), contacts.rows_per_contact())) {}

  EngineContacts contacts;
  ModelPointer model;
  DataPointer data;
  TreeLayout layout;
  EngineArrays arrays;
  std::span<double> factor, inverse_diagonal;  // the engine's own, which its solver uses
  std::vector<int> bodies;  // per link
  std::vector<int> limited_joints;
  std::vector<double> body_weights;  // body_invweight0 when nothing is kinematic

  void make_layout(const MultibodySpec& spec);
  void make_arrays();
  void factorise();
  bool limit_reached() const;
  void set_body_weights(std::span<double> jacobian, std::span<double> solved);
  void set_dof_weights(std::span<double> unit, std::span<double> solved);
};

void Engine::Impl::make_layout(const MultibodySpec& spec) {
  for (size_t i = 0; i < spec.links.size(); ++i) {
    const int body = body_of(*model, i);
    bodies.push_back(body);
    const bool moves = model->body_jntnum[body] > 0;
    const int joint = model->body_jntadr[body];
    layout.position_address.push_back(moves ? model->jnt_qposadr[joint] : -1);
    layout.dof_address.push_back(moves ? model->jnt_dofadr[joint] : -1);
    if (moves && model->jnt_limited[joint]) limited_joints.push_back(joint);
  }
  layout.mass_address.assign(model->dof_Madr, model->dof_Madr + model->nv);
  layout.dof_parent.assign(model->dof_parentid, model->dof_parentid + model->nv);
  for (const int parent : layout.dof_parent)
    layout.dof_depth.push_back(parent < 0 ? 0 : layout.dof_depth[parent] + 1);
  layout.packed_size = model->nM;
}

void Engine::Impl::make_arrays() {
  const auto nv = static_cast<size_t>(model->nv);
  arrays.qpos = {data->qpos, static_cast<size_t>(model->nq)};
  arrays.qvel = {data->qvel, nv};
  arrays.qacc = {data->qacc, nv};
  arrays.warmstart = {data->qacc_warmstart, nv};
  arrays.mass = {data->qM, static_cast<size_t>(model->nM)};
  arrays.smooth_force = {data->qfrc_smooth, nv};
  arrays.smooth_acceleration = {data->qacc_smooth, nv};
  factor = {data->qLD, static_cast<size_t>(model->nM)};
  inverse_diagonal = {data->qLDiagInv, nv};
}

void Engine::Impl::factorise() {
  const int weak =
      dynamics::factorise(layout, arrays.mass, mjMINVAL, factor, inverse_diagonal);
  if (weak < 0) return;
  mjWarningStat& warning = data->warning[mjWARN_INERTIA];
  ++warning.number;
  warning.lastinfo = weak;
}

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Result<Engine> Engine::create(const MultibodySpec& spec) {
  install_handlers();
  try {
    auto impl = std::make_unique<Impl>(spec);
    impl->make_layout(spec);
    impl->data.reset(mj_makeData(impl->model.get()));
    if (!impl->data) throw EngineError("no memory for the engine's data");
    mj_setConst(impl->model.get(), impl->data.get());
    mj_resetData(impl->model.get(), impl->data.get());
    impl->make_arrays();
    impl->contacts.attach(*impl->model, *impl->data);
    return Engine(std::move(impl));
  } catch (const std::exception& error) {
    Problems problems;
    problems.add(std::string("the physics engine refused the model: ") + error.what());
    return problems;
  }
}

const TreeLayout& Engine::layout() const {
  return impl_->layout;
}
const EngineArrays& Engine::arrays() const {
  return impl_->arrays;
}
double Engine::joint_inverse_inertia(int dof) const {
  return impl_->model->dof_invweight0[dof];
}

// The same means as MuJoCo's compiler takes, from the mass matrix with added mass.
void Engine::set_weights() {
  mjModel* m = impl_->model.get();
  mjData* d = impl_->data.get();
  if (m->nv == 0) return;
  mj_kinematics(m, d);
  mj_comPos(m, d);
  impl_->factorise();
  double sum = 0;
  for (int i = 0; i < m->nv; ++i) sum += d->qM[m->dof_Madr[i]];
  m->stat.meaninertia = sum / m->nv;
  std::vector<double> a(6 * m->nv), b(6 * m->nv);
  impl_->set_body_weights(a, b);
  impl_->set_dof_weights(a, b);
  impl_->body_weights.assign(m->body_invweight0, m->body_invweight0 + 2 * m->nbody);
}

void Engine::set_kinematic(const Tree& tree, int root, bool on) {
  impl_->contacts.set_kinematic(root, on);
  for (size_t i = 0; i < tree.links().size(); ++i) {
    if (tree.links()[i].root != root) continue;
    for (int k = 2 * impl_->bodies[i]; k < 2 * impl_->bodies[i] + 2; ++k)
      impl_->model->body_invweight0[k] = on ? 0 : impl_->body_weights[k];
  }
}

void Engine::Impl::set_body_weights(std::span<double> jacobian, std::span<double> solved) {
  const int nv = model->nv;
  for (int body = 1; body < model->nbody; ++body) {
    mj_jacBodyCom(model.get(), data.get(), jacobian.data(), jacobian.data() + 3 * nv, body);
    mj_solveM(model.get(), data.get(), solved.data(), jacobian.data(), 6);
    double mean[2] = {0, 0};
    for (int row = 0; row < 6; ++row)
      mean[row / 3] += mju_dot(&jacobian[row * nv], &solved[row * nv], nv) / 3;
    model->body_invweight0[2 * body] = mean[0];
    model->body_invweight0[2 * body + 1] = mean[1];
  }
}

void Engine::Impl::set_dof_weights(std::span<double> unit, std::span<double> solved) {
  const int nv = model->nv;
  std::vector<double> inverse(nv);
  for (int dof = 0; dof < nv; ++dof) {
    std::fill_n(unit.begin(), nv, 0.0);
    unit[dof] = 1;
    mj_solveM(model.get(), data.get(), solved.data(), unit.data(), 1);
    inverse[dof] = solved[dof];
  }
  for (int joint = 0; joint < model->njnt; ++joint) {
    const int first = model->jnt_dofadr[joint];
    const bool free = model->jnt_type[joint] == mjJNT_FREE;
    for (int k = 0; k < (free ? 6 : 1); ++k) {
      const double* group = &inverse[first + (k < 3 ? 0 : 3)];
      model->dof_invweight0[first + k] =
          free ? (group[0] + group[1] + group[2]) / 3 : inverse[first];
    }
  }
}

void Engine::solve_smooth() {
  mjData* d = impl_->data.get();
  const int nv = impl_->model->nv;
  impl_->factorise();
  std::copy_n(d->qfrc_smooth, nv, d->qacc_smooth);
  solve(impl_->layout, impl_->factor, impl_->inverse_diagonal, 0, nv,
        {d->qacc_smooth, static_cast<size_t>(nv)});
}

bool Engine::Impl::limit_reached() const {
  for (int joint : limited_joints) {
    const double q = data->qpos[model->jnt_qposadr[joint]];
    const double* range = model->jnt_range + 2 * joint;
    if (q - range[0] < model->jnt_margin[joint] || range[1] - q < model->jnt_margin[joint])
      return true;
  }
  return false;
}

void Engine::set_smooth_acceleration(std::span<const double> acceleration) {
  mjModel* m = impl_->model.get();
  mjData* d = impl_->data.get();
  impl_->factorise();
  std::copy(acceleration.begin(), acceleration.end(), d->qacc_smooth);
  mj_mulM(m, d, d->qfrc_smooth, d->qacc_smooth);
}

bool Engine::find_constraints(const Tree& tree) {
  const bool near = impl_->contacts.find_near(tree);
  if (near || impl_->limit_reached()) return true;
  impl_->contacts.forget();
  // The engine's kinematics normalises the quaternions of qpos. So do we wherever links come close,
  // so that the last bits of a pose do not depend on how well the search tells links apart.
  if (impl_->contacts.spheres_overlap())
    mj_normalizeQuat(impl_->model.get(), impl_->data->qpos);
  return false;
}

void Engine::accept_smooth() {
  mjData* d = impl_->data.get();
  std::copy_n(d->qacc_smooth, impl_->model->nv, d->qacc);
  std::copy_n(d->qacc_smooth, impl_->model->nv, d->qacc_warmstart);
}

void Engine::solve_constraints(const Tree& tree, std::span<const double> start_velocity) {
  mjModel* m = impl_->model.get();
  mjData* d = impl_->data.get();
  mj_kinematics(m, d);
  mj_comPos(m, d);
  impl_->contacts.add_contacts(*m, *d, tree);
  mj_makeConstraint(m, d);
  if (d->nefc == 0) {
    impl_->contacts.forget();
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
  for (int solves = 1;; ++solves) {
    mj_fwdConstraint(m, d);
    std::copy_n(d->qacc, m->nv, d->qacc_warmstart);
    if (solves == kMostSolves || !impl_->contacts.mend_references(*m, *d)) break;
  }
  impl_->contacts.read_forces(*m, *d, tree);
}

std::span<const ContactForce> Engine::contacts() const {
  return impl_->contacts.forces();
}
std::span<const Vec6> Engine::contact_wrenches_L() const {
  return impl_->contacts.wrenches_L();
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
  const int nv = impl_->model->nv;
  Eigen::MatrixXd dense(nv, nv);
  if (nv > 0) mj_fullM(impl_->model.get(), dense.data(), impl_->data->qM);
  return dense;
}

Eigen::MatrixXd Engine::rigid_mass() {
  mj_kinematics(impl_->model.get(), impl_->data.get());
  mj_comPos(impl_->model.get(), impl_->data.get());
  mj_crb(impl_->model.get(), impl_->data.get());
  return dense_mass();
}

}  // namespace hadal::dynamics
