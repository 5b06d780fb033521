// One simulation step, from state(t) to state(t + dt). Every line is a folder of src/.
#include "kinds/extensions/extension_kinds.h"
#include "simulation/simulation.h"

namespace hadal::simulation {

StepReport Simulation::step() try {
  const World& world = *world_;
  const double t = world.clock.time_s(state_.tick), dt = world.clock.step_s();
  profile_.begin(state_.tick);
  apply_events();
  control_.update(world, state_, &waits_);  // control: what is due at t
  profile_.mark(Stage::kControl);
  sea_->advance(current_stream_, state_, state_.tick + 1);  // environment: random currents
  sea_->follow_vehicles(world, state_, followed_);  // and the seabed tiles ahead
  if (!living_.empty()) {
    instant_.set_time(t, state_);
    living_.advance(world, instant_, state_);  // fish, drift
  }
  if (!silt_.empty()) {
    instant_.set_time(t, state_);
    silt_.advance(world, instant_, state_);  // clouds of sediment
  }
  profile_.mark(Stage::kEnvironment);
  forces_.begin_step(world, state_);  // dynamics: actuators
  drive_bodies();
  for (int stage = 0; stage < bodies_.stage_count(); ++stage) {
    bodies_.update_kinematics(stage);
    profile_.mark(Stage::kMultibody);
    instant_.set_time(t + bodies_.stage_fraction(stage) * dt, state_);
    forces_.apply(world, instant_, state_, bodies_, arena_);  // each term writes its wrench column
    profile_.mark(Stage::kForces);
    bodies_.accelerate(stage);  // the mass matrix holds the added mass
  }
  const dynamics::StepStatus status = bodies_.finish();
  if (!status.ok()) return {false, describe_failure(status), status.diverged()};
  finish_joints();
  forces_.finish_step(world, instant_, bodies_, state_);
  ++state_.tick;
  read_bodies();
  couplings_.update(state_, bodies_);
  profile_.mark(Stage::kMultibody);
  measure();  // sensors: what is due at t + dt
  profile_.mark(Stage::kSensors);
  keep_records();
  watch_expectations();
  profile_.mark(Stage::kOther);
  return {};
} catch (const extension::KindError& error) {
  return {false, "step " + std::to_string(state_.tick) + " failed: " + failure_text(error)};
}

}  // namespace hadal::simulation
