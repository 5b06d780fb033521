#include "dynamics/multibody/engine_equality.h"

#include <algorithm>

#include "dynamics/multibody/point_motion.h"

namespace hadal::dynamics {
namespace {

using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

bool is_weld(const CouplingSpec& spec) {
  return spec.kind == CouplingSpec::Kind::kWeld;
}

// The frames of a weld in N; those of the world where a link is -1.
Pose frame_N(const Tree& tree, int link, const Pose& X_LF) {
  if (link < 0) return X_LF;
  const LinkKinematics& kin = tree.kinematics()[link];
  return Pose{kin.p_NL_N, kin.q_NL} * X_LF;
}

// Three rows of the Jacobian turned by R^T, in the engine's dense or packed layout: both have the
// same columns in all three.
void turn_jacobian(const mjModel& model, mjData& data, int first, const Mat3& R) {
  const bool sparse = mj_isSparse(&model) != 0;
  mjtNum* rows[3];
  for (int i = 0; i < 3; ++i)
    rows[i] = data.efc_J + (sparse ? data.efc_J_rowadr[first + i] : (first + i) * model.nv);
  const int columns = sparse ? data.efc_J_rownnz[first] : model.nv;
  for (int k = 0; k < columns; ++k) {
    const Vec3 turned = R.transpose() * Vec3(rows[0][k], rows[1][k], rows[2][k]);
    for (int i = 0; i < 3; ++i) rows[i][k] = turned[i];
  }
  if (!sparse) return;
  // The transpose, which the engine has made already.
  const int* column = data.efc_J_colind + data.efc_J_rowadr[first];
  for (int k = 0; k < columns; ++k) {
    const int begin = data.efc_JT_rowadr[column[k]],
              end = begin + data.efc_JT_rownnz[column[k]];
    for (int entry = begin; entry < end; ++entry) {
      const int row = data.efc_JT_colind[entry] - first;
      if (row >= 0 && row < 3) data.efc_JT[entry] = rows[row][k];
    }
  }
}

}  // namespace

EngineEqualities::EngineEqualities(const EngineModel& engine, mjModel& model)
    : engine_(&engine),
      active_(engine.model->eq_active, engine.model->eq_active + engine.model->neq),
      data_(engine.model->eq_data,
            engine.model->eq_data + static_cast<size_t>(engine.model->neq) * mjNEQDATA),
      targets_(engine.couplings.size()),
      rows_(engine.couplings.size()),
      forces_(engine.couplings.size()),
      wrenches_(engine.bodies.size(), Vec6::Zero()) {
  model.eq_active = active_.data();
  model.eq_data = data_.data();
}

void EngineEqualities::reset() {
  std::fill(targets_.begin(), targets_.end(), CouplingTarget{});
  acted_ = true;
  forget();
}

void EngineEqualities::forget() {
  if (!acted_) return;
  std::fill(forces_.begin(), forces_.end(), CouplingForce{});
  std::fill(wrenches_.begin(), wrenches_.end(), Vec6(Vec6::Zero()));
  acted_ = false;
}

bool EngineEqualities::any_active() const {
  for (size_t i = 0; i < targets_.size(); ++i)
    if (!is_weld(spec(i)) || targets_[i].active) return true;
  return false;
}

bool EngineEqualities::coupled(int link_a, int link_b) const {
  for (size_t i = 0; i < targets_.size(); ++i)
    if (targets_[i].active && is_weld(spec(i)) &&
        std::minmax(link_a, link_b) == std::minmax(spec(i).link_a, spec(i).link_b))
      return true;
  return false;
}

// Of P in S, as it is.
Vec3 EngineEqualities::relative_position_S(size_t i, const Tree& tree) const {
  const Pose X_NS = frame_N(tree, spec(i).link_a, spec(i).X_AS);
  return X_NS.q.conjugate() * (frame_N(tree, spec(i).link_b, spec(i).X_BP).p - X_NS.p);
}

// Of link b in link a, as it shall be.
Quat EngineEqualities::relative_attitude(size_t i) const {
  return spec(i).X_AS.q * targets_[i].X_SP.q * spec(i).X_BP.q.conjugate();
}

void EngineEqualities::write_targets(mjModel& model, const Tree& tree) {
  for (size_t i = 0; i < targets_.size(); ++i) {
    if (!is_weld(spec(i))) continue;
    model.eq_active[i] = targets_[i].active ? 1 : 0;
    if (!targets_[i].active) continue;
    if (targets_[i].slides) targets_[i].X_SP.p.x() = relative_position_S(i, tree).x();
    mjtNum* data = model.eq_data + i * mjNEQDATA;
    const Vec3 on_a = (spec(i).X_AS * targets_[i].X_SP).p;
    const Quat q_AB = relative_attitude(i);
    std::copy_n(spec(i).X_BP.p.data(), 3, data);
    std::copy_n(on_a.data(), 3, data + 3);
    data[6] = q_AB.w();
    for (int k = 0; k < 3; ++k) data[7 + k] = q_AB.vec()[k];
    data[10] = 1;
  }
}

void EngineEqualities::find_rows(const mjData& data) {
  for (Rows& rows : rows_) rows = {};
  for (int row = data.ne; row-- > 0;)
    if (data.efc_type[row] == mjCNSTR_EQUALITY) rows_[data.efc_id[row]].first = row;
}

void EngineEqualities::turn_rows(const mjModel& model, mjData& data, const Tree& tree) {
  if (targets_.empty()) return;
  find_rows(data);
  for (size_t i = 0; i < targets_.size(); ++i) {
    const int first = rows_[i].first;
    if (first < 0 || !is_weld(spec(i))) continue;
    const Pose X_NS = frame_N(tree, spec(i).link_a, spec(i).X_AS);
    const Mat3 R_NS = X_NS.q.toRotationMatrix();
    turn_jacobian(model, data, first, R_NS);
    Eigen::Map<Vec3> error(data.efc_pos + first);
    error = (R_NS.transpose() * error).eval();
    if (!targets_[i].slides) continue;
    const double x = targets_[i].X_SP.p.x();
    rows_[i].stop = x < 0;
    data.efc_pos[first] = -x;
    if (!rows_[i].stop) data.efc_D[first] = 0;
  }
}

void EngineEqualities::set_references(const mjModel& model, mjData& data, const Tree& tree) {
  for (size_t i = 0; i < targets_.size(); ++i) {
    const int first = rows_[i].first;
    if (first < 0 || !is_weld(spec(i))) continue;
    const CouplingSpec& of = spec(i);
    const Pose X_NS = frame_N(tree, of.link_a, of.X_AS), X_NP = frame_N(tree, of.link_b, of.X_BP);
    const Vec3 drift_N = point_motion(tree, of.link_a, X_NP.p).acceleration_N -
                         point_motion(tree, of.link_b, X_NP.p).acceleration_N;
    const Vec3 drift_S = X_NS.q.conjugate() * drift_N;
    for (int k = 0; k < 3; ++k)
      data.efc_aref[first + k] -=
          (1 - 0.5 * model.opt.timestep * data.efc_KBIP[4 * (first + k) + 1]) * drift_S[k];
  }
}

bool EngineEqualities::release_stops(mjData& data) {
  bool released = false;
  for (Rows& rows : rows_) {
    if (!rows.stop || !(data.efc_force[rows.first] > 0)) continue;  // of link a on b: minus this
    rows.stop = false;
    data.efc_D[rows.first] = 0;
    released = true;
  }
  return released;
}

void EngineEqualities::add_wrench(const Tree& tree, int link, const Vec3& p_N, const Vec3& force_N,
                                  const Vec3& torque_N) {
  if (link < 0) return;
  const LinkKinematics& kin = tree.kinematics()[link];
  wrenches_[link].head<3>() += kin.R_NL.transpose() * force_N;
  wrenches_[link].tail<3>() +=
      kin.R_NL.transpose() * (torque_N + (p_N - kin.p_NL_N).cross(force_N));
}

void EngineEqualities::read_forces(const mjData& data, const Tree& tree) {
  forget();
  for (size_t i = 0; i < targets_.size(); ++i) {
    const int first = rows_[i].first;
    if (first < 0 || !is_weld(spec(i))) continue;
    const CouplingSpec& of = spec(i);
    const Pose X_NS = frame_N(tree, of.link_a, of.X_AS), X_NP = frame_N(tree, of.link_b, of.X_BP);
    const Quat q_NA = X_NS.q * of.X_AS.q.conjugate(), q_NB = X_NP.q * of.X_BP.q.conjugate();
    // The rows of rotation are J w = (s 1 - [v]x) w_B / 2 of the quaternion (s, v) that is missing.
    const Quat missing = q_NB.conjugate() * q_NA * relative_attitude(i);
    const Eigen::Map<const Vec3> force_on_a_S(data.efc_force + first),
        rows(data.efc_force + first + 3);
    const Vec3 torque_on_a_N =
        q_NB * Vec3(0.5 * (missing.w() * rows + missing.vec().cross(rows)));
    const Vec3 force_on_a_N = X_NS.q * Vec3(force_on_a_S);
    forces_[i] = {-force_on_a_S, -(X_NS.q.conjugate() * torque_on_a_N)};
    const Vec3 on_a_N = X_NS.p + X_NS.q * targets_[i].X_SP.p;
    add_wrench(tree, of.link_a, on_a_N, force_on_a_N, torque_on_a_N);
    add_wrench(tree, of.link_b, X_NP.p, -force_on_a_N, -torque_on_a_N);
    acted_ = true;
  }
}

}  // namespace hadal::dynamics
