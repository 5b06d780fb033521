#include "dynamics/couplings.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "math/smoothstep.h"

namespace hadal::dynamics {
namespace {

int64_t* counts_of(size_t pair, State& state) {
  return &state.coupling_counts[kCouplingCounts * pair];
}
const int64_t* counts_of(size_t pair, const State& state) {
  return &state.coupling_counts[kCouplingCounts * pair];
}
double* values_of(size_t pair, State& state) {
  return &state.coupling_values[kCouplingValues * pair];
}
const double* values_of(size_t pair, const State& state) {
  return &state.coupling_values[kCouplingValues * pair];
}
CouplingMode mode_of(size_t pair, const State& state) {
  return static_cast<CouplingMode>(counts_of(pair, state)[kCouplingMode]);
}

// Turns the x axis to that of the attitude, the shortest way, by a fraction of it.
Quat swing_of(const Quat& q, double fraction) {
  const Vec3 x = q * Vec3::UnitX(), across = Vec3::UnitX().cross(x);
  const double sine = across.norm();
  if (sine < 1e-12) return Quat::Identity();
  return quaternion_from_rotation_vector(fraction * std::atan2(sine, x.x()) / sine * across);
}

}  // namespace

void Couplings::start(State& state) const {
  const size_t pairs = world_->coupling_pairs.size();
  state.coupling_engaged.clear();
  for (const Coupling& coupling : world_->couplings)
    state.coupling_engaged.push_back(coupling.settings().engaged ? 1 : 0);
  state.coupling_counts.assign(kCouplingCounts * pairs, 0);
  state.coupling_values.assign(kCouplingValues * pairs, 0.0);
  for (size_t pair = 0; pair < pairs; ++pair) counts_of(pair, state)[kCouplingFreed] = -1;
  const int history =
      pairs == 0 ? 0
                 : world_->coupling_pairs.back().history_begin +
                       world_->coupling_pairs.back().history_size;
  state.coupling_history.assign(static_cast<size_t>(history), 0.0);
}

Pose Couplings::pose_SP(size_t pair, const State& state) const {
  const CouplingPair& p = world_->coupling_pairs[pair];
  const auto frame = [&](int link, const Pose& X) {
    return Pose{state.p_NL_N[link], state.q_NL[link]} * X;
  };
  const Pose X_NS = frame(p.link_a, p.X_AS), X_NP = frame(p.link_b, p.X_BP);
  const Quat q_SN = X_NS.q.conjugate();
  return {q_SN * (X_NP.p - X_NS.p), q_SN * X_NP.q};
}

// Where a pair that is held shall be.
Pose Couplings::settled_SP(size_t pair, const State& state) const {
  const double* v = values_of(pair, state);
  const Vec3 p(v[kCouplingCaught], v[kCouplingCaught + 1], v[kCouplingCaught + 2]);
  const double* w = v + kCouplingCaught + 3;
  const Quat q(w[0], w[1], w[2], w[3]);
  if (!world_->couplings[world_->coupling_pairs[pair].coupling].seats) return {p, q};
  const double age_s = step_s() * static_cast<double>(counts_of(pair, state)[kCouplingAge]);
  const double left = 1 - smoothstep(age_s / kSettle_s);
  const Quat twist = swing_of(q, 1).conjugate() * q;
  return {Vec3(v[kCouplingHeld], left * p.y(), left * p.z()),
          (swing_of(q, left) * twist).normalized()};
}

void Couplings::hold(const State& state, Multibody& bodies) const {
  for (size_t pair = 0; pair < world_->coupling_pairs.size(); ++pair) {
    CouplingTarget& target = bodies.couplings()[pair];
    const CouplingMode mode = mode_of(pair, state);
    target.active = mode != CouplingMode::kFree;
    if (!target.active) continue;
    target.slides = mode == CouplingMode::kJoined;
    target.X_SP = settled_SP(pair, state);
  }
}

// The least with which one of the fingers presses on the held body.
double Couplings::press_n(const CouplingPair& pair, const Multibody& bodies) const {
  double least = INFINITY;
  for (const int finger : world_->couplings[pair.coupling].fingers) {
    double press = 0;
    for (const ContactForce& contact : bodies.contacts())
      if (std::minmax(contact.link_a, contact.link_b) == std::minmax(finger, pair.link_b))
        press += contact.force_N.dot(contact.normal_N);
    least = std::min(least, press);
  }
  return least;
}

// The coupling holds another body, or another coupling this socket.
bool Couplings::occupied(size_t pair, const State& state) const {
  const CouplingPair& own = world_->coupling_pairs[pair];
  for (size_t i = 0; i < world_->coupling_pairs.size(); ++i) {
    if (i == pair || mode_of(i, state) == CouplingMode::kFree) continue;
    const CouplingPair& other = world_->coupling_pairs[i];
    if (other.coupling == own.coupling ||
        (other.link_a == own.link_a && other.X_AS.p == own.X_AS.p))
      return true;
  }
  return false;
}

void Couplings::forget_forces(size_t pair, State& state) const {
  const CouplingPair& p = world_->coupling_pairs[pair];
  std::fill_n(&state.coupling_history[p.history_begin], p.history_size, 0.0);
  double* v = values_of(pair, state);
  std::fill(v + kCouplingSum, v + kCouplingGap, 0.0);
}

void Couplings::read_force(size_t pair, const Pose& X_SP, const CouplingForce& force,
                           State& state) const {
  const CouplingPair& p = world_->coupling_pairs[pair];
  int64_t& place = counts_of(pair, state)[kCouplingOldest];
  double* v = values_of(pair, state);
  double& oldest = state.coupling_history[p.history_begin + place];
  v[kCouplingSum] += force.force_S.x() - oldest;
  oldest = force.force_S.x();
  place = (place + 1) % p.history_size;
  v[kCouplingAxial] = v[kCouplingSum] / p.history_size;
  Quat q_PS = X_SP.q.conjugate();
  if (world_->couplings[p.coupling].seats) q_PS = Quat(0, 0, 0, 1) * q_PS;  // to the port's axes
  Eigen::Map<Vec3>(v + kCouplingForce) = q_PS * force.force_S;
  Eigen::Map<Vec3>(v + kCouplingTorque) = q_PS * force.torque_S;
}

void Couplings::change_mode(size_t pair, const Pose& X_SP, CouplingMode mode, State& state) const {
  const CouplingMode before = mode_of(pair, state);
  counts_of(pair, state)[kCouplingMode] = static_cast<int64_t>(mode);
  if (before == mode) return;
  double* v = values_of(pair, state);
  v[kCouplingHeld] = X_SP.p.x();
  if (before == CouplingMode::kFree) {
    Eigen::Map<Vec3>(v + kCouplingCaught) = X_SP.p;
    const Quat& q = X_SP.q;
    const double attitude[] = {q.w(), q.x(), q.y(), q.z()};
    std::copy_n(attitude, 4, v + kCouplingCaught + 3);
    counts_of(pair, state)[kCouplingAge] = 0;
  }
  if (before == CouplingMode::kFree || mode == CouplingMode::kFree) forget_forces(pair, state);
  if (mode != CouplingMode::kFree) return;
  const Coupling& coupling = world_->couplings[world_->coupling_pairs[pair].coupling];
  for (int i = coupling.first_pair; i < coupling.first_pair + coupling.pairs; ++i)
    counts_of(static_cast<size_t>(i), state)[kCouplingFreed] = 0;
}

void Couplings::update(State& state, const Multibody& bodies) const {
  for (size_t pair = 0; pair < world_->coupling_pairs.size(); ++pair) {
    const CouplingPair& p = world_->coupling_pairs[pair];
    const Coupling& coupling = world_->couplings[p.coupling];
    const Pose X_SP = pose_SP(pair, state);
    if (mode_of(pair, state) != CouplingMode::kFree) {
      read_force(pair, X_SP, bodies.coupling_forces()[pair], state);
      ++counts_of(pair, state)[kCouplingAge];
    }
    double* v = values_of(pair, state);
    const Vec3 x = X_SP.q * Vec3::UnitX();
    v[kCouplingGap] = X_SP.p.x();
    v[kCouplingLateral] = X_SP.p.tail<2>().norm();
    v[kCouplingAngle] = std::atan2(x.tail<2>().norm(), x.x());
    const CouplingSample sample{state.coupling_engaged[p.coupling] != 0,
                                occupied(pair, state),
                                v[kCouplingLateral],
                                v[kCouplingAngle],
                                v[kCouplingGap],
                                v[kCouplingAxial],
                                coupling.seats ? 0 : press_n(p, bodies)};
    int64_t* counts = counts_of(pair, state);
    CouplingMemory memory{mode_of(pair, state), counts[kCouplingAligned], counts[kCouplingFreed]};
    coupling.kind->advance(coupling.config.data(), sample, step_s(), memory);
    counts[kCouplingAligned] = memory.aligned;
    counts[kCouplingFreed] = memory.freed;
    change_mode(pair, X_SP, memory.mode, state);
  }
}

}  // namespace hadal::dynamics
