#include "environment/current_acceleration.h"

#include "kinds/currents/ekman.h"
#include "kinds/currents/jet.h"
#include "kinds/currents/log_layer.h"
#include "kinds/currents/pipe.h"
#include "kinds/currents/power_law.h"
#include "kinds/currents/stratified.h"
#include "kinds/currents/uniform.h"

namespace hadal::environment {
namespace {

constexpr double kStill_m_s = 1e-9;

// Of all others it is asked how they change.
bool known_steady(const CurrentSource& source) {
  const auto schema = source.kind->schema;
  if (schema == &StratifiedCurrent::schema)
    return static_cast<const StratifiedCurrent*>(source.config.data())->period_s == 0;
  return schema == &UniformCurrent::schema || schema == &LogLayerCurrent::schema ||
         schema == &EkmanCurrent::schema || schema == &PowerLawCurrent::schema ||
         schema == &JetCurrent::schema || schema == &PipeCurrent::schema;
}

// Places differ by their depth alone.
bool known_level(const CurrentSource& source) {
  const auto schema = source.kind->schema;
  return source.kind->velocity_everywhere_N || schema == &StratifiedCurrent::schema ||
         schema == &EkmanCurrent::schema;
}

}  // namespace

std::span<const double> current_processes(const Sea& sea, const State& state) {
  return {state.current_process.data(), sea.currents().process_size()};
}

std::span<const double> current_processes_before(const Sea& sea, const State& state) {
  const size_t processes = sea.currents().process_size();
  return {state.current_process.data() + processes, processes};
}

CurrentAcceleration::CurrentAcceleration(const Sea& sea, const World& world)
    : sea_(sea),
      step_s_(world.clock.step_s()),
      before_(sea.currents().scratch_size()),
      after_(sea.currents().scratch_size()) {
  for (const CurrentSource& source : world.currents) {
    const bool layered = source.common().top_m || source.common().bottom_m;
    steady_ &= known_steady(source);
    level_ &= known_level(source);
    uniform_ &= source.kind->velocity_everywhere_N && !layered;
  }
}

void CurrentAcceleration::set_time(double time_s, const State& state) {
  if (steady_) return;
  sea_.currents().prepare(time_s - 0.5 * step_s_, state.current_live,
                          current_processes_before(sea_, state), before_);
  sea_.currents().prepare(time_s + 0.5 * step_s_, state.current_live,
                          current_processes(sea_, state), after_);
}

Vec3 CurrentAcceleration::in_time(const Vec3& p_N) const {
  const CurrentField& field = sea_.currents();
  const double seabed_m =
      field.needs_seabed() ? sea_.seabed().depth(p_N.x(), p_N.y()) : kNoSeabed;
  return (field.velocity(p_N, after_, seabed_m) - field.velocity(p_N, before_, seabed_m)) / step_s_;
}

Vec3 CurrentAcceleration::at(const SeaInstant& now, const Vec3& p_N, const Vec3& water_N,
                             double length_m) const {
  Vec3 acceleration_N = steady_ ? Vec3::Zero().eval() : in_time(p_N);
  const double speed = water_N.norm();
  if (uniform_ || speed < kStill_m_s || (level_ && water_N.z() == 0)) return acceleration_N;
  const Vec3 half_N = (0.5 * length_m / speed) * water_N;
  acceleration_N +=
      speed / length_m * (now.current_N(p_N + half_N) - now.current_N(p_N - half_N));
  return acceleration_N;
}

}  // namespace hadal::environment
