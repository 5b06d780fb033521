#include "dynamics/multibody/engine.h"

#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>

namespace hadal::dynamics {
namespace {

struct EngineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// MuJoCo's handlers are global to the process. The exception passes through MuJoCo's C frames,
// which carry unwind tables on amd64; a world whose engine threw must be discarded.
void install_handlers() {
  static const bool installed = [] {
    mju_user_error = [](const char* message) { throw EngineError(message); };
    mju_user_warning = [](const char*) {};  // counted in mjData.warning
    return true;
  }();
  (void)installed;
}

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};

std::string body_name(size_t link) {
  return "link" + std::to_string(link);
}

// The structure only: which body hangs on which, and by what kind of joint.
void write_body(const MultibodySpec& spec, const std::vector<std::vector<size_t>>& children,
                size_t link, std::string& xml) {
  xml += "<body name=\"" + body_name(link) +
         "\"><inertial pos=\"0 0 0\" mass=\"1\" "
         "diaginertia=\"1 1 1\"/>";
  const LinkSpec& part = spec.links[link];
  if (part.joint == JointKind::kFree) xml += "<freejoint/>";
  if (part.joint == JointKind::kHinge || part.joint == JointKind::kSlide)
    xml += std::string("<joint type=\"") + (part.joint == JointKind::kHinge ? "hinge" : "slide") +
           "\"" + (part.range ? " limited=\"true\" range=\"-1 1\"" : "") + "/>";
  for (size_t child : children[link]) write_body(spec, children, child, xml);
  xml += "</body>";
}

std::string model_text(const MultibodySpec& spec) {
  std::vector<std::vector<size_t>> children(spec.links.size());
  std::vector<size_t> roots;
  size_t limits = 0;
  for (size_t i = 0; i < spec.links.size(); ++i) {
    (spec.links[i].parent < 0 ? roots : children[spec.links[i].parent]).push_back(i);
    limits += spec.links[i].range ? 1 : 0;
  }
  std::string xml =
      "<mujoco><compiler angle=\"radian\"/><option cone=\"elliptic\"/><size njmax=\"" +
      std::to_string(2 * limits + 1) + "\" nconmax=\"1\"/><worldbody>";
  for (size_t root : roots) write_body(spec, children, root, xml);
  return xml + "</worldbody></mujoco>";
}

std::unique_ptr<mjModel, ModelDeleter> load_model(const std::string& xml) {
  constexpr char kFile[] = "multibody.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  if (mj_makeEmptyFileVFS(files.get(), kFile, static_cast<int>(xml.size())) != 0)
    throw EngineError("model text could not be stored");
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), kFile)], xml.data(), xml.size());
  char error[1000] = "";
  static std::mutex loading;  // the reader switches the locale of the process for a moment
  const std::lock_guard lock(loading);
  std::unique_ptr<mjModel, ModelDeleter> model(mj_loadXML(kFile, files.get(), error, sizeof error));
  mj_deleteVFS(files.get());
  if (!model) throw EngineError(error);
  return model;
}

void write(mjtNum* to, const Vec3& v) {
  std::copy_n(v.data(), 3, to);
}
void write(mjtNum* to, const Quat& q) {
  to[0] = q.w();
  to[1] = q.x();
  to[2] = q.y();
  to[3] = q.z();
}

void write_options(const MultibodySpec& spec, mjModel& model) {
  model.opt.timestep = spec.step_s;
  write(model.opt.gravity, spec.gravity_N);
  model.opt.impratio = 100;
  model.opt.tolerance = 1e-10;
  model.opt.iterations = 50;
}

void write_inertia(const LinkSpec& link, int body, mjModel& model) {
  const Mat3 inertia = 0.5 * (link.inertia_G + link.inertia_G.transpose());
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(inertia);
  Mat3 axes = eigen.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) *= -1;
  model.body_mass[body] = link.mass_kg;
  write(model.body_inertia + 3 * body, Vec3(eigen.eigenvalues().cwiseMax(0)));
  write(model.body_ipos + 3 * body, link.p_LG_L);
  write(model.body_iquat + 4 * body, Quat(axes).normalized());
  model.body_sameframe[body] = 0;
  model.body_simple[body] = 0;
}

