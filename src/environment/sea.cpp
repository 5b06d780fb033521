#include "environment/sea.h"

#include <algorithm>
#include <cmath>

#include "base/calendar.h"
#include "environment/current_acceleration.h"
#include "environment/earth/magnetic.h"
#include "environment/waves/components.h"

namespace hadal::environment {
namespace {

constexpr double kLongestOffset_s = 1e5;

}  // namespace

Result<Sea> Sea::open(const World& world) {
  const SeaMap map(world.origin_lat_deg, world.origin_lon_deg);
  const double duration_s = world.clock.time_s(world.last_tick);
  Result<Seabed> seabed = Seabed::open(world.seabed, map);
  Result<CurrentField> currents =
      CurrentField::open(world.currents, world.start_unix_ns, duration_s, map);
  Problems problems;
  if (!seabed) problems.append(seabed.problems());
  if (!currents) problems.append(currents.problems());
  if (!problems.empty()) return problems;
  return Sea(world, std::move(seabed).value(), std::move(currents).value());
}

Sea::Sea(const World& world)
    : Sea(world, Seabed(), CurrentField(world.currents)) {}

Sea::Sea(const World& world, Seabed seabed, CurrentField currents)
    : water_(world.water),
      currents_(std::move(currents)),
      wind_(world.wind, world.seed),
      seabed_(std::move(seabed)),
      map_(world.origin_lat_deg, world.origin_lon_deg),
      frame_(world.origin_lat_deg, world.origin_lon_deg),
      step_s_(world.clock.step_s()),
      gravity_m_s2_(water_.gravity(0)),
      magnetic_field_N_t_(magnetic_field_ned_t(world.magnetic_model, frame_.origin(),
                                               decimal_year_from_unix_ns(world.start_unix_ns))),
      scenario_seed_(world.seed) {
  waves_ = make_wave_field(world.waves, world.seed, seabed_.depth(0, 0), gravity_m_s2_,
                           water_.density(0));
}

double Sea::declination_rad() const {
  return std::atan2(magnetic_field_N_t_.y(), magnetic_field_N_t_.x());
}

void Sea::start(State& state) const {
  const size_t processes = currents_.process_size();
  state.current_process.assign(2 * processes, 0.0);
  state.current_live.assign(currents_.live_size(), 0.0);
  CurrentField::reset_live(state.current_live);
  const std::span<double> now(state.current_process.data(), processes);
  currents_.start_processes(current_stream(state), now);
  std::copy(now.begin(), now.end(), state.current_process.begin() + processes);
  const auto seed = static_cast<uint64_t>(state.run_seed[0]);
  const RandomStream offset(seed, "environment/waves", "offset");
  state.sea_offset_s.assign(1, seed == scenario_seed_ ? 0 : kLongestOffset_s * offset.uniform(0));
  state.wave_factor.assign(1, 1.0);
  state.wind_factor.assign(1, 1.0);
}

RandomStream Sea::current_stream(const State& state) {
  return {static_cast<uint64_t>(state.run_seed[0]), "environment/currents", "gauss_markov"};
}

void Sea::advance(const RandomStream& stream, State& state, Tick tick) const {
  if (state.current_process.empty()) return;
  const size_t processes = currents_.process_size();
  const std::span<double> now(state.current_process.data(), processes);
  std::copy(now.begin(), now.end(), state.current_process.begin() + processes);
  currents_.step_processes(stream, tick, step_s_, now);
}

void Sea::follow_vehicles(const World& world, const State& state,
                          FollowedPositions& followed) const {
  if (!seabed_.exists()) return;
  followed.positions_N.clear();
  followed.velocities_N.clear();
  for (const Vehicle& vehicle : world.vehicles) {
    if (vehicle.is_object) continue;
    const int root = vehicle.links.begin;
    followed.positions_N.push_back(state.p_NL_N[root]);
    followed.velocities_N.push_back(state.q_NL[root] * state.nu_L[root].head<3>());
  }
  seabed_.follow(followed);
}

void SeaInstant::set_time(double time_s, const State& state) {
  time_s_ = time_s;
  wave_time_s_ = time_s + state.sea_offset_s[0];
  wave_factor_ = state.wave_factor[0];
  wind_factor_ = state.wind_factor[0];
  sea_->currents().prepare(time_s, state.current_live, current_processes(*sea_, state), scratch_);
}

Vec3 SeaInstant::current_N(const Vec3& p_N) const {
  const CurrentField& currents = sea_->currents();
  if (!currents.needs_seabed()) return currents.velocity(p_N, scratch_);
  return currents.velocity(p_N, scratch_, sea_->seabed().depth(p_N.x(), p_N.y()));
}

WaveMotion SeaInstant::waves(const Vec3& p_N) const {
  return sea_->waves().calm() ? WaveMotion{} : sea_->waves().motion(wave_time_s_, p_N, wave_factor_);
}

double SeaInstant::elevation(double north_m, double east_m) const {
  return sea_->waves().calm() ? 0 : sea_->waves().elevation(wave_time_s_, north_m, east_m, wave_factor_);
}

Vec3 SeaInstant::wind_N(double elevation_m) const {
  return sea_->wind().calm() ? Vec3::Zero()
                             : sea_->wind().velocity_N(wave_time_s_, elevation_m, wind_factor_);
}

double SeaInstant::wave_pressure(const Vec3& p_N, double elevation_m) const {
  return waves({p_N.x(), p_N.y(), p_N.z() + elevation_m}).pressure_pa;
}

double SeaInstant::pressure(const Vec3& p_N) const {
  const WaterColumn& water = sea_->water();
  if (sea_->waves().calm()) return water.pressure(p_N.z());
  const double elevation_m = elevation(p_N.x(), p_N.y());
  if (p_N.z() + elevation_m <= 0) return water.atmospheric_pressure();
  // Within a crest the still part goes on upward.
  const double still = p_N.z() >= 0 ? water.pressure(p_N.z())
                                    : water.atmospheric_pressure() +
                                          water.density(0) * sea_->gravity_m_s2() * p_N.z();
  return std::max(water.atmospheric_pressure(), still + wave_pressure(p_N, elevation_m));
}

}  // namespace hadal::environment
