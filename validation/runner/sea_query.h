// The sea of a scenario without vehicles, for cases that only ask it.
#pragma once
#include "environment/sea.h"
#include "runner/case.h"
#include "scenario/scenario.h"
#include "world/state.h"
#include "world/world.h"

namespace hadal::validation {

class SeaQuery {
 public:
  // Throws InvalidInput when the scenario is not accepted.
  SeaQuery(const Scenario& scenario, const Case& reference)
      : world_(build(scenario, reference)), sea_(world_), instant_(sea_) {
    state_.run_seed.assign(1, static_cast<int64_t>(world_.seed));
    sea_.start(state_);
    stream_ = environment::Sea::current_stream(state_);
    instant_.set_time(0, state_);
  }

  const environment::Sea& sea() const { return sea_; }
  void set_time(double time_s) { instant_.set_time(time_s, state_); }
  Vec3 current_N(double depth_m) const { return instant_.current_N(Vec3(0, 0, depth_m)); }
  // The random processes over one step.
  void advance() {
    sea_.advance(stream_, state_, ++state_.tick);
    instant_.set_time(world_.clock.time_s(state_.tick), state_);
  }

 private:
  static World build(const Scenario& scenario, const Case& reference) {
    const Result<LoadedScenario> loaded =
        load_scenario_text(save_scenario(scenario), reference.path("case.json"), {});
    if (!loaded) throw InvalidInput(loaded.problems());
    return build_world(loaded.value()).value();
  }

  World world_;
  environment::Sea sea_;
  environment::SeaInstant instant_;
  State state_;
  RandomStream stream_;
};

}  // namespace hadal::validation