void write_link(const LinkSpec& link, int body, mjModel& model) {
  const Quat q_PL = link.pose_PL.q.normalized();
  write(model.body_pos + 3 * body, link.pose_PL.p);
  write(model.body_quat + 4 * body, q_PL);
  write_inertia(link, body, model);
  if (link.joint == JointKind::kFixed) return;
  const int joint = model.body_jntadr[body];
  mjtNum* start = model.qpos0 + model.jnt_qposadr[joint];
  if (link.joint == JointKind::kFree) {
    write(start, link.pose_PL.p);
    write(start + 3, q_PL);
    return;
  }
  write(model.jnt_axis + 3 * joint, Vec3(link.axis_L.normalized()));
  model.dof_armature[model.jnt_dofadr[joint]] = link.armature;
  if (!link.range) return;
  model.jnt_range[2 * joint] = link.range->lower;
  model.jnt_range[2 * joint + 1] = link.range->upper;
}

}  // namespace

struct Engine::Impl {
  std::unique_ptr<mjModel, ModelDeleter> model;
  std::unique_ptr<mjData, DataDeleter> data;
  TreeLayout layout;
  EngineArrays arrays;
  std::vector<int> limited_joints;
  bool always_constrained = false;

  void make_layout(const MultibodySpec& spec);
  void make_arrays();
  bool limit_reached() const;
  void set_body_weights(std::span<double> jacobian, std::span<double> solved);
  void set_dof_weights(std::span<double> unit, std::span<double> solved);
};

void Engine::Impl::make_layout(const MultibodySpec& spec) {
  for (size_t i = 0; i < spec.links.size(); ++i) {
    const int body = mj_name2id(model.get(), mjOBJ_BODY, body_name(i).c_str());
    write_link(spec.links[i], body, *model);
    const bool moves = model->body_jntnum[body] > 0;
    const int joint = model->body_jntadr[body];
    layout.position_address.push_back(moves ? model->jnt_qposadr[joint] : -1);
    layout.dof_address.push_back(moves ? model->jnt_dofadr[joint] : -1);
    if (moves && model->jnt_limited[joint]) limited_joints.push_back(joint);
  }
  layout.mass_address.assign(model->dof_Madr, model->dof_Madr + model->nv);
  layout.packed_size = model->nM;
  std::fill_n(model->dof_simplenum, model->nv, 0);
  always_constrained = model->ngeom > 0 || model->neq > 0;
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
}

Engine::Engine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Result<Engine> Engine::create(const MultibodySpec& spec) {
  install_handlers();
  try {
    auto impl = std::make_unique<Impl>();
    impl->model = load_model(model_text(spec));
    write_options(spec, *impl->model);
    impl->make_layout(spec);
    impl->data.reset(mj_makeData(impl->model.get()));
    if (!impl->data) throw EngineError("no memory for the engine's data");
    mj_setConst(impl->model.get(), impl->data.get());
    mj_resetData(impl->model.get(), impl->data.get());
    impl->make_arrays();
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
  mj_factorM(m, d);
  double sum = 0;
  for (int i = 0; i < m->nv; ++i) sum += d->qM[m->dof_Madr[i]];
  m->stat.meaninertia = sum / m->nv;
  std::vector<double> a(6 * m->nv), b(6 * m->nv);
  impl_->set_body_weights(a, b);
  impl_->set_dof_weights(a, b);
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
  mjModel* m = impl_->model.get();
  mjData* d = impl_->data.get();
  mj_factorM(m, d);
  mj_solveM(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
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

void Engine::solve_constraints() {
  mjModel* m = impl_->model.get();
  mjData* d = impl_->data.get();
  if (!impl_->always_constrained && !impl_->limit_reached()) {
    std::copy_n(d->qacc_smooth, m->nv, d->qacc);
    std::copy_n(d->qacc_smooth, m->nv, d->qacc_warmstart);
    return;
  }
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
  mj_makeConstraint(m, d);
  mj_projectConstraint(m, d);
  mj_referenceConstraint(m, d);
  mj_fwdConstraint(m, d);
  std::copy_n(d->qacc, m->nv, d->qacc_warmstart);
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
