// Events of the scenario: they change the state between two steps.
#include "simulation/simulation.h"

namespace hadal::simulation {

void Simulation::apply_events() {
  int64_t& next = state_.next_event[0];
  for (; next < static_cast<int64_t>(world_->events.size()) &&
         world_->events[next].tick <= state_.tick;
       ++next)
    apply_event(world_->events[next]);
  for (const Event& event : world_->events) {
    const auto* wrench = event.config.as<WrenchEventConfig>();
    if (wrench && event.end_tick == state_.tick && event.tick < event.end_tick)
      Eigen::Map<Vec6>(&state_.external_wrench[6 * static_cast<size_t>(event.target)]) -=
          Eigen::Map<const Vec6>(wrench->wrench.data());
  }
}

void Simulation::apply_event(const Event& event) {
  if (const auto* health = event.config.as<ThrusterHealthEventConfig>()) {
    state_.thruster_health[event.target] = health->health;
    if (health->known) state_.thruster_health_known[event.target] = health->health;
  } else if (const auto* current = event.config.as<CurrentEventConfig>()) {
    environment::CurrentField::scale(event.target, current->factor, state_.current_live);
    environment::CurrentField::add_uniform(
        event.target, Vec3(current->add_north_m_s, current->add_east_m_s, current->add_down_m_s),
        state_.current_live);
  } else if (const auto* waves = event.config.as<WavesEventConfig>()) {
    state_.wave_factor[0] = waves->factor;
  } else if (const auto* wind = event.config.as<WindEventConfig>()) {
    state_.wind_factor[0] = wind->factor;
  } else if (const auto* turbidity = event.config.as<TurbidityEventConfig>()) {
    state_.turbidity_ntu[0] = turbidity->turbidity_ntu;
  } else if (const auto* lamp = event.config.as<LampEventConfig>()) {
    state_.lamp_level[static_cast<size_t>(event.target)] = lamp->level;
  } else if (const auto* wrench = event.config.as<WrenchEventConfig>()) {
    Eigen::Map<Vec6>(&state_.external_wrench[6 * static_cast<size_t>(event.target)]) +=
        Eigen::Map<const Vec6>(wrench->wrench.data());
  }
}

}  // namespace hadal::simulation
