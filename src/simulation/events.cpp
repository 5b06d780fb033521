// Events of the scenario: inputs made at load, which act between two steps.
#include "simulation/inputs.h"

namespace hadal::simulation {

void Simulation::apply_events() {
  const InputTargets targets{*world_, *sea_, control_, suite_, network_, bodies_, state_};
  const auto apply_all = [&](const std::vector<AddressedInput>& inputs) {
    for (const AddressedInput& input : inputs) apply_input(targets, input.address, input.values);
  };
  int64_t& next = state_.next_event[0];
  for (; next < static_cast<int64_t>(world_->events.size()) &&
         world_->events[next].tick <= state_.tick;
       ++next)
    apply_all(world_->events[next].inputs);
  for (const Event& event : world_->events)
    if (event.end_tick == state_.tick && event.tick < event.end_tick) apply_all(event.end_inputs);
}

}  // namespace hadal::simulation
