// Couplings of a world at work: what each pair of links sees, the state machine of its kind
// (kinds/couplings/coupling.h), and the weld of the multibody that holds it.
//
// Per step: hold() writes the welds from the state, update() reads their forces after the step and
// lets the machines advance by one sample. All that changes is in State::coupling_*.
//
// A plug that joins is seldom quite straight: its offset and its tilt at that moment fade to zero over
// kSettle_s, so that nothing jumps; its roll about the axis stays. What a cup, a magnet or a hand takes
// keeps its pose.
#pragma once
#include "dynamics/multibody/multibody.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::dynamics {

constexpr double kSettle_s = 0.5;

class Couplings {
 public:
  explicit Couplings(const World& world) : world_(&world) {}  // which must outlive it

  void start(State& state) const;
  void hold(const State& state, Multibody& bodies) const;
  void update(State& state, const Multibody& bodies) const;

 private:
  Pose pose_SP(size_t pair, const State& state) const;
  Pose settled_SP(size_t pair, const State& state) const;
  double press_n(const CouplingPair& pair, const Multibody& bodies) const;
  bool occupied(size_t pair, const State& state) const;
  void read_force(size_t pair, const Pose& X_SP, const CouplingForce& force, State& state) const;
  void change_mode(size_t pair, const Pose& X_SP, CouplingMode mode, State& state) const;
  void forget_forces(size_t pair, State& state) const;
  double step_s() const { return world_->clock.step_s(); }

  const World* world_;
};

}  // namespace hadal::dynamics
