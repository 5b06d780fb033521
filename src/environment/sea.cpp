#include "environment/sea.h"

#include <cmath>

#include "environment/magnetic.h"

namespace hadal::environment {

Sea::Sea(const World& world)
    : water_(world.water),
      currents_(world.currents, world.start_unix_ns),
      frame_(world.origin_lat_deg, world.origin_lon_deg),
      step_s_(world.clock.step_s()),
      gravity_m_s2_(water_.gravity(0)),
      magnetic_field_N_t_(hadal::environment::magnetic_field_N_t(frame_, Vec3::Zero())),
      current_stream_(world.seed, "environment/currents", "gauss_markov") {}

double Sea::declination_rad() const {
  return std::atan2(magnetic_field_N_t_.y(), magnetic_field_N_t_.x());
}

void Sea::start(State& state) const {
  state.current_process.assign(currents_.gauss_markov_size(), 0.0);
  state.current_live.assign(currents_.live_size(), 0.0);
  CurrentField::reset_live(state.current_live);
  currents_.start_gauss_markov(current_stream_, state.current_process);
}

void Sea::advance(State& state, Tick tick) const {
  if (!state.current_process.empty())
    currents_.step_gauss_markov(current_stream_, tick, step_s_, state.current_process);
}

}  // namespace hadal::environment
