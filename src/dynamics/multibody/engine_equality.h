// Couplings in the engine: equality rows between two joints or two links. For the files of this
// folder that see MuJoCo.
//
// A row obeys f = (aref - J qacc) / R like those of contacts (engine_contact.h), with
//   aref = -B J v0 - K e - (1 - h B / 2) (dJ/dt) v,
// the spring and critical damper of time constant max(2 h, kCouplingTime_s) for the error e, and the
// term that the engine leaves out, by which a coupling on a turning body would lag behind.
//
// Joints: e = q_a - offset - ratio q_b.
// Welds: the engine's six rows. Its first three are the distance, in N, of the point of link a where
// P shall be from P; they are turned into the axes of S, so that each is a force along one of them:
// f_a = R_NS (f_0, f_1, f_2). While P slides along x of S, the row of x acts only below x = 0, and
// only as long as it pushes: one that pulls is told R = infinity and the engine solves again. The
// other three are the vector part of the quaternion q_NB^-1 q_NA q_AB, half the angle that is missing.
//
// The engine keeps which welds act and where in its model, which is shared: every engine has its own
// copy of these arrays.
#pragma once
#include <mujoco/mujoco.h>

#include <span>
#include <vector>

#include "dynamics/multibody/coupling_state.h"
#include "dynamics/multibody/engine_model.h"
#include "dynamics/multibody/tree.h"

namespace hadal::dynamics {

class EngineEqualities {
 public:
  // Both must outlive it. `model` is the engine's own and gets arrays of its own.
  EngineEqualities(const EngineModel& engine, mjModel& model);

  void reset();  // as the model was made: joints coupled, welds open
  std::span<CouplingTarget> targets() { return targets_; }
  bool any_active() const;
  // Two links that a weld holds do not meet as shapes.
  bool coupled(int link_a, int link_b) const;

  // In this order, with the engine's stages between: targets before its makeConstraint, rows turned
  // after it, references after its referenceConstraint, forces after its solver.
  void write_targets(mjModel& model, const Tree& tree);
  void turn_rows(const mjModel& model, mjData& data, const Tree& tree);
  void set_references(const mjModel& model, mjData& data, const Tree& tree);
  // After a solution: true when a stop pulled and has been let go; the engine must solve again.
  bool release_stops(mjData& data);
  void read_forces(const mjData& data, const Tree& tree);
  void forget();  // nothing acted in this step

  std::span<const CouplingForce> forces() const { return forces_; }
  std::span<const Vec6> wrenches_L() const { return wrenches_; }

 private:
  struct Rows {
    int first = -1;    // in this step; -1: none
    bool stop = false;  // the row of x may only push
  };
  const CouplingSpec& spec(size_t i) const { return engine_->couplings[i]; }
  Quat relative_attitude(size_t i) const;
  Vec3 relative_position_S(size_t i, const Tree& tree) const;
  void find_rows(const mjData& data);
  void add_wrench(const Tree& tree, int link, const Vec3& p_N, const Vec3& force_N,
                  const Vec3& torque_N);

  const EngineModel* engine_;
  std::vector<mjtByte> active_;
  std::vector<mjtNum> data_;
  std::vector<CouplingTarget> targets_;
  std::vector<Rows> rows_;
  std::vector<CouplingForce> forces_;
  std::vector<Vec6> wrenches_;  // per link, about the link origin, link axes
  bool acted_ = false;
};

}  // namespace hadal::dynamics
