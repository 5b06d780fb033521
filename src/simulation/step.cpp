// One simulation step, from state(t) to state(t + dt). Every line is a folder of src/.
#include "simulation/simulation.h"

namespace hadal::simulation {

StepReport Simulation::step() {
  const World& world = *world_;
  apply_events();
  pilot_.update(world, state_);                                        // control: what is due at t
  sea_.advance(state_, state_.tick + 1);                               // environment: random currents
  forces_.begin_step(world, state_);                                   // dynamics: fins, ballast
  advance_kinematics();
  const double t = world.clock.time_s(state_.tick), dt = world.clock.step_s();
  for (int stage = 0; stage < bodies_.stage_count(); ++stage) {
    bodies_.place(stage);
    moment_.set_time(t + bodies_.stage_fraction(stage) * dt, state_);  // environment: the sea then
    forces_.apply(world, moment_, state_, bodies_, arena_);            // dynamics: wrench columns
    bodies_.accelerate(stage);                                         // mass matrix holds added mass
  }
  const dynamics::StepStatus status = bodies_.finish();
  if (!status.ok()) return {false, describe_failure(status)};
  forces_.finish_step(world, state_);
  ++state_.tick;
  read_bodies();
  suite_.measure_due(world, state_, arena_);                           // sensors: what is due at t + dt
  keep_records();
  watch_expectations();
  return {};
}

}  // namespace hadal::simulation
